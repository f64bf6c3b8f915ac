"""Sealed games: what a home remembers, so that nobody can be made to sign two ways."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from cli import Cli
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
    others,
    recorded,
)


@pytest.fixture
def steps() -> list[Step]:
    return recorded()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return desk_in(tmp_path, monkeypatch)


KINDS = "new join continue exchange bid pass play claim decline accept resign accuse".split()


# One's own action: the same again, and nothing else.


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_action_again_gives_the_same_bytes(
    desk: Desk, steps: list[Step], kind: str
) -> None:
    """From the file as it was before, by the home that has made it already."""
    for step in {
        made(steps, kind)[place].what: made(steps, kind)[place] for place in (0, -1)
    }.values():
        desk.state = step.after
        desk.data = step.before.data
        desk.cli[step.seat].ok(*step.words)
        assert desk.state == step.after, step.what


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("new", "join")])
def test_another_action_in_its_place_is_refused(desk: Desk, steps: list[Step], kind: str) -> None:
    """Also the same with another remark; the message names what was signed."""
    step = made(steps, kind)[-1 if kind == "continue" else 0]
    tried = others(desk, step)
    desk.state = step.after
    desk.data = step.before.data
    assert tried or kind == "continue"
    for words in tried:
        error = desk.cli[step.seat].fails("memory", *words)
        signed = "exchange ? ?" if kind == "exchange" else step.what
        assert f"“{step.seat} {signed}" in error["message"], words
        assert error["exit"] == 30
        assert desk.kept == step.after.homes, words
    desk.cli[step.seat].ok(*step.words)
    assert desk.data == step.after.data


def test_join_again_once_it_is_there(desk: Desk, steps: list[Step]) -> None:
    """Where nothing has come since, it is no fault to type it twice."""
    (step,) = made(steps, "join")
    desk.state = step.after
    desk.does(SOUTH, "join")
    assert desk.data == step.after.data
    desk.does(NORTH, "continue")
    before = desk.state
    desk.cli[SOUTH].fails("rejoin", "join", "g.yaml")
    assert desk.state == before


# Files that are not what the home remembers.


def test_an_old_state_put_back_is_refused(desk: Desk, steps: list[Step]) -> None:
    """Every state before the one that one's own last action was made from."""
    for number in (LED, len(steps) - 1):
        for seat in SEATS:
            desk.state = steps[number].after
            mine = [place for place in range(number + 1) if steps[place].seat == seat]
            stopped = {made(steps, "accuse")[0].after.data, made(steps, "continue")[1].after.data}
            for step in steps[2 : mine[-1] - 1]:
                if step.after.data in stopped:
                    continue
                desk.data = step.after.data
                for words in (["resign", "g.yaml"], ["accuse", "g.yaml", "--resume"]):
                    answer = desk.cli[seat](*words)
                    assert (answer.code, answer.out) == (30, ""), words
                    assert "old state" in answer.text or "another way" in answer.text
                assert desk.data == step.after.data
            assert desk.kept == steps[number].after.homes


def test_an_old_state_can_be_looked_at_with_a_warning(desk: Desk, steps: list[Step]) -> None:
    step, old = steps[LED], steps[LED - 1].before
    cli = desk.cli[step.seat]
    desk.state = step.after
    assert "eware" not in cli.ok("status", "g.yaml").out + cli.ok("show", "g.yaml").out
    desk.data = old.data
    shown = cli("show", "g.yaml")
    assert (shown.code, "Beware: this is an old state" in shown.err) == (0, True)
    assert "beware: this is an old state" in cli.ok("status", "g.yaml").out
    assert cli.ok("show", "g.yaml", "--json").value["ok"]


def test_a_game_that_went_another_way_is_refused(desk: Desk, steps: list[Step]) -> None:
    """The opponent, whose home forgets, signs two calls: who has acted on one takes no other."""
    bid, passed = steps[BID], steps[PASSED]
    assert (bid.seat, passed.seat) == (NORTH, SOUTH)
    desk.state = passed.after
    desk.home(NORTH, bid.before.homes[NORTH])
    desk.data = bid.before.data
    desk.does(NORTH, "pass")
    before = desk.state
    for words in (["pass"], ["accuse"], ["pass", "--resume"], ["pass", "--dry-run"]):
        error = desk.cli[SOUTH].fails("memory", words[0], "g.yaml", *words[1:])
        assert "another way" in error["message"]
    assert desk.state == before


def test_a_game_that_is_not_remembered(desk: Desk, steps: list[Step]) -> None:
    """Refused without --resume, and then it goes on as ever."""
    for step in (made(steps, kind)[-1] for kind in KINDS[2:]):
        desk.state = step.before
        identity = {"identity": step.before.homes[step.seat]["identity"]}
        desk.home(step.seat, identity)
        error = desk.cli[step.seat].fails("memory", *step.words)
        assert "--resume" in error["message"]
        assert desk.kept[step.seat] == identity
        desk.cli[step.seat].ok("show", "g.yaml")
        desk.cli[step.seat].ok(*step.words, "--resume")
        assert desk.data == step.after.data
        desk.data = step.before.data
        desk.cli[step.seat].ok(*step.words)
        assert desk.data == step.after.data


