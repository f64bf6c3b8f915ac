"""`analyse`: what each play cost, best contracts, open deals; the late plays by plain minimax."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from cli import ROOT, Cli, has, over, two_deals
from helpers import EVEN, auction, do, give, pass_out
from minimax import Minimax
from randomplay import finished

from bridgette import CardPlay, Game, Seat
from bridgette.cards import bits_of
from bridgette.render.study import study_value
from bridgette.savefile import dumps
from bridgette.solver import Objective
from bridgette.solver.study import study_of

KEYS = (
    "version ok file deal objective contract declarer value plays costs best_contracts now"
    " claim".split()
)
LATE = 6  # plays that minimax can follow to the end


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def hearts_and_spades() -> Game:
    """North declares 1S; two tricks are played, north is to lead to the third."""
    game = auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 1S pass")
    return do(game, "south play AH", "north play 2H", "south play KH", "north play 3S")


@pytest.mark.parametrize("objective", list(Objective))
def test_costs_are_those_of_plain_minimax(objective: Objective) -> None:
    looked = 0
    for seed in range(6):
        game = finished(seed, deals=1)
        deal = game.deals[0]
        if deal.contract is None or deal.play is None or len(deal.play.plays) < 26:
            continue
        study = study_of(deal, objective)
        assert len(study.plays) == 26
        hands = [bits_of(deal.entry(seat)) for seat in Seat]
        play = CardPlay(hands, deal.contract.denomination, deal.contract.declarer.other)
        plain = Minimax(deal.contract, bonus=deal.rules.bonus, tricks=objective is Objective.TRICKS)
        for place, judged in enumerate(study.plays):
            assert deal.moves[judged.move - 1] is judged.play
            if place >= 26 - LATE:
                values = plain.values(play)
                best = (max if play.turn is deal.contract.declarer else min)(values.values())
                assert judged.value == values[judged.play.card]
                assert judged.cost == abs(best - judged.value)
                assert set(judged.best) == {card for card in values if values[card] == best}
            play.apply(judged.play)
        for one, two in zip(study.plays, study.plays[1:], strict=False):
            assert two.cost == abs(two.value - one.value)
        north, south = deal.points
        points = north - south if deal.contract.declarer is Seat.NORTH else south - north
        made = deal.tricks[deal.contract.declarer]
        assert study.plays[-1].value == (made if objective is Objective.TRICKS else points)
        looked += 1
    assert looked >= 2


def test_json_has_a_line_a_finished_deal(cli: Cli) -> None:
    game = two_deals()
    pass_out(game)
    cli.put(game)
    rows = cli.ok("analyse", "g.yaml", "--json").rows
    assert [row["deal"] for row in rows] == [1, 2, 3]
    for row in rows:
        assert list(row) == KEYS
        assert row["file"] == "g.yaml"
        assert row["objective"] == "points"
        assert row["now"] is None
        assert row["costs"] == {"north": 0, "south": 0}
    assert (rows[0]["contract"], rows[0]["declarer"]) == ("4SX", "north")
    assert rows[0]["plays"] == []  # claimed at once
    assert isinstance(rows[0]["value"], int)
    assert rows[0]["best_contracts"]["north"]["value"] > 0
    assert (rows[2]["contract"], rows[2]["declarer"], rows[2]["value"]) == (None, None, None)
    assert [row["deal"] for row in cli.ok("analyse", "g.yaml", "--json", "--deal", 2).rows] == [2]


def test_a_game_of_the_examples(cli: Cli) -> None:
    (cli.folder / "e.yaml").write_bytes((ROOT / "examples" / "everything.yaml").read_bytes())
    row = cli.ok("analyse", "e.yaml", "--json", "--deal", 1).value
    assert (row["value"], row["costs"]) == (750, {"north": 500, "south": 250})
    assert row["plays"][0]["move"] == 8
    assert row["plays"][0]["text"] == "north play QH"
    assert row["plays"][0]["cost"] == 250
    assert row["plays"][0]["best"] == sorted(row["plays"][0]["best"])
    assert row["best_contracts"] == {"north": None, "south": {"contract": "4S", "value": 750}}
    text = cli.ok("analyse", "e.yaml", "--deal", 1).out
    assert "Ann plays Q♥" in text
    assert "Cost in points: Ann 500, Bob 250" in text
    assert "Best contracts: Ann none, Bob 4♠ (750)" in text
    text = cli.ok("analyse", "e.yaml", "--deal", 1, "--tricks", "--ascii").out
    assert "Cost in tricks:" in text
    row = cli.ok("analyse", "e.yaml", "--json", "--deal", 1, "--tricks").value
    assert row["objective"] == "tricks"
    assert 0 <= row["value"] <= 13
    assert row["plays"][-1]["value"] == 10


def test_open_deals_are_looked_into_with_all_only(cli: Cli) -> None:
    cli.put(hearts_and_spades())
    assert cli.ok("analyse", "g.yaml", "--json").rows == []
    assert "No deal is finished yet" in cli.ok("analyse", "g.yaml").out
    cli.fails("usage", "analyse", "g.yaml", "--deal", 1)
    row = cli.ok("analyse", "g.yaml", "--all", "--json").value
    now = has(row["now"], "turn value moves")
    assert now["turn"] == "north"
    assert [move["text"] for move in now["moves"]] == sorted(move["text"] for move in now["moves"])
    assert {move["text"] for move in now["moves"]} == {f"north play {c}S" for c in "AKQJT987654"}
    assert now["value"] == max(move["value"] for move in now["moves"])
    assert "Now North (north)" not in cli.ok("analyse", "g.yaml", "--all").out
    assert "Now North is on turn" in cli.ok("analyse", "g.yaml", "--all").out
    cli.ok("claim", "g.yaml", 11)
    row = cli.ok("analyse", "g.yaml", "--all", "--json").value
    assert row["now"] == {"turn": "south", "value": now["value"], "moves": []}


@pytest.mark.parametrize(
    ("claimed", "at_fault", "cost"),
    [
        ("north claim 11", "north claim 11", 0),  # all that are left, with the trumps for it
        ("north claim 4", "north claim 4", 7),
        ("north claim 0", "north claim 0", 11),
        ("south claim 13", "north accept", 12),  # at the first lead
    ],
)
def test_an_accepted_claim_has_a_cost(cli: Cli, claimed: str, at_fault: str, cost: int) -> None:
    """North takes twelve tricks with best play: a worse claim costs who makes or accepts it."""
    cli.put(hearts_and_spades())
    if claimed.startswith("south"):
        cli.ok("undo", "g.yaml", 4)
    cli.ok("apply", "g.yaml", stdin=claimed)
    cli.ok("accept", "g.yaml")
    row = cli.ok("analyse", "g.yaml", "--json", "--tricks").value
    claim = has(row["claim"], "move text value cost")
    assert (claim["text"], claim["cost"]) == (at_fault, cost)
    assert claim["value"] == 12 - cost
    assert claim["move"] == len(cli.game().deals[0].moves) - (at_fault != "north accept")
    text = cli.ok("analyse", "g.yaml", "--tricks").out
    assert (f", and by the claim North {cost}" in text) == (cost > 0)


def test_deals_without_a_play_and_broken_off(cli: Cli) -> None:
    cli.put(over())
    assert [row["deal"] for row in cli.ok("analyse", "g.yaml", "--json").rows] == [1, 2]
    rows = cli.ok("analyse", "g.yaml", "--json", "--all").rows
    assert rows[2]["contract"] is rows[2]["now"] is None
    cli.ok("new", "h.yaml", "--seed", "demo")
    row = cli.ok("analyse", "h.yaml", "--json", "--all").value
    assert row["best_contracts"] == {"north": None, "south": None}
    assert "in the exchange" in cli.ok("analyse", "h.yaml", "--all").out
    cli.give(*EVEN)
    row = cli.ok("analyse", "g.yaml", "--json", "--all").value
    assert row["best_contracts"]["north"]["contract"]


def test_many_files_in_order_with_what_is_wrong(cli: Cli) -> None:
    cli.put(two_deals(), "a.yaml")
    (cli.folder / "b.yaml").write_text("bridgette: 9\n")
    cli.put(two_deals(), "c.yaml")
    answer = cli("analyse", ".", "--json")
    assert answer.code == 21
    assert [(row["ok"], row["file"]) for row in answer.rows] == [
        (True, "./a.yaml"), (True, "./a.yaml"), (False, "./b.yaml"),
        (True, "./c.yaml"), (True, "./c.yaml"),
    ]  # fmt: skip
    assert answer.rows[2]["error"]["code"] == "format-version"
    answer = cli("analyse", ".")
    assert answer.code == 21
    assert answer.err.startswith("Error: ")
    assert "Points lost" in answer.out
    cli.fails("not-found", "analyse", "gone.yaml")
    cli.fails("usage", "analyse", "a.yaml", "--deal", 3)
    cli.fails("usage", "analyse", "a.yaml", "--deal", 0)
    assert cli("analyse", ".", "--json", "--jobs", 2) == cli("analyse", ".", "--json")


def test_the_value_says_what_the_study_says() -> None:
    study = study_of(hearts_and_spades().current)
    value = study_value(study, "x")
    assert value["costs"] == {str(seat): study.cost(seat) for seat in Seat}
    assert [play["cost"] for play in value["plays"]] == [0, 0, 0, 0]


def test_an_interruption_leaves_what_was_found(cli: Cli) -> None:
    text = dumps(finished(1, deals=2))
    for place in range(300):
        (cli.folder / f"{place}.yaml").write_text(text)
    with cli.begun("analyse", ".", PYTHONUNBUFFERED="1") as command:
        assert command.stdout is not None
        assert command.stdout.readline()
        command.send_signal(signal.SIGINT)
        out, errors = command.communicate(timeout=60)
    assert command.returncode == 130
    assert b"Points lost" in out
    assert b"Interrupted" in errors
    assert b"Traceback" not in errors
