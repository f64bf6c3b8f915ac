"""Commands over several moves, apply and undo, and the options that acting commands share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from cli import Cli
from helpers import EVEN, auction, do, give

from bridgette import Seat


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def texts(some: Iterable[object]) -> str:
    return " ".join(map(str, some))


# apply


def test_apply_makes_moves(cli: Cli) -> None:
    lines = "# the auction\n\nnorth bid 1n -- hello!\n  PASS  # to end it\nplay s10\nplay A♠\n"
    for source in ([], ["-"], ["moves.txt"]):
        cli.give()
        (cli.folder / "moves.txt").write_text(lines, encoding="utf-8")
        value = cli.json("apply", "g.yaml", *source, stdin=lines.encode())
        expected = ["north bid 1NT", "south pass", "south play TS", "north play AS"]
        assert value["moves"] == expected
        assert cli.moves() == ["north bid 1NT -- hello!", *expected[1:]]


def test_apply_goes_on_into_the_next_deal(cli: Cli) -> None:
    cli.give()
    value = cli.json("apply", "g.yaml", stdin="bid 1S\npass\nclaim 6\naccept\n")
    assert (value["deal"], value["phase"]) == (2, "exchange")
    assert [row["points"]["north"] for row in value["finished"]] == [400]


@pytest.mark.parametrize(
    ("lines", "code", "line", "exit_code"),
    [
        ("bid 1S\npass\nplay AS\n", "not-held", 3, 10),
        ("bid 1S\n# hm\n\nbid 1C\n", "bid-too-low", 4, 10),
        ("bid 1S\nsing\n", "notation", 2, 12),
        ("south bid 1S\n", "not-your-turn", 1, 11),
        ("bid 1S\nnorth pass\n", "not-your-turn", 2, 11),
        ("bid 1S\nplay AS\n", "wrong-phase", 2, 10),
        ("pass -- " + "x" * 201, "notation", 1, 12),
        ("resign\npass\n", "game-over", 2, 10),
    ],
)
def test_apply_is_all_or_none(cli: Cli, lines: str, code: str, line: int, exit_code: int) -> None:
    cli.give()
    error = cli.fails(code, "apply", "g.yaml", stdin=lines)
    assert error["exit"] == exit_code
    assert f"line {line}" in error["message"].lower()
    assert cli.moves() == []
    cli.fails("not-found", "apply", "g.yaml", "gone.txt")


def test_apply_moves_for_its_own_seat_only(cli: Cli) -> None:
    cli.give()
    error = cli.fails("not-your-turn", "apply", "g.yaml", "--as", "north", stdin="bid 1S\npass\n")
    assert "line 2" in error["message"].lower()
    assert error["legal"] == []
    cli.fails("not-your-turn", "apply", "g.yaml", "--as", "south", stdin="north bid 1S\n")
    cli.fails("not-your-turn", "apply", "g.yaml", BRIDGETTE_SEAT="south", stdin="bid 1S\n")
    cli.ok("apply", "g.yaml", "--all", BRIDGETTE_SEAT="south", stdin="bid 1S\npass\n")
    assert cli.moves() == ["north bid 1S", "south pass"]


# undo


def test_undo(cli: Cli) -> None:
    cli.put(auction(give(*EVEN), "north 1S double redouble 2C"))
    assert cli.json("undo", "g.yaml")["undone"] == ["south bid 2C"]
    value = cli.json("undo", "g.yaml", 2)
    assert value["undone"] == ["south double", "north redouble"]
    assert (value["moves"], value["turn"], value["finished"]) == ([], "south", [])
    cli.fails("undo-none", "undo", "g.yaml", 2)
    cli.ok("undo", "g.yaml", "--dry-run")
    cli.ok("undo", "g.yaml", 1)
    assert cli.moves() == []
    assert cli.fails("undo-none", "undo", "g.yaml")["exit"] == 10
    for wrong in ("0", "-1", "x", "1.0", "2 3"):
        cli.fails("usage", "undo", "g.yaml", *wrong.split())


def test_undo_past_a_deals_end_needs_a_word(cli: Cli) -> None:
    cli.give()
    cli.ok("pass", "g.yaml")
    cli.ok("pass", "g.yaml")
    before = cli.game().current.deck
    assert "--redeal" in cli.fails("usage", "undo", "g.yaml")["message"]
    discards = texts(cli.game().current.hand(Seat.NORTH)[:2]).split()
    cli.ok("exchange", "g.yaml", *discards)
    cli.fails("usage", "undo", "g.yaml", 2)
    assert cli.json("undo", "g.yaml", 2, "--redeal")["undone"][0] == "south pass"
    assert cli.moves() == ["north pass"]
    cli.ok("pass", "g.yaml")
    assert cli.game().current.deck != before
    cli.fails("undo-none", "undo", "g.yaml", 3, "--redeal")
    cli.ok("undo", "g.yaml", 2, "--redeal")
    assert (len(cli.game().deals), cli.moves()) == (1, [])


def test_undo_to_the_start_of_a_deal_keeps_its_deck(cli: Cli) -> None:
    cli.give()
    cli.ok("apply", "g.yaml", stdin="pass\npass\n")
    before = cli.files()
    cli.ok("exchange", "g.yaml", *cli.game().current.hand(Seat.NORTH)[:2])
    cli.ok("undo", "g.yaml")
    assert cli.files() == before


# What all of them share


def test_a_seat_by_word_and_name(cli: Cli) -> None:
    game = give(*EVEN)
    game.header = game.header._replace(north="Zoe\u0308", south="North")
    cli.put(game)
    for seat in ("north", "NORTH", "ZOË", "zoë", "Zoe\u0308"):
        cli.ok("bid", "g.yaml", "1S", "--as", seat, "--dry-run")
        cli.ok("bid", "g.yaml", "1S", "--dry-run", BRIDGETTE_SEAT=seat)
    cli.fails("not-your-turn", "bid", "g.yaml", "1S", "--as", "south")
    for nobody in ("Zoe", "west", "n", "", " "):
        cli.fails("usage", "bid", "g.yaml", "1S", "--as", nobody)
    cli.fails("usage", "bid", "g.yaml", "1S", "--as", "north", "--all")
    cli.ok("bid", "g.yaml", "1S", "--all", BRIDGETTE_SEAT="south")
    cli.fails("not-your-turn", "pass", "g.yaml", BRIDGETTE_SEAT="north")
    cli.ok("pass", "g.yaml", "--as", "south", BRIDGETTE_SEAT="north")


def test_a_dry_run_only_checks(cli: Cli) -> None:
    cli.give()
    for words in ("bid g.yaml 1S", "pass g.yaml", "resign g.yaml", "bid g.yaml 1S --as north"):
        assert cli.json(*words.split(), "--dry-run")["moves"]
        cli.ok(*words.split(), "--dry-run")
    cli.json("apply", "g.yaml", "--dry-run", stdin="pass\npass\n")
    cli.fails("double-none", "double", "g.yaml", "--dry-run")
    assert cli.moves() == []


@pytest.mark.parametrize(
    "remark", ["sorry!", "it's -- yours", "# no", "a " * 99, "Grüße ♠", " blanks ", "--json"]
)
def test_a_remark_is_kept(cli: Cli, remark: str) -> None:
    cli.give()
    assert remark.strip() in cli.ok("bid", "g.yaml", "1S", "--say", remark).text
    assert cli.moves() == [f"north bid 1S -- {remark.strip()}"]
    assert remark.strip() in cli.ok("show", "g.yaml", "--as", "south").text


@pytest.mark.parametrize("remark", ["x" * 201, "two\nlines", "\x1b[2J", "\u202e", "  ", "\uffff"])
def test_a_remark_is_refused(cli: Cli, remark: str) -> None:
    cli.give()
    assert cli.fails("notation", "bid", "g.yaml", "1S", "--say", remark)["exit"] == 12


def test_a_chain_of_links_is_followed(cli: Cli) -> None:
    cli.give()
    (cli.folder / "link").symlink_to("g.yaml")
    cli.ok("bid", "link", "1S")
    assert (cli.folder / "link").is_symlink()
    assert do(cli.game(), "south pass").current.contract is not None
