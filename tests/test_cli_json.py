"""The objects of `--json`: keys, kinds and values of every command."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cli import FIRST_ROW, Answer, Cli, has, over, two_deals
from helpers import EVEN, auction, cards, do, give, tricks
from randomplay import states

from bridgette import Seat

ACTED = "version ok file moves phase turn deal finished"
ROW = "number dealer contract declarer tricks points finished"
SHOW = (
    "version ok file game players rules deal phase turn awaited dealer up_card hand counts"
    " discards calls contract declarer trick last_trick barred tricks plays claim scores moves"
    " head winner resigned since"
)
ERROR = "code rule message file deal move text legal"
NOTHING = {"north": 0, "south": 0}


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


# Acting commands


def test_an_acting_command(cli: Cli) -> None:
    cli.give()
    assert has(cli.json("bid", "./g.yaml", "1S", "--say", "hi"), ACTED) == {
        "version": 1,
        "ok": True,
        "file": "./g.yaml",
        "moves": ["north bid 1S"],
        "phase": "auction",
        "turn": "south",
        "deal": 1,
        "finished": [],
    }


def test_a_command_that_ends_a_deal(cli: Cli) -> None:
    cli.put(auction(give(*EVEN), "north 4S double pass"))
    cli.ok("claim", "g.yaml", 3)
    value = has(cli.json("accept", "g.yaml"), ACTED)
    assert value["finished"] == [FIRST_ROW]
    assert (value["phase"], value["turn"], value["deal"]) == ("exchange", "north", 2)
    value = cli.json("resign", "g.yaml")
    assert (value["phase"], value["turn"], value["deal"]) == ("over", None, 2)
    (row,) = value["finished"]
    assert (row["number"], row["points"], row["contract"]) == (2, NOTHING, None)


def test_apply_over_several_deals_ends(cli: Cli) -> None:
    cli.give()
    first = cli.json("apply", "g.yaml", stdin="pass\npass\n")
    assert [has(row, ROW)["number"] for row in first["finished"]] == [1]
    assert first["finished"][0] == {
        "number": 1,
        "dealer": "north",
        "contract": None,
        "declarer": None,
        "tricks": NOTHING,
        "points": NOTHING,
        "finished": True,
    }
    cli.put(two_deals())
    assert cli.json("deal", "g.yaml")["finished"] == []


def test_new_deal_apply_and_undo(cli: Cli) -> None:
    value = has(cli.json("new", "g.yaml", "--dealer", "north"), ACTED)
    assert value | {"moves": [], "phase": "exchange", "turn": "south", "deal": 1} == value
    cli.put(two_deals(), "h.yaml")
    value = has(cli.json("deal", "h.yaml"), ACTED)
    assert value | {"moves": [], "phase": "exchange", "turn": "south", "deal": 3} == value
    cli.give()
    value = has(cli.json("apply", "g.yaml", stdin="bid 1S -- ha\npass"), ACTED)
    assert value["moves"] == ["north bid 1S", "south pass"]
    assert value["turn"] == "south"
    value = has(cli.json("undo", "g.yaml", 2), ACTED)
    assert value["undone"] == ["north bid 1S", "south pass"]
    assert value["moves"] == []


# legal


def test_legal_in_each_phase(cli: Cli) -> None:
    cli.ok("new", "g.yaml", "--seed", "demo", "--dealer", "north")
    held = sorted(card.text for card in cli.game().current.hand(Seat.SOUTH))
    value = cli.json("legal", "g.yaml", "--as", "south")
    assert (value["turn"], value["phase"], value["discard"]) == ("south", "exchange", 2)
    assert sorted(value["from"]) == held
    assert len(held) == 15
    assert "moves" not in value
    assert value["also"] == ["south resign"]

    game = cli.give()
    value = cli.json("legal", "g.yaml", "--as", "north")
    assert value["moves"] == sorted(move.text for move in game.legal_moves())
    assert value["moves"][0] == "north bid 0NT"
    assert value["moves"][-1] == "north pass"
    assert value["also"] == ["north resign"]

    cli.put(tricks(auction(game, "north 1NT pass"), "south 9S KS"))
    value = cli.json("legal", "g.yaml", "--all")
    assert set(value) == {"version", "ok", "turn", "phase", "moves", "also"}
    assert value["also"] == ["north claim 0-12", "north resign"]
    assert value["moves"] == sorted(value["moves"])
    assert len(value["moves"]) == 12

    cli.ok("claim", "g.yaml", 3)
    value = cli.json("legal", "g.yaml", "--as", "south")
    assert value["moves"] == ["south accept", "south decline"]
    assert value["phase"] == "play"
    assert value["also"] == ["south resign"]
    cli.ok("decline", "g.yaml")
    assert cli.json("legal", "g.yaml", "--all")["also"] == ["north resign"]
    cli.ok("play", "g.yaml", "AC")
    assert cli.json("legal", "g.yaml", "--all")["also"] == ["south resign"]


def test_legal_when_nobody_is_on_turn(cli: Cli) -> None:
    cli.put(two_deals(), "between.yaml")
    cli.put(do(give(*EVEN), "north resign"), "over.yaml")
    for phase in ("between", "over"):
        for option in (["--as", "north"], ["--as", "south"], ["--all"]):
            value = cli.json("legal", f"{phase}.yaml", *option)
            assert value | {"turn": None, "phase": phase, "moves": [], "also": []} == value


# show


def test_show_has_all_its_keys_in_every_state(cli: Cli) -> None:
    for place, (game, _) in enumerate(states(5, deals=3)):
        if place % 9:
            continue
        cli.put(game)
        for option in (["--as", "north"], ["--as", "south"], ["--all"], []):
            value = has(cli.json("show", "g.yaml", *option), SHOW)
            assert set(value["counts"]) == {"north", "south"}
            cards_of = [value["hand"], value["discards"]]
            if not option:
                assert cards_of == [None, None]
            elif option == ["--all"]:
                assert [set(both) for both in cards_of] == [{"north", "south"}] * 2
            else:
                assert [type(some) for some in cards_of] == [list, list]
                assert len(value["hand"]) == value["counts"][option[1]]


def test_show_in_the_exchange(cli: Cli) -> None:
    cli.ok("new", "g.yaml", "--seed", "demo", "--dealer", "north", "--id", "a", "--north", "Ann")
    hand = cli.game().current.hand(Seat.SOUTH)
    cli.ok("exchange", "g.yaml", *hand[:2])
    value = cli.json("show", "g.yaml", "--as", "south")
    assert value["game"] == "a"
    assert value["players"] == {"north": "Ann", "south": "South"}
    assert value["rules"] == {
        "up_card": "stock",
        "opening_jump": "no",
        "passed_out": "counts",
        "bonus": "multiplied",
    }
    assert value["up_card"] == str((cli.game().current.deck or ())[26])
    assert set(value["hand"]) == {card.text for card in hand[2:]}
    assert value["discards"] == [card.text for card in hand[:2]]
    assert cli.json("show", "g.yaml", "--as", "north")["discards"] == []
    assert cli.json("show", "g.yaml", "--all")["discards"]["south"] == value["discards"]
    assert (value["turn"], value["awaited"], value["phase"]) == ("north", "discard", "exchange")
    assert value["counts"]["south"] == 13
    assert value["counts"]["north"] in (17, 21, 25)
    (since,) = cli.json("show", "g.yaml", "--as", "north")["since"]
    assert since.startswith("south exchange")
    assert not re.search("[2-9TJQKA][CDHS]", since)


def test_show_in_the_play(cli: Cli) -> None:
    game = auction(give("S:AK H:AKQ D:AKQ C:AKQJ Little", EVEN[1]), "north 1NT double pass")
    cli.put(do(tricks(game, "south 9S Little"), "south play 9H"))
    value = cli.json("show", "g.yaml", "--as", "north")
    assert value["calls"] == [["north", "1NT"], ["south", "double"], ["north", "pass"]]
    assert (value["contract"], value["declarer"]) == ("1NTX", "north")
    assert value["last_trick"] == [["south", "9S"], ["north", "Little"]]
    assert value["trick"] == [["south", "9H"]]
    assert value["plays"] == [value["last_trick"], value["trick"]]
    assert value["tricks"] == {"north": 0, "south": 1}
    assert value["since"] == ["south play 9H"]
    assert (value["up_card"], value["claim"], value["winner"]) == (None, None, None)
    assert value["moves"] == game.move_count
    assert sorted(value["hand"]) == sorted(card.text for card in cards("S:AK H:AKQ D:AKQ C:AKQJ"))
    cli.ok("undo", "g.yaml")
    assert cli.json("show", "g.yaml")["barred"] in ("S", "spades")
    cli.ok("claim", "g.yaml", 5)
    value = cli.json("show", "g.yaml")
    assert (value["awaited"], value["turn"]) == ("answer", "north")
    assert value["claim"] == {"seat": "south", "tricks": 5}


def test_show_at_the_end(cli: Cli) -> None:
    cli.put(over())
    value = cli.json("show", "g.yaml", "--as", "south")
    assert (value["phase"], value["turn"], value["awaited"]) == ("over", None, None)
    assert (value["winner"], value["resigned"]) == ("south", "north")
    assert value["scores"] == {"north": 3000, "south": 0}


# Everything


def test_every_reading_command_gives_one_object_a_line_with_ok(cli: Cli) -> None:
    cli.put(tricks(auction(give(*EVEN), "north 1NT pass"), "south 9S KS"))
    for words in ("show", "log", "status", "score", "verify", "replay", "legal --all"):
        command, *more = words.split()
        answer = cli.ok(command, "g.yaml", *more, "--json")
        assert len(answer.rows) == (4 if command == "replay" else 1)
        assert all(row["ok"] is True and row["version"] == 1 for row in answer.rows)
        assert ": " not in re.sub('"(message|note)":"[^"]*"', "", answer.out)  # compact
        assert answer.out.isascii()
    assert cli.json("rules", "R20")["ok"] is True
    assert cli.json("rules")["ok"] is True
    cli.ok("new", "h.yaml", "--dealer", "north")
    assert cli.json("exchange", "h.yaml")["ok"] is True


def test_heads_are_equal_for_equal_states_and_stable_against_remarks(cli: Cli) -> None:
    def head(words: str = "", command: str = "status") -> str:
        game = cli.give()
        game.header = game.header._replace(note=words, event=words)
        cli.put(game)
        cli.ok("bid", "g.yaml", "1S", "--say", words)
        return str(cli.json(command, "g.yaml")["head"])

    plain = head()
    assert plain == head("hello") == head(command="show") == head("hm", "show")
    cli.ok("pass", "g.yaml")
    assert cli.json("status", "g.yaml")["head"] != plain
    cli.ok("undo", "g.yaml")
    assert cli.json("status", "g.yaml")["head"] == plain


def error_of(answer: Answer) -> dict[str, Any]:
    value = answer.value
    assert set(value) >= {"version", "ok", "error"}
    assert value["ok"] is False
    return has(value["error"], ERROR)


def test_a_failure_is_one_object(cli: Cli) -> None:
    cli.put(auction(give(*EVEN), "north 1NT pass"))
    error = error_of(cli("play", "g.yaml", "AS", "--json"))
    legal = [f"south play {card.text}" for card in cards(EVEN[1])]
    assert sorted(error.pop("legal")) == sorted(legal)
    assert isinstance(error.pop("message"), str)
    assert error | {
        "code": "not-held",
        "file": "g.yaml",
        "deal": 1,
        "move": 3,
        "text": "south play AS",
    } == error  # fmt: skip
    error = error_of(cli("claim", "g.yaml", "14", "--json"))
    assert (error["code"], error["rule"]) == ("claim-range", "R28")
    for words in ("show gone.yaml", "show .", "show g.yaml --as Eve", "show", "show a b", "sing"):
        error = error_of(cli(*words.split(), "--json"))
        assert error["code"] in ("not-found", "unreadable", "usage"), words
        assert error["legal"] == []
    assert error_of(cli("--json", "show", "g.yaml"))["code"] == "usage"


def test_a_word_that_only_looks_like_the_option(cli: Cli) -> None:
    """`--json` behind `--` or as a value asks for nothing."""
    for words in (["show", "--", "--json"], ["show", "gone.yaml", "--as", "--json"]):
        answer = cli(*words)
        assert answer.out == ""
        assert answer.err.startswith("Error: ")
