"""The value of a position with both hands open, and of every legal play."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from enum import Enum

from bridgette.auction import Contract
from bridgette.cards import Card, cards_of
from bridgette.deal import Deal
from bridgette.scoring import result
from bridgette.solver.goal import Goal, goal_of, opposite
from bridgette.solver.memory import Memory, Start, reaches, start
from bridgette.solver.position import Position
from bridgette.solver.search import Search


class Objective(Enum):
    """What both sides play for."""

    POINTS = "points"
    TRICKS = "tricks"

    def __str__(self) -> str:
        return self.value


def payoffs(
    contract: Contract, objective: Objective = Objective.POINTS, *, flat: bool = False
) -> tuple[int, ...]:
    """What declarer's 0 to 13 tricks are worth: his points less the opponent's, or the tricks.

    `flat` is the house rule `bonus`.

    >>> from bridgette import Denomination, Seat
    >>> payoffs(Contract(1, Denomination.CLUBS, 0, Seat.NORTH))[5:]
    (-200, -100, 400, 150, 150, 500, 150, 150, 150)
    """
    if objective is Objective.TRICKS:
        return tuple(range(14))
    results = (result(contract, tricks, flat=flat) for tricks in range(14))
    return tuple(came.declarer_points - came.opponent_points for came in results)


class Solver:
    """Best play by both sides in one contract; values are declarer's.

    A value is declarer's points less the opponent's at the end of the deal, or all the tricks
    declarer will have, if that is the objective. What was found out for one position helps with
    the next; `memory` may be shared with other solvers. `nodes` is the work done so far.

    >>> from bridgette import Denomination, Seat
    >>> from bridgette.cards import bits_of, parse_cards
    >>> north, south = (bits_of(parse_cards(text)) for text in ("AS 2S", "KS 3H"))
    >>> contract = Contract(1, Denomination.NO_TRUMP, 0, Seat.NORTH)
    >>> solver = Solver(contract, objective=Objective.TRICKS)
    >>> solver.values(Position((north, south), Seat.NORTH, tricks=(6, 5)))
    {2S: 6, AS: 8}
    """

    def __init__(
        self,
        contract: Contract,
        *,
        objective: Objective = Objective.POINTS,
        flat: bool = False,
        memory: Memory | None = None,
    ) -> None:
        self.contract = contract
        self.payoffs = payoffs(contract, objective, flat=flat)
        self.memory = Memory() if memory is None else memory
        self.nodes = 0
        # Where to begin: with the contract just made, or with the last value found.
        self._guess = self.payoffs[min(contract.goal, 13)]
        self._goals: dict[tuple[int, int, int, bool], Goal] = {}

    @classmethod
    def of(
        cls,
        deal: Deal,
        *,
        objective: Objective = Objective.POINTS,
        memory: Memory | None = None,
    ) -> Solver:
        """The solver for a deal's contract and house rules. Errors: ValueError without contract."""
        if deal.contract is None:
            raise ValueError("there must be a contract")
        flat = deal.rules.bonus == "flat"
        return cls(deal.contract, objective=objective, flat=flat, memory=memory)

    def value(self, position: Position, *, limit: int | None = None) -> int:
        """The value of a position. Errors: LimitError after going into `limit` positions."""
        with self._working(limit) as search:
            return self._value(search, position)

    def values(self, position: Position, *, limit: int | None = None) -> dict[Card, int]:
        """The value of every legal play. Errors: LimitError, as `value`."""
        with self._working(limit) as search:
            return self._values(search, position)

    def is_worth(self, position: Position, least: int, *, limit: int | None = None) -> bool:
        """Whether the value is so much or more; quicker than the value. Errors: as `value`."""
        with self._working(limit) as search:
            return self._choice(search, position)(least)

    @contextmanager
    def _working(self, limit: int | None) -> Iterator[Search]:
        search = self.memory.search(self.contract.denomination)
        before = search.nodes
        search.limit = float("inf") if limit is None else before + limit
        try:
            yield search
        finally:
            self.nodes += search.nodes - before

    def _value(self, search: Search, position: Position) -> int:
        return self._settle(self._choice(search, position), self._range(position))

    def _choice(self, search: Search, position: Position) -> Callable[[int], bool]:
        """Tells whether declarer can make sure of a value, whoever is to play."""
        if position.led is None:
            begin = self._start(search, position)
            return lambda floor: self._reaches(search, begin, floor)
        ends = [
            end
            for card in cards_of(position.playable)
            for end in self._ends(search, position, card)
        ]
        return self._answer(search, ends, declares=position.turn is self.contract.declarer)

    def _values(self, search: Search, position: Position) -> dict[Card, int]:
        declares = position.turn is self.contract.declarer
        best = self._value(search, position)  # and no play is worth more to the player than this
        floors = [
            floor
            for floor in self._range(position)
            if (floor <= best if declares else floor >= best)
        ]
        found: dict[Card, int] = {}
        known: dict[tuple[Start, ...], int] = {}  # equal cards come to equal ends
        for card in cards_of(position.playable):
            ends = self._ends(search, position, card)
            if ends not in known:
                self._guess = best
                answer = self._answer(search, ends, declares=not declares)
                known[ends] = self._settle(answer, floors)
            found[card] = known[ends]
        self._guess = best
        return found

    def _answer(
        self, search: Search, ends: Collection[Start], *, declares: bool
    ) -> Callable[[int], bool]:
        """Tells whether declarer can make sure of a value, if one side chooses among these ends."""
        choose = any if declares else all
        return lambda floor: choose(self._reaches(search, end, floor) for end in ends)

    def _start(self, search: Search, position: Position) -> Start:
        return start(search, position, self.contract.denomination, self.contract.declarer)

    def _ends(self, search: Search, position: Position, card: Card) -> tuple[Start, ...]:
        """The positions after the trick that a play may come to, each once."""
        trump = self.contract.denomination
        after = position.after(card, trump)
        if after.led is None:
            return (self._start(search, after),)
        answers = [after.after(answer, trump) for answer in cards_of(after.playable)]
        return tuple(dict.fromkeys(self._start(search, answer) for answer in answers))

    def _range(self, position: Position) -> list[int]:
        """The values that the deal can still come to, upwards."""
        taken = position.tricks[self.contract.declarer]
        left = max(hand.bit_count() for hand in position.hands)
        return sorted(set(self.payoffs[taken : taken + left + 1]))

    def _reaches(self, search: Search, begin: Start, floor: int) -> bool:
        """Whether declarer can make sure of this value or a higher one."""
        declares = begin.leader == self.contract.declarer
        place = (floor, begin.left, begin.taken, declares)
        goal = self._goals.get(place)
        if goal is None:
            mask = sum(
                1 << more
                for more in range(begin.left + 1)
                if self.payoffs[begin.taken + more] >= floor
            )
            goal = goal_of(begin.left, mask if declares else opposite(begin.left, mask))
            self._goals[place] = goal
        return reaches(search, begin, goal) is declares

    def _settle(self, passes: Callable[[int], bool], floors: list[int]) -> int:
        """The highest of the values that passes; the lowest does anyhow, none above a failed one.

        The value found last is tried first, then its neighbour, then the middle of what is left.
        """
        low, high = 0, len(floors) - 1
        probe = bisect_left(floors, self._guess)
        tries = 0
        while low < high:
            probe = min(max(probe, low + 1), high)
            if passes(floors[probe]):
                low = probe
                probe = low + 1
            else:
                high = probe - 1
                probe = high
            tries += 1
            if tries > 1:
                probe = (low + high + 1) // 2
        self._guess = floors[low]
        return self._guess
