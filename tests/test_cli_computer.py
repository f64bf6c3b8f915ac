"""The commands in which programs play: suggest, auto, simulate."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from cli import ROOT, Cli, has, over
from helpers import EVEN, auction, do, give
from randomplay import states
from test_view import twin

from bridgette import Game, Header, Phase, Seat, parse_move, seeded_deck
from bridgette.players.match import Match
from bridgette.players.tally import Tally
from bridgette.render.contest import contest_lines


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def new(cli: Cli) -> None:
    cli.ok(
        "new", "g.yaml", "--north", "Ann", "--south", "Bob", "--dealer", "north", "--seed", "tea"
    )


# suggest


@pytest.mark.parametrize("player", ["random", "simple", "expert"])
def test_suggest_proposes_a_legal_move_and_changes_nothing(cli: Cli, player: str) -> None:
    new(cli)
    before = cli.files()
    for seat in ("south", "north"):
        words = ["g.yaml", "--as", seat, "--player", player, "--budget", "0.01"]
        value = has(
            cli.json("suggest", *words),
            "file deal phase turn player move expected making reason",
        )
        assert value["player"] == player
        assert value["turn"] == seat
        cli.game().check(parse_move(value["move"], strict=True))
        assert cli.files() == before
        cli.ok("apply", "g.yaml", stdin=value["move"])
        before = cli.files()


def test_suggest_says_why_and_what_to_type(cli: Cli) -> None:
    cli.put(auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 1S"))
    answer = cli.ok("suggest", "g.yaml", "--as", "south", "--budget", "0.05")
    assert answer.out.startswith("expert as South: ")
    assert "Why: expected score " in answer.text
    assert "bridgette bid g.yaml" in answer.text
    assert answer.out.endswith("--as south\n")
    assert "Why:" not in cli.ok("suggest", "g.yaml", "--all", "--player", "simple").out
    value = cli.json("suggest", "g.yaml", "--as", "south", "--budget", "0.05")
    assert isinstance(value["expected"], float)
    assert 0 <= value["making"] <= 1
    value = cli.json("suggest", "g.yaml", "--as", "south", "--player", "simple")
    assert value["expected"] is value["making"] is value["reason"] is None


@pytest.mark.parametrize(("claimed", "points"), [(0, 700), (7, -250)])
def test_an_accepted_claim_is_worth_what_it_scores(cli: Cli, claimed: int, points: int) -> None:
    """Ann is in 3S with four tricks: five down are 700 for Bob, eleven tricks 250 for her."""
    (cli.folder / "g.yaml").write_bytes((ROOT / "examples" / "everything.yaml").read_bytes())
    cli.ok("undo", "g.yaml", 16)
    cli.ok("claim", "g.yaml", claimed)
    value = cli.json("suggest", "g.yaml", "--as", "bob", "--budget", "0.2")
    assert (value["move"], value["expected"]) == ("south accept", points)


def test_suggest_is_for_the_seat_on_turn_only(cli: Cli) -> None:
    new(cli)
    cli.fails("usage", "suggest", "g.yaml")
    for seat, other in (("ann", "Bob (south)"), ("bob", "Ann (north)")):
        error = cli.fails("not-your-turn", "suggest", "g.yaml", "--as", seat, "--player", "simple")
        assert (error["legal"], error["message"]) == ([], f"It is the turn of {other}")
        cli.ok("auto", "g.yaml", "--player", "simple")
    cli.put(over())
    error = cli.fails("game-over", "suggest", "g.yaml", "--as", "north")
    assert error["text"] is None  # nobody has made a move


def test_suggest_does_not_depend_on_hidden_cards(cli: Cli) -> None:
    """Two games alike to a seat get the same answer, letter by letter."""
    chance = random.Random(3)
    looked = 0
    for seed in range(12):
        for game, move in states(seed, deals=1):
            if move is None or chance.random() > 0.1 or game.turn is None:
                continue
            seat = game.turn
            said = []
            for one in (game, twin(game, seat, chance)):
                cli.put(one)
                words = ["suggest", "g.yaml", "--as", seat, "--player", "simple"]
                said += [cli(*words), cli(*words, "--json")]
            assert said[:2] == said[2:]
            looked += 1
    assert looked > 15


# auto


def test_auto_moves_until_the_other_is_on_turn(cli: Cli) -> None:
    cli.put(auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 1S pass"))
    cli.ok("play", "g.yaml", "AH", "--as", "south")
    value = cli.json("auto", "g.yaml", "--as", "north", "--player", "simple")
    assert value["moves"][0] == "north play 2H"
    assert {move.split()[0] for move in value["moves"]} == {"north"}
    assert value["turn"] == "south"
    assert cli.game().turn is Seat.SOUTH


def test_a_whole_game_by_one_file(cli: Cli) -> None:
    """A person (here another program, by its suggestions) against the computer."""
    new(cli)
    while cli.game().phase is not Phase.OVER:
        if cli.game().turn is Seat.SOUTH:
            words = ["g.yaml", "--as", "bob", "--player", "simple"]
            cli.ok("apply", "g.yaml", stdin=cli.json("suggest", *words)["move"])
        else:
            cli.ok("auto", "g.yaml", "--as", "ann", "--player", "expert", "--budget", "0.001")
    assert cli.ok("verify", "g.yaml").out.startswith("ok")


def test_auto_never_shows_the_computers_cards(cli: Cli) -> None:
    new(cli)
    cli.ok("auto", "g.yaml", "--as", "south", "--player", "simple")
    said = cli.terminal("auto", "g.yaml", "--as", "north", "--player", "simple").out
    assert "Ann discards 4 cards." in said
    assert "hand" not in said
    assert len(said.splitlines()) < 4


def test_auto_goes_the_way_of_every_acting_command(cli: Cli) -> None:
    new(cli)
    before = cli.files()
    words = ["auto", "g.yaml", "--player", "simple"]
    head = cli.json("status", "g.yaml")["head"]
    assert cli.json(*words, "--dry-run")["dry_run"] is True
    assert cli.files() == before
    cli.fails("changed", *words, "--expect", "0" * 12)
    cli.fails("not-your-turn", *words, "--as", "north")
    cli.fails("usage", *words, "--as", "carl")
    cli.fails("usage", *words, "--as", "south", "--all")
    cli.fails("not-found", "auto", "gone.yaml")
    value = has(cli.json(*words, "--expect", head), "file moves phase turn deal finished")
    assert [move.split()[:2] for move in value["moves"]] == [["south", "exchange"]]
    cli.put(over())
    cli.fails("game-over", *words)
    cli.put(auction(give(*EVEN), "north pass pass"))
    cli.fails("wrong-phase", *words)


def test_auto_deals_on_and_tells_how_a_deal_ended(cli: Cli) -> None:
    game = auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 7S pass")
    cli.put(do(game, "south play AH"))
    for _ in range(40):
        turn = cli.game().turn
        value = cli.json("auto", "g.yaml", "--as", turn, "--player", "simple")
        if value["finished"]:
            break
    assert value["deal"] == 2
    assert value["finished"][0]["contract"] == "7S"


# simulate


def simulated(cli: Cli, *more: object) -> dict[str, Any]:
    words = ["--games", 4, "--north", "simple", "--south", "random"]
    return cli.json("simulate", *words, *more)


def test_simulate_counts_games_from_both_seats(cli: Cli) -> None:
    value = has(
        simulated(cli),
        "north south seed duplicate budget games asked interrupted wins draws win_share difference"
        " points deals passed_out moves declared made contracts overtricks colons",
    )
    assert (value["north"], value["south"]) == ("simple", "random")
    assert value["games"] == value["asked"] == 4
    assert value["wins"]["north"] + value["wins"]["south"] + value["draws"] == 4
    share = value["win_share"]["north"]
    assert share["low"] <= share["value"] <= share["high"]
    played = sum(contract["played"] for contract in value["contracts"].values())
    assert played + value["passed_out"] == value["deals"]
    assert sum(value["overtricks"].values()) == played
    difference = value["points"]["north"] - value["points"]["south"]
    assert value["difference"]["value"] == pytest.approx(difference, abs=0.01)
    assert set(value["colons"]) == {"Grand", "Royal", "Little"}


def test_simulate_gives_the_same_for_the_same_seed(cli: Cli) -> None:
    first = simulated(cli)
    assert simulated(cli) == first
    assert simulated(cli, "--jobs", 2) == first
    assert simulated(cli, "--seed", "other") != first


def test_simulate_prints_a_table_with_intervals(cli: Cli) -> None:
    words = ["--games", 4, "--north", "simple", "--south", "random"]
    text = cli.ok("simulate", *words).out
    assert text.startswith("simple – random · 4 games, each deck from both seats")
    assert "simple is ahead by" in text
    assert "95 % interval" in text
    text = cli.ok("simulate", *words, "--no-duplicate").out
    assert "decks not shared" in text
    text = cli.ok("simulate", "--games", 1, "--north", "random", "--south", "random",
                  "--no-duplicate").out  # fmt: skip
    assert "random 1 – random 2 · 1 game," in text


def test_duplicate_games_are_even(cli: Cli) -> None:
    cli.fails("usage", "simulate", "--games", 3, "--north", "simple", "--south", "random")
    cli.fails("usage", "simulate", "--games", 0, "--north", "simple", "--south", "random")
    cli.fails("usage", "simulate", "--games", 2, "--north", "simple", "--south", "random",
              "--seed", "two\nlines")  # fmt: skip
    for budget in ("-1", "nan", "inf", "x"):
        cli.fails("usage", "simulate", "--games", 2, "--north", "simple", "--south", "random",
                  "--budget", budget)  # fmt: skip


def test_simulate_saves_game_files(cli: Cli) -> None:
    simulated(cli, "--save", "games/kept")
    names = sorted(os.listdir(cli.folder / "games" / "kept"))
    assert names == [f"game-00000{n}{side}.yaml" for n in (1, 2) for side in "ab"]
    assert "4 of 4 records hold." in cli.ok("verify", "games").out
    one, other = (cli.game(f"games/kept/game-000001{side}.yaml") for side in "ab")
    assert one.deals[0].deck == other.deals[0].deck
    assert one.header.north == other.header.south == "simple"
    again = cli("simulate", "--games", 2, "--north", "simple", "--south", "random",
                "--save", "games/kept")  # fmt: skip
    assert (again.code, again.out) == (22, "")  # told before anything is played
    cli.fails("usage", "simulate", "--games", 2, "--north", "simple", "--south", "random",
              "--save", "")  # fmt: skip
    (cli.folder / "file").write_text("")
    cli.fails("exists", "simulate", "--games", 2, "--north", "simple", "--south", "random",
              "--save", "file")  # fmt: skip


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interruption_gives_what_there_is(cli: Cli, jobs: str, form: list[str]) -> None:
    words = ["--games", "100000", "--north", "simple", "--south", "random", "--save", "kept"]
    with cli.begun("simulate", *words, "--jobs", jobs, *form) as command:
        while len(list(cli.folder.glob("kept/*.yaml"))) < 6:
            assert command.poll() is None
            time.sleep(0.01)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert command.returncode == 130
    assert b"Traceback" not in err
    if form:
        value = json.loads(out)
        assert value["interrupted"] is True
        assert 4 <= value["games"] < value["asked"] == 100000  # a pair may be saved and not counted
    else:
        assert b"simple is ahead" in out
        assert b"Interrupted: these are the results of" in err


@pytest.mark.parametrize("wide", [80, 45])
def test_a_progress_bar_on_a_terminal(cli: Cli, wide: int) -> None:
    """It counts games, and stays in its line; so do the tables."""
    words = ["simulate", "--games", "4", "--north", "simple", "--south", "random"]
    out = re.sub(r"\x1b\[[0-9?]*[A-Za-z]", "", cli.terminal(*words, wide=wide).out)
    assert "Playing" in out
    assert "4/4" in out
    assert max(len(line) for line in re.split("[\r\n]", out)) <= wide
    assert cli.process(*words).err == ""


def test_nothing_played_is_said_so() -> None:
    assert contest_lines(Match(("simple", "random")), Tally(), 80) == ["No game was finished."]


def test_a_game_of_hands_has_players_too(cli: Cli) -> None:
    game = Game(Header())
    game.deal(seeded_deck("x", 1), dealer=Seat.NORTH)
    cli.put(game)
    cli.ok("auto", "g.yaml", "--player", "random")
    cli.put(give(*EVEN))
    cli.ok("auto", "g.yaml", "--player", "expert", "--budget", "0")


def test_equal_players_keep_their_names(cli: Cli) -> None:
    """From whichever seat: the score of the saved games is that of the simulation."""
    words = ["--games", 8, "--north", "random", "--south", "random", "--save", "kept"]
    value = cli.json("simulate", *words)
    wins = dict.fromkeys(("random 1", "random 2"), 0)
    for file in sorted((cli.folder / "kept").glob("*.yaml")):
        game = cli.game(f"kept/{file.name}")
        if isinstance(game.winner, Seat):
            wins[game.header.name(game.winner)] += 1
    assert wins == {"random 1": value["wins"]["north"], "random 2": value["wins"]["south"]}
