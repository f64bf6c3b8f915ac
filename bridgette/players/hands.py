"""What a hand is worth: tricks to expect with a denomination, and the chances of each number.

The numbers were fitted by least squares to some thousand pairs of hands, each kept from an
exchange and played out with open cards: what a hand of 13 takes on the average against a hand
that nothing is known of, and against a given one. `tests/bench/fit.py` fits them anew.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from bridgette.auction import Contract
from bridgette.cards import SUITS, Denomination
from bridgette.exchange import HAND
from bridgette.moves import Seat
from bridgette.scoring import result

DENOMINATIONS = tuple(Denomination)
_SUIT_MASK = 0x1FFF


class _Scale(NamedTuple):
    """Worths of a suit by its length from 0 to 8, of A K Q J T in it, of Little, Royal, Grand."""

    lengths: tuple[float, ...]
    honours: tuple[float, ...]
    colons: tuple[float, ...] = (0.0, 0.0, 0.0)

    def of_suit(self) -> tuple[float, ...]:
        """The worth of each holding of a suit, by its 13 bits."""
        longer = self.lengths[8] - self.lengths[7]
        lengths = [*self.lengths, *(self.lengths[8] + longer * more for more in range(1, 6))]
        return tuple(
            lengths[holding.bit_count()]
            + sum(worth for place, worth in enumerate(self.honours) if holding >> 12 - place & 1)
            for holding in range(_SUIT_MASK + 1)
        )

    def of_colons(self, base: float = 0.0) -> tuple[float, ...]:
        """A base and the worth of each set of colons, by its 3 bits."""
        return tuple(
            base + sum(worth for place, worth in enumerate(self.colons) if held >> place & 1)
            for held in range(8)
        )


# Trumps, the side suits of a trump contract, and suits without trumps. First for a hand alone, ...
_ALONE_TRUMP_SCALE = _Scale(
    (-1.5, -1.02, 0.0, 1.32, 2.78, 4.0, 4.96, 5.83, 6.87), (0.93, 0.71, 0.56, 0.48, 0.32)
)
_ALONE_SIDE_SCALE = _Scale(
    (-0.6, -0.44, 0.0, 0.45, 0.87, 1.38, 1.77, 2.05, 2.08),
    (0.95, 0.62, 0.43, 0.36, 0.22),
    (0.25, 0.34, 0.62),
)
_ALONE_PLAIN_SCALE = _Scale(
    (-0.69, -0.37, 0.0, 0.2, 0.31, 0.46, 0.54, 0.7, 1.0),
    (1.35, 0.84, 0.53, 0.38, 0.22),
    (0.18, 0.09, 0.46),
)
_BASE, _PLAIN_BASE = 0.25, 2.5
_DRAWN, _PLAIN_DRAWN = -0.1, -0.14  # for each card that the other hand was chosen from above 13
_ALONE = (
    _ALONE_TRUMP_SCALE.of_suit(),
    _ALONE_SIDE_SCALE.of_suit(),
    _ALONE_SIDE_SCALE.of_colons(_BASE),
)
_ALONE_PLAIN = (_ALONE_PLAIN_SCALE.of_suit(), _ALONE_PLAIN_SCALE.of_colons(_PLAIN_BASE))
_KEEPING = (
    *(
        (
            tuple(_ALONE[0] if suit is denomination else _ALONE[1] for suit in SUITS),
            _ALONE[2],
            _ALONE_SIDE_SCALE.colons,
        )
        for denomination in SUITS
    ),
    ((_ALONE_PLAIN[0],) * 4, _ALONE_PLAIN[1], _ALONE_PLAIN_SCALE.colons),
)
SPREAD = 1.8  # the standard deviation of the tricks that a hand really takes

# ... and for two hands, whose worths are compared.
_PAIR_TRUMP_SCALE = _Scale(
    (-1.19, -0.86, 0.0, 1.11, 2.29, 3.24, 4.03, 4.81, 5.67), (0.59, 0.42, 0.32, 0.25, 0.19)
)
_PAIR_SIDE_SCALE = _Scale(
    (-0.4, -0.33, 0.0, 0.36, 0.73, 1.18, 1.54, 1.79, 1.85),
    (0.72, 0.49, 0.35, 0.29, 0.2),
    (0.15, 0.32, 0.52),
)
_PAIR_PLAIN_SCALE = _Scale(
    (-0.4, -0.22, 0.0, 0.04, 0.01, 0.03, 0.05, 0.16, 0.46),
    (0.96, 0.6, 0.38, 0.28, 0.18),
    (0.06, 0.03, 0.28),
)
_PAIR = (_PAIR_TRUMP_SCALE.of_suit(), _PAIR_SIDE_SCALE.of_suit(), _PAIR_SIDE_SCALE.of_colons())
_PAIR_PLAIN = (_PAIR_PLAIN_SCALE.of_suit(), _PAIR_PLAIN_SCALE.of_colons())
_LEAD, _PLAIN_LEAD = 0.1, 0.62
PAIR_SPREAD = 1.25


def _sum(
    hand: int,
    denomination: Denomination,
    suited: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]],
    plain: tuple[tuple[float, ...], tuple[float, ...]],
) -> float:
    """The worths of a hand's four suits and colons added up."""
    if denomination is Denomination.NO_TRUMP:
        table, colons = plain
        return (
            colons[hand >> 52]
            + table[hand & _SUIT_MASK]
            + table[hand >> 13 & _SUIT_MASK]
            + table[hand >> 26 & _SUIT_MASK]
            + table[hand >> 39 & _SUIT_MASK]
        )
    trumps, side, colons = suited
    total = colons[hand >> 52]
    for suit in SUITS:
        total += (trumps if suit is denomination else side)[hand >> 13 * suit & _SUIT_MASK]
    return total


