"""The best contract that a side could have had, against the values of all that may be bid."""

from __future__ import annotations

import pytest
from helpers import EVEN, cards
from minimax import contract

from bridgette import Auction, Contract, Denomination, Seat, seeded_deck
from bridgette.cards import bits_of
from bridgette.moves import bid_rank
from bridgette.solver import Best, Memory, Position, Solver, best_contract

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


@pytest.mark.parametrize("seed", range(3))
def test_the_best_contract_is_that_of_all_that_may_be_bid(seed: int) -> None:
    deck = seeded_deck(f"contract/{seed}", 1)
    hands = (bits_of(deck[:13]), bits_of(deck[13:26]))
    memory = Memory()
    for side in Seat:
        worth = [
            (-value, bid_rank(level, denomination), made)
            for denomination in Denomination
            for level in Auction(side, hands).levels(side, denomination)
            for made in [Contract(level, denomination, 0, side)]
            for value in [Solver(made, memory=memory).value(Position(hands, side.other))]
            if value > 0
        ]
        best = min(worth, default=None)
        found = best_contract(hands, side, memory=Memory())
        assert found == (best and Best(best[2], -best[0]))


def test_the_lowest_of_equals_and_none_without_hope() -> None:
    """North takes all tricks in three suits, and may not bid no trumps (R12); south none in any."""
    north, south = "S:AKQJ H:AKQJT D:AKQJ", "S:T98 H:987 D:T98 C:AKQJ"
    hands = (bits_of(cards(north)), bits_of(cards(south)))
    assert best_contract(hands, NORTH) == Best(contract("7D"), 2200)
    hands = (bits_of(cards(EVEN[0])), bits_of(cards(EVEN[1])))
    assert best_contract(hands, NORTH) == Best(contract("7NT"), 2500)
    assert best_contract(hands, SOUTH) is None
