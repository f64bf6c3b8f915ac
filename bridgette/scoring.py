"""What a deal is worth: one small function per table (R25, R26)."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.auction import Contract
from bridgette.cards import Denomination

MULTIPLIER = (1, 2, 4)
COMPLETION = (0, 400, 1000)
_UNDERTRICKS = (
    (100, 200, 300, 400, 700, 1000, 1000),
    (200, 500, 800, 1100, 2000, 3000, 3000),
    (300, 700, 1100, 1500, 2700, 4000, 4000),
)
_NO_TRUMP_VALUE = (150, 250, 250, 750, 750, 1500, 2200, 2500)
_MINOR_VALUE = (0, 150, 250, 250, 250, 750, 1500, 2200)
_MAJOR_VALUE = (0, 150, 250, 250, 750, 750, 1500, 2200)


def value(level: int, denomination: Denomination) -> int:
    """The points of the contract itself (R25)."""
    if denomination is Denomination.NO_TRUMP:
        return _NO_TRUMP_VALUE[level]
    return (_MINOR_VALUE if denomination <= Denomination.DIAMONDS else _MAJOR_VALUE)[level]


def accuracy(level: int, overtricks: int) -> int:
    """The points for making exactly the bid, or exactly three more (R25)."""
    if overtricks == 3:
        return 350
    if overtricks:
        return 0
    if level <= 5:
        return 250
    return 100 if level == 6 else 0


def undertrick_points(undertricks: int, doubled: int) -> int:
    """The opponent's points for a failed contract; more than 7 undertricks count as 7 (R26)."""
    return _UNDERTRICKS[doubled][min(undertricks, 7) - 1]


class Result(NamedTuple):
    """How a contract came out: the parts (R25) and the points of declarer and opponent."""

    tricks: int
    value: int = 0
    accuracy: int = 0
    completion: int = 0
    multiplier: int = 1
    declarer_points: int = 0
    opponent_points: int = 0


def result(contract: Contract, tricks: int, *, flat: bool = False) -> Result:
    """The result of a contract when declarer took so many tricks of 13 (R25, R26).

    With `flat` only the value is multiplied (house rule `bonus`).

    >>> from bridgette.moves import Seat
    >>> result(Contract(1, Denomination.SPADES, 0, Seat.NORTH), 10).declarer_points
    500
    """
    level, denomination, doubled, _ = contract
    over = tricks - contract.goal
    if over < 0:
        return Result(tricks, opponent_points=undertrick_points(-over, doubled))
    parts = (
        value(level, denomination),
        accuracy(level, over),
        COMPLETION[doubled],
    )
    times = MULTIPLIER[doubled]
    points = times * parts[0] + parts[1] + parts[2] if flat else times * sum(parts)
    return Result(tricks, *parts, times, declarer_points=points)
