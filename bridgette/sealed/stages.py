"""The three stages of a deck (section "Set-up"), opening a position, and their audit.

The first player shuffles under one lock, the second shuffles under a lock for each position, the
first takes the one lock off and adds a lock for each position.
"""

from __future__ import annotations

from collections.abc import Sequence

from bridgette.sealed.group import digest, inverse, is_scalar, multiplied, product
from bridgette.sealed.secrets import DealSecret

Points = Sequence[bytes]


def first_stage(cards: Points, mine: DealSecret) -> list[bytes]:
    """D1 = shuffle(a · P)."""
    return [_locked(mine.lock, cards[n]) for n in mine.order]


def second_stage(first: Points, mine: DealSecret) -> list[bytes]:
    """D2: each position of shuffle(D1) under a lock of its own."""
    return [_locked(mine.scalars[n], first[place]) for n, place in enumerate(mine.order)]


def third_stage(second: Points, mine: DealSecret) -> list[bytes]:
    """D3: the common lock off, and again a lock for each position."""
    off = inverse(mine.lock)
    return [_locked(product(mine.scalars[n], off), point) for n, point in enumerate(second)]


def _locked(scalar: bytes, point: bytes) -> bytes:
    locked = multiplied(scalar, point)
    assert locked is not None, "points are checked when they come"
    return locked


def stage_hash(game: str, deal: int, stage: int, points: Points) -> bytes:
    """What a signed action holds of a stage (1 to 3) of a deck."""
    return digest("bridgette stage", [game, deal, stage, *points])


def opened(point: bytes, cards: Points, one: bytes, other: bytes) -> int | None:
    """Which card, by number, lies under the locks of both players at a position; None if none."""
    if not (is_scalar(one) and is_scalar(other)):
        return None
    card = multiplied(inverse(product(one, other)), point)
    return None if card is None or card not in cards else cards.index(card)


def order_of(first: DealSecret, second: DealSecret) -> list[int]:
    """The cards, by number, in dealing order."""
    return [first.order[place] for place in second.order]


def wrong_stage(
    game: str, deal: int, cards: Points, first: DealSecret, second: DealSecret, hashes: Points
) -> int | None:
    """The first stage (1 to 3) that was not made from the secrets, by its hash; None if none."""
    points: Points = cards
    for stage, make in enumerate((first_stage, second_stage, third_stage), 1):
        points = make(points, second if stage == 2 else first)
        if stage_hash(game, deal, stage, points) != hashes[stage - 1]:
            return stage
    return None
