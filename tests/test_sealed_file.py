"""The file of a sealed game: one canonical text at every state, and nothing else is accepted."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml
from randomplay import choose, style_of

from bridgette import BridgetteError, Game, Header, HouseRules, RecordError, Seat
from bridgette.errors import SealedError
from bridgette.savefile import dumps, loads
from bridgette.savefile.document import FastParser, SlowParser, parse
from bridgette.savefile.tree import Node
from bridgette.sealed import group
from bridgette.sealed.secrets import Identity
from bridgette.sealedgame import Table, acting

BACK_ENDS = (FastParser, SlowParser, None)
KEYS = {Seat.NORTH: Identity(b"n" * 32), Seat.SOUTH: Identity(b"s" * 32)}
FREE = re.compile(r"(?:event|date|place|note|  note): '.*'|  - '.* -- .*'|# .*")
is_point = cache(group.is_point)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each point is looked at once: a game reads it often."""
    monkeypatch.setattr(group, "is_point", is_point)


def states(seed: int) -> Iterator[str]:
    """The file after every action of a random game, the first deal played to its last card."""
    chance = random.Random(seed)
    style = style_of(chance)._replace(
        resign=0.0, remark=0.05, pass_out=0.2, tie=False, bid_on=0.2, accept=0.9
    )
    creator = chance.choice(list(Seat))
    rules = HouseRules(up_card="aside", opening_jump="yes")
    header = Header(f"random-{seed}", "O'Brien", "Zoë", "it's: an event", note="# n", rules=rules)
    table = acting.create(header, creator, KEYS[creator], b"c" * 32)
    yield dumps(table.game)
    table = acting.join(Table(table.record), KEYS[creator.other], b"j" * 32)
    yield dumps(table.game)
    while (seat := table.game.acts_next) is not None:
        table = Table(table.record).open(KEYS[seat])
        if table.awaits is None:
            claim = 0.0 if len(table.game.deals) == 1 else 0.3
            move = choose(table.game, chance, style._replace(claim=claim))
            table = acting.play(table, move)
        else:
            table = acting.proceed(table)
        yield dumps(table.game)


@cache
def game(seed: int = 8) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group, "is_point", is_point)
        return list(states(seed))


