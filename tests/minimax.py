"""What the solver is checked against: plain minimax over the rules engine, and random endings.

No pruning and no order of cards: every play that the engine lists is made on a copy of it. Only
a state that came up before is not gone into again, known by everything that the engine holds.
"""

from __future__ import annotations

import copy
from random import Random
from typing import NamedTuple

from helpers import TRUMPS

from bridgette import DECK, Card, CardPlay, Contract, Denomination, Seat, result
from bridgette.cards import bits_of
from bridgette.deal import HOUSE_RULE_VALUES
from bridgette.solver import Memory, Objective, Position, Solver

COLONS = DECK[52:]
BONUSES = HOUSE_RULE_VALUES["bonus"]


def contract(text: str, declarer: Seat = Seat.NORTH) -> Contract:
    """The contract of a text such as `4SX`."""
    bid = text.rstrip("X")
    return Contract(int(bid[0]), TRUMPS[bid[1:]], len(text) - len(bid), declarer)


def made(play: CardPlay, card: Card) -> CardPlay:
    """The play after a card of the player on turn."""
    after = copy.copy(play)
    after.hands, after.plays, after.tricks = play.hands[:], play.plays[:], play.tricks[:]
    after.apply(next(move for move in after.legal_plays() if move.card is card))
    return after


class Minimax:
    """Values of one contract's positions: declarer's points less the opponent's, or his tricks."""

    def __init__(self, contract: Contract, *, bonus: str, tricks: bool = False) -> None:
        self.contract = contract
        self.flat = bonus == "flat"
        self.tricks = tricks
        self.known: dict[object, int] = {}

    def value(self, play: CardPlay) -> int:
        if not any(play.hands):
            return self.worth(play.tricks[self.contract.declarer])
        led = None if play.led is None else play.led.card
        state = (*play.hands, play.turn, led, play.barred, *play.tricks)
        if state not in self.known:
            best = max if play.turn is self.contract.declarer else min
            self.known[state] = best(self.values(play).values())
        return self.known[state]

    def values(self, play: CardPlay) -> dict[Card, int]:
        return {move.card: self.value(made(play, move.card)) for move in play.legal_plays()}

    def worth(self, taken: int) -> int:
        if self.tricks:
            return taken
        came = result(self.contract, taken, flat=self.flat)
        return came.declarer_points - came.opponent_points


class Ending(NamedTuple):
    """A contract and a play of it that has come to its last few cards."""

    contract: Contract
    bonus: str
    play: CardPlay


def random_ending(chance: Random, most: int = 6) -> Ending:
    """An ending of any contract; colons and bars frequent, in half of them a card is led."""
    size = chance.randint(1, most)
    suits = chance.choice((1, 2, 2, 3, 4, 4))
    first = chance.randrange(4)
    pool = [card for card in DECK[:52] if (card.suit or 0) - first & 3 < suits]
    colons = [card for card in COLONS if chance.random() < 0.5]
    cards = (colons + chance.sample(pool, 2 * size))[: 2 * size]
    chance.shuffle(cards)
    denomination = chance.choice(list(Denomination))
    level = chance.randint(denomination is not Denomination.NO_TRUMP, 7)
    contract = Contract(level, denomination, chance.randrange(3), chance.choice(list(Seat)))
    play = CardPlay(
        [bits_of(cards[:size]), bits_of(cards[size:])],
        denomination,
        chance.choice(list(Seat)),
        barred=chance.choice((None, None, *list(Denomination)[:4])),
    )
    # Often such that the goal can be just made and just missed.
    taken = chance.randint(0, 13 - size)
    if chance.random() < 0.7:
        taken = min(max(contract.goal - chance.randint(0, size), 0), 13 - size)
    other = contract.declarer.other
    play.tricks[contract.declarer], play.tricks[other] = taken, 13 - size - taken
    if chance.random() < 0.5:
        play = made(play, chance.choice(play.legal_plays()).card)
    return Ending(contract, chance.choice(BONUSES), play)


def differences(ending: Ending, memory: Memory) -> list[str]:
    """Where the solver and minimax disagree about an ending: its value, and that of every play."""
    found = []
    position = Position.of(ending.play)
    for objective in Objective:
        plain = Minimax(ending.contract, bonus=ending.bonus, tricks=objective is Objective.TRICKS)
        flat = ending.bonus == "flat"
        solver = Solver(ending.contract, objective=objective, flat=flat, memory=memory)
        answers = (
            (plain.values(ending.play), solver.values(position)),
            (plain.value(ending.play), solver.value(position)),
        )
        found += [
            f"{objective} of {position} in {ending.contract} by {ending.contract.declarer},"
            f" {ending.bonus}: {right}, but the solver says {wrong}"
            for right, wrong in answers
            if right != wrong
        ]
    return found
