"""Times of the parts of sealing a game: the stages of a set-up, opening a hand, auditing a deal."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

from bridgette import Seat
from bridgette.moves import SEATS
from bridgette.sealed.secrets import DECKS, DealSecret, Identity
from bridgette.sealed.stages import first_stage, opened, second_stage, third_stage
from bridgette.sealedgame import Record, audit
from bridgette.sealedgame.ledger import UP_CARD
from bridgette.sealedgame.record import CARD_POINTS, POSITIONS

KEYS = {seat: Identity(bytes([seat + 1]) * 32) for seat in SEATS}


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1000 * median(times)


def bench_parts(ended: tuple[Record, int], rounds: int) -> None:
    """The set-up stages of seven decks, opening a hand, auditing a deal."""

    def fresh(seat: Seat) -> list[DealSecret]:
        """Secrets of which nothing is derived yet."""
        return [KEYS[seat].deal_secret("parts", str(seat), b"", n, POSITIONS) for n in decks]

    decks = range(1, DECKS + 1)
    one, two = fresh(SEATS[0]), fresh(SEATS[1])
    first = [first_stage(CARD_POINTS, secret) for secret in one]
    second = [second_stage(points, secret) for points, secret in zip(first, two, strict=True)]
    third = [third_stage(points, secret) for points, secret in zip(second, one, strict=True)]
    record, number = ended
    both = {seat: data for seat, (_, data) in record.deals[number - 1].secrets.items()}
    hand = [*range(0, UP_CARD, 2), UP_CARD, UP_CARD + 1]  # of the non-dealer

    def open_hand() -> None:
        mine, theirs = one[0].scalars, two[0].scalars
        for place in hand:
            opened(third[0][place], CARD_POINTS, theirs[place], mine[place])

    stages = {
        "stage 1 of seven decks": lambda: [first_stage(CARD_POINTS, s) for s in fresh(SEATS[0])],
        "stage 2 of seven decks": lambda: [
            second_stage(points, s) for points, s in zip(first, fresh(SEATS[1]), strict=True)
        ],
        "stage 3 of seven decks": lambda: [
            third_stage(points, s) for points, s in zip(second, fresh(SEATS[0]), strict=True)
        ],
        f"opening a hand of {len(hand)}": open_hand,
        "auditing a deal": lambda: audit.audited(
            record, number, {seat: DealSecret(data, POSITIONS) for seat, data in both.items()}
        ),
    }
    print(f"\nParts of the work, milliseconds, median of {rounds}")
    for name, work in stages.items():
        print(f"  {name:<28}{milliseconds(work, rounds):>8.1f}")


# Figures.