def test_going_on_after_resume(desk: Desk, steps: list[Step]) -> None:
    """What is remembered from there on is as good as before."""
    led = steps[LED]
    desk.state = led.before
    desk.home(led.seat, {"identity": led.before.homes[led.seat]["identity"]})
    desk.cli[led.seat].ok(*led.words, "--resume")
    for step in steps[FOLLOWED : FOLLOWED + 1]:
        desk.cli[step.seat].ok(*step.words)
    desk.data = led.before.data
    desk.cli[led.seat].fails("memory", "resign", "g.yaml")


def test_an_id_that_is_used_again(desk: Desk, steps: list[Step]) -> None:
    """By its own player or by another: one home knows one game by it."""
    desk.state = steps[1].after
    north, south = desk.cli[NORTH], desk.cli[SOUTH]
    north.fails("exists", *NEW, "--id", "desk")
    for words in (["--north", "Eve"], ["--rule", "bonus=flat"], ["--as", "south"]):
        more = [*NEW[2:], "--id", "desk", *words]
        north.fails("rejoin", "new", "h.yaml", *more)
        north.fails("rejoin", "new", "h.yaml", "--dry-run", *more)
    south.fails("rejoin", "new", "h.yaml", *NEW[2:], "--id", "desk")
    assert desk.kept == steps[1].after.homes
    stranger = Cli(desk.games, BRIDGETTE_HOME=str(desk.games.parent / "stranger"))
    stranger.ok("new", "h.yaml", *NEW[2:], "--id", "desk")
    assert "desk" in south.fails("rejoin", "join", "h.yaml")["message"]
    assert desk.state == steps[1].after


@pytest.mark.parametrize("kind", ["new", "join"])
def test_beginning_again_forgets_nothing(desk: Desk, steps: list[Step], kind: str) -> None:
    """The same bytes as at first in another file; no old state is good again afterwards."""
    (step,) = made(steps, kind)
    for other in (steps[place] for place in range(2, PASSED) if steps[place].seat == step.seat):
        tried = others(desk, other)
        desk.state = steps[FOLLOWED].after
        (desk.games / "h.yaml").unlink(missing_ok=True)
        if step.before.data is not None:
            desk.put("h.yaml", step.before.data)
        desk.cli[step.seat](step.words[0], "h.yaml", *step.words[2:])
        there = [path.read_bytes() for path in desk.games.glob("h.yaml")]
        assert there in ([], [step.before.data], [step.after.data])
        desk.data = other.before.data
        for words in tried:
            desk.cli[step.seat].fails("memory", *words)


# By mail.


@pytest.mark.parametrize("there", [True, False])
def test_what_came_is_remembered(desk: Desk, steps: list[Step], there: bool) -> None:
    """Into the game's file, or into a new one: an older state is refused from then on."""
    bid, passed = steps[BID], steps[PASSED]
    came = passed.after.data
    assert came is not None
    desk.state = bid.after
    if not there:
        desk.data = None
    desk.cli[NORTH].ok("receive", "g.yaml", desk.put("m.txt", came))
    assert desk.data == came
    assert desk.kept[SOUTH] == bid.after.homes[SOUTH]
    kept = desk.kept
    desk.cli[NORTH].ok("receive", "g.yaml", desk.put("m.txt", came))
    assert (desk.data, desk.kept) == (came, kept)
    desk.data = bid.after.data
    desk.cli[NORTH].fails("memory", "accuse", "g.yaml")


def test_an_accusation_on_another_way_binds_only_who_answers_it(
    desk: Desk, steps: list[Step]
) -> None:
    """The opponent has signed two ways: one may go on here, or answer there, not both."""
    bid, passed = steps[BID], steps[PASSED]
    desk.state = bid.before
    desk.does(NORTH, "pass")
    desk.does(NORTH, "accuse")
    came = desk.put("m.txt", desk.data)
    desk.state = passed.after
    desk.cli[SOUTH].ok("receive", "h.yaml", came)  # to be looked at, and answered
    assert desk.cli[SOUTH]("receive", "g.yaml", came).code in (30, 41)
    assert desk.data == passed.after.data
    led = steps[LED]
    desk.does(SOUTH, led.what, *led.options)
    assert desk.state == led.after
    desk.state = passed.after
    desk.put("h.yaml", (desk.games / came).read_bytes())
    desk.cli[SOUTH].ok("continue", "h.yaml")
    desk.cli[SOUTH].fails("memory", *led.words)


def test_an_accusation_is_answered_whatever_was_signed(desk: Desk, steps: list[Step]) -> None:
    """Two own actions, one after the other, cross one that was made before them."""
    exchanged, first, second = steps[3:6]
    desk.state = exchanged.after
    desk.does(SOUTH, "accuse")
    came = desk.put("m.txt", desk.data)
    desk.state = exchanged.after
    for step in (first, second):
        desk.does(NORTH, step.what, *step.options)
    desk.cli[NORTH].ok("receive", "h.yaml", came)
    desk.cli[NORTH].ok("continue", "h.yaml")
    error = desk.cli[NORTH]("pass", "g.yaml", "--json").value["error"]
    assert error["code"] in ("memory", "not-your-turn")


