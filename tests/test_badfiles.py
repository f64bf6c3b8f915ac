"""No file whatever ends in a traceback: it is a game, or one error says why not (20 or 21)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import badfiles
import badgames
import pytest
from badfiles import GOOD, HEADER, Bad, deal, put
from randomplay import dump, finished

from bridgette import Game, RecordError, StorageError, storage
from bridgette.savefile import dumps, loads
from bridgette.savefile.document import FastParser, SlowParser

BACK_ENDS = (FastParser, SlowParser)
READERS = (*BACK_ENDS, None)  # and whatever is used if nothing is said
GOLDEN = Path(__file__).with_name("golden") / "v1.yaml"


def read(data: bytes, parser: Any) -> Game | RecordError:
    """The game or the error; every other exception is a fault."""
    try:
        return loads(data, parser=parser)
    except RecordError as error:
        return error


def outcome(data: bytes, parser: Any) -> Any:
    """What a file comes to, fit to be compared: its whole game, or a code and where."""
    got = read(data, parser)
    if isinstance(got, Game):
        return dump(got)
    assert got.exit_code == (21 if got.code == "format-version" else 20)
    assert got.message
    assert got.message.encode()
    assert got.legal == ()
    return got.code, got.deal, got.move


TABLE = [
    *badfiles.of_bytes(), *badfiles.of_yaml(), *badfiles.of_keys(), *badgames.of_types(),
    *badgames.of_header(), *badgames.of_cards(), *badgames.of_deals(), *badgames.of_moves(),
]  # fmt: skip


@pytest.mark.parametrize(
    "item", [pytest.param(item, id=f"{item.code}: {ascii(item.name)[:60]}") for item in TABLE]
)
def test_a_bad_file(item: Bad) -> None:
    for parser in READERS:
        got = read(item.data, parser)
        assert isinstance(got, RecordError), parser
        assert (parser, got.code, got.message) == (parser, item.code, got.message)
        assert got.exit_code == (21 if item.code == "format-version" else 20)
        for name in "line", "deal", "move":
            if getattr(item, name) is not None:
                assert (name, getattr(got, name)) == (name, getattr(item, name)), got.message
        assert got.message.encode()  # it can be printed


def test_the_table_is_about_one_thing_each() -> None:
    """The file that is spoilt in so many ways is a good one, and no two spoil it alike."""
    for parser in READERS:
        assert isinstance(read(GOOD.encode(), parser), Game)
    assert len({item.data for item in TABLE}) > len(TABLE) - 10
    kinds = {item.code for item in TABLE}
    assert len(TABLE) > 500
    assert len(kinds) > 25


def test_the_message_for_a_later_version_names_both() -> None:
    got = read(put("bridgette: 1", "bridgette: 27").encode(), FastParser)
    assert isinstance(got, RecordError)
    assert "27" in got.message
    assert "1" in got.message.replace("27", "")


def test_conflict_markers_are_named_as_such() -> None:
    for marker in "<<<<<<< HEAD", "=======", ">>>>>>> x", "||||||| 12":
        got = read(put("  moves:", f"{marker}\n  moves:").encode(), FastParser)
        assert isinstance(got, RecordError)
        assert "conflict" in got.message


@pytest.mark.parametrize("parser", READERS)
def test_nested_8_deep_is_not_too_deep(parser: Any) -> None:
    """Then it is the place that is wrong."""
    for text, code in (
        (put("- north bid 1S", f"- {'[' * 4}x{']' * 4}"), "schema"),
        (put("game:", f"x: {'{a: ' * 7}x{'}' * 7}\ngame:"), "unknown-key"),
    ):
        assert outcome(text.encode(), parser)[0] == code


@pytest.mark.parametrize("parser", READERS)
def test_good_files_at_the_limits(parser: Any) -> None:
    for text in (
        put("'Ann'", "'" + "x" * 64 + "'"),
        put("'small'", "'" + "a" * 64 + "'"),
        put("deals:", "note: '" + "x" * 1000 + "'\ndeals:"),
        put("north bid 1S", "'north bid 1S -- " + "x" * 200 + "'"),
        put("deals:", "rules: {}\ndeals:"),
        put("deals:", "rules: {bonus: multiplied}\ndeals:"),
        put("deals:", "note: ''\ndeals:"),
        put("'Ann'", '"A\\u200dn"'),
        put("# a comment", "# \u00a0 ü 橋 \U0001f0a1"),
        put("moves:", "moves: # hm"),
    ):
        game = loads(text.encode(), parser=parser)
        assert dump(loads(dumps(game).encode())) == dump(game)


ODD = ["\\ud800", "\\U0000dfff", "\\U00110000", "\\Uffffffff", "\\ufffe", "\\uffff", "\\U0001fffe",
       "\\U000e0001", "\\ue000", "\\/", "\\ ", "\\\n", "\\'", "\\x41", "\\u0041"]  # fmt: skip


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", ["north: 'Ann'", "deals:", "- north bid 1S"])
def test_odd_characters_escaped(odd: str, place: str) -> None:
    """The same on both back ends; what loads can be saved, and that loads again."""
    new = {
        "north: 'Ann'": f'north: "A{odd}n"',
        "deals:": f'note: "a{odd}"\ndeals:',
        "- north bid 1S": f'- "north bid 1S -- a{odd}n"',
    }[place]
    data = put(place, new).encode()
    fast, slow, usual = (outcome(data, parser) for parser in READERS)
    assert fast == slow == usual
    game = read(data, FastParser)
    if isinstance(game, Game):
        assert dump(loads(dumps(game).encode())) == dump(game)


def test_storage_says_what_is_no_file(tmp_path: Path) -> None:
    for path, code in (
        (tmp_path / "none.yaml", "not-found"),
        (tmp_path, "unreadable"),
        (tmp_path / "a\0b", "unreadable"),
    ):
        with pytest.raises(StorageError) as caught:
            storage.read(str(path))
        assert (caught.value.code, caught.value.exit_code) == (code, 20)
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * ((1 << 20) + 1))
    with pytest.raises(StorageError) as caught:
        storage.read(str(large))
    assert (caught.value.code, caught.value.exit_code) == ("too-large", 20)
    large.write_bytes(b"#" * (1 << 20))
    assert len(storage.read(str(large))) == 1 << 20


# Cut off anywhere.


def is_beginning(game: Game, whole: Game) -> bool:
    """Whether a game is the other one up to some move, by cards and moves and free texts."""
    if game.header != whole.header or len(game.deals) > len(whole.deals):
        return False
    for number, (deal_, other) in enumerate(zip(game.deals, whole.deals, strict=False), 1):
        if (deal_.dealer, deal_.deck, deal_.given, deal_.note) != (
            other.dealer, other.deck, other.given, other.note,
        ):  # fmt: skip
            return False
        moves = [str(move) for move in deal_.moves]
        all_moves = [str(move) for move in other.moves][: len(moves)]
        if number == len(game.deals) and moves and all_moves[-1].startswith(moves[-1]):
            # A line cut off may be a move too: `claim 1` of 13, and 'it' of the remark 'it''s'.
            all_moves[-1] = moves[-1]
        if moves != all_moves:
            return False
        if number < len(game.deals) and len(deal_.moves) < len(other.moves):
            return False
    return True


@pytest.mark.parametrize(("parser", "step"), [(FastParser, 1), (None, 1), (SlowParser, 37)])
@pytest.mark.parametrize("source", ["golden", "random"])
def test_cut_off_at_any_byte(source: str, parser: Any, step: int) -> None:
    data = GOLDEN.read_bytes() if source == "golden" else dumps(finished(11, deals=4)).encode()
    whole = loads(data)
    games = errors = 0
    for length in range(0, len(data), step):
        got = read(data[:length], parser)
        if isinstance(got, Game):
            games += 1
            assert is_beginning(got, whole), data[:length][-40:]
        else:
            errors += 1
            assert got.exit_code == 20, length
    assert errors > 20
    assert games > (whole.move_count if step == 1 else 0)


# Spoilt anywhere.

BASES = [
    GOOD.encode(),
    dumps(loads(GOOD.encode())).encode(),
    dumps(finished(3, deals=1)).encode(),
    (
        HEADER
        + deal("north", "north bid 1S", "south pass", "'south claim 0 -- it''s'", "north accept")
    )
    .replace("deals:", 'note: "a \\u00e9 b"\nrules: {bonus: flat}\ndeals:')
    .encode(),
    b"bridgette: 1\n? game\n: g\nplayers: {north: a, \"south\": 'b'}\nnote: >-\n  some\n  text\n"
    b"deals:\n- {dealer: north, hands: {north: [2C 3C 4C 5C 6C, 7C 8C 9C TC JC, QC KC AC],\n"
    b"   south: 2D 3D 4D 5D 6D 7D 8D\n  9D TD JD QD KD AD}, moves: [north bid 1C, 'south pass']}\n",
]
PIECES = [
    *"[]{},:-?#&*!|>'\"%@`\\~=<.017anxASTé",
    "\n", "\r", "\r\n", "\t", " ", "  ", "\0", "\x85", "\u2028", "\ufeff", "---\n", "...\n", "--- ",
    "<<: ", "!!str ", "&a ", "*a ", ": ", "- ", "? ", " #", "# ", "|-\n", ">+\n", "|2\n", "''",
    '""', "{}", "[]", "{a: b}", "[a, b]", "\\n", "\\x41", "\\u202e", "%YAML 1.1\n", "=======\n",
    "\n\n", " -- ", "north ", "south ", "pass", "AS ", "2", "\xff",
]  # fmt: skip


def spoil(data: bytes, chance: random.Random) -> bytes:
    """One to three small changes: a piece put in, bytes gone, bits turned, lines moved."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind < 2:
            piece = chance.choice(PIECES)
            data = (
                data[:place]
                + piece.encode("latin-1" if piece == "\xff" else "utf-8")
                + data[place:]
            )
        elif kind == 2:
            data = data[:place] + data[place + chance.choice((1, 1, 2, 8, 40)) :]
        elif kind == 3:
            data = data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]
        elif kind == 4:
            lines = data.split(b"\n")
            line = chance.choice(lines)
            lines.insert(chance.randrange(len(lines) + 1), line)
            if chance.random() < 0.5:
                lines.remove(line)
            data = b"\n".join(lines)
        else:
            other = chance.randrange(len(data) + 1)
            data = data[:place] + data[other : other + chance.randrange(30)] + data[place:]
    return data


