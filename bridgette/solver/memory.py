"""What the search has found out, and positions as it takes them."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.cards import Denomination
from bridgette.moves import Seat
from bridgette.solver.goal import ALWAYS, NEVER, Goal
from bridgette.solver.layout import Layouts
from bridgette.solver.position import Position
from bridgette.solver.search import NOT_BARRED, Search, Suits

_SUIT = 0b1111111111111


class Start(NamedTuple):
    """A position between two tricks as the search takes it; equal ones are played alike."""

    suits: Suits
    key: int
    leader: int
    left: int
    mine: int
    theirs: int
    barred: int
    taken: int  # by declarer, so far


class Memory:
    """What has been found out, for solvers to share: of any contract, and of any deal.

    Once it holds more than `most` entries, of some 150 bytes each, the next question empties it.
    """

    def __init__(self, *, most: int = 1_000_000) -> None:
        self.most = most
        self.forget()

    def __len__(self) -> int:
        return len(self._layouts) + sum(map(len, self._searches))

    def forget(self) -> None:
        """Empties it."""
        self._layouts = Layouts()
        self._searches = [Search(self._layouts, trump=trump) for trump in (False, True)]

    def search(self, denomination: Denomination) -> Search:
        """The search with or without trumps; all suits are alike as trumps."""
        if len(self) > self.most:
            self.forget()
        return self._searches[denomination is not Denomination.NO_TRUMP]


def start(search: Search, position: Position, trump: Denomination, declarer: Seat) -> Start:
    """A position at which a trick begins, as the search takes it."""
    north, south = position.hands
    colons = north >> 52 | south >> 52 << 3
    order = [0, 1, 2, 3]
    if search.trump:
        order.remove(trump)
        order.insert(0, trump)
    barred = NOT_BARRED
    if position.barred is not None:
        barred = order.index(position.barred)
        if barred or not search.trump:  # the place that the search knows for a barred suit
            order.insert(1, order.pop(barred))
            barred = 1
    one, two, three, four = (
        search.layouts.dealt(
            north >> 13 * suit & _SUIT,
            south >> 13 * suit & _SUIT,
            colons,
            trump=suit == trump,
        )
        for suit in order
    )
    suits = (one, two, three, four)
    leader = position.leader
    mine, theirs = position.hands[leader] >> 52, position.hands[1 - leader] >> 52
    return Start(
        suits,
        search.key(suits, leader, mine, theirs),
        leader,
        position.hands[leader].bit_count(),
        mine,
        theirs,
        barred,
        position.tricks[declarer],
    )


def reaches(search: Search, start: Start, goal: Goal) -> bool:
    """Whether the player on lead reaches a goal."""
    if goal is ALWAYS or goal is NEVER:
        return goal is ALWAYS
    suits, key, leader, left, mine, theirs, barred, _ = start
    return search.reaches(suits, key, leader, left, goal, mine, theirs, barred)
