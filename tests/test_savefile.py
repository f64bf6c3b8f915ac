"""The game file: one canonical text for a game, and nothing lost between the two."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
import yaml
from randomplay import dump, finished, states

from bridgette import (
    DECK,
    Game,
    Header,
    HouseRules,
    Phase,
    RecordError,
    Seat,
    parse_card,
    parse_move,
    seeded_deck,
)
from bridgette.savefile import dumps, loads
from bridgette.savefile.document import FastParser, SlowParser

GOLDEN = Path(__file__).with_name("golden") / "v1.yaml"
BACK_ENDS = pytest.mark.parametrize(
    "parser", [FastParser, SlowParser, None], ids=["fast", "slow", "usual"]
)
NORTH = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S Grand"
SOUTH = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H Royal"
HANDS = f"""\
  hands:
    north: {NORTH}
    south: {SOUTH}
"""
SMALL = f"""\
# Deal 1 of 6, auction: Bob (south) to call. Ann 0, Bob 0.
bridgette: 1
game: 'small'
players:
  north: 'Ann'
  south: 'Bob'
deals:
- dealer: north
{HANDS}  moves:
  - north bid 1S
"""


def small(**fields: object) -> Game:
    """The game of SMALL with other things in its header."""
    game = Game(Header("small", "Ann", "Bob")._replace(**fields))
    hands = [[parse_card(card) for card in hand.split()] for hand in (NORTH, SOUTH)]
    game.deal(hands=(hands[0], hands[1]), dealer=Seat.NORTH)
    game.apply(parse_move("north bid 1S"))
    return game


@BACK_ENDS
def test_the_golden_file_of_version_1(parser: object) -> None:
    """Made when version 1 was; it is never changed, and loads and saves to itself for ever."""
    data = GOLDEN.read_bytes()
    game = loads(data, parser=parser)
    assert dumps(game).encode() == data
    header = game.header
    assert header[:2] == ("golden-1", "O'Brien")
    assert (header.south, header.event, header.date) == ("no", "It's: a # test", "2024-02-30")
    assert (header.place, header.note) == ("1e3", '017 "quoted" \\ 橋 ♠')
    assert header.rules == HouseRules("aside", "yes", "redeal", "flat")
    assert header.seed == "golden seed"
    assert [deal.dealer for deal in game.deals] == [1, 0, 0, 1]  # the second one is redealt
    assert [str(deal.contract) for deal in game.deals] == ["2S", "None", "4C", "1C"]
    assert [deal.tricks for deal in game.deals] == [(7, 6), (0, 0), (5, 8), (1, 3)]
    assert [deal.points for deal in game.deals] == [(0, 100), (0, 0), (200, 0), (0, 0)]
    assert game.deals[0].note == "played at table 3: by hand"
    remarks = [move.remark for move in game.deals[0].moves if move.remark]
    assert remarks == ["it's bold", "no: play # on", "well?"]
    assert (game.phase, game.turn, game.counted) == (Phase.PLAY, Seat.SOUTH, 2)
    assert [len(deal.moves) for deal in game.deals] == [17, 4, 33, 13]
    assert game.head == "80af29006d89"


def test_the_golden_decks_are_those_of_its_seed() -> None:
    game = loads(GOLDEN.read_bytes())
    for number, deal in enumerate(game.deals[1:], 2):
        assert list(deal.deck or ()) == seeded_deck("golden seed", number)


def test_the_deck_of_a_seed_is_pinned() -> None:
    """Sorted by the SHA-256 of SEED/n/CARD, worked out here from that sentence alone."""
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    cards += ["Grand", "Royal", "Little"]
    for seed, number in (("demo", 1), ("demo", 2), ("1/1", 1), ("Zoë ♠", 12)):
        keys = {
            hashlib.sha256(f"{seed}/{number}/{card}".encode()).hexdigest(): card for card in cards
        }
        want = [keys[key] for key in sorted(keys)]
        assert [card.text for card in seeded_deck(seed, number)] == want
    first = " ".join(card.text for card in seeded_deck("demo", 1)[:8])
    assert first == "QC 7C 3C AS TC 8S KH 5C"


@BACK_ENDS
def test_round_trip(parser: object) -> None:
    for seed in range(8 if parser is SlowParser else 60):
        game = finished(seed)
        text = dumps(game)
        again = loads(text.encode(), parser=parser)
        assert dump(again) == dump(game)
        assert dumps(again) == text


def test_what_is_written() -> None:
    assert dumps(small()) == SMALL


def test_a_game_without_moves() -> None:
    game = Game(Header("small", "Ann", "Bob"))
    game.deal(seeded_deck("s", 1), dealer=Seat.SOUTH)
    lines = dumps(game).splitlines()
    assert lines[7:9] == ["- dealer: south", "  deck:"]
    assert [len(line.split()) - 1 for line in lines[9:14]] == [11] * 5
    assert lines[14:] == ["  moves: []"]
    assert dumps(loads(dumps(game).encode())) == dumps(game)


def test_the_order_of_keys() -> None:
    """Whatever the order in the file that was read, and all keys there are."""
    text = GOLDEN.read_text(encoding="utf-8")
    top = [line.split(":")[0] for line in text.splitlines() if line[0] not in " #-"]
    assert " ".join(top) == "bridgette game players event date place note rules seed deals"
    parts = [part for part in text.split("\n") if part]
    starts = [place for place, line in enumerate(parts) if line[0] not in " #-"]
    blocks = [parts[a:b] for a, b in zip(starts, [*starts[1:], len(parts)], strict=True)]
    chance = random.Random(1)
    for _ in range(5):
        chance.shuffle(blocks)
        mixed = "\n".join(line for block in blocks for line in block) + "\n"
        assert dumps(loads(mixed.encode())) == text


@BACK_ENDS
@pytest.mark.parametrize(
    "name",
    [
        "O'Brien",
        "no",
        "NO",
        "1:20",
        "017",
        "1e3",
        "~",
        "null",
        "- x",
        "a: b",
        "# c",
        "''",
        '"',
        "\\n",
        " two  blanks ",
        "{a}",
        "[b",
        "&c",
        "*d",
        "!e",
        "|",
        ">",
        "%f",
        "@g",
        "`h",
        "...",
        "---",
        "<<",
        "=",
        "?",
        ":",
        "Zoë",
        "橋本 ♠",
        "👩\u200d🔬",
        "x" * 64,
    ],
)
def test_names_and_free_texts_are_what_they_look_like(name: str, parser: object) -> None:
    game = small(north=name, event=name, date=name, place=name, note=name, seed=name)
    text = dumps(game)
    quoted = "'" + name.replace("'", "''") + "'"
    for key in ("event", "date", "place", "note", "seed", "  north"):
        assert f"\n{key}: {quoted}\n" in text
    again = loads(text.encode(), parser=parser)
    assert again.header == game.header
    assert dumps(again) == text


@BACK_ENDS
@pytest.mark.parametrize("scalar", ["no", "1:20", "017", "1e3", "~", "null", "2024-02-30", "0x1F"])
def test_plain_scalars_are_text(scalar: str, parser: object) -> None:
    """No magic of YAML's own: a plain `no` is a name."""
    text = SMALL.replace("'Ann'", scalar).replace("deals:", f"date: {scalar}\ndeals:", 1)
    header = loads(text.encode(), parser=parser).header
    assert (header.north, header.date) == (scalar, scalar)


