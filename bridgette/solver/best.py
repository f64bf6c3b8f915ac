"""The best contract that a side could have had, with both hands known."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.auction import Auction, Contract
from bridgette.cards import SUIT_BITS, Denomination
from bridgette.moves import Seat, bid_rank
from bridgette.solver.memory import Memory
from bridgette.solver.position import Position
from bridgette.solver.values import Objective, Solver


class Best(NamedTuple):
    """An undoubled contract, and its value with best play from the first lead."""

    contract: Contract
    value: int


class _Search:
    """The search for the best contract: the best so far."""

    def __init__(self, position: Position, memory: Memory) -> None:
        self.position = position
        self.declarer = position.leader.other
        self.memory = memory
        self.best: Best | None = None

    def least(self, contract: Contract) -> int:
        """What a contract must be worth to be better: more, or as much if it is a lower bid."""
        if self.best is None:
            return 1
        best = self.best.contract
        lower = _rank(contract) < _rank(best)
        return self.best.value + (not lower)

    def value(self, solver: Solver, least: int) -> int | None:
        """The value of a contract; None if it is less than `least`."""
        return solver.value(self.position) if solver.is_worth(self.position, least) else None

    def go_into(self, denomination: Denomination, levels: range) -> None:
        """Looks for a better contract in a denomination."""
        seven = Contract(7, denomination, 0, self.declarer)
        solvers = [Solver(seven._replace(level=level), memory=self.memory) for level in levels]
        # With so many tricks no more can be had than this: the defence allows no others.
        most = [
            max([max(solver.payoffs[: tricks + 1]) for solver in solvers]) for tricks in range(14)
        ]
        least = self.least(solvers[0].contract)
        enough = next((tricks for tricks in range(14) if most[tricks] >= least), None)
        if enough is None:
            return
        by_tricks = Solver(seven, objective=Objective.TRICKS, memory=self.memory)
        tricks = self.value(by_tricks, enough)
        if tricks is None:
            return
        solvers.sort(key=lambda solver: -max(solver.payoffs[: tricks + 1]))
        for solver in solvers:
            least = self.least(solver.contract)
            if max(solver.payoffs[: tricks + 1]) >= least:
                value = self.value(solver, least)
                if value is not None:
                    self.best = Best(solver.contract, value)


def _rank(contract: Contract) -> int:
    return bid_rank(contract.level, contract.denomination)


def best_contract(
    hands: tuple[int, int],
    declarer: Seat,
    *,
    memory: Memory | None = None,
) -> Best | None:
    """The bid worth most to this side as declarer, of those its hand may make (R12), undoubled.

    The lowest of equals; None if none is worth more than 0. `hands` are north's and south's 13
    cards as bits. (The house rule `bonus` is about doubled contracts only.)

    >>> from bridgette.cards import bits_of, parse_cards
    >>> hands = ("AS KS QS JS AH KH QH AD KD QD AC KC QC", "TS 9S 8S TH 9H 8H TD 9D 8D TC 9C 8C 7C")
    >>> north, south = (bits_of(parse_cards(hand)) for hand in hands)
    >>> best = best_contract((north, south), Seat.NORTH)
    >>> str(best.contract), best.value
    ('7NT', 2500)
    """
    memory = Memory() if memory is None else memory
    search = _Search(Position(hands, declarer.other), memory)
    auction = Auction(declarer, hands)
    held = [(hands[declarer] & suit).bit_count() for suit in SUIT_BITS]
    # The longest suit first: what is found soon saves going into the others.
    for denomination in sorted(Denomination, key=lambda suit: -(*held, 4)[suit]):
        levels = auction.levels(declarer, denomination)
        if levels:
            search.go_into(denomination, levels)
    return search.best
