"""The quick reader of files that are just as we write them: by their lines, without YAML.

Of any other file it makes something wrong or fails, so whoever uses it must write what came of
it again and compare; nothing here looks for faults that this would find.
"""

from __future__ import annotations

from bridgette.cards import Card, parse_cards
from bridgette.game import Header
from bridgette.moves import SEATS
from bridgette.replay import DealRecord
from bridgette.savefile.schema import check_text, header_of
from bridgette.savefile.tree import Node


def quick_record(text: str) -> tuple[Header, list[DealRecord]]:
    """Header and deals of a text in the form that `dumps` writes.

    Errors: RecordError or NotationError, ValueError, LookupError for most others.
    """
    if "\n#" in text:
        raise ValueError("comments of others: soon found, and not worth the replay")
    head, *deals = text.removesuffix("\n").split("\n- dealer: ")
    return header_of(_mapping(head.split("\n")[1:-1])), [_deal(deal) for deal in deals]


def _mapping(lines: list[str]) -> dict[str, Node]:
    """The keys of the outer level, with those below them where they have no value."""
    top: dict[str, Node] = {}
    inner: dict[str, Node] = {}
    for line in lines:
        key, _, value = line.partition(":")
        if line.startswith(" "):
            inner[key.strip()] = Node(_scalar(value[1:]), 1)
        elif value:
            top[key] = Node(_scalar(value[1:]), 1)
        else:
            inner = {}
            top[key] = Node(inner, 1)
    return top


def _scalar(text: str) -> str:
    return text[1:-1].replace("''", "'") if text.startswith("'") else text


def _deal(text: str) -> DealRecord:
    before, _, moves = text.partition("\n  moves:")
    texts = moves[5:].split("\n  - ") if moves.startswith("\n  - ") else []
    if "\n  - '" in moves:
        texts = [_scalar(move) for move in texts]
    dealer, _, rest = before.partition("\n")
    cards, _, note = rest.partition("\n  note: ")
    deck = hands = None
    if cards.startswith("  deck:"):
        deck = _cards(cards[7:].replace("\n  - ", " "))
    else:
        north, south = (line[11:] for line in cards.split("\n")[1:3])
        hands = (_cards(north), _cards(south))
    return DealRecord(
        SEATS[("north", "south").index(dealer)],
        texts,
        deck,
        hands,
        check_text(_scalar(note), "note"),
    )


def _cards(text: str) -> list[Card]:
    return parse_cards(text, strict=True)
