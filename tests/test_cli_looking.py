"""The commands that only read: show, legal, status, log, score, replay, rules, verify, help."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest
from cli import Cli
from helpers import EVEN, auction, do, give, names, pass_out, score_deal, tricks
from randomplay import finished, states

from bridgette import Game, Header
from bridgette.render.text import card_text
from bridgette.savefile import dumps

ALL_COMMANDS = (
    "new exchange bid pass double redouble play deal claim accept decline resign apply undo"
    " show legal status log score replay rules verify"
).split()


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def exchanged() -> Game:
    """A game after both have exchanged; its moves are its own."""
    game = Game(Header("demo", "Ann", "Bob", seed="demo"))
    for play, move in states(7, deals=1, by_hands=False):
        if str(play.phase) == "exchange" and move is not None:
            if not game.deals:
                game.deal(play.current.deck, dealer=play.current.dealer)
            game.apply(move)
    return game


# show


def test_show_without_a_seat_has_public_facts_only(cli: Cli) -> None:
    cli.put(exchanged())
    out = cli.ok("show", "g.yaml").out
    game = cli.game()
    known = {card_text(game.current.exchange.up_card)} if game.current.exchange else set()
    assert set(re.findall(r"\b[2-9TJQKA][♣♦♥♠]", out)) == known
    assert not re.search("[♣♦♥♠] [2-9TJQKA]", out)
    assert re.search(r"bridgette show g\.yaml --as (north|south)\n$", out)


def test_show_as_a_seat_shows_that_hand_and_no_other(cli: Cli) -> None:
    cli.give()
    north, south = (cli.ok("show", "g.yaml", "--as", seat).out for seat in ("north", "south"))
    assert "A K Q J" in north
    assert "A K Q J" not in south
    assert "J T 9" in south
    assert "J T 9" not in north
    both = cli.ok("show", "g.yaml", "--all").out
    assert "A K Q J" in both
    assert "J T 9" in both
    assert cli.ok("show", "g.yaml", BRIDGETTE_SEAT="south").out.splitlines()[0] in south
    assert cli.ok("show", "g.yaml", "--all", BRIDGETTE_SEAT="south").out == both
    cli.fails("usage", "show", "g.yaml", "--as", "south", "--all")


def test_show_names_seats_by_word_and_name(cli: Cli) -> None:
    game = give(*EVEN)
    game.header = game.header._replace(north="Zoe\u0308", south="Bob")
    cli.put(game)
    shown = cli.ok("show", "g.yaml", "--as", "north").out
    for name in ("Zoë", "ZOË", "zoe\u0308", "NORTH"):
        assert cli.ok("show", "g.yaml", "--as", name).out == shown
    cli.fails("usage", "show", "g.yaml", "--as", "Zoe")


def test_show_tells_all_a_player_needs(cli: Cli) -> None:
    game = auction(give(*EVEN), "north 1NT pass")
    cli.put(tricks(game, "south 9S KS", "north AC 9C"))
    do(game, "north play KC -- mine")
    cli.put(game)
    text = cli.ok("show", "g.yaml", "--as", "south").text
    assert "1NT" in text
    assert "K♣" in text
    assert "A♣" in text
    assert "mine" in text
    assert "bridgette play g.yaml CARD" in text


def test_show_says_what_is_barred_and_why(cli: Cli) -> None:
    north = "S:AK H:AKQ D:AKQ C:AKQJ Little"
    game = auction(give(north, EVEN[1]), "north 1NT pass")
    cli.put(tricks(game, "south 9S Little"))
    text = cli.ok("show", "g.yaml", "--as", "south").text
    assert "R22" in text
    assert "spades" in text
    cli.fails("suit-barred", "play", "g.yaml", "TS")


def test_show_an_earlier_point(cli: Cli) -> None:
    game = score_deal(score_deal(Game(), "north", "1S", 7), "south", "1H", 9)
    cli.put(game)
    assert cli.json("show", "g.yaml", "--at", "1")["scores"] == {"north": 400, "south": 0}
    assert cli.json("show", "g.yaml", "--at", "2")["moves"] == game.move_count
    for move in range(5):
        value = cli.json("show", "g.yaml", "--at", f"1.{move}")
        assert (value["deal"], value["moves"]) == (1, move)
    assert cli.json("show", "g.yaml", "--at", "2.0")["moves"] == len(game.deals[0].moves)
    for wrong in ("0", "3", "1.5", "2.99", "x", "1.", ".1", "-1", "1.1.1", "", "1e0"):
        cli.fails("usage", "show", "g.yaml", "--at", wrong)


# legal


def test_legal_lists_every_move(cli: Cli) -> None:
    cli.put(auction(give(*EVEN), "north 1NT pass"))
    lines = cli.ok("legal", "g.yaml", "--as", "south").out.splitlines()
    assert {line.split()[1] for line in lines if line.startswith("play")} == names(EVEN[1])
    assert lines[-2:] == ["claim 0-13", "resign"]
    cli.fails("usage", "legal", "g.yaml")
    error = cli.fails("not-your-turn", "legal", "g.yaml", "--as", "north")
    assert error["legal"] == []
    assert cli.ok("legal", "g.yaml", "--all").out.splitlines() == lines
    assert cli.ok("legal", "g.yaml", BRIDGETTE_SEAT="south").out.splitlines() == lines


def test_legal_in_every_state_is_what_apply_takes(cli: Cli) -> None:
    for place, (game, move) in enumerate(states(4, deals=1)):
        if place % 4 or move is None or str(game.phase) == "exchange":
            continue
        cli.put(game)
        value = cli.json("legal", "g.yaml", "--as", move.seat)
        assert value["moves"] == sorted(legal.text for legal in game.legal_moves())
        lines = "\n".join(value["moves"][:1])
        cli.ok("apply", "g.yaml", "--dry-run", "--as", move.seat, stdin=lines)


# status


def test_status_says_whose_turn_it_is(cli: Cli) -> None:
    cli.give()
    cli.put(score_deal(Game(), "north", "1S", 7), "h.yml")
    (cli.folder / "notes.txt").write_text("no game")
    (cli.folder / ".hidden.yaml").write_text("no game")
    (cli.folder / "sub").mkdir()
    cli.put(cli.game(), "sub/deep.yaml")
    lines = cli.ok("status", ".", "--as", "north", COLUMNS="300").out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("*")
    assert "g.yaml" in lines[0]
    assert "h.yml" in lines[1]
    assert not lines[1].startswith("*")
    assert not cli.ok("status", "g.yaml", "--as", "south").out.startswith("*")
    for words in (["g.yaml"], ["h.yml", "g.yaml", "sub"]):
        assert len(cli.ok("status", *words, COLUMNS="300").out.splitlines()) == len(words)
    assert "400" in cli.ok("status", "h.yml").text


def test_status_says_how_old_the_last_change_is(cli: Cli) -> None:
    cli.give()
    for seconds, words in ((5, "just now"), (125, "2 minutes"), (90_000, "1 day"), (-99, "just")):
        stamp = time.time() - seconds
        os.utime(cli.folder / "g.yaml", (stamp, stamp))
        assert words in cli.ok("status", "g.yaml").text


@pytest.mark.parametrize(
    "name",
    [
        "g (conflicted copy 2026-01-02).yaml",
        "g (Ann's conflicted copy 2026-01-02).yaml",
        "g.sync-conflict-20260102-120000-ABCDEFG.yaml",
        "g (1).yaml",
    ],
)
def test_status_names_conflict_copies(cli: Cli, name: str) -> None:
    cli.give()
    cli.put(cli.game(), name)
    text = cli.ok("status", ".", COLUMNS="300").out
    (line,) = (line for line in text.splitlines() if "conflict copy" in line)
    assert name in line
    assert line.endswith("g.yaml")
    assert cli.ok("status", "g.yaml").text.count("conflict") == 0


def test_status_goes_on_after_a_bad_file(cli: Cli) -> None:
    cli.give()
    (cli.folder / "bad.yaml").write_text("")
    answer = cli("status", "gone.yaml", "bad.yaml", "g.yaml")
    assert answer.code == 20
    assert [line.split()[1] for line in answer.out.splitlines()[:2]] == ["gone.yaml", "bad.yaml"]
    assert "g.yaml" in answer.out.splitlines()[2]


# log, score, replay


def test_log_shows_discards_to_whom_they_belong(cli: Cli) -> None:
    game = exchanged()
    cli.put(game)
    own = {}
    for move in game.current.moves:
        own[str(move.seat)] = " ".join(map(card_text, move.cards))
    for seat in ("north", "south"):
        out = cli.ok("log", "g.yaml", "--as", seat, COLUMNS="300").out
        assert [own[who] in out for who in own] == [who == seat for who in own]
        assert own[seat] in cli.ok("log", "g.yaml", "--all", COLUMNS="300").out
        assert own[seat] not in cli.ok("log", "g.yaml", COLUMNS="300").out


def test_log_lists_deals_and_tricks(cli: Cli) -> None:
    game = auction(give(*EVEN), "north 1NT double pass")
    cli.put(do(tricks(game, "south 9S KS", "north AC 9C"), "north claim 11", "south decline"))
    text = cli.ok("log", "g.yaml").text
    for part in ("Deal 1", "Trick 1", "9♠", "Trick 2", "A♣", "claims 11", "declines"):
        assert part in text


def test_score_shows_how_points_are_made_up(cli: Cli) -> None:
    game = score_deal(Game(), "north", "4SX", 10)
    cli.put(pass_out(score_deal(game, "south", "1H", 5)))
    text = cli.ok("score", "g.yaml").text
    for part in ("4♠X", "750", "250", "400", "2800", "1♥", "2 down", "passed out", "3000"):
        assert part in text, part


def test_score_over_several_games_has_standings(cli: Cli) -> None:
    (cli.folder / "sub").mkdir()
    for number in range(3):
        cli.put(finished(number), f"sub/{number}.yaml")
    for words in (["sub"], ["sub/0.yaml", "sub/1.yaml", "sub/2.yaml"], ["sub/0.yaml", "sub"]):
        out = cli.ok("score", *words).out
        assert "Wins" in out
        assert out.count("Total") >= 3
    assert "Wins" not in cli.ok("score", "sub/0.yaml").out


def test_replay_goes_through_all_moves(cli: Cli) -> None:
    game = finished(3, deals=3, by_hands=False)
    cli.put(game)
    rows = cli.ok("replay", "g.yaml", "--all", "--json").rows
    assert [row["text"] for row in rows] == [m.text for deal in game.deals for m in deal.moves]
    second = cli.ok("replay", "g.yaml", "--all", "--json", "--deal", 2).rows
    assert second == [row for row in rows if row["deal"] == 2]
    assert [row["text"] for row in second] == [move.text for move in game.deals[1].moves]
    out = cli.ok("replay", "g.yaml", "--deal", 2).out
    assert "Deal 2" in out
    assert "Deal 1" not in out
    for wrong in ("0", "9", "x"):
        cli.fails("usage", "replay", "g.yaml", "--deal", wrong)


def test_replay_shows_a_seat_its_own_hand_only(cli: Cli) -> None:
    cli.put(auction(give(*EVEN), "north 1NT pass"))
    assert "AKQJ" in cli.ok("replay", "g.yaml", "--as", "north").out
    assert "AKQJ" not in cli.ok("replay", "g.yaml", "--as", "south").out
    assert "AKQJ" not in cli.ok("replay", "g.yaml").out
    assert "AKQJ" in cli.ok("replay", "g.yaml", "--all").out


# rules, verify


def test_rules(cli: Cli) -> None:
    everything = cli.ok("rules").out
    for number in range(1, 30):
        assert f"R{number} " in everything
        (line, *_) = cli.ok("rules", f"R{number}").out.splitlines()
        assert line.startswith(f"R{number} ")
    assert cli.ok("rules", "r20").out == cli.ok("rules", "R20").out
    found = cli.ok("rules", "colon").out
    assert "R20" in found
    assert "R27" not in found
    for house_rule in ("up_card", "opening_jump", "passed_out", "bonus"):
        assert house_rule in everything
    cli.fails("usage", "rules", "quidditch")
    cli.fails("usage", "rules", "R30")


def test_verify(cli: Cli) -> None:
    for name in ("a", "a/b", ".git", "a/.cache"):
        (cli.folder / name).mkdir()
    for name in ("z.yaml", "a/2.yml", "a/b/1.yaml", "a/b/3.YAML"):
        cli.put(finished(1), name)
    for name in (".git/x.yaml", "a/.cache/y.yaml", ".hidden.yaml", "a/notes.txt"):
        (cli.folder / name).write_text("no game")
    for jobs in ([], ["--jobs", "1"], ["--jobs", "2"]):
        answer = cli.ok("verify", ".", *jobs)
        lines = [line.split()[1] for line in answer.out.splitlines() if line.startswith("ok ")]
        assert lines == ["./a/2.yml", "./a/b/1.yaml", "./a/b/3.YAML", "./z.yaml"]
    assert cli.ok("verify", "z.yaml").out.count("\n") == 1


def test_verify_exits_with_the_first_failure(cli: Cli) -> None:
    good = dumps(give(*EVEN))
    (cli.folder / "good.yaml").write_text(good)
    (cli.folder / "bad.yaml").write_text("")
    (cli.folder / "later.yaml").write_text(good.replace("bridgette: 1", "bridgette: 9"))
    for jobs in ("1", "2"):
        for files, code in (
            ("good.yaml bad.yaml later.yaml", 20),
            ("later.yaml good.yaml bad.yaml", 21),
            ("gone.yaml later.yaml", 20),
            ("later.yaml", 21),
            ("good.yaml", 0),
        ):
            answer = cli("verify", *files.split(), "--jobs", jobs)
            assert answer.code == code
            rows = [line for line in answer.out.splitlines() if line.split()[1] in files]
            assert len(rows) == len(files.split())
    for wrong in ("0", "-1", "x"):
        cli.fails("usage", "verify", "good.yaml", "--jobs", wrong)


# help


def test_help(cli: Cli) -> None:
    bare = cli.ok()
    assert bare == cli.ok("--help") == cli.ok("-h")
    for command in ALL_COMMANDS:
        assert re.search(rf"^  {command} ", bare.out, re.MULTILINE), command
        own = cli.ok(command, "--help")
        assert own == cli.ok(command, "-h")
        assert f"bridgette {command}" in own.out
        assert "--json" in own.out
        assert "--ascii" in own.out
    assert re.fullmatch(r"bridgette \d+\.\d+\S*\n", cli.ok("--version").out)


def test_help_as_a_module(cli: Cli) -> None:
    answer = cli.process("-h")
    assert answer.code == 0
    assert answer.out.startswith("Usage: bridgette ")
    assert cli.process("--version").out == cli.ok("--version").out
    assert cli.process() == answer


def test_what_is_no_command(cli: Cli) -> None:
    for word in ("sing", "Show", "", "-x", "--wrong", "biid"):
        assert cli(word).code == 2
        assert cli(word).err.startswith("Error: ")
        assert cli(word, "--json").value["error"]["code"] == "usage"
    assert "bid" in cli("biid").err
    cli.give()
    assert "show g.yaml" in cli("g.yaml").err