# The files in a home.


def test_who_may_read_a_home(tmp_path: Path) -> None:
    """Its owner alone, whatever the mask and whether its folder was there."""
    before = os.umask(0)
    try:
        for there in (False, True):
            home = tmp_path / f"home {there}"
            if there:
                home.mkdir()
            cli = Cli(tmp_path, BRIDGETTE_HOME=str(home))
            cli.ok("new", f"g {there}.yaml", *NEW[2:], "--id", "x")
            modes = {
                str(path.relative_to(home)): stat.S_IMODE(path.stat().st_mode)
                for path in home.rglob("*")
            }
            assert modes == {"identity": 0o600, "games": 0o700, "games/x": 0o600}
            assert there or stat.S_IMODE(home.stat().st_mode) == 0o700
    finally:
        os.umask(before)


def test_identity(desk: Desk, steps: list[Step]) -> None:
    """Made on first use, shown without its secret, and never made anew."""
    cli = desk.cli[NORTH]
    shown = cli.json("identity")
    assert set(shown) >= {"version", "ok", "key", "file"}
    files = desk.kept[NORTH]
    assert list(files) == ["identity"]
    secret = files["identity"].split()[-1].decode()
    plain = cli.ok("identity").text
    assert shown["key"] in plain
    assert str(desk.homes[NORTH] / "identity") in (shown["file"], plain.replace(" ", ""))
    assert "back" in plain.lower()
    assert secret not in plain + json.dumps(shown)
    assert desk.kept[NORTH] == files
    desk.state = steps[PASSED].after
    mine, theirs = (desk.cli[seat].json("identity")["key"] for seat in SEATS)
    assert desk.cli[SOUTH].json("identity", "g.yaml")["keys"] == {
        "Ann (north)": mine,
        "Bob (south)": theirs,
    }
    lines = desk.cli[SOUTH].ok("identity", "g.yaml").out.splitlines()
    assert lines == [f"Ann (north): {mine}", f"Bob (south): {theirs} (yours)"]


SPOILT: dict[str, list[Any]] = {
    "first": [],
    "nonce": [None, 5, "zz", "00"],
    "seen": [None, [], [1], ["1", "x"], {"a": 1}, "ab", [-1, "x"], [10**9, "x"]],
    "signed": [None, 5, [1], [[1]], [["x", "y", "z"]], [[8, None, "x"]], [[8, "x", 7]], "abc"],
    "version": [2, None],
    "more": [1],
}
NO_MEMORY = (b"", b"null", b"5", b"[]", b"{}", bytes(range(256)), b"[" * 5000, b"\xff")


@pytest.mark.parametrize("key", [*SPOILT, ""])
def test_a_spoilt_memory(desk: Desk, steps: list[Step], key: str) -> None:
    """One clear error for whoever acts, that names the file; who only looks is not troubled."""
    step = made(steps, "join")[0] if key == "nonce" else steps[LED]
    file = desk.homes[SOUTH] / "games" / "desk"
    good = json.loads(step.after.homes[SOUTH]["games/desk"])
    values = [{**good, key: value} for value in SPOILT.get(key, ())]
    values += [{name: good[name] for name in good if name != key}] if key in good else []
    for data in [json.dumps(value).encode() for value in values] if key else NO_MEMORY:
        desk.state = step.after
        desk.data = step.before.data
        file.write_bytes(data)
        for more in ([], ["--resume"]):
            error = desk.cli[SOUTH].fails("memory", *step.words, *more)
            assert str(file) in "".join(error["plain"].split()), data
        desk.cli[SOUTH].ok("show", "g.yaml")
        assert file.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff" * 90, b"bridgette identity 1: ", b"00" * 32],
    ids=["nothing", "bytes", "no secret", "no mark"],
)
def test_a_spoilt_identity(desk: Desk, steps: list[Step], data: bytes) -> None:
    """It is not taken for another one, and never written over."""
    desk.state = steps[LED].before
    file = desk.homes[SOUTH] / "identity"
    for spoilt in (data, data + steps[LED].before.homes[SOUTH]["identity"][:-3]):
        file.write_bytes(spoilt)
        for words in (
            ["show", "g.yaml"],
            ["identity"],
            steps[LED].words,
            ["new", "h.yaml", *NEW[2:]],
        ):
            error = desk.cli[SOUTH].fails("unreadable", *words)
            assert (error["file"], error["exit"]) == (str(file), 20)
        assert file.read_bytes() == spoilt


def test_an_identity_that_is_lost(desk: Desk, steps: list[Step]) -> None:
    """Who has another key is a bystander, and is told so."""
    desk.state = steps[LED].before
    (desk.homes[SOUTH] / "identity").unlink()
    for _ in range(2):
        assert "key" in desk.cli[SOUTH].fails("sealed-rule", *steps[LED].words)["message"]
        assert desk.cli[SOUTH].json("show", "g.yaml")["hand"] is None
        desk.cli[SOUTH].ok("identity")
    assert desk.data == steps[LED].before.data