def expected_tricks(hand: int, denomination: Denomination, drawn: int = 4) -> float:
    """The tricks that 13 cards take on the average, against a hand chosen from 13 + `drawn`.

    >>> from bridgette.cards import bits_of, parse_cards
    >>> hand = bits_of(parse_cards("AS KS QS JS TS 9S 8S AH KH 2H AD 2D Grand"))
    >>> round(expected_tricks(hand, Denomination.SPADES))
    12
    """
    more = _PLAIN_DRAWN if denomination is Denomination.NO_TRUMP else _DRAWN
    return _sum(hand, denomination, _ALONE, _ALONE_PLAIN) + more * drawn


def keeping_tables(
    denomination: Denomination,
) -> tuple[tuple[tuple[float, ...], ...], tuple[float, ...], tuple[float, ...]]:
    """The worths by which cards are kept: of each suit's holdings, of colon sets, of colons."""
    return _KEEPING[denomination]


def pair_worth(hand: int, denomination: Denomination) -> float:
    """A hand's share in what two hands come to, see `tricks_between`."""
    return _sum(hand, denomination, _PAIR, _PAIR_PLAIN)


def tricks_between(mine: float, theirs: float, denomination: Denomination, *, leads: bool) -> float:
    """The tricks of the first of two hands on the average, by their worths (`pair_worth`)."""
    lead = _PLAIN_LEAD if denomination is Denomination.NO_TRUMP else _LEAD
    return HAND / 2 + mine - theirs + (lead if leads else -lead)


def trick_chances(mean: float, spread: float = SPREAD) -> list[float]:
    """The chances of 0 to 13 tricks about a mean.

    >>> [round(chance, 2) for chance in trick_chances(12.0, 1.0)][10:]
    [0.06, 0.26, 0.42, 0.26]
    """
    weights = [math.exp(-(((n - mean) / spread) ** 2) / 2) for n in range(HAND + 1)]
    total = sum(weights)
    return [weight / total for weight in weights]


@cache
def scores(
    level: int, denomination: Denomination, doubled: int, *, flat: bool = False
) -> tuple[int, ...]:
    """Declarer's points minus the opponent's, for 0 to 13 tricks of a contract (R25, R26).

    >>> scores(1, Denomination.SPADES, 0)[6:]
    (-100, 400, 150, 150, 500, 150, 150, 150)
    """
    contract = Contract(level, denomination, doubled, Seat.NORTH)
    results = [result(contract, tricks, flat=flat) for tricks in range(HAND + 1)]
    return tuple(found.declarer_points - found.opponent_points for found in results)


def expected_score(chances: Sequence[float], points: Sequence[int]) -> float:
    """The points to expect, by the chances of 0 to 13 tricks."""
    return sum(chance * value for chance, value in zip(chances, points, strict=True))


_STEPS = 8  # means of tricks are told apart by so many steps a trick


def step_of(mean: float) -> int:
    """The step that a mean of tricks belongs to."""
    return round(min(max(mean, 0.0), float(HAND)) * _STEPS)


def mean_of(step: int) -> float:
    """The mean of tricks that a step stands for."""
    return step / _STEPS


@cache
def _mean_score(
    level: int, denomination: Denomination, doubled: int, spread: float, flat: bool, step: int
) -> float:
    chances = trick_chances(mean_of(step), spread)
    return expected_score(chances, scores(level, denomination, doubled, flat=flat))


def mean_score(
    level: int,
    denomination: Denomination,
    doubled: int,
    mean: float,
    spread: float = SPREAD,
    *,
    flat: bool = False,
) -> float:
    """Declarer's points minus the opponent's to expect, for so many tricks on the average."""
    return _mean_score(level, denomination, doubled, spread, flat, step_of(mean))


def making_chance(chances: Sequence[float], level: int) -> float:
    """The chance of at least the tricks of a level."""
    return sum(chances[6 + level :])


def best_thirteen(cards: int) -> int:
    """About the 13 of more cards that promise most tricks in the denomination that suits them best.

    For each denomination cards go one by one, each time the one that is missed least; then single
    cards are exchanged as long as that is better, which also empties a suit that one card alone
    would not.
    """
    plans = [kept_for(cards, denomination) for denomination in DENOMINATIONS]
    return max(plans)[1]


def kept_for(cards: int, denomination: Denomination) -> tuple[float, int]:
    """The 13 cards to keep for a denomination, after the tricks that they promise."""
    bits = [1 << place for place in range(55) if cards >> place & 1]
    hand = cards
    for _ in range(len(bits) - HAND):
        hand = max(
            (hand & ~bit for bit in bits if hand & bit),
            key=lambda rest: (expected_tricks(rest, denomination), rest),
        )
    worth, better = expected_tricks(hand, denomination), True
    while better:
        better = False
        for rest in (hand & ~bit for bit in bits if hand & bit):
            for swapped in (rest | bit for bit in bits if not hand & bit):
                value = expected_tricks(swapped, denomination)
                if value > worth + 1e-9:
                    worth, hand, better = value, swapped, True
                    break
            if better:
                break
    return worth, hand