def middle() -> str:
    """A state with everything in it: deals laid open, and one of which some cards are played."""
    texts = [text for text in game() if "# Deal 6" in text and "\n    places:\n" in text]
    return texts[len(texts) // 2]


def read(text: str | bytes, parser: Any = None) -> Game | BridgetteError:
    """The game or the error; every other exception is a fault, and so is another exit code."""
    try:
        return loads(text if isinstance(text, bytes) else text.encode(), parser=parser)
    except RecordError as error:
        return error if error.exit_code == 20 else pytest.fail(str(error))
    except SealedError as error:
        return error if error.exit_code == 30 else pytest.fail(str(error))


def code_of(text: str, parser: Any = None) -> str | None:
    got = read(text, parser)
    return got.code if isinstance(got, BridgetteError) else None


# What is written.


def test_every_state_is_canonical() -> None:
    """On every way of reading, and under 64 KiB in lines of at most 78 columns."""
    phases = set()
    for place, text in enumerate(game()):
        data = text.encode()
        assert len(data) < 1 << 16
        assert text.endswith("\n")
        for line in text.splitlines():
            assert line == line.rstrip()
            assert len(line) <= 78 or FREE.fullmatch(line), line
        for parser in BACK_ENDS if not place % 16 else BACK_ENDS[place % 3 :][:1]:
            assert dumps(loads(data, parser=parser)) == text
        phases.add(text.split(":")[0].rpartition(",")[2])
    assert phases == {" exchange", " auction", " play", "# Over after 6 deals"}
    assert game()[-1].count(" continue\n") > 1


def test_the_file_does_not_depend_on_who_reads_it() -> None:
    for text in game()[::9]:
        for seat in Seat:
            seal = loads(text.encode()).seal
            assert isinstance(seal, Table)
            assert dumps(seal.open(KEYS[seat]).game) == text


def plain(node: Node) -> Any:
    if isinstance(node.value, list):
        return [plain(item) for item in node.value]
    if isinstance(node.value, dict):
        return {key: plain(item) for key, item in node.value.items()}
    return node.value


def test_a_yaml_reader_of_the_world_reads_the_same() -> None:
    for text in (game()[0], game()[-1], middle()):
        assert yaml.load(text, Loader=yaml.BaseLoader) == plain(parse(text))


def test_notes_are_kept_and_not_signed() -> None:
    """What is written for oneself stays, and changes nothing of the game."""
    text = middle()
    head = loads(text.encode()).head
    noted = text.replace("note: '# n'", "note: 'mine: a # note'")
    noted = noted.replace("- dealer: north\n  deck:", "- dealer: north\n  note: 'x'\n  deck:", 1)
    assert noted.count("note: ") == 2
    found = loads(noted.encode())
    assert found.head == head
    assert found.deals[0].note + found.deals[1].note == "x"
    again = dumps(found)
    assert "  note: 'x'\n  moves:" in again
    assert dumps(loads(again.encode())) == again


# What is refused.


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def blocks(text: str) -> Iterator[tuple[str, int, int]]:
    """Each key of the sealed parts, with its lines from and to."""
    lines = lines_of(text)
    for start, line in enumerate(lines):
        found = re.match(r"( *(?:- )?)([a-z]+):", line)
        if found is None or start < lines.index("sealed:\n"):
            continue
        depth = len(found[1])
        end = start + 1
        while end < len(lines) and re.match(rf" {{{depth}}}(?: |- )|- {{{depth}}}", lines[end]):
            end += 1
        yield found[2], start, end


def edited(text: str, start: int, end: int, *new: str) -> str:
    lines = lines_of(text)
    return "".join([*lines[:start], *new, *lines[end:]])


def test_a_key_that_is_missing_or_has_another_value() -> None:
    text, seen = middle(), {}
    for key, start, end in blocks(text):
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:
            continue
        first = lines_of(text)[start]
        before = first[: first.index(key)]
        # Of a list of mappings the first key cannot go alone.
        without = edited(text, start, end) if "- " not in before else ""
        assert not without or code_of(without) not in (None, "yaml"), (key, start)
        for value in ("[]", "{}", "''", "x", "{a: b}", "[a, b]", "[[a], {b: c}]", "0", "~"):
            wrong = edited(text, start, end, f"{before}{key}: {value}\n")
            assert code_of(wrong) not in (None, "yaml"), (key, value)
        twice = edited(text, end, end, *lines_of(text)[start:end])
        if "- " not in before:
            assert code_of(twice) == "duplicate-key", (key, start)
            depth = " " * len(before)
            assert code_of(edited(text, start, start, f"{depth}more: x\n")) == "unknown-key"
    keys = "sealed creator cards head north south key nonce signed commitments actions decks hashes"
    more = "points deals dealer deck secrets scalars discards places moves"
    assert seen.keys() == {*keys.split(), *more.split()}


def rows(text: str) -> dict[str, list[int]]:
    """The lines of each list in the sealed parts, by the key above it."""
    found: dict[str, list[int]] = {}
    key = ""
    for number, line in enumerate(lines_of(text)):
        key = line.strip(" -\n").split(":")[0] if ":" in line.partition(" -- ")[0] else key
        if line.lstrip().startswith("- ") and ":" not in line and key != "deck":
            found.setdefault(key, []).append(number)
    return found


def test_a_line_that_is_there_twice_or_not_at_all() -> None:
    """Also where the second one says the same."""
    text = middle()
    lines = lines_of(text)
    accepted = set()
    for key, places in rows(text).items():
        for number in {places[0], places[len(places) // 2], places[-1]}:
            for wrong in (
                edited(text, number, number + 1),
                edited(text, number, number, lines[number]),
                edited(text, places[-1] + 1, places[-1] + 1, lines[number]),
            ):
                if code_of(wrong) is None:
                    accepted.add((key, lines[number].strip()))
    assert accepted == set()


def spellings(code: str) -> Iterator[str]:
    """Other ways to write the bytes of base64, and bytes that are too many or too few."""
    data = base64.b64decode(code + "=" * (-len(code) % 4))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    if len(code) % 4:  # bits that stand for nothing
        yield code[:-1] + letters[letters.index(code[-1]) ^ 1]
    yield code + "=" * (-len(code) % 4 or 4)
    yield from (code + "=", code[:-1], code + "A", code[1:], "", "A", code.lower(), "é" + code[1:])
    yield from ("-" + code[1:], "_" + code[1:], "." + code[1:], code + "\u0661")
    for wrong in (data[:-1], data + b"\0", data + data, bytes(len(data)), b"\xff" * len(data)):
        yield base64.b64encode(wrong).decode().rstrip("=")


def test_bytes_that_are_written_otherwise() -> None:
    """There is one way to write them; other bytes are not those that were signed."""
    text = middle()
    places = {key: numbers[0] for key, numbers in rows(text).items()}
    places |= {key: start for key, start, end in blocks(text) if key in ("cards", "head", "nonce")}
    places["half"] = places.pop("signed") + 1
    met = 0
    for key, number in places.items():
        line = lines_of(text)[number]
        found = re.search(r"(?<=[' ])([A-Za-z0-9+/]{10,})(?='?$)", line)
        if found is None or key in ("moves", "deck"):
            continue
        met += 1
        for code in spellings(found[0]):
            if code != found[0]:
                wrong = edited(text, number, number + 1, line.replace(found[0], code))
                got = code_of(wrong)
                assert got is not None, (key, code)
                assert got == "schema" or re.fullmatch("[A-Za-z0-9+/]+", code), (key, code, got)
        for blanks in (f" {found[0]}", f"{found[0][:9]} {found[0][9:]}"):
            assert code_of(edited(text, number, number + 1, line.replace(found[0], blanks))) in (
                ("schema",) if "'" in line or blanks[0] != " " else ("schema", None)
            )
    assert met == 10, places


def test_rows_of_other_words() -> None:
    """Numbers in one form, seats and words that there are, as many as there must be."""
    text = middle()
    where = rows(text)
    numbers = "0\\1|+\\1|-\\1|\\1.0|1000000|x|0|1|999999|\\1 \\1|١|"
    changes = {
        "scalars": (r"(?<=- )(\d+)", numbers + "|\\1 |"),
        "secrets": (r"(north|south)", "east|North|NORTH|north south|"),
        "places": (r"(\d+)", numbers + "|55|99|[]"),
        "discards": (r"(north|south)", "east|North|north north||7 north"),
        "actions": (r"(continue)", "join|new|accuse|Continue||continue x|play AH"),
    }
    for key, (pattern, values) in changes.items():
        for number in {where[key][0], where[key][-1]}:
            line = lines_of(text)[number]
            for value in values.split("|"):
                wrong = edited(text, number, number + 1, re.sub(pattern, value, line, count=1))
                assert wrong == text or code_of(wrong) not in (None, "yaml"), (value, line)


def test_moves_and_decks_of_another_kind() -> None:
    text = middle()
    last = text.rindex("  moves:\n")
    masked = re.compile(r"(?m)^  - (north|south) exchange( \?)+$")
    shown = re.compile(r"(?m)^  - (north|south) exchange (?!\?).*$")
    for value in (" 2C 3C", " ??", " ?", " ? ? ? ? ?", "", " ? 2C", "  ? ?", " ? ? -- "):
        for pattern in (masked, shown):
            place = pattern.search(text, last if pattern is masked else 0)
            assert place is not None
            line = f"  - '{place[1]} exchange{value}'"
            if line.strip("'") != place[0]:
                wrong = text[: place.start()] + line + text[place.end() :]
                assert code_of(wrong) is not None, line
    deck = text[text.index("  deck:") : text.index("  sealed:\n    secrets")]
    turned = " ".join(reversed(deck.split()))
    for old, new in (
        (deck, ""),
        (deck, f"  deck: {turned.replace('-', '').replace('deck:', '')}\n"),
        (deck, deck.replace("Grand", "Royal")),
        (deck, deck + "  hands: {}\n"),
        ("  sealed:\n    secrets", "  sealed:\n    discards: []\n    places: [3]\n    secrets"),
        ("- dealer: north", "- dealer: south"),
        ("bridgette: 1\n", "bridgette: 1\nseed: 'x'\n"),
        ("up_card: aside", "passed_out: redeal"),
        ("opening_jump: yes\n", ""),
        ("players:\n  north: 'O''Brien'", "players:\n  north: 'Eve'"),
        ("game: '", "game: 'x"),
    ):
        assert old in text
        assert code_of(text.replace(old, new, 1)) is not None, new


# Spoilt anywhere.


def test_cut_off_anywhere() -> None:
    data = middle().encode()
    for length in range(0, len(data) - 1, 97):
        assert isinstance(read(data[:length]), BridgetteError), length
    assert isinstance(read(data[:-1]), Game)


def free(text: str) -> str:
    """The file without what is not part of the game: comment, notes."""
    return "\n".join(
        line for line in text.splitlines() if not FREE.fullmatch(line) or " -- " in line
    )


def test_a_byte_that_is_another() -> None:
    """An error, or the same game but for free text; the same on both ways of reading."""
    data = middle().encode()
    chance = random.Random(1)
    start, points = data.index(b"sealed:"), data.index(b"  decks:")
    kept = 0
    for number in range(300):
        place = chance.randrange(start, len(data) if number % 2 else points)
        if number % 10 == 9:
            place = chance.randrange(data.rindex(b"  sealed:"), len(data))
        bit = bytes([data[place] ^ 1 << chance.randrange(7)])
        byte = bit if number % 3 else bytes([chance.choice(b"AZaz09+/ -'\n:#?")])
        spoilt = data[:place] + byte + data[place + 1 :]
        got = read(spoilt)
        if not number % 12:
            for parser in (FastParser, SlowParser):
                again = read(spoilt, parser)
                assert type(again) is type(got), (place, byte)
                assert getattr(again, "code", "") == getattr(got, "code", "")
        if isinstance(got, Game):
            kept += 1
            assert free(dumps(got)) == free(data.decode()), (place, byte)
    assert kept < 60
