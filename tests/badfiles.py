"""Files that are no games, and what is wrong with each: name, bytes, code, line, deal, move.

A line, deal or move of None is not looked at. Read on both back ends by test_badfiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

NORTH = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S Grand"
SOUTH = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H Royal"
HANDS = f"""\
  hands:
    north: {NORTH}
    south: {SOUTH}
"""
HEADER = """\
# a comment in line 1
bridgette: 1
game: 'small'
players:
  north: 'Ann'
  south: 'Bob'
deals:
"""
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["Grand", "Royal", "Little"]


def deal(dealer: str, *moves: str, cards: str = HANDS) -> str:
    lines = "".join(f"  - {move}\n" for move in moves)
    return f"- dealer: {dealer}\n{cards}  moves:{'' if moves else ' []'}\n{lines}"


def quick(dealer: str) -> str:
    """A deal of four moves that north wins."""
    if dealer == "north":
        return deal("north", "north bid 1S", "south pass", "south claim 0", "north accept")
    return deal("south", "south bid 1H", "north pass", "north claim 13", "south accept")


def quicks(number: int) -> str:
    return "".join(quick(("north", "south")[place % 2]) for place in range(number))


GOOD = HEADER + deal("north", "north bid 1S")  # the moves begin in line 13
DECK = "  deck: " + " ".join(CARDS) + "\n"


class Bad(NamedTuple):
    name: str
    data: bytes
    code: str
    line: int | None = None
    deal: int | None = None
    move: int | None = None


def put(old: str, new: str) -> str:
    """The good file with one thing in place of another, which is there once."""
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def bad(
    name: str,
    text: str | bytes,
    code: str,
    line: int | None = None,
    deal: int | None = None,
    move: int | None = None,
) -> Bad:
    return Bad(name, text if isinstance(text, bytes) else text.encode(), code, line, deal, move)


def of_bytes() -> Iterator[Bad]:
    for name, text in {
        "nothing": "",
        "a blank": " ",
        "line ends": "\n\n\r\n",
        "a BOM": "\ufeff",
        "only comments": "# one\n# two\n",
        "---": "---",
        "--- and a line end": "---\n",
        "--- and a comment": "--- # hm\n",
        "--- and ...": "---\n...\n",
        "comment and ---": "# hm\n---\n# hm\n",
    }.items():
        yield bad(name, text, "empty")
    yield bad("binary", bytes(range(256)), "encoding")
    yield bad("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "encoding", 1)
    yield bad("UTF-16, BOM", GOOD.encode("utf-16"), "encoding", 1)
    yield bad("UTF-16-LE, no BOM", GOOD.encode("utf-16-le"), "yaml", 1)
    yield bad("UTF-16-BE, no BOM", GOOD.encode("utf-16-be"), "yaml", 1)
    yield bad("UTF-32", GOOD.encode("utf-32"), "encoding", 1)
    yield bad("Latin-1", put("Ann", "Zoë").encode("latin-1"), "encoding", 5)
    yield bad("half a character", put("Ann", "ë").encode().partition(b"\xab")[0], "encoding", 5)
    for name, data in (("surrogates", b"\xed\xa0\x80"), ("an overlong slash", b"\xc0\xaf")):
        yield bad(f"{name} as bytes", put("Ann", "@").encode().replace(b"@", data), "encoding", 5)
    for code in (*range(9), 9, 11, 12, 13, *range(14, 32), 0x7F, 0x80, 0x85, 0x9B, 0x9F,
                 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF):  # fmt: skip
        yield bad(f"U+{code:04X} in a name", put("Ann", f"A{chr(code)}n"), "yaml", 5)
    for name, old, new, line in (
        ("tab, indenting", "  north: 'Ann'", "\tnorth: 'Ann'", 5),
        ("tab after a key", "game: ", "game:\t", 3),
        ("tab at a line's end", "'Bob'", "'Bob'\t", 6),
        ("tab in a comment", "# a", "#\ta", 1),
        ("tab in a move", "north bid 1S", "north\tbid 1S", 13),
        ("tab in a hand", "AS KS", "AS\tKS", 10),
        ("ESC in a comment", "# a", "# \x1b[2J", 1),
        ("U+2028 in a comment", "# a", "# \u2028", 1),
        ("BOM before a move", "north bid 1S", "\ufeffnorth bid 1S", 13),
        ("two BOMs", "# a", "\ufeff# a", None),
    ):
        text = put(old, new)
        yield bad(name, "\ufeff" + text if name == "two BOMs" else text, "yaml", line)


def of_yaml() -> Iterator[Bad]:
    for name, old, new, line in (
        ("anchor", "'Ann'", "&a 'Ann'", 5),
        ("anchor, plain", "'Ann'", "&a Ann", 5),
        ("anchor and nothing", "'Ann'", "&a", 5),
        ("anchor on a mapping", "players:", "players: &a", None),
        ("anchor on a list", "moves:", "moves: &a", None),
        ("anchor on a key", "  south: 'Bob'", "  &a south: 'Bob'", 6),
        ("anchor on a move", "- north bid", "- &a north bid", 13),
        ("alias", "'Bob'", "*a", None),
        ("anchor and alias", "'Ann'\n  south: 'Bob'", "&a 'Ann'\n  south: *a", 5),
        ("alias in a list", "- north bid 1S", "- *a", None),
        ("tag", "'Ann'", "!!str 'Ann'", 5),
        ("tag !", "'Ann'", "! 'Ann'", 5),
        ("own tag", "'Ann'", "!x Ann", 5),
        ("tag in full", "'Ann'", "!<tag:yaml.org,2002:str> Ann", 5),
        ("tag of Python", "'Ann'", "!!python/object/apply:os.system [true]", 5),
        ("tag and nothing", "'Ann'", "!!null", 5),
        ("tag on a mapping", "players:", "players: !!map", None),
        ("tag on a list", "moves:", "moves: !!seq", None),
        ("tag on a key", "  south: 'Bob'", "  !!str south: 'Bob'", 6),
        ("tag on a move", "- north bid", "- !!str north bid", 13),
        ("merge key", "  south: 'Bob'", "  <<: {}\n  south: 'Bob'", 6),
        ("merge key, quoted", "  south: 'Bob'", "  '<<': {}\n  south: 'Bob'", 6),
        ("merge key on top", "players:", "<<: {}\nplayers:", 4),
        ("key that is a list", "game: ", "[a]: b\ngame: ", 3),
        ("key that is a mapping", "game: ", "? {a: b}\n: c\ngame: ", 3),
        ("second document", "deals:", "---\ndeals:", None),
        ("second document after the end", "deals:", "...\n---\ndeals:", None),
        ("directive YAML", "# a", "%YAML 1.2\n---\n# a", 1),
        ("directive TAG", "# a", "%TAG ! tag:x,2000:\n---\n# a", 1),
        ("directive of one's own", "# a", "%FOO bar\n---\n# a", 1),
        ("ours", "deals:", "<<<<<<< HEAD\ndeals:", 7),
        ("theirs", "- dealer", "=======\n- dealer", 8),
        ("end of conflict", "  moves:", ">>>>>>> branch\n  moves:", 12),
        ("base of conflict", "  moves:", "||||||| 1234567\n  moves:", 12),
        ("quote left open", "'Ann'", "'Ann", None),
        ("double quote left open", "'Ann'", '"Ann', None),
        ("unknown escape", "'Ann'", r'"A\q"', 5),
        ("escape cut short", "'Ann'", r'"\x4"', 5),
        ("bracket left open", "'Ann'", "[Ann", None),
        ("brace left open", "'Ann'", "{Ann", None),
        ("bracket too many", "'Ann'", "Ann]\n ]", None),
        ("two values", "'Ann'", "Ann: x", 5),
        ("at sign", "'Ann'", "@Ann", 5),
        ("backquote", "'Ann'", "`Ann", 5),
        ("per cent sign", "'Ann'", "%Ann", 5),
        ("text after a quote", "'Ann'", "'Ann' b", 5),
        ("wrong indentation", "  south: 'Bob'", "   south: 'Bob'", 6),
        ("list in a mapping", "  south: 'Bob'", "  - 'Bob'", 6),
        ("no blank after the colon", "  south: 'Bob'", "  south:'Bob'", None),
        ("a very long key", "game:", f"{'k' * 2000}: x\ngame:", None),
        ("nested 9 deep", "- north bid 1S", f"- {'[' * 5}x{']' * 5}", 13),
        ("mappings nested 9 deep", "game:", f"x: {'{a: ' * 8}x{'}' * 8}\ngame:", 3),
        ("block lists nested 9 deep", "- north bid 1S", f"{'- ' * 6}x", 13),
        ("block keys nested 9 deep", "game:", f"x:\n{' ? ' * 8}x\ngame:", None),
    ):
        yield bad(name, put(old, new), "yaml", line)
    for opening in "[", "{", "[{", "- ", "? ", "a: {", '"', "'\n", "!", "&", "*", "%", "@":
        yield bad(f"99,999 times {opening!r}", opening * 99_999, "yaml")
    yield bad("lists 100,000 deep, closed", "[" * 100_000 + "]" * 100_000, "yaml")
    yield bad("a second, empty document", GOOD + "---\n", "yaml", 14)
    yield bad("text after the end", GOOD + "...\nmore\n", "yaml")
    yield bad("two games in one", GOOD + "---\n" + GOOD, "yaml", 14)


def of_keys() -> Iterator[Bad]:
    for name, old, new, line in (
        ("game twice", "players:", "game: 'two'\nplayers:", 4),
        ("deals twice", "deals:", "deals: []\ndeals:", 8),
        ("north twice", "  south: 'Bob'", "  north: 'Bob'\n  south: 'Bob'", 6),
        ("moves twice", "  moves:", "  moves: []\n  moves:", 13),
        ("dealer twice", "- dealer: north\n", "- dealer: north\n  'dealer': north\n", 9),
        ("hand twice", "    south: AH", "    north: AH", 11),
        ("rule twice", "deals:", "rules:\n  bonus: flat\n  bonus: flat\ndeals:", 9),
        ("twice in what is unknown", "deals:", "x: {a: 1, a: 2}\ndeals:", 7),
    ):
        yield bad(name, put(old, new), "duplicate-key", line)
    for name, old, new, line, number in (
        ("on top", "deals:", "dealt: 3\ndeals:", 7, None),
        ("on top, by case", "game:", "Game: x\ngame:", 3, None),
        ("on top, empty", "game:", "'': x\ngame:", 3, None),
        ("a player", "  south: 'Bob'", "  south: 'Bob'\n  east: 'Eve'", 7, None),
        ("in a deal", "  moves:", "  score: 3\n  moves:", 12, 1),
        ("in hands", "    south: AH", "    east: 2C\n    south: AH", 11, 1),
    ):
        yield bad(f"unknown key {name}", put(old, new), "unknown-key", line, number)
    for key, old in (
        ("bridgette", "bridgette: 1\n"),
        ("game", "game: 'small'\n"),
        ("players", "players:\n  north: 'Ann'\n  south: 'Bob'\n"),
        ("north", "  north: 'Ann'\n"),
        ("south", "  south: 'Bob'\n"),
        ("deals", GOOD[GOOD.index("deals:") :]),
        ("hands", HANDS),
        ("hand", f"    south: {SOUTH}\n"),
        ("moves", "  moves:\n  - north bid 1S\n"),
    ):
        yield bad(f"no {key}", put(old, ""), "schema")
    yield bad("no dealer", put("- dealer: north\n  hands", "- hands"), "schema", 8, 1)
    yield bad("no deal", GOOD[: GOOD.index("deals:")] + "deals: []\n", "schema", 7)
