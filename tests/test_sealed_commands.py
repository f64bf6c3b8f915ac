"""Sealed games at the command line: what is refused and how, what is printed, what is proved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sealed
from cli import EXIT_OF, ROOT, Cli, has
from helpers import EVEN, auction, give
from sealed import ANN, BOB, Record, begun, set_up, written
from sealeddesk import (
    BID,
    FOLLOWED,
    LED,
    NEW,
    NORTH,
    PASSED,
    SEATS,
    SOUTH,
    Desk,
    Step,
    desk_in,
    made,
    recorded,
    words_of,
)

from bridgette.savefile import dumps

BEGIN = [*NEW, "--id", "desk"]
ACTED = "version ok file moves phase turn deal finished"


@pytest.fixture
def steps() -> list[Step]:
    return recorded()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return desk_in(tmp_path, monkeypatch)


@pytest.fixture
def stranger(desk: Desk) -> Cli:
    """Somebody with a key of their own, who plays in other games."""
    cli = Cli(desk.games, BRIDGETTE_HOME=str(desk.games.parent / "stranger"))
    cli.ok("identity")
    return cli


# Refused.


def test_what_no_sealed_game_has(desk: Desk, steps: list[Step]) -> None:
    cli = desk.cli[NORTH]
    desk.put("deck", b"AS")
    for more in (
        ["--seed", "x"],
        ["--deck", "deck"],
        ["--deck", "gone"],
        ["--hands", "deck"],
        ["--rule", "passed_out=redeal"],
        ["--dealer", "south"],
    ):
        assert cli.fails("sealed-rule", *BEGIN, *more)["exit"] == 30
        cli.fails("sealed-rule", *BEGIN, *more, "--dry-run")
    assert desk.kept[NORTH].keys() <= {"identity"}
    cli.ok(*BEGIN, "--dealer", "north", "--rule", "bonus=flat", "--dry-run")
    for state in (steps[FOLLOWED].after, steps[-1].after):
        desk.state = state
        for words in (["undo"], ["undo", "2"], ["undo", "99", "--redeal"]):
            for seat in SEATS:
                error = desk.cli[seat].fails("sealed-rule", words[0], "g.yaml", *words[1:])
                assert error["exit"] == 30
    desk.state = steps[FOLLOWED].after
    older = desk.put("m.txt", steps[BID].after.data)
    assert desk.cli[NORTH]("receive", "g.yaml", older).code == 40
    desk.cli[NORTH].fails("sealed-rule", "receive", "g.yaml", older, "--takeback")
    assert desk.state == steps[FOLLOWED].after


def test_who_begins_says_which_seat(desk: Desk) -> None:
    cli, bare = desk.cli[NORTH], [word for word in BEGIN if word not in ("--as", "north")]
    bare = ["new", "g.yaml", "--sealed", "--north", "Ann", "--south", "Bob"]
    assert "--as" in cli.fails("usage", *bare)["message"]
    cli.fails("usage", *bare, "--all")
    cli.fails("usage", *bare, "--as", "Eve")
    cli.fails("usage", *bare, BRIDGETTE_SEAT="Eve")
    assert desk.kept[NORTH] == {}
    cli.ok(*bare, "--as", "bob")
    assert cli.json("status", "g.yaml")["sealed"] == {"awaited_from": "north", "key": "south"}
    assert cli.json("status", "g.yaml")["dealer"] == "south"
    desk.data = None
    cli.ok(*bare, BRIDGETTE_SEAT="south")
    assert cli.json("status", "g.yaml")["dealer"] == "south"


def test_acting_for_the_other_player(desk: Desk, steps: list[Step]) -> None:
    """There is no key for it; out of turn that is said first."""
    desk.state = steps[BID].after  # south is to call
    for more in (["--as", "south"], ["--as", "bob"], ["--all"]):
        assert "key" in desk.cli[NORTH].fails("sealed-rule", "pass", "g.yaml", *more)["message"]
    desk.cli[NORTH].fails("not-your-turn", "pass", "g.yaml")
    desk.cli[NORTH].fails("not-your-turn", "pass", "g.yaml", "--as", "north")
    desk.cli[SOUTH].fails("not-your-turn", "pass", "g.yaml", "--as", "north")
    lines = desk.put("moves", b"south pass\n")
    desk.cli[NORTH].fails("sealed-rule", "apply", "g.yaml", lines, "--as", "south")
    desk.cli[NORTH].fails("not-your-turn", "apply", "g.yaml", lines)
    assert desk.state == steps[BID].after


def test_a_stranger(desk: Desk, steps: list[Step], stranger: Cli) -> None:
    """Looks on as a bystander, and can do nothing."""
    nobody = Cli(desk.games, BRIDGETTE_HOME=str(desk.games.parent / "nobody"))
    desk.state = steps[BID].after
    for cli in (stranger, nobody):
        for words in ("pass", "bid 7NT", "resign", "continue", "accuse"):
            for more in ([], ["--as", "south"], ["--all"], ["--resume"])[
                :: 1 if words == "pass" else 3
            ]:
                cli.fails("sealed-rule", *words_of(words), *more)
        cli.fails("rejoin", "join", "g.yaml")
        for more in ([], ["--as", "south"], ["--all"]):
            shown = cli.json("show", "g.yaml", *more)
            assert shown["sealed"]["key"] is None
            assert shown["hand"] in (None, {"north": None, "south": None})
        cli.ok("verify", "g.yaml")
    assert desk.state == steps[BID].after


def test_joining_one_s_own_game(desk: Desk, steps: list[Step]) -> None:
    desk.state = steps[0].after
    for more in ([], ["--as", "south"], ["--resume"], ["--all"]):
        assert "own key" in desk.cli[NORTH].fails("sealed-rule", "join", "g.yaml", *more)["message"]
    assert desk.state == steps[0].after


def test_an_open_game_is_not_sealed(desk: Desk) -> None:
    desk.file.write_text(dumps(auction(give(*EVEN), "north 1S")))
    cli = desk.cli[NORTH]
    for words in (["join"], ["continue"], ["accuse"], ["accuse", "--resume", "--dry-run"]):
        error = cli.fails("sealed-rule", words[0], "g.yaml", *words[1:])
        assert "open game" in error["message"]
        assert error["file"] == "g.yaml"
    cli.fails("sealed-rule", "identity", "g.yaml")
    cli.ok("pass", "g.yaml", "--resume")
    assert set(desk.kept[NORTH]) <= {"identity"}


def test_what_is_owed(desk: Desk, steps: list[Step]) -> None:
    """Nobody goes on before that; the message says who has to do what."""
    desk.state = steps[0].after
    desk.cli[NORTH].fails("owed", "continue", "g.yaml")
    assert "join" in desk.cli[NORTH].fails("owed", "resign", "g.yaml", "--as", "south")["message"]
    desk.state = steps[1].after
    for words in (["exchange", "2C", "3C"], ["resign"], ["continue"], ["accuse"]):
        error = desk.cli[SOUTH].fails("owed", words[0], "g.yaml", *words[1:])
        assert error["exit"] == 30
        assert "Ann" in error["message"] or words == ["accuse"]
    for place, seat in ((PASSED, SOUTH), (PASSED, NORTH), (2, SOUTH), (2, NORTH)):
        desk.state = steps[place].after
        assert "owe" in desk.cli[seat].fails("owed", "continue", "g.yaml")["message"]
    desk.state = made(steps, "accuse")[0].after
    seat, awaited = desk.turn()
    assert awaited == "continue"
    other = next(one for one in SEATS if one != seat)
    for words in ("continue", "accuse"):
        desk.cli[other].fails("owed", words, "g.yaml")
    assert desk.cli[other]("resign", "g.yaml").code in (10, 30)
    assert "accuses" in desk.cli[other].ok("show", "g.yaml").text
    desk.cli[seat].fails("owed", "accuse", "g.yaml")


def test_expect(desk: Desk, steps: list[Step]) -> None:
    """Each action has a head of its own, which both players see."""
    heads = []
    for step in (steps[place] for place in (0, 1, 2, 3, 4, BID, PASSED)):
        desk.state = step.after
        found = {desk.cli[seat].json("status", "g.yaml")["head"] for seat in SEATS}
        heads += found
    assert len(set(heads)) == 7
    desk.state = steps[LED].before
    for head in (heads[0], heads[-2], "000000000000"):
        desk.cli[SOUTH].fails("changed", *steps[LED].words, "--expect", head)
        desk.cli[SOUTH].fails("changed", "accuse", "g.yaml", "--expect", head)
    desk.cli[SOUTH].ok(*steps[LED].words, "--expect", heads[-1])
    assert desk.data == steps[LED].after.data


# What is printed.


def test_the_json_of_the_steps_of_the_set_up(desk: Desk, steps: list[Step]) -> None:
    """As of every command that acts: no move, and who is to act next in a key of its own."""
    for step in [*steps[:3], made(steps, "accuse")[0], made(steps, "continue")[-1]]:
        desk.state = step.before
        value = has(desk.cli[step.seat].json(*step.words), ACTED)
        assert (value["ok"], value["file"], value["moves"]) == (True, "g.yaml", [])
        assert value["finished"] == []
    accepted = made(steps, "accept")[0]
    desk.state = accepted.before
    value = has(desk.cli[accepted.seat].json(*accepted.words), ACTED)
    assert [row["number"] for row in value["finished"]] == [1]
    assert value["moves"] == [f"{accepted.seat} accept"]
    exchanged = steps[3]
    desk.state = exchanged.before
    value = desk.cli[exchanged.seat].json(*exchanged.words)
    assert value["moves"] == [f"{exchanged.seat} {exchanged.what}"]
    for place, awaited in enumerate([(SOUTH, "join"), (NORTH, "continue"), (SOUTH, "discard")]):
        desk.state = steps[place].after
        for command in ("status", "show"):
            value = desk.cli[NORTH].json(command, "g.yaml")
            assert value["sealed"] == {"awaited_from": awaited[0], "key": "north"}
            assert value["awaited"] == awaited[1]


# Several moves at once.


def test_apply(desk: Desk, steps: list[Step]) -> None:
    """Two moves of one's own in one go: the same as one by one, all or none, each remembered."""
    first, second = steps[BID - 1], steps[BID]
    assert first.seat == second.seat == NORTH
    cli = desk.cli[NORTH]
    moves = desk.put("moves", f"{first.what}\n{second.what} -- hello\n".encode())
    for spoilt in ("play AS", "south pass", f"{second.what}\nbid 7NT", "exchange ? ?"):
        desk.state = first.before
        wrong = desk.put("wrong", f"{first.what}\n{spoilt}\n".encode())
        answer = cli("apply", "g.yaml", wrong)
        assert answer.code in (10, 11, 12, 30), answer
        assert "ine 2" in answer.err or "ine 3" in answer.err
        assert desk.state == first.before
    cli.ok("apply", "g.yaml", moves)
    assert desk.data == second.after.data
    kept = desk.kept
    for place, words in ((-1, ["resign"]), (0, ["resign"]), (0, words_of("pass"))):
        desk.data = (first if place else second).before.data
        error = cli.fails("memory", words[0], "g.yaml")
        assert ("exchange" if place else second.what) in error["message"]
    desk.data = first.before.data
    other = desk.put("other", f"{first.what}\n{second.what} -- another remark\n".encode())
    assert second.what in cli.fails("memory", "apply", "g.yaml", other)["message"]
    assert desk.kept == kept
    cli.ok("apply", "g.yaml", moves)
    assert (desk.data, desk.kept) == (second.after.data, kept)


