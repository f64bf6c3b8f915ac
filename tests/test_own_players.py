"""Players of one's own: a class in the user's file, that may fail in every way."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli import Cli, environment

from bridgette import Phase

OWN = """
class Own:
    def choose(self, view, rng, budget):
        from bridgette import Exchange
        deal = view.game.current
        if deal.auction is None:
            return Exchange(view.seat, view.hand(view.seat)[:deal.exchange.draws(view.seat)])
        return view.legal_moves()[0]

class Breaks(Own):
    def choose(self, view, rng, budget):
        return 1 / 0

class Nothing(Own):
    def choose(self, view, rng, budget):
        return None

class Cheats(Own):
    def choose(self, view, rng, budget):
        from bridgette import Pass
        return Pass(view.seat.other)

class Bids(Own):
    def choose(self, view, rng, budget):
        auction = view.game.current.auction
        if auction is not None and auction.bid is None:
            return next(move for move in view.legal_moves() if move.word == "bid")
        return super().choose(view, rng, budget)

class PlaysWrong(Own):
    def choose(self, view, rng, budget):
        from bridgette import Play
        from bridgette.cards import DECK
        held = view.hand(view.seat)
        return Play(view.seat, next(card for card in DECK if card not in held))

class Untold(Exception):
    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __str__

class FailsUntold(Own):
    def choose(self, view, rng, budget):
        raise Untold

class GivesUntold(Own):
    def choose(self, view, rng, budget):
        return Untold()

class Stops(Own):
    def choose(self, view, rng, budget):
        raise GeneratorExit

class Exits(Own):
    def choose(self, view, rng, budget):
        raise SystemExit(3)

class Remarks(Own):
    remark = "there you are"

    def choose(self, view, rng, budget):
        move = super().choose(view, rng, budget)
        copy = type(move).__new__(type(move))
        copy.__setstate__(move.__getstate__() | {"remark": self.remark})
        return copy

class RemarksLong(Remarks):
    remark = "z" * 900

class Talks(Remarks):
    def choose(self, view, rng, budget):
        print("I think so")
        return super().choose(view, rng, budget)

class ClaimsFloats(Own):
    def choose(self, view, rng, budget):
        from bridgette import Claim
        if view.game.current.claimable:
            return Claim(view.seat, 2.0)
        return super().choose(view, rng, budget)

class OwnPass(Own):
    def choose(self, view, rng, budget):
        from bridgette import Pass
        kind = type("MyPass", (Pass,), {})
        auction = view.game.current.auction
        calling = auction is not None and auction.turn is not None
        return kind(view.seat) if calling else super().choose(view, rng, budget)

class FailsLate(Own):
    count = 0

    def choose(self, view, rng, budget):
        FailsLate.count += 1
        return super().choose(view, rng, budget) if FailsLate.count < 300 else None

class Advises(Own):
    def advise(self, view, rng, budget):
        from bridgette.players.player import Advice
        return Advice(self.choose(view, rng, budget), 120, 0.5, "it\\nsays so")

class AdvisesNothing(Own):
    def advise(self, view, rng, budget):
        return self.choose(view, rng, budget)

class AdvisesNan(Own):
    def advise(self, view, rng, budget):
        from bridgette.players.player import Advice
        return Advice(self.choose(view, rng, budget), float("nan"))

class AdvisesText(Own):
    def advise(self, view, rng, budget):
        from bridgette.players.player import Advice
        return Advice(self.choose(view, rng, budget), making="good")
