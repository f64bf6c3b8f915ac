"""What a player is: something that chooses a move from a seat's view within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from bridgette.moves import Move
from bridgette.view import View

# Work is counted in positions of the solver, or as much as that. So many a second is less than an
# ordinary machine does, so that what is meant to take a second takes no longer.
WORK_A_SECOND = 50_000


class Budget:
    """How much a player may think over one move: so long by the clock, or so much work.

    By the clock it depends on the machine; by work, equal chances give equal choices everywhere.

    >>> budget = Budget.of_work(100)
    >>> budget.spend(60)
    >>> budget.left, budget.is_spent
    (0.4, False)
    """

    def __init__(self, total: float, *, clock: Callable[[], float] | None = None) -> None:
        self.total = total
        self.spent_work = 0
        self._clock = clock
        self._start = clock() if clock is not None else 0.0

    @classmethod
    def of_seconds(cls, seconds: float) -> Budget:
        """A budget that runs out so many seconds from now."""
        return cls(seconds, clock=time.monotonic)

    @classmethod
    def of_work(cls, work: float) -> Budget:
        """A budget of so much work, however long it takes."""
        return cls(work)

    @property
    def work(self) -> float:
        """The whole of it as work: what a clock's seconds allow on a slow machine."""
        return self.total if self._clock is None else self.total * WORK_A_SECOND

    def spend(self, work: int) -> None:
        """Counts work that was done."""
        self.spent_work += work

    @property
    def left(self) -> float:
        """The part of it that is left, from 1 down to 0."""
        if self.total <= 0:
            return 0.0
        spent = self.spent_work if self._clock is None else self._clock() - self._start
        return max(0.0, 1 - spent / self.total)

    @property
    def work_left(self) -> int:
        """What is left as work; never less than 1."""
        return max(1, int(self.left * self.work))

    @property
    def is_spent(self) -> bool:
        """Whether it is time to choose."""
        return self.left <= 0


class Player(Protocol):
    """A program that plays; a class of one's own needs this method, and no arguments to make."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Move:
        """A legal move of the view's seat, which is on turn."""


class Advice(NamedTuple):
    """A move and its reason: expected points of the deal (own minus other's), making chance."""

    move: Move
    expected: float | None = None
    making: float | None = None
    reason: str = ""


def advice_of(player: Player, view: View, rng: Random, budget: Budget) -> Advice:
    """What a player would do and why, if it can say why by a method `advise`."""
    advise: Callable[[View, Random, Budget], Advice] | None = getattr(player, "advise", None)
    if advise is None:
        return Advice(player.choose(view, rng, budget))
    return advise(view, rng, budget)
