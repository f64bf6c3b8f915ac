"""The solver: checked against plain minimax at length, or measured.

    python tests/bench/solver.py check [--endings 20000] [--cards 6] [--seed 1]
    python tests/bench/solver.py time [--quick]

The check takes random endings of up to so many cards, in every contract, and compares the value
and that of every legal play, for points and for tricks; see `random_ending`. The exit status is
1 if there is any difference. The times are the processor's, for a solver that knows nothing yet:
the value of a position, the values of every legal play in all 26 positions of a deal played at
random, and the best contract of either side.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from minimax import differences, random_ending

from bridgette import DECK, Contract, Denomination, Seat
from bridgette.auction import Auction
from bridgette.cards import bits_of
from bridgette.solver import Memory, Objective, Position, Solver, best_contract

COLONS = ("no colons", "as dealt", "all colons")


def check(count: int, seed: int, most: int) -> int:
    """Compares so many endings with minimax; how many differ."""
    chance = Random(f"check {seed}")
    memory = Memory(most=100_000)
    wrong = 0
    for number in range(1, count + 1):
        found = differences(random_ending(chance, most), memory)
        wrong += bool(found)
        for line in found:
            print(line)
        if number % 1000 == 0 or number == count:
            print(f"{number} endings of up to {most} cards, {wrong} differ", flush=True)
    return wrong


def deal(chance: Random, size: int, colons: str) -> tuple[int, int]:
    """Two hands of so many cards."""
    if colons == "all colons":
        cards = [*DECK[52:], *chance.sample(DECK[:52], 2 * size - 3)]
    else:
        cards = chance.sample(DECK[:52] if colons == "no colons" else DECK, 2 * size)
    chance.shuffle(cards)
    return bits_of(cards[:size]), bits_of(cards[size:])


def a_contract(chance: Random, hands: tuple[int, int]) -> Contract:
    """A contract that north may bid (R12), or of a suit if there is none; any doubled state."""
    auction = Auction(Seat.NORTH, hands)
    legal = [suit for suit in Denomination if auction.levels(Seat.NORTH, suit)]
    denomination = chance.choice(legal or [Denomination.CLUBS])
    level = chance.choice((1, 1, 2, 2, 3, 4, 5))
    return Contract(level, denomination, chance.randrange(3), Seat.NORTH)


def measure(count: int, work: Callable[[Random], Callable[[], object]]) -> str:
    """Median, 95th percentile and longest of so many pieces of work."""
    times = []
    for number in range(count):
        piece = work(Random(f"time {number}"))
        gc.collect()
        start = time.process_time()
        piece()
        times.append(1000 * (time.process_time() - start))
    high = quantiles(times, n=20, method="inclusive")[-1]
    return f"{median(times):8.1f} {high:8.1f} {max(times):8.1f}"


def value(size: int, colons: str, objective: Objective) -> Callable[[Random], Callable[[], object]]:
    """The value of a position of so many cards, nothing known before."""

    def work(chance: Random) -> Callable[[], object]:
        hands = deal(chance, size, colons)
        solver = Solver(a_contract(chance, hands), objective=objective)
        position = Position(hands, Seat.SOUTH, tricks=((13 - size) // 2, (14 - size) // 2))
        return lambda: solver.value(position)

    return work


def course(colons: str, objective: Objective) -> Callable[[Random], Callable[[], object]]:
    """The values of every legal play in all 26 positions of a deal, played at random."""

    def work(chance: Random) -> Callable[[], object]:
        hands = deal(chance, 13, colons)
        contract = a_contract(chance, hands)
        solver = Solver(contract, objective=objective)

        def analyse() -> None:
            position = Position(hands, Seat.SOUTH)
            while found := solver.values(position):
                position = position.after(chance.choice(list(found)), contract.denomination)

        return analyse

    return work


def best(colons: str) -> Callable[[Random], Callable[[], object]]:
    """The best contract of either side."""

    def work(chance: Random) -> Callable[[], object]:
        hands = deal(chance, 13, colons)
        memory = Memory()
        return lambda: [best_contract(hands, side, memory=memory) for side in Seat]

    return work


def measure_all(quick: bool) -> None:
    count = 20 if quick else 200
    print(f"{count} of each; milliseconds:           median     95 %  longest")
    for colons in COLONS:
        for objective in Objective:
            for size in (10, 13):
                figures = measure(count, value(size, colons, objective))
                print(f"{size} cards, {colons}, {objective!s:8}".ljust(36), figures, flush=True)
            figures = measure(count, course(colons, objective))
            print(f"every play, {colons}, {objective!s:8}".ljust(36), figures, flush=True)
        print(f"best contracts, {colons}".ljust(36), measure(count // 4, best(colons)), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    checks = kinds.add_parser("check")
    checks.add_argument("--endings", type=int, default=20_000)
    checks.add_argument("--cards", type=int, default=6)
    checks.add_argument("--seed", type=int, default=1)
    kinds.add_parser("time").add_argument("--quick", action="store_true")
    given = parser.parse_args()
    if given.kind == "check":
        return 1 if check(given.endings, given.seed, given.cards) else 0
    measure_all(given.quick)
    return 0


if __name__ == "__main__":
    sys.exit(main())