"""


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    (tmp_path / "mine.py").write_text(OWN)
    return Cli(tmp_path)


def new(cli: Cli) -> None:
    cli.ok(
        "new", "g.yaml", "--north", "Ann", "--south", "Bob", "--dealer", "north", "--seed", "tea"
    )


def test_a_player_of_ones_own(cli: Cli) -> None:
    new(cli)
    before = cli.files()
    for kind, code in (
        ("Breaks", "usage"),
        ("Nothing", "usage"),
        ("Exits", "usage"),
        ("FailsUntold", "usage"),
        ("GivesUntold", "usage"),
        ("Stops", "usage"),
        ("RemarksLong", "usage"),
        ("Cheats", "wrong-phase"),
    ):
        for command in ("auto", "suggest"):
            error = cli.fails(code, command, "g.yaml", "--as", "south", "--player", f"mine:{kind}")
            assert f"mine:{kind}" in error["message"]
        words = ["--games", 2, "--south", "simple", "--north"]
        error = cli.fails(code, "simulate", *words, f"mine:{kind}")
        assert f"mine:{kind}" in error["message"]
    error = cli.fails("usage", "auto", "g.yaml", "--player", "mine:Gone")
    assert str(cli.folder / "mine.py") in error["message"]
    cli.fails("usage", "auto", "g.yaml", "--player", "nobody")
    assert cli.files() == before
    cli.ok("auto", "g.yaml", "--player", "mine:Own")
    answer = cli.process("suggest", "g.yaml", "--all", "--player", "mine:Own", "--json")
    assert json.loads(answer.out)["player"] == "mine:Own"


def test_what_a_player_gives_is_read_as_from_a_file(cli: Cli) -> None:
    """Else a game could be saved that no command reads again."""
    words = ["simulate", "--games", 2, "--south", "random", "--north"]
    error = cli.fails("usage", *words, "mine:ClaimsFloats")
    assert "claim 2.0, which no file can hold" in error["message"]
    assert error["message"].startswith("In game 1a the player")
    assert (error["deal"], error["move"] > 4) == (1, True)
    for kind in ("OwnPass", "Remarks"):
        cli.ok(*words, f"mine:{kind}", "--save", kind)
        assert "2 of 2 records hold." in cli.ok("verify", kind).out
    long = "m" * 80
    (cli.folder / f"{long}.py").write_text(OWN)
    cli.ok("simulate", "--games", 2, "--north", f"{long}:Own", "--south", f"{long}:Remarks",
           "--save", "long")  # fmt: skip
    assert "2 of 2 records hold." in cli.ok("verify", "long").out


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_player_prints_is_no_answer(cli: Cli, jobs: int) -> None:
    answer = cli.process("simulate", "--games", "4", "--north", "mine:Talks", "--south", "random",
                         "--json", "--jobs", str(jobs))  # fmt: skip
    assert json.loads(answer.out)["games"] == 4
    assert "I think so" in answer.err
    new(cli)
    for command in ("suggest", "auto"):
        answer = cli.process(command, "g.yaml", "--as", "south", "--player", "mine:Talks", "--json")
        assert json.loads(answer.out)["ok"] is True


def test_games_before_a_failure_count(cli: Cli) -> None:
    words = ["simulate", "--games", "50", "--north", "mine:FailsLate", "--south", "random"]
    answer = cli.process(*words)
    assert answer.code == 2
    assert "mine:FailsLate – random · " in answer.out
    assert "Error: In game " in answer.err
    answer = cli.process(*words, "--json")
    results, error = map(json.loads, answer.out.splitlines())
    assert 0 < results["games"] < results["asked"] == 50
    assert (results["interrupted"], error["error"]["code"]) == (True, "usage")
    (cli.folder / "kept").mkdir()
    (cli.folder / "kept" / "game-000002b.yaml").symlink_to("nowhere")
    answer = cli("simulate", "--games", 6, "--north", "random", "--south", "random",
                 "--save", "kept")  # fmt: skip
    assert answer.code == 22
    assert answer.out.startswith("random 1 – random 2 · 2 games")


def test_advice_of_ones_own(cli: Cli) -> None:
    new(cli)
    words = ["suggest", "g.yaml", "--as", "south", "--player"]
    value = cli.json(*words, "mine:Advises")
    assert (value["expected"], value["making"], value["reason"]) == (120, 0.5, "it\nsays so")
    assert "Why: it\\u000asays so, expected score +120" in cli.ok(*words, "mine:Advises").out
    for kind, why in (("Nothing", "no Advice"), ("Nan", "no number"), ("Text", "no number")):
        error = cli.fails("usage", *words, f"mine:Advises{kind}")
        assert why in error["message"]


@pytest.mark.parametrize(
    "words",
    [
        ("suggest", "g.yaml", "--as", "south", "--json", "--player", "simple"),
        ("suggest", "g.yaml", "--as", "south", "--player", "mine:Own"),
        ("auto", "g.yaml", "--player", "expert", "--budget", "0"),
        ("simulate", "--games", "2", "--north", "mine:Own", "--south", "simple", "--jobs", "2"),
    ],
)
def test_a_module_beside_the_games_is_not_taken_for_ours(
    cli: Cli, tmp_path_factory: pytest.TempPathFactory, words: tuple[str, ...]
) -> None:
    """The folder may be shared with the opponent: only a player's own module is found there."""
    new(cli)
    for name in ("shlex", "json", "heapq", "secrets", "statistics", "yaml", "nacl", "bridgette"):
        (cli.folder / f"{name}.py").write_text("print('planted')\nraise SystemExit(9)\n")
    # As the installed command: python -m would itself look into the current folder first.
    script = tmp_path_factory.mktemp("bin") / "bridgette"
    script.write_text("from bridgette.__main__ import run\nrun()\n")
    done = subprocess.run([sys.executable, str(script), *words], cwd=cli.folder, env=environment(),
                          capture_output=True, text=True, timeout=60, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "planted" not in done.stdout


def test_auto_keeps_the_hand_to_itself(cli: Cli) -> None:
    """Not in JSON, and not where its player chooses what is not legal."""
    new(cli)
    value = cli.json("auto", "g.yaml", "--as", "south", "--player", "simple", "--dry-run")
    assert value["moves"] == ["south exchange ? ?"]
    error = cli.fails("wrong-phase", "auto", "g.yaml", "--as", "south", "--player", "mine:Cheats")
    assert error["legal"] == []
    while cli.game().phase is not Phase.PLAY:
        cli.ok("auto", "g.yaml", "--player", "mine:Bids")
    error = cli.fails("not-held", "auto", "g.yaml", "--player", "mine:PlaysWrong")
    assert error["legal"] == []