@pytest.mark.parametrize(
    "players",
    ["{north: a?b, south: c}", "{north: a ? b, south: c}", "{north: a?, south: c}",
     "{nor?th: a, south: c}", "{north:, south: c}", "{north:{}, south: c}", "{north:[], south: c}",
     "{north:a, south: c}", "{north: a:b, south: c}", "{north: a:, south: c}", "{north: :a}",
     "{'north':a, south: c}", "{north: a, south:}", "[north: a, south: c]", "{north: -, south: c}",
     "{? north : a, south: c}", "{north: a#b, south: c}", "{north: 'a'#b, south: c}",
     "{,north: a, south: c}", "{north: a,, south: c}", "{north: a, south: c,}", "{north, south}"],
)  # fmt: skip
def test_flow_style_is_the_same_to_both(players: str) -> None:
    """The two back ends differ in some ways of writing between brackets: ours must not."""
    data = put("players:\n  north: 'Ann'\n  south: 'Bob'\n", f"players: {players}\n").encode()
    fast, slow, usual = (outcome(data, parser) for parser in READERS)
    assert fast == slow == usual


@pytest.mark.parametrize("first", range(0, 3000, 500))
def test_spoilt_at_random(first: int) -> None:
    games = 0
    for seed in range(first, first + 500):
        data = spoil(BASES[seed % len(BASES)], random.Random(seed))
        fast, slow, usual = (outcome(data, parser) for parser in READERS)
        assert fast == slow == usual, (seed, data)
        games += isinstance(fast, dict)
    assert games > 10
