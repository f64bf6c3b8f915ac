"""Hands that the other player may hold, drawn so that they fit all that is known.

A hand is not dealt but kept: so many cards as the other player had to choose from are drawn from
those not seen, and of these the best are kept, with some doubt about what is best.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from bridgette.cards import COLON_BITS, SUIT_BITS, Denomination
from bridgette.players.hands import (
    DENOMINATIONS,
    keeping_tables,
)
from bridgette.players.knowledge import Knowledge

_DOUBT = 0.35  # of a trick, about what a suit and a plan are worth to the other player
_TRIES = 30
_TRY_WORK = 8
_NOTHING_FITS = 1e-9  # one has to be taken all the same


class Sampler:
    """Draws hands of the other player; `judge` says how well 13 cards go with its calls, to 1."""

    def __init__(
        self, known: Knowledge, rng: Random, judge: Callable[[int], float] = lambda hand: 1.0
    ) -> None:
        self._known = known
        self._rng = rng
        self._judge = judge
        self.work = 0  # done so far, as a budget counts it
        places = range(known.unseen.bit_length())
        self._pool = [1 << n for n in places if known.unseen & ~known.drawn & 1 << n]
        self._draws = max(
            min(
                known.sources - known.played.bit_count() - known.drawn.bit_count(), len(self._pool)
            ),
            0,
        )

    def hand(self) -> int:
        """The cards that the other player may have now, as bits: always as many as it has."""
        hands, fits = [], []
        for _ in range(_TRIES):
            hand = self._kept()
            self.work += _TRY_WORK
            fit = self._fit(hand | self._known.played)
            if fit >= self._rng.random():
                return hand
            hands.append(hand)
            fits.append(fit + _NOTHING_FITS)
        return self._rng.choices(hands, fits)[0]

    def _kept(self) -> int:
        known, rng = self._known, self._rng
        source = known.drawn
        for bit in rng.sample(self._pool, self._draws):
            source |= bit
        held = source & known.possible
        lacking = known.size - held.bit_count()
        if lacking > 0:  # it has shown to lack too much of this: others in their place
            rest = [bit for bit in self._pool if bit & known.possible & ~held]
            for bit in rng.sample(rest, min(lacking, len(rest))):
                held |= bit
        spare = held.bit_count() - known.size
        return keep(held, known.played, spare, rng) if spare > 0 else held

    def _fit(self, whole: int) -> float:
        """How well thirteen cards go with what the other player has bid (R12, R13)."""
        for suit, least in zip(SUIT_BITS, self._known.lengths, strict=True):
            if (whole & suit).bit_count() < least:
                return 0.0
        return self._judge(whole)


def keep(held: int, played: int, spare: int, rng: Random) -> int:
    """What is kept when so many cards go, for the denomination that promises most.

    Cards played before were kept, too, and go on counting for their suits.
    """
    gauss = rng.gauss
    doubts = [gauss(0, _DOUBT) for _ in range(5)]
    hands = [held >> 13 * suit & 0x1FFF for suit in range(4)]
    wholes = [(held | played) >> 13 * suit & 0x1FFF for suit in range(4)]
    colons = held & COLON_BITS, (held | played) >> 52
    best, best_worth = held, -math.inf
    for denomination in DENOMINATIONS:
        worth, gone = _let_go(hands, wholes, colons, spare, denomination, doubts)
        worth += gauss(0, _DOUBT)
        if worth > best_worth:
            best, best_worth = held ^ gone, worth
    return best


def _let_go(
    hands: Sequence[int],
    wholes: Sequence[int],
    colons: tuple[int, int],
    spare: int,
    denomination: Denomination,
    doubts: Sequence[float],
) -> tuple[float, int]:
    """What is left worth for a denomination, and what goes: the lowest cards of a suit go first.

    `hands` are the suits of the hand, `wholes` with the cards played; `colons` those of the hand
    as bits, and all of them by range.
    """
    tables, colon_sets, colon_worths = keeping_tables(denomination)
    mine, before = [*hands], [*wholes]
    loose, every = colons
    worth = colon_sets[every]
    prices = [math.inf] * 4
    for suit in range(4):
        table, whole, low = tables[suit], before[suit], mine[suit] & -mine[suit]
        worth += table[whole]
        if low:
            prices[suit] = table[whole] - table[whole ^ low] + doubts[suit]
    loose_cards = []
    while loose:
        low = loose & -loose
        loose ^= low
        loose_cards.append((colon_worths[low.bit_length() - 53] + doubts[4], low))
    loose_cards.sort(reverse=True)
    gone = 0
    for _ in range(spare):
        price = min(prices)
        if loose_cards and loose_cards[-1][0] < price:
            price, low = loose_cards.pop()
            gone |= low
        else:
            suit = prices.index(price)
            low = mine[suit] & -mine[suit]
            gone |= low << 13 * suit
            mine[suit] ^= low
            whole = before[suit] = before[suit] ^ low
            low, table = mine[suit] & -mine[suit], tables[suit]
            prices[suit] = table[whole] - table[whole ^ low] + doubts[suit] if low else math.inf
        worth -= price
    return worth, gone
