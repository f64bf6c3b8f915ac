"""Sealed games: looking publishes nothing, a dry run nothing; files held against each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli import Cli
from helpers import EVEN, auction, give
from sealeddesk import (
    BID,
    FOLLOWED,
    LED,
    NORTH,
    PASSED,
    SEATS,
    SOUTH,
    Desk,
    Step,
    desk_in,
    made,
    recorded,
)

from bridgette import mail
from bridgette.savefile import dumps


@pytest.fixture
def steps() -> list[Step]:
    return recorded()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return desk_in(tmp_path, monkeypatch)


@pytest.fixture
def nobody(desk: Desk) -> Cli:
    """Somebody without a key."""
    return Cli(desk.games, BRIDGETTE_HOME=str(desk.games.parent / "nobody"))


# Looking.


def looking() -> list[list[str]]:
    found = [["show", "g.yaml"], ["legal", "g.yaml"], ["log", "g.yaml"], ["replay", "g.yaml"],
             ["status", "."], ["score", "g.yaml"], ["verify", "g.yaml"], ["identity", "g.yaml"],
             ["send", "g.yaml"], ["exchange", "g.yaml"], ["receive", "g.yaml", "g.yaml"],
             ["show", "g.yaml", "--at", "1.0"]]  # fmt: skip
    plain = [words for words in found if words[0] not in ("score", "verify", "identity", "receive")]
    for more in (["--json"], ["--as", "north"], ["--as", "south"], ["--all"]):
        some = found if more == ["--json"] else plain
        found = [*found, *([*words, *more] for words in some if len(words) < 4)]
    return found


@pytest.mark.parametrize("place", [0, 1, 2, LED, FOLLOWED + 2, -1])
def test_looking_publishes_nothing(desk: Desk, steps: list[Step], place: int) -> None:
    """Neither file nor memory changes, nor is a bug met, whatever is owed."""
    desk.state = steps[place].after
    for seat in SEATS:
        for words in looking()[:: 1 if seat == NORTH else 2]:
            if seat == SOUTH and not steps[place].after.homes[SOUTH] and words[0] == "identity":
                continue
            answer = desk.cli[seat](*words)
            assert answer.code in (0, 2, 10, 11, 30), (words, answer)
            assert "Traceback" not in answer.err
            if words[0] in ("show", "log", "replay", "status", "score"):
                assert answer.code == 0, (words, answer)
        sent = desk.cli[seat].ok("send", "g.yaml").out.encode()
        assert dumps(mail.games_in(sent)[0][0]).encode() == desk.data
    assert desk.state == steps[place].after


@pytest.mark.parametrize(
    "kind", "new join continue exchange bid play claim accept resign accuse".split()
)
def test_a_dry_run_publishes_nothing(desk: Desk, steps: list[Step], kind: str) -> None:
    step = made(steps, kind)[0]
    desk.state = step.before
    desk.cli[step.seat].ok("identity")
    before = desk.kept
    for words in (step.words, [*step.words, "--resume"] if kind != "new" else step.words):
        answer = desk.cli[step.seat].ok(*words, "--dry-run")
        assert "Nothing was saved" in answer.out
        assert desk.cli[step.seat].json(*words, "--dry-run")["dry_run"] is True
    assert desk.data == step.before.data
    assert desk.kept == before


@pytest.mark.parametrize("kind", ["new", "join"])
def test_a_dry_run_makes_no_identity(desk: Desk, steps: list[Step], kind: str) -> None:
    """It checks only, and saves nothing."""
    (step,) = made(steps, kind)
    desk.state = step.before
    desk.cli[step.seat].ok(*step.words, "--dry-run")
    assert desk.kept[step.seat] == {}


def test_the_other_seat_s_cards(desk: Desk, steps: list[Step]) -> None:
    """Looking as the other player shows what a bystander sees."""
    desk.state = steps[PASSED].after
    mine = desk.cli[SOUTH].json("show", "g.yaml")
    assert len(mine["hand"]) == 13
    assert mine == desk.cli[SOUTH].json("show", "g.yaml", "--as", "south")
    for env, more in ((None, ["--as", "north"]), ("north", []), ("ann", [])):
        other = desk.cli[SOUTH].json("show", "g.yaml", *more, BRIDGETTE_SEAT=env)
        assert (other["hand"], other["discards"]) == (None, None)
        text = desk.cli[SOUTH].ok("show", "g.yaml", *more, BRIDGETTE_SEAT=env).out
        assert not [card for card in mine["hand"] if f" {card} " in text]
    both = desk.cli[SOUTH].json("show", "g.yaml", "--all")
    assert both["hand"] == {"north": None, "south": mine["hand"]}
    desk.cli[SOUTH].fails("not-your-turn", "legal", "g.yaml", BRIDGETTE_SEAT="north")
    desk.cli[SOUTH].fails("not-your-turn", *steps[LED].words, BRIDGETTE_SEAT="north")
    desk.cli[SOUTH].ok(*steps[LED].words, BRIDGETTE_SEAT="south")
    assert desk.data == steps[LED].after.data


# Many files.


def two_ways(desk: Desk, steps: list[Step]) -> list[str]:
    """Files of a game in which north made two calls, and south has gone on in both."""
    bid, passed = steps[BID], steps[PASSED]
    desk.state = bid.before
    desk.does(NORTH, "pass")
    other = desk.data
    desk.home(SOUTH, {"identity": bid.before.homes[SOUTH]["identity"]})
    desk.does(SOUTH, "bid 0NT", "--resume")
    files = {
        "a.yaml": bid.before.data,
        "b.yaml": bid.after.data,
        "c.yaml": passed.after.data,
        "d.yaml": other,
        "e.yaml": desk.data,
    }
    desk.data = None
    return [desk.put(name, data) for name, data in files.items()]


def test_two_files_of_who_signed_two_ways(desk: Desk, steps: list[Step], nobody: Cli) -> None:
    """They prove it to anybody, with the victim's own moves after each or without."""
    two_ways(desk, steps)
    for files in ("b d", "d b", "c e", "e c", "b e", "a b c d", "d a b"):
        names = [f"{name}.yaml" for name in files.split()]
        for more in ([], ["--jobs", "2"] if files == "b d" else []):
            rows = nobody("verify", *names, "--json", *more).rows
            guilty = [row for row in rows if not row["ok"]]
            assert [row["file"] for row in guilty] == names[-1:], files
            error = guilty[0]["error"]
            assert error["code"] == "cheat"
            assert error["message"].startswith("Ann (north) signed two ways")
            assert "Bob" not in error["message"]
            assert any(name in error["message"] for name in names[:-1])
        plain = nobody("verify", *names)
        assert plain.code == 30
        assert "FAILED" in plain.out.splitlines()[len(names) - 1]
    for cli in desk.cli.values():
        assert cli("verify", ".").code == 30


