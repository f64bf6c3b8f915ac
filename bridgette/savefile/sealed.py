"""The parts of a game file that only sealed games have (docs/sealed.md, section "The file")."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from typing import Any

from bridgette.errors import BridgetteError, NotationError, RuleError, SealedError
from bridgette.exchange import is_whole_deck
from bridgette.game import Game, Header
from bridgette.moves import SEATS, Seat
from bridgette.savefile.schema import (
    free_text,
    in_record,
    list_of,
    mapping_of,
    needed,
    parsed_cards,
    seat_of,
    text_of,
)
from bridgette.savefile.tree import Node, fail
from bridgette.sealed.group import SIZE
from bridgette.sealed.secrets import DECKS
from bridgette.sealedgame import Record, SealedDeal, Side, Table
from bridgette.sealedgame.record import POSITIONS

_ROW = 48  # bytes of points in a line
_KEYS = ("creator", "cards", "head", "north", "south", "actions", "decks")
_SIDE_KEYS = ("key", "nonce", "signed", "commitments")
_DECK_KEYS = ("hashes", "points")
_DEAL_KEYS = ("dealer", "deck", "sealed", "note", "moves")
_PART_KEYS = ("secrets", "scalars", "discards", "places")
_NUMBER = re.compile("0|[1-9][0-9]{0,5}")
_MASK = (POSITIONS + 7) // 8


def _code(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")


def _bytes(text: str, size: int, what: str, node: Node, **where: Any) -> bytes:
    """The bytes of base64 without padding, in its one form."""
    try:
        data = b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        data = b""
    if len(data) != size or _code(data) != text:
        fail("schema", f"{what} must be {size} bytes in base64", node.line, **where)
    return data


def _one(items: Mapping[str, Node], key: str, what: str, line: int) -> bytes:
    node = needed(items, key, what, line)
    return _bytes(text_of(node, key), SIZE, key, node)


def _rows(items: Mapping[str, Node], key: str, pattern: str, **where: Any) -> Iterator[Any]:
    """The lines of a list in words, each with its node; none if the key is missing."""
    if key not in items:
        return
    for node in list_of(items[key], key, **where):
        words = text_of(node, key, **where).split(" ")
        kinds = pattern.split(" ")
        right = len(words) == len(kinds)
        for kind, word in zip(kinds, words, strict=False):
            right &= kind not in ("ACTION", "PLACE") or bool(_NUMBER.fullmatch(word))
            right &= kind != "SEAT" or word in ("north", "south")
            right &= kind != "PLACE" or (bool(_NUMBER.fullmatch(word)) and int(word) < POSITIONS)
            right &= kind != "WORD" or word in ("continue", "accuse")
        if not right:
            fail("schema", f"a line of {key} is “{pattern}”", node.line, **where)
        yield (
            [
                int(word)
                if kind in ("ACTION", "PLACE")
                else _seat(word)
                if kind == "SEAT"
                else word
                for kind, word in zip(kinds, words, strict=True)
            ],
            node,
        )


def _seat(word: str) -> Seat:
    return SEATS[word == "south"]


# Reading.


def sealed_game(
    header: Header, top: Mapping[str, Node], deals: list[Node], *, judging: bool
) -> Game:
    """The game of a file with a sealed part, as a bystander may see it.

    Errors: RecordError; SealedError.
    """
    record = _record(header, top["sealed"])
    lines: list[list[int]] = []
    if len(deals) > DECKS:
        fail("deal-order", f"a sealed game has {DECKS} deals at most", deals[DECKS].line)
    for number, node in enumerate(deals, 1):
        deal, places = _deal(record, node, number)
        record.deals.append(deal)
        lines.append(places)
    try:
        table = Table(record)
    except (NotationError, RuleError) as error:
        raise in_record(error, _line(error, lines, deals)) from None
    return table.judged().game if judging else table.game


def _line(error: BridgetteError, lines: list[list[int]], deals: list[Node]) -> int:
    deal, move = error.deal or 1, error.move
    return lines[deal - 1][move - 1] if move else deals[deal - 1].line


def _record(header: Header, node: Node) -> Record:
    what = "sealed"
    items = mapping_of(node, what, _KEYS)
    creator = seat_of(needed(items, "creator", what, node.line), "creator")
    record = Record(header, creator, cards=_one(items, "cards", what, line=node.line))
    check_sealed_header(header)
    record.head = _one(items, "head", what, line=node.line)
    for seat in SEATS:
        if str(seat) in items:
            _read_side(record, seat, items[str(seat)])
    for (number, seat, word), line in _rows(items, "actions", "ACTION SEAT WORD"):
        if number in record.extras:
            fail("schema", "two actions of the same number", line.line)
        record.extras[number] = (seat, word)
    decks = needed(items, "decks", what, node.line)
    if len(list_of(decks, "decks")) != DECKS:
        fail("schema", f"there are {DECKS} decks", decks.line)
    for number, deck in enumerate(decks.value, 1):
        parts = mapping_of(deck, "a deck", _DECK_KEYS)
        hashes = list_of(needed(parts, "hashes", "a deck", deck.line), "hashes")
        record.hashes[number - 1] = [
            _bytes(text_of(h, "a hash"), SIZE, "a hash", h) for h in hashes
        ]
        if "points" in parts:
            record.points[number] = _points(parts["points"])
    return record


def check_sealed_header(header: Header) -> None:
    """Whether a header is one of a sealed game. Errors: SealedError: sealed-rule."""
    for wrong, what in (
        (header.seed, "a seed: whoever knows it knows every deck"),
        (header.rules.passed_out == "redeal", "passed_out=redeal: it has seven decks, no more"),
    ):
        if wrong:
            raise SealedError(f"a sealed game cannot have {what}", code="sealed-rule")


def _read_side(record: Record, seat: Seat, node: Node) -> None:
    what = str(seat)
    items = mapping_of(node, what, _SIDE_KEYS)
    promises = needed(items, "commitments", what, node.line)
    record.sides[seat] = Side(
        _one(items, "key", what, line=node.line),
        _one(items, "nonce", what, line=node.line),
        tuple(
            _bytes(text_of(line, "a commitment"), SIZE, "a commitment", line)
            for line in list_of(promises, "commitments")
        ),
    )
    if len(record.sides[seat].commitments) != DECKS:
        fail("schema", f"there are {DECKS} commitments", promises.line)
    signed = needed(items, "signed", what, node.line)
    number, *halves = [text_of(line, "signed") for line in list_of(signed, "signed")] or [""]
    if not _NUMBER.fullmatch(number) or len(halves) != 2:
        why = "signed is the number of an action and the two halves of a signature"
        fail("schema", why, signed.line)
    signature = b"".join(_bytes(half, SIZE, "half a signature", signed) for half in halves)
    record.signatures[seat] = (int(number), signature)


def _points(node: Node) -> list[bytes]:
    code = "".join(text_of(line, "points") for line in list_of(node, "points"))
    data = _bytes(code, SIZE * POSITIONS, "points", node)
    return [data[n : n + SIZE] for n in range(0, len(data), SIZE)]


def _deal(record: Record, node: Node, number: int) -> tuple[SealedDeal, list[int]]:
    """One deal, and the lines of its moves."""
    where = {"deal": number}
    items = mapping_of(node, "a deal of a sealed game", _DEAL_KEYS, **where)
    dealer = seat_of(needed(items, "dealer", "the deal", node.line, **where), "dealer", **where)
    if dealer is not record.dealer(number):
        why = f"{record.dealer(number)} deals deal {number}, not {dealer}"
        fail("dealer-order", why, items["dealer"].line, rule="R4", **where)
    deal = SealedDeal(note=free_text(items, "note", **where))
    moves = list_of(needed(items, "moves", "the deal", node.line, **where), "moves", **where)
    deal.moves = [text_of(move, "a move", **where) for move in moves]
    if "deck" in items:
        deal.deck = tuple(parsed_cards(items["deck"], "deck", number))
        if not is_whole_deck(deal.deck):
            fail("deck", f"a deck is the {POSITIONS} cards, each once", items["deck"].line, **where)
    if "sealed" in items:
        parts = mapping_of(items["sealed"], "sealed", _PART_KEYS, **where)
        _read_parts(deal, parts, number)
    if deal.deck is not None and (
        set(deal.secrets) != set(SEATS) or deal.scalars or deal.discards or deal.places
    ):
        fail(
            "schema", "beside the deck of an audited deal stand its two secrets", node.line, **where
        )
    return deal, [move.line for move in moves]


def _read_parts(deal: SealedDeal, parts: Mapping[str, Node], number: int) -> None:
    where = {"deal": number}
    pattern = "ACTION SEAT SECRET" if deal.deck is None else "SEAT SECRET"
    for (*action, seat, code), line in _rows(parts, "secrets", pattern, **where):
        secret = _bytes(code, SIZE, "a secret", line, **where)
        if seat in deal.secrets:
            fail("schema", "a secret that is there twice", line.line, **where)
        deal.secrets[seat] = (action[0] if action else 0, secret)
    for (action, seat, place, code), line in _rows(
        parts, "scalars", "ACTION SEAT PLACE SCALAR", **where
    ):
        if (seat, place) in deal.scalars:
            fail("schema", "a scalar that is there twice", line.line, **where)
        deal.scalars[seat, place] = (action, _bytes(code, SIZE, "a scalar", line, **where))
    for (seat, code), line in _rows(parts, "discards", "SEAT MAP", **where):
        bits = int.from_bytes(_bytes(code, _MASK, "a map", line, **where), "big")
        if seat in deal.discards:
            fail("schema", "discards that are there twice", line.line, **where)
        if bits >> POSITIONS:
            fail("schema", f"a map has {POSITIONS} bits", line.line, **where)
        deal.discards[seat] = bits
    for (place,), _ in _rows(parts, "places", "PLACE", **where):
        deal.places.append(place)


# Writing.


def _quoted(data: bytes) -> str:
    return f"'{_code(data)}'"


def header_lines(record: Record) -> list[str]:
    """The sealed part of the header."""
    lines = [
        "sealed:",
        f"  creator: {record.creator}",
        f"  cards: {_quoted(record.cards)}",
        f"  head: {_quoted(record.head)}",
    ]
    for seat in SEATS:
        if seat in record.sides:
            side = record.sides[seat]
            number, signature = record.signatures[seat]
            lines += [
                f"  {seat}:",
                f"    key: {_quoted(side.key)}",
                f"    nonce: {_quoted(side.nonce)}",
                "    signed:",
                f"    - {number}",
                *(f"    - {_quoted(half)}" for half in (signature[:SIZE], signature[SIZE:])),
                "    commitments:",
                *(f"    - {_quoted(promise)}" for promise in side.commitments),
            ]
    if record.extras:
        lines.append("  actions:")
        lines += [f"  - {n} {seat} {word}" for n, (seat, word) in sorted(record.extras.items())]
    lines.append("  decks:")
    for number, hashes in enumerate(record.hashes, 1):
        lines += ["  - hashes:", *(f"    - {_quoted(some)}" for some in hashes)]
        if number in record.points:
            data = b"".join(record.points[number])
            rows = [data[n : n + _ROW] for n in range(0, len(data), _ROW)]
            lines += ["    points:", *(f"    - {_quoted(row)}" for row in rows)]
    return lines


def deal_lines(deal: SealedDeal) -> list[str]:
    """The sealed part of a deal."""
    lines = []
    if deal.secrets:
        lines.append("    secrets:")
        for seat, (number, data) in sorted(deal.secrets.items()):
            action = f"{number} " if deal.deck is None else ""
            lines.append(f"    - {action}{seat} {_code(data)}")
    if deal.scalars:
        lines.append("    scalars:")
        scalars = sorted(
            (n, seat, place, data) for (seat, place), (n, data) in deal.scalars.items()
        )
        lines += [
            f"    - {n} {Seat(seat)} {place} {_code(data)}" for n, seat, place, data in scalars
        ]
    if deal.discards:
        lines.append("    discards:")
        for seat, bits in sorted(deal.discards.items()):
            lines.append(f"    - {seat} {_code(bits.to_bytes(_MASK, 'big'))}")
    if deal.places:
        lines.append("    places:")
        lines += [f"    - {place}" for place in deal.places]
    return ["  sealed:", *lines] if lines else []