def test_forced(desk: Desk, steps: list[Step]) -> None:
    """To the end of a deal: one's own plays only, never more than one may know to be forced."""
    desk.state = steps[LED].before
    more, before = 0, 4
    while (found := desk.turn())[1] == "play":
        seat, _ = found
        word, card = desk.legal(seat)[0].split()
        value = desk.cli[seat].json(word, "g.yaml", card, "--forced")
        assert {move.split()[0] for move in value["moves"]} == {seat}
        assert value["moves"] == [f"{seat} play {card}", *value["forced"]]
        before += len(value["moves"])
        more += len(value["forced"])
    assert before == 4 + 26
    assert desk.cli[NORTH].json("status", "g.yaml")["deal"] == 2
    assert more <= 13
    desk.cli[SOUTH].ok("verify", "g.yaml")


# Every code.


def changed(record: Record, **parts: Any) -> Record:
    """A file in which something was put in place of something else, and not signed."""
    for name, value in parts.items():
        setattr(record, name, value)
    return record


STRANGE: dict[str, Callable[[], Record]] = {
    "bad-point": lambda: set_up(begun(steps=0), 1, make={3: lambda points, _: [points[0]] * 55}),
    "bad-share": lambda: sealed.play(sealed.contract(), place=1),
    "wrong-release": lambda: set_up(begun(steps=2), 3, lacks=[(1, 0)]),
    "signature": lambda: changed(begun(), signatures={ANN: (3, bytes(64)), BOB: (2, bytes(64))}),
    "chain": lambda: changed(begun(), head=bytes(32)),
    "cheat": lambda: sealed.do(begun(), "north accuse", "south continue"),
}


