"""The schema: a tree of text becomes a game, or an error says what should stand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bridgette.cards import Card, parse_cards
from bridgette.deal import HOUSE_RULE_VALUES, HouseRules
from bridgette.errors import BridgetteError, NotationError, RecordError
from bridgette.game import Game, Header
from bridgette.moves import SEATS, Seat, is_plain_text, is_same_name
from bridgette.replay import DealRecord, replay
from bridgette.savefile.tree import Node, fail

VERSION = 1
MAX_NAME = 64
MAX_TEXT = 1000
FREE_TEXTS = ("event", "date", "place", "note")
_TOP_KEYS = ("bridgette", "game", "players", *FREE_TEXTS, "rules", "seed", "sealed", "deals")
_DEAL_KEYS = ("dealer", "deck", "hands", "note", "moves")
_ID_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def in_record(error: BridgetteError, line: int) -> RecordError:
    """The same error as a fault in a file, without the moves that would be legal in its place."""
    return RecordError(
        error.message,
        code=error.code,
        rule=error.rule,
        text=error.text,
        line=line,
        deal=error.deal,
        move=error.move,
    )


@contextmanager
def _located(line: int, *, deal: int) -> Iterator[None]:
    try:
        yield
    except NotationError as error:
        error.deal = deal
        raise in_record(error, line) from None


def mapping_of(node: Node, what: str, keys: tuple[str, ...], **where: Any) -> dict[str, Node]:
    """The mapping of a node, which has no other keys. Errors: schema, unknown-key."""
    if not isinstance(node.value, dict):
        fail(
            "schema",
            f"{what} must be a mapping with the keys {', '.join(keys)}",
            node.line,
            **where,
        )
    for key, value in node.value.items():
        if key not in keys:
            fail("unknown-key", f"unknown key “{key}” in {what}", value.line, **where)
    return node.value


def needed(items: Mapping[str, Node], key: str, what: str, line: int, **where: Any) -> Node:
    """The node of a key that must be there. Errors: schema."""
    if key not in items:
        fail("schema", f"{what} has no “{key}”", line, **where)
    return items[key]


def list_of(node: Node, what: str, **where: Any) -> list[Node]:
    """The list of a node. Errors: schema."""
    if not isinstance(node.value, list):
        fail("schema", f"{what} must be a list", node.line, **where)
    return node.value


def text_of(node: Node, what: str, **where: Any) -> str:
    """The text of a node. Errors: schema."""
    if not isinstance(node.value, str):
        fail("schema", f"{what} must be text", node.line, **where)
    return node.value


def seat_of(node: Node, what: str, **where: Any) -> Seat:
    """The seat of a node. Errors: schema."""
    text = text_of(node, what, **where)
    if text not in ("north", "south"):
        fail("schema", f"{what} must be north or south, not “{text}”", node.line, **where)
    return SEATS[text == "south"]


def free_text(items: Mapping[str, Node], key: str, **where: Any) -> str:
    """The free text of a key, empty if it is not there. Errors: schema."""
    return (
        check_text(text_of(items[key], key, **where), key, items[key].line, **where)
        if key in items
        else ""
    )


def check_text(text: str, key: str, line: int | None = None, **where: Any) -> str:
    """A free text as it is. Errors: RecordError: schema."""
    if text and not is_plain_text(text, MAX_TEXT):
        fail(
            "schema",
            f"{key} must be one line of at most {MAX_TEXT} characters without control characters",
            line,
            **where,
        )
    return text


def check_id(text: str, line: int | None = None) -> str:
    """A game's id as it is. Errors: RecordError: schema."""
    if not 0 < len(text) <= MAX_NAME or not _ID_LETTERS.issuperset(text):
        fail("schema", f"a game's id is 1 to 64 of a-z, 0-9 and “-”, not “{text[:MAX_NAME]}”", line)
    return text


def check_names(north: str, south: str, line: int | None = None) -> tuple[str, str]:
    """The two names as they are. Errors: RecordError: schema."""
    for name in (north, south):
        if not is_plain_text(name, MAX_NAME):
            fail(
                "schema",
                f"a name is 1 to {MAX_NAME} printable characters: “{name[:MAX_NAME]}”",
                line,
            )
    if is_same_name(north, south):
        fail("schema", f"the two players have the same name, “{north}”", line)
    return north, south


