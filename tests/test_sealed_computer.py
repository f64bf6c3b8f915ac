"""Programs play sealed games too, from their own player's side."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli import Cli
from sealedcli import prepare

FILE = "g.yaml"


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Cli]:
    """Two players with a home each, and one folder in which the file lies."""
    prepare(monkeypatch)
    folder = tmp_path / "games"
    folder.mkdir()
    return {seat: Cli(folder, BRIDGETTE_HOME=str(tmp_path / seat)) for seat in ("north", "south")}


def test_a_deal_by_programs(homes: dict[str, Cli]) -> None:
    """`auto` makes the moves of a home's player, and answers where that is awaited."""
    players = {"north": "simple", "south": "random"}
    homes["north"].ok("new", FILE, "--sealed", "--as", "north", "--id", "programs")
    homes["north"].fails("owed", "auto", FILE)
    homes["south"].ok("join", FILE)
    homes["south"].fails("owed", "auto", FILE)
    while (value := homes["north"].json("status", FILE))["deal"] == 1:
        seat = value["sealed"]["awaited_from"]
        homes[seat].ok("auto", FILE, "--player", players[seat])
    homes[value["sealed"]["awaited_from"]].ok("resign", FILE)
    value = homes["north"].json("status", FILE)
    homes[value["sealed"]["awaited_from"]].ok("auto", FILE)
    assert homes["south"].ok("verify", FILE).out.startswith(f"ok      {FILE}  complete, 2 deals")


def test_suggest_needs_no_seat(homes: dict[str, Cli]) -> None:
    """The key says whose hand it is; before the cards are open nothing is proposed."""
    homes["north"].ok("new", FILE, "--sealed", "--as", "north")
    homes["south"].ok("join", FILE)
    homes["south"].fails("owed", "suggest", FILE, "--player", "simple")
    homes["north"].fails("owed", "suggest", FILE, "--player", "simple")
    homes["north"].ok("continue", FILE)
    value = homes["south"].json("suggest", FILE, "--player", "simple")
    assert value["move"].startswith("south exchange ")
    homes["north"].fails("not-your-turn", "suggest", FILE, "--player", "simple")
