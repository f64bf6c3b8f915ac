"""Counts the complete legal play sequences of the endings in perft.txt by brute force.

    python tests/perft_count.py            prints the file with the counts recomputed
    python tests/perft_count.py --write    rewrites the file

A line is  north-cards | south-cards | trump or NT | leader | barred suit or - | count
and a sequence is every card of both hands, played in an order the rules R17-R24 allow. Nothing
is imported from the program or from the other tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

FILE = Path(__file__).with_name("perft.txt")
COLON_OF_RANK = {**dict.fromkeys("A", "Grand"), **dict.fromkeys("KQJ", "Royal")}
COLON_OF_RANK.update(dict.fromkeys("T98765432", "Little"))
COLONS = ("Grand", "Royal", "Little")
ORDER = "AKQJT98765432"


def may_lead(hand: tuple[str, ...], barred: str) -> list[str]:
    colons = [card for card in hand if card in COLONS]
    suit_cards = [card for card in hand if card not in COLONS]
    free = [card for card in suit_cards if card[1] != barred]
    if free or colons:
        return free + colons
    return suit_cards  # R23: the bar lapses


def may_follow(hand: tuple[str, ...], led: str) -> list[str]:
    if led in COLONS:
        return list(hand)  # R24
    matching = COLON_OF_RANK[led[0]]
    can_follow = any(card not in COLONS and card[1] == led[1] for card in hand)
    result = []
    for card in hand:
        if card in COLONS:
            if card == matching:
                result.append(card)  # R20
        elif card[1] == led[1] or not can_follow:
            result.append(card)  # R18
    if not result:
        result = list(hand)  # R21: only colons that do not match are left
    return result


def follower_wins(led: str, card: str, trump: str) -> bool:
    if card in COLONS:
        return False  # R21, R22, R24
    if card[1] == trump and (led in COLONS or led[1] != trump):
        return True  # R19, R24
    if led in COLONS:
        return COLON_OF_RANK[card[0]] == led  # R24
    return card[1] == led[1] and ORDER.index(card[0]) < ORDER.index(led[0])  # R19


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(held for held in hand if held != card)


def count(leading: tuple[str, ...], following: tuple[str, ...], trump: str, barred: str) -> int:
    if not leading:
        return 1
    total = 0
    for led in may_lead(leading, barred):
        for card in may_follow(following, led):
            rest_leading, rest_following = without(leading, led), without(following, card)
            if follower_wins(led, card, trump):
                total += count(rest_following, rest_leading, trump, "-")
            else:
                bars = led not in COLONS and card == COLON_OF_RANK[led[0]]  # R22
                total += count(rest_leading, rest_following, trump, led[1] if bars else "-")
    return total


def checked(line: str) -> tuple[tuple[str, ...], tuple[str, ...], str, str, str]:
    fields = [field.strip() for field in line.split("|")]
    north, south = tuple(fields[0].split()), tuple(fields[1].split())
    trump, leader, barred = fields[2:5]
    cards = north + south
    for card in cards:
        assert card in COLONS or (len(card) == 2 and card[0] in ORDER and card[1] in "CDHS"), line
    assert len(north) == len(south) and len(set(cards)) == len(cards), line
    assert trump in ("C", "D", "H", "S", "NT"), line
    assert leader in ("north", "south") and barred in ("C", "D", "H", "S", "-"), line
    return north, south, trump, leader, barred


def recomputed(line: str) -> str:
    if not line.strip() or line.startswith("#"):
        return line.rstrip()
    north, south, trump, leader, barred = checked(line)
    hands = (north, south) if leader == "north" else (south, north)
    number = count(*hands, trump, barred)
    return " | ".join([" ".join(north), " ".join(south), trump, leader, barred, str(number)])


def main() -> None:
    lines = [recomputed(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    text = "\n".join(lines) + "\n"
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
