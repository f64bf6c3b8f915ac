"""What a hand is worth: tricks to expect with a denomination, and the chances of each number.

The numbers were fitted by least squares to some thousand pairs of hands, each kept from a real
exchange and played out with open cards (`tests/bench/fit.py`): what a hand of 13 takes on the
average against a hand that nothing is known of, and against a given one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from bridgette.auction import Contract
from bridgette.cards import SUITS, Denomination
from bridgette.exchange import HAND
from bridgette.moves import Seat
from bridgette.scoring import result

DENOMINATIONS = tuple(Denomination)
_SUIT_MASK = 0x1FFF
# Of the trump suit by its length, of honours A K Q J T in it and in side suits, of side suits by
# their length, of the three colons from Little to Grand, and what a hand has without anything.
_TRUMP_LENGTH = (0.0, -0.24, 0.09, 0.61, 1.06, 1.39, 1.44, 1.4, 1.43, 1.43, 1.43, 1.43, 1.43, 1.43)
_TRUMP_HONOURS = (0.94, 0.71, 0.49, 0.31, 0.24)
_SIDE_HONOURS = (1.07, 0.77, 0.47, 0.34, 0.15)
_SIDE_LENGTH = tuple(
    {0: 1.32, 1: 0.5}.get(length, -0.38 * (length - 2)) for length in range(HAND + 1)
)
_SUIT_COLONS = (-0.74, -0.29, -0.23)
_SUIT_BASE = 4.06
_PLAIN_HONOURS = (1.44, 0.98, 0.56, 0.43, 0.21)
_PLAIN_LENGTH = tuple(
    {0: -0.81, 1: -0.49}.get(length, 0.32 * (length - 2)) for length in range(HAND + 1)
)
_PLAIN_COLONS = (0.17, 0.52, 0.61)
_PLAIN_BASE = 0.75
SPREAD = 1.8  # the standard deviation of the tricks that a hand really takes


def _table(lengths: Sequence[float], honours: Sequence[float]) -> tuple[float, ...]:
    """The worth of each holding of a suit, by its 13 bits."""
    worth = []
    for holding in range(_SUIT_MASK + 1):
        tops = sum(v for place, v in enumerate(honours) if holding >> 12 - place & 1)
        worth.append(lengths[holding.bit_count()] + tops)
    return tuple(worth)


_TRUMP = _table(_TRUMP_LENGTH, _TRUMP_HONOURS)
_SIDE = _table(_SIDE_LENGTH, _SIDE_HONOURS)
_PLAIN = _table(_PLAIN_LENGTH, _PLAIN_HONOURS)


def _colons(values: Sequence[float], base: float) -> tuple[float, ...]:
    return tuple(
        base + sum(value for place, value in enumerate(values) if held >> place & 1)
        for held in range(8)
    )


_SUIT_REST = _colons(_SUIT_COLONS, _SUIT_BASE)
_PLAIN_REST = _colons(_PLAIN_COLONS, _PLAIN_BASE)


def expected_tricks(hand: int, denomination: Denomination) -> float:
    """The tricks that 13 cards take on the average, against any hand.

    >>> from bridgette.cards import bits_of, parse_cards
    >>> hand = bits_of(parse_cards("AS KS QS JS TS 9S 8S AH KH 2H AD 2D Grand"))
    >>> round(expected_tricks(hand, Denomination.SPADES))
    11
    """
    if denomination is Denomination.NO_TRUMP:
        tricks = _PLAIN_REST[hand >> 52]
        for suit in SUITS:
            tricks += _PLAIN[hand >> 13 * suit & _SUIT_MASK]
        return tricks
    tricks = _SUIT_REST[hand >> 52]
    for suit in SUITS:
        table = _TRUMP if suit is denomination else _SIDE
        tricks += table[hand >> 13 * suit & _SUIT_MASK]
    return tricks


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


def making_chance(chances: Sequence[float], level: int) -> float:
    """The chance of at least the tricks of a level."""
    return sum(chances[6 + level :])


def best_thirteen(cards: int) -> int:
    """The 13 of some more cards that promise most tricks in the denomination that suits them best.

    For each denomination cards go one by one, each time the one that is missed least; then the
    best single exchanges are made, which also empties a suit that one card alone would not.
    """
    plans = [_kept_for(cards, denomination) for denomination in DENOMINATIONS]
    return max(plans)[1]


def _kept_for(cards: int, denomination: Denomination) -> tuple[float, int]:
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