@BACK_ENDS
def test_other_styles_of_writing_give_the_same_game(parser: object) -> None:
    want = dumps(small())
    deck = "\n  - ".join(NORTH.split())
    for text in (
        SMALL.replace("'", '"'),
        SMALL.replace("'", ""),
        SMALL.replace("  north: 'Ann'\n  south: 'Bob'", "  {south: Bob, north: Ann}"),
        SMALL.replace("\n  - north bid 1S", " [north bid 1S]"),
        SMALL.replace(f"north: {NORTH}", f"north: [{', '.join(NORTH.split())}]"),
        SMALL.replace(f"north: {NORTH}", "north:\n    - " + deck.replace("\n", "\n  ")),
        SMALL.replace(f"north: {NORTH}", "north: >\n      " + NORTH.replace(" J", "\n      J")),
        SMALL.replace("\n", "\r\n"),
        "\ufeff" + SMALL,
        "---\n" + SMALL + "...\n",
        SMALL.removesuffix("\n"),
        SMALL.replace("# Deal 1", "# Deal 77") + "# the end\n",
        SMALL.split("\n", 1)[1],
        SMALL.replace("moves:\n  -", "moves:\n    -"),
    ):
        assert dumps(loads(text.encode(), parser=parser)) == want, text


def test_a_move_is_quoted_only_if_it_has_a_remark() -> None:
    for seed in range(20):
        for line in dumps(finished(seed)).splitlines():
            if line.startswith("  - ") and (" north " in line or " south " in line):
                assert (" -- " in line) == (line.startswith("  - '") and line.endswith("'"))


def test_lines_are_short_and_the_last_one_ends() -> None:
    """At most 78 columns, free text apart."""
    for seed in range(60):
        for game, move in states(seed):
            if move is None or not len(game.current.moves) % 9:
                text = dumps(game)
                assert text.endswith("\n")
                assert not text.endswith("\n\n")
                assert not any(line != line.rstrip() for line in text.splitlines())
                long = [line for line in text.splitlines() if len(line) > 78]
                assert not [line for line in long if "'" not in line]


