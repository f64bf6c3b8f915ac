"""The objects of `--json` for the commands over many files: status, score and verify."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cli import FIRST_ROW, Cli, has, over, two_deals
from helpers import EVEN, auction, cards, do, pass_out, score_deal, tricks

from bridgette import Game, Header

STATUS = (
    "version ok file game deal phase turn awaited dealer contract declarer tricks scores moves"
    " head winner resigned"
)
SHEET = "version file ok complete phase turn deals scores winner resigned error"
ROW = "number dealer contract declarer tricks points finished"
ERROR = "code rule message file deal move text legal"
NOTHING = {"north": 0, "south": 0}
BAD = "bridgette: 1\ngame: 'x'\nplayers:\n  north: 'A'\n  south: 'B'\ndeals: []\n"


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def test_status(cli: Cli) -> None:
    game = two_deals()
    game.deal(hands=(cards(EVEN[0]), cards(EVEN[1])))
    cli.put(tricks(auction(game, "north 4S double pass"), "south 9H KH", "north AC 9C"))
    value = has(cli.json("status", "g.yaml"), STATUS)
    assert re.fullmatch("[0-9a-f]{6,64}", value.pop("head"))
    assert value == {
        "version": 1,
        "ok": True,
        "file": "g.yaml",
        "game": "game",
        "deal": 3,
        "phase": "play",
        "turn": "north",
        "awaited": "play",
        "dealer": "north",
        "contract": "4SX",
        "declarer": "north",
        "tricks": {"north": 2, "south": 0},
        "scores": {"north": 3000, "south": 0},
        "moves": game.move_count,
        "winner": None,
        "resigned": None,
    }


def test_what_is_awaited(cli: Cli) -> None:
    for word, words in (
        ("call", ""),
        ("play", "bid 1S\npass"),
        ("answer", "bid 1S\npass\nclaim 3"),
        ("discard", "pass\npass"),
        (None, "resign"),
    ):
        cli.give()
        cli.ok("apply", "g.yaml", stdin=words)
        assert cli.json("status", "g.yaml")["awaited"] == word
    cli.put(two_deals())
    assert cli.json("status", "g.yaml")["awaited"] == "deal"


def sheets(cli: Cli, *words: str) -> list[dict[str, Any]]:
    """The rows of score, the same as those of verify, which prints nothing else."""
    answers = [cli(command, *words, "--json") for command in ("score", "verify")]
    assert answers[0] == answers[1]
    assert answers[0] == cli("verify", *words, "--json", "--jobs", 2)
    assert answers[0].err == ""
    return [has(row, SHEET) for row in answers[0].rows]


def test_sheet_of_a_finished_and_an_unfinished_game(cli: Cli) -> None:
    game = two_deals()
    cli.put(game)
    (value,) = sheets(cli, "g.yaml")
    assert value["deals"][0] == FIRST_ROW
    assert value["deals"][1]["points"] == {"north": 200, "south": 0}
    assert (value["ok"], value["complete"], value["phase"]) == (True, False, "between")
    game.deal(hands=(cards(EVEN[0]), cards(EVEN[1])))
    cli.put(do(game, "north bid 1S"))
    (value,) = sheets(cli, "g.yaml")
    last = value["deals"][2]
    assert (value["phase"], value["turn"], value["complete"]) == ("auction", "south", False)
    assert (last["finished"], last["contract"], last["declarer"]) == (False, None, None)
    cli.put(do(game, "south pass"))
    (value,) = sheets(cli, "g.yaml")
    assert value["deals"][2]["contract"] == "1S"
    assert value["deals"][2]["finished"] is False
    game = two_deals()
    for declarer in ("north", "south", "north", "south"):
        score_deal(game, declarer, "1S", 7)
    cli.put(game)
    (value,) = sheets(cli, "g.yaml")
    assert (value["complete"], value["phase"], value["turn"]) == (True, "over", None)
    assert value["scores"] == {"north": 3800, "south": 800}
    assert (value["winner"], value["error"]) == ("north", None)


def test_sheet_of_a_passed_out_a_drawn_and_a_resigned_game(cli: Cli) -> None:
    game = Game(Header())
    for _ in range(7):
        pass_out(game)
    cli.put(game)
    (value,) = sheets(cli, "g.yaml")
    assert len(value["deals"]) == 7
    for row in value["deals"]:
        assert has(row, ROW)["contract"] is None
        assert (row["declarer"], row["tricks"], row["finished"]) == (None, NOTHING, True)
    assert (value["winner"], value["complete"]) == ("draw", True)
    cli.put(over())
    (value,) = sheets(cli, "g.yaml")
    assert (value["winner"], value["resigned"], value["complete"]) == ("south", "north", True)
    assert value["deals"][2]["points"] == NOTHING
    assert value["scores"] == {"north": 3000, "south": 0}


def test_sheet_of_a_failed_file(cli: Cli) -> None:
    (cli.folder / "d").mkdir()
    (cli.folder / "d/bad.yaml").write_text(BAD)
    (cli.folder / "empty").write_text("")
    cli.put(two_deals(), "d/good.yaml")
    rows = sheets(cli, "gone", "d", "empty", "d/good.yaml")
    assert [row["file"] for row in rows] == (
        ["gone", "d/bad.yaml", "d/good.yaml", "empty", "d/good.yaml"]
    )
    assert [row["ok"] for row in rows] == [False, False, True, False, True]
    codes = [row["error"] and has(row["error"], ERROR)["code"] for row in rows]
    assert codes == ["not-found", "schema", None, "empty", None]
    for row in rows:
        if not row["ok"]:
            assert not any(row[key] for key in SHEET.split() if key not in "version file error")
    answer = cli("status", "gone", "d", "empty", "--json")
    assert [row["ok"] for row in answer.rows] == [False, False, True, False]
    assert [row["file"] for row in answer.rows] == ["gone", "d/bad.yaml", "d/good.yaml", "empty"]
    assert answer.code == 20
    assert answer.err == ""