@pytest.mark.parametrize("code", STRANGE)
def test_a_file_that_does_not_hold(desk: Desk, stranger: Cli, code: str) -> None:
    """The same code from every command; what came so by mail is not taken."""
    file = desk.put("g.yaml", written(STRANGE[code]()).encode())
    for words in (["show"], ["log", "--all"], ["replay"], ["pass"], ["join"], ["undo"],
                  ["resign", "--resume"], ["identity"], ["exchange"]):  # fmt: skip
        error = stranger.fails(code, words[0], file, *words[1:])
        assert error["exit"] == 30
        assert error["file"] == file
        assert error["legal"] == []
    for command in ("status", "score", "verify"):
        answer = stranger(command, file, "--json")
        assert (answer.code, answer.value["error"]["code"]) == (30, code)
        assert code in stranger(command, file).text or command == "score"
    assert stranger.fails(code, "receive", "new.yaml", file)["exit"] == 30
    assert stranger("verify", ".").code == 30


OLD_LIBRARY = """
from nacl import bindings

bindings.crypto_core_ed25519_is_valid_point = lambda point: True
"""


def test_a_library_that_is_too_old(desk: Desk, steps: list[Step]) -> None:
    """One that takes any point for good is not worked with."""
    desk.state = steps[BID].after
    desk.put("sitecustomize.py", OLD_LIBRARY.encode())
    for words in (["show", "g.yaml"], ["new", "h.yaml", *NEW[2:]], ["identity"]):
        path = f"{desk.games}:{ROOT}"
        answer = desk.cli[NORTH].process(*words, "--json", PYTHONPATH=path)
        assert (answer.code, answer.value["error"]["code"]) == (31, "needs-pynacl")
        assert "upgrade" in answer.value["error"]["message"]


def test_every_code_is_met() -> None:
    """Those of the other tests here are named; that of a missing library has a file of its own."""
    met = {*STRANGE, "memory", "rejoin", "owed", "sealed-rule"}
    assert met == {code for code, exit_code in EXIT_OF.items() if exit_code == 30}