def test_the_longest_lines_fit() -> None:
    """All three colons in a hand, and a name of 64 characters."""
    text = dumps(small(north="n" * 64, south="s" * 64, game="g" * 64))
    assert all(len(line) <= 78 for line in text.splitlines()[1:])


def test_a_yaml_reader_of_the_world_reads_the_same() -> None:
    """Each scalar that we write comes out of an ordinary reader as the text that it is."""
    for seed in range(15):
        game = finished(seed)
        plain = yaml.load(dumps(game), Loader=yaml.BaseLoader)
        assert plain["players"] == {"north": game.header.north, "south": game.header.south}
        for deal, written in zip(game.deals, plain["deals"], strict=True):
            assert written["moves"] == [str(move) for move in deal.moves]
            if deal.deck is not None:
                assert " ".join(written["deck"]).split() == [str(card) for card in deal.deck]


def test_the_status_comment_has_public_facts_only() -> None:
    """No card, no bid: whose turn, which deal, the names, the scores."""
    texts = {card.text for card in DECK}
    for seed in range(40):
        for game, _ in states(seed, deals=3):
            first, second = dumps(game).split("\n")[:2]
            assert first.startswith("# ")
            assert second == "bridgette: 1"
            words = set(first.replace(",", " ").replace(".", " ").split())
            assert not words & texts
            north, south = game.scores
            header = game.header
            assert first.endswith(f" {header.north} {north}, {header.south} {south}.")
            if game.turn is not None:
                assert f"{header.name(game.turn)} ({game.turn}) to " in first
    assert dumps(small()).startswith("# Deal 1 of 6, auction: Bob (south) to call. Ann 0, Bob 0.\n")


@BACK_ENDS
@pytest.mark.parametrize(
    "line",
    ["North bid 1S", "north BID 1S", "north bid 1s", "north bid 1N", "north bid 1♠", "bid 1S",
     "north  bid 1S", "' north bid 1S'", "'north bid 1S '", "north pass --",
     "north bid pass", "north x", "north bid x", "north p", "north dbl", "north bid 0S",
     "north bid 8S", "north bid", "north", "''", "north bid 1S 2S", "east pass", "north call 1S",
     "'north pass -- '", "'north pass --'", "'north pass --  hm'", "'north pass -- hm '",
     "'north pass  -- hm'", "north pass hm", "north claim 01", "north claim -1", "north claim +1",
     "north claim ١", "north claim 1.0", "north claim", "north accept 3", "north play as",
     "north play 10S", "north play SA", "north play A♠", "north play GC", "north play grand",
     "north play GRAND", "north play", "north play AS KS", "north play ?", "north exchange",
     "north exchange as", "north exchange AS  KS", "north exchange 10S", "north exchange AS,KS",
     "north exchange ? ?", "north play AS\u00a0", "north\u00a0pass", "north pass\u200b"],
)  # fmt: skip
def test_a_file_holds_the_canonical_notation_only(line: str, parser: object) -> None:
    text = SMALL.replace("north bid 1S", line)
    with pytest.raises(RecordError) as caught:
        loads(text.encode(), parser=parser)
    error = caught.value
    assert (error.code, error.deal, error.move, error.line) == ("notation", 1, 1, 13)
    assert error.exit_code == 20


@BACK_ENDS
@pytest.mark.parametrize(
    "card", ["as", "As", "SA", "A♠", "10S", "1S", "GC", "grand", "GRAND", "A", "Joker", "AS,"]
)
def test_hands_and_decks_hold_the_canonical_notation_only(card: str, parser: object) -> None:
    deck = " ".join(map(str, DECK))
    for text in (
        SMALL.replace("north: AS", f"north: {card}"),
        SMALL.replace(HANDS, f"  deck: {deck.replace(' AS ', f' {card} ')}\n"),
    ):
        with pytest.raises(RecordError) as caught:
            loads(text.encode(), parser=parser)
        error = caught.value
        assert (error.code, error.deal, error.move, error.exit_code) == ("notation", 1, None, 20)
        assert error.line in (9, 10)


@pytest.mark.parametrize("blank", ["\u00a0", "\u3000", "\u2003", "\\v", "\\f", "\\x1c", "\\t"])
def test_only_blanks_separate_cards(blank: str) -> None:
    """A deck is separated by blanks; what only looks like one is not notation."""
    text = SMALL.replace(f"north: {NORTH}", f'north: "{NORTH.replace(" ", blank, 1)}"')
    for parser in (FastParser, SlowParser, None):
        with pytest.raises(RecordError) as caught:
            loads(text.encode(), parser=parser)
        assert caught.value.code == "notation"