def check_rule(name: str, value: str, line: int | None = None) -> str:
    """A house rule's value as it is. Errors: RecordError: schema."""
    values = HOUSE_RULE_VALUES.get(name)
    if values is None:
        fail(
            "schema", f"unknown house rule “{name}”: there are {', '.join(HOUSE_RULE_VALUES)}", line
        )
    if value not in values:
        fail("schema", f"house rule {name} is {values[0]} or {values[1]}, not “{value}”", line)
    return value


def header_of(top: dict[str, Node]) -> Header:
    """The header of a file from its outer keys. Errors: RecordError: schema."""
    game = needed(top, "game", "the file", 1)
    players_node = needed(top, "players", "the file", 1)
    players = mapping_of(players_node, "players", ("north", "south"))
    north, south = (
        text_of(needed(players, key, "players", players_node.line), f"the name of {key}")
        for key in ("north", "south")
    )
    check_names(north, south, players_node.line)
    rules = {}
    if "rules" in top:
        if not isinstance(top["rules"].value, dict):
            fail("schema", "rules must be a mapping of house rules", top["rules"].line)
        for name, node in top["rules"].value.items():
            rules[name] = check_rule(name, text_of(node, name), node.line)
    return Header(
        check_id(text_of(game, "game"), game.line),
        north,
        south,
        rules=HouseRules(**rules),
        **{key: free_text(top, key) for key in (*FREE_TEXTS, "seed")},
    )


def _version(root: Node) -> None:
    if not isinstance(root.value, dict):
        fail("schema", "a game file is a mapping that begins with “bridgette: 1”", root.line)
    node = needed(root.value, "bridgette", "the file", root.line)
    text = text_of(node, "bridgette")
    if not (text.isascii() and text.isdigit() and text[0] != "0" and len(text) < MAX_NAME):
        fail("schema", f"bridgette must be the format version, {VERSION}, not “{text}”", node.line)
    if int(text) > VERSION:
        fail(
            "format-version",
            f"the file has format version {text}, and this program reads up to {VERSION}:"
            " install a newer bridgette",
            node.line,
        )


def parsed_cards(node: Node, what: str, deal: int) -> list[Card]:
    """The cards of a node, a text or a list of texts. Errors: notation."""
    lines = node.value if isinstance(node.value, list) else [node]
    cards: list[Card] = []
    for part in lines:
        text = text_of(part, what, deal=deal)
        with _located(part.line, deal=deal):
            cards.extend(parse_cards(text, strict=True))
    return cards


def _deal(node: Node, number: int) -> tuple[DealRecord, list[int]]:
    """One deal, and the lines of its moves."""
    where = {"deal": number}
    items = mapping_of(node, "a deal", _DEAL_KEYS, **where)
    dealer = seat_of(needed(items, "dealer", "the deal", node.line, **where), "dealer", **where)
    if ("deck" in items) == ("hands" in items):
        fail("schema", "a deal has either “deck” or “hands”", node.line, **where)
    deck = hands = None
    if "deck" in items:
        deck = parsed_cards(items["deck"], "deck", number)
    else:
        both = mapping_of(items["hands"], "hands", ("north", "south"), **where)
        for seat in ("north", "south"):
            needed(both, seat, "hands", items["hands"].line, **where)
        hands = (
            parsed_cards(both["north"], "north", number),
            parsed_cards(both["south"], "south", number),
        )
    moves = list_of(needed(items, "moves", "the deal", node.line, **where), "moves", **where)
    texts = []
    for place, move in enumerate(moves, 1):
        if type(move.value) is not str:
            text_of(move, "a move", deal=number, move=place)
        texts.append(move.value)
    record = DealRecord(dealer, texts, deck, hands, free_text(items, "note", **where))
    return record, [move.line for move in moves]


def game_of(root: Node, *, judging: bool = True) -> Game:
    """The game that a file's tree describes, replayed from its first move.

    Errors: RecordError, with line, deal and move where known.
    """
    _version(root)
    top = mapping_of(root, "the file", _TOP_KEYS)
    header = header_of(top)
    nodes = list_of(needed(top, "deals", "the file", root.line), "deals")
    if not nodes:
        fail("schema", "deals must not be empty", top["deals"].line)
    if "sealed" in top:
        from bridgette.savefile.sealed import sealed_game  # what it needs is not always installed

        return sealed_game(header, top, nodes, judging=judging)
    records = [_deal(node, number) for number, node in enumerate(nodes, 1)]
    try:
        return replay(header, [record for record, _ in records])
    except BridgetteError as error:
        deal, move = error.deal or 1, error.move
        line = records[deal - 1][1][move - 1] if move else nodes[deal - 1].line
        raise in_record(error, line) from None
