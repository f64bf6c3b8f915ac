"""Fits anew what a hand is worth: the numbers in `bridgette/players/hands.py`.

python fit.py DEALS [SEED]   a tenth of a second a deal and more; some thousand deals are needed

Hands are kept from real exchanges and played out with open cards for tricks, in every denomination
and with either side on lead. Least squares give what a length, an honour, a colon is worth to a
hand of which alone is known, and to the difference between two. As a hand has 13 cards, the worths
of lengths and colons hold but for a constant a card.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bridgette import Contract, Deal, Denomination, Seat, seeded_deck
from bridgette.players.sampling import keep
from bridgette.solver import Memory, Objective, Position, Solver

Row = tuple[list[float], float]
LENGTHS = (0, 1, 3, 4, 5, 6, 7, 8)  # two cards are worth nothing, by definition
HONOURS = "AKQJT"
NAMES = [*(f"length {n}" for n in LENGTHS), *HONOURS]
COLONS = ["Little", "Royal", "Grand"]


def features(hand: int, denomination: Denomination) -> list[float]:
    """Trumps, if there are any, then all other suits together, then colons."""
    groups = [[denomination], [suit for suit in range(4) if suit != denomination]]
    if denomination is Denomination.NO_TRUMP:
        groups = groups[1:]
    found = []
    for suits in groups:
        held = [hand >> 13 * suit & 0x1FFF for suit in suits]
        sizes = [min(bits.bit_count(), 8) for bits in held]
        found += [float(sizes.count(length)) for length in LENGTHS]
        found += [float(sum(bits >> 12 - place & 1 for bits in held)) for place in range(5)]
    return [*found, *(float(hand >> 52 + place & 1) for place in range(3))]


def pairs(deals: int, seed: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Two hands after the exchange, and how many cards each drew."""
    chance = Random(seed)
    for number in range(deals):
        deal = Deal(1, Seat.NORTH, deck=seeded_deck(seed, number))
        exchange = deal.exchange
        assert exchange is not None
        hands, drawn = [], []
        for seat in Seat:
            first = 0 if seat is Seat.SOUTH else 1
            cards = [*(deal.deck or ())[first:26:2], *exchange.drawn(seat)]
            drawn.append(exchange.draws(seat))
            hands.append(keep(sum(card.bit for card in cards), 0, drawn[-1], chance))
        yield (hands[0], hands[1]), (drawn[0], drawn[1])


def rows(deals: int, seed: str) -> tuple[dict[str, list[Row]], dict[str, list[Row]]]:
    """What the two kinds of fit are made from, with trumps and without."""
    alone: dict[str, list[Row]] = {"suit": [], "plain": []}
    between: dict[str, list[Row]] = {"suit": [], "plain": []}
    for hands, drawn in pairs(deals, seed):
        memory = Memory()
        for denomination in Denomination:
            kind = "plain" if denomination is Denomination.NO_TRUMP else "suit"
            north, south = (features(hand, denomination) for hand in hands)
            for leader in Seat:
                contract = Contract(1, denomination, 0, Seat.NORTH)
                solver = Solver(contract, objective=Objective.TRICKS, memory=memory)
                tricks = solver.value(Position(hands, leader))
                lead = 1.0 if leader is Seat.NORTH else -1.0
                alone[kind].append(([*north, lead, float(drawn[1]), 1.0], tricks))
                alone[kind].append(([*south, -lead, float(drawn[0]), 1.0], 13 - tricks))
                apart = [one - two for one, two in zip(north, south, strict=True)]
                between[kind].append(([*apart, lead], tricks - 6.5))
    return alone, between


def least_squares(data: list[Row]) -> tuple[list[float], float]:
    """The weights that fit best, and the standard deviation of what is left."""
    size = len(data[0][0])
    table = [[0.0] * (size + 1) for _ in range(size)]
    for values, wanted in data:
        for row, value in zip(table, values, strict=True):
            if value:
                for place, other in enumerate(values):
                    row[place] += value * other
                row[size] += value * wanted
    for place in range(size):
        table[place][place] += 1  # what seldom came up is worth little
    for place in range(size):
        pivot = table[place][place]
        table[place] = [value / pivot for value in table[place]]
        for other in range(size):
            if other != place and (factor := table[other][place]):
                table[other] = [
                    a - factor * b for a, b in zip(table[other], table[place], strict=True)
                ]
    weights = [row[size] for row in table]
    left = [y - sum(w * x for w, x in zip(weights, xs, strict=True)) for xs, y in data]
    return weights, (sum(e * e for e in left) / len(left)) ** 0.5


def main() -> None:
    deals, seed = int(sys.argv[1]), (sys.argv[2:] or ["fit"])[0]
    for title, found, more in zip(
        ("alone", "between two"),
        rows(deals, seed),
        (["lead", "card drawn", "base"], ["lead"]),
        strict=True,
    ):
        for kind, data in found.items():
            weights, spread = least_squares(data)
            groups = ["trumps ", "side "] if kind == "suit" else [""]
            names = [f"{group}{name}" for group in groups for name in NAMES] + COLONS + more
            print(f"{title}, {kind}: standard deviation {spread:.2f} tricks")
            print("  " + ", ".join(f"{n} {w:.2f}" for n, w in zip(names, weights, strict=True)))


if __name__ == "__main__":
    main()