def test_two_ways_of_which_one_is_an_accusation(desk: Desk, steps: list[Step], nobody: Cli) -> None:
    """Who signed two calls, and then accused in one of the games, is named for that."""
    names = two_ways(desk, steps)
    desk.data = (desk.games / names[3]).read_bytes()
    desk.home(NORTH, {"identity": steps[BID].before.homes[NORTH]["identity"]})
    desk.does(NORTH, "accuse", "--resume")
    for files in (["c.yaml", "g.yaml"], ["g.yaml", "c.yaml"]):
        errors = [row["error"] for row in nobody("verify", *files, "--json").rows]
        codes = [error["code"] for error in errors if error]
        assert "cheat" in codes, codes
        message = next(error["message"] for error in errors if error and error["code"] == "cheat")
        assert message.startswith("Ann (north) signed two ways")


def test_files_that_prove_nothing(desk: Desk, steps: list[Step], nobody: Cli) -> None:
    """Earlier states, the same twice, and one's own side of a game that the other has forked."""
    two_ways(desk, steps)
    for files in ("a b c", "c b a", "b b c c", "a d e", "e a d a"):
        nobody.ok("verify", *(f"{name}.yaml" for name in files.split()))


def test_the_states_of_a_whole_game(desk: Desk, steps: list[Step], nobody: Cli) -> None:
    """Also before and after the audit: no two contradict each other, but where one does."""
    stopped = steps.index(made(steps, "accuse")[0])
    names = [desk.put(f"{n:02}.yaml", step.after.data) for n, step in enumerate(steps)]
    rows = nobody("verify", ".", "--json").rows
    assert [row["file"].removeprefix("./") for row in rows] == names
    wrong = [place for place, row in enumerate(rows) if not row["ok"]]
    assert wrong[:2] == [stopped, stopped + 1]  # owed, and then accused falsely
    for name in names[stopped : stopped + 2]:
        (desk.games / name).unlink()
    assert nobody.ok("verify", ".").out.endswith(
        f"{len(names) - 2} of {len(names) - 2} records hold.\n"
    )
    backwards = sorted((path.name for path in desk.games.iterdir()), reverse=True)
    nobody.ok("verify", *backwards)


def test_status_of_sealed_and_open_games(desk: Desk, steps: list[Step], nobody: Cli) -> None:
    """A line each; a star where one is to act, if only by answering."""
    desk.state = steps[1].after
    desk.put("joined.yaml", steps[1].after.data)
    desk.state = steps[BID].after
    desk.put("bid (1).yaml", steps[BID].after.data)
    desk.put("stopped.yaml", made(steps, "continue")[1].after.data)
    (desk.games / "open.yaml").write_text(dumps(auction(give(*EVEN), "north 1S")))
    desk.put(
        "bad.yaml", (steps[BID].after.data or b"").replace(b"creator: north", b"creator: east")
    )
    lines = {}
    for name, cli in (("north", desk.cli[NORTH]), ("south", desk.cli[SOUTH]), ("nobody", nobody)):
        answer = cli("status", ".", COLUMNS="999")
        lines[name] = {
            line[2:].split("  ")[0].removeprefix("./"): line for line in answer.out.splitlines()
        }
        assert list(lines[name]) == sorted(lines[name])
        rows = {row["file"].removeprefix("./"): row for row in cli("status", ".", "--json").rows}
        assert rows.keys() == lines[name].keys()
        assert [file for file, row in rows.items() if not row["ok"]] == ["bad.yaml", "stopped.yaml"]
        assert rows["bid (1).yaml"]["conflict_of"] == "bid.yaml"
        assert "sealed" not in rows["open.yaml"]
        assert rows["g.yaml"]["sealed"]["key"] == (None if cli is nobody else name)
        assert rows["joined.yaml"]["awaited"] == "continue"
    for file, who in (("joined.yaml", "north"), ("g.yaml", "south"), ("open.yaml", None)):
        stars = [name for name, some in lines.items() if some[file].startswith("*")]
        assert stars == [who] * (who is not None), file
    assert all(some["bad.yaml"].startswith("!") for some in lines.values())
