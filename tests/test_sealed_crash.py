"""Sealed games: commands that are killed, fail or race between the memory and the file.

Whatever happens, a home signs one action at each number: the same again, or none other.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from children import Prepare, hook, run
from cli import ROOT, Cli
from sealeddesk import (
    LED,
    NEW,
    NORTH,
    Desk,
    Files,
    Step,
    desk_in,
    made,
    others,
    recorded,
)
from test_crash import CHANGING, HARNESS, Ended, set_up
from test_parallel import all_at_once

QUICKLY = """
from functools import cache
from bridgette.sealed import group

group.is_point = cache(group.is_point)
"""
CREATING = ("open", "ftruncate", "write", "link", "unlink", "rename", "replace")
LOCKING = ("open", "flock", "link", "replace")
BEGIN = [*NEW, "--id", "desk"]


class Disk(NamedTuple):
    """All files: those of games, and those of the home."""

    games: Files
    home: Files

    @property
    def memory(self) -> bytes | None:
        return self.home.get(str(Path("games", "desk")))


class Bench:
    """A folder with games, a home, and the interpreter that runs commands there."""

    def __init__(self, folder: Path) -> None:
        names = ("scratch", "games", "home")
        self.scratch, self.games, self.home = (folder / name for name in names)
        self.scratch.mkdir()
        self.games.mkdir()
        first = [self.named(["new", *NEW[1:]], "first.yaml")]
        for place, step in enumerate(recorded()):
            if step.before.data is not None:
                file = self.scratch / f"{place}.yaml"
                file.write_bytes(step.before.data)
                first.append(["show", str(file)])
        self.harness = subprocess.Popen(
            [sys.executable, "-c", QUICKLY + HARNESS, str(self.scratch), json.dumps(first)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "BRIDGETTE_HOME": str(self.home)},
        )
        self.run(["--version"])  # what is done first is done: it was in these folders

    def named(self, words: Sequence[str], name: str = "g.yaml") -> list[str]:
        """The words of a command with the whole path of its file."""
        return [words[0], str(self.games / name), *words[2:]]

    def ask(self, **question: Any) -> Ended:
        assert self.harness.stdin is not None
        assert self.harness.stdout is not None
        self.harness.stdin.write(json.dumps({"links": True, **question}) + "\n")
        self.harness.stdin.flush()
        answer = json.loads(self.harness.stdout.readline())
        calls = self.scratch / "calls"
        listed = json.loads(calls.read_text()) if calls.exists() else []
        error = " ".join((self.scratch / "err").read_text().split())
        return Ended(answer["code"], error, listed, answer["pid"])

    def run(self, words: Sequence[str], place: int = 0, event: str = "") -> Ended:
        """Runs a command, which has its fate before a call to the system, if one is named."""
        return self.ask(words=list(words), place=place, side="before", event=event)

    @property
    def disk(self) -> Disk:
        return Disk(Cli(self.games).files(), Cli(self.home).files())

    def put(self, disk: Disk) -> None:
        for folder, files in ((self.games, disk.games), (self.home, disk.home)):
            for path in folder.rglob("*"):
                if path.is_file():
                    path.unlink()
            for name, data in files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(data)

    def before(self, step: Step, *names: str) -> Disk:
        """The disk before a step, with the game under one or more names."""
        data, home = step.before.data, step.before.homes[step.seat]
        return Disk({} if data is None else dict.fromkeys(names or ["g.yaml"], data), home)

    def places(self, disk: Disk, words: Sequence[str], kinds: Sequence[str]) -> list[int]:
        """The calls of some kinds of a command left alone, by number; of many writes the ends."""
        self.put(disk)
        ended = self.run(words)
        assert ended.code == 0, ended
        calls = ["", *ended.calls, ""]
        return [
            place
            for place in range(1, len(calls) - 1)
            if calls[place] in kinds and {calls[place - 1], calls[place + 1]} != {"write"}
        ]


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with set_up(Bench) as found:
        yield found


def step_of(kind: str) -> Step:
    return made(recorded(), kind)[0]


def crashes(bench: Bench, disk: Disk, words: Sequence[str]) -> list[Disk]:
    """All that a command can leave on the disk if it is killed, but for the bytes of chance."""
    found = {"nothing done": disk}
    for place in bench.places(disk, words, CREATING):
        bench.put(disk)
        bench.ask(words=list(words), place=place, side="after", event="SIGKILL")
        left = bench.disk
        sizes = [{name: len(data) for name, data in files.items()} for files in left]
        found.setdefault(str(sizes), left)
    return list(found.values())


# Killed.


@pytest.mark.parametrize("kind", ["play", "accept"])
def test_killed_and_made_again(bench: Bench, tmp_path: Path, kind: str) -> None:
    """Before the memory is written anything goes; after that the same, to the same bytes."""
    step = step_of(kind)
    words, disk = bench.named(step.words), bench.before(step)
    another = [bench.named(other) for other in others(Desk(tmp_path), step)[-1:]]
    assert another
    seen = set()
    for left in crashes(bench, disk, words):
        signed, saved = left.memory != disk.memory, left.games["g.yaml"] != disk.games["g.yaml"]
        seen.add((signed, saved))
        assert left.games["g.yaml"] in (step.before.data, step.after.data)
        assert left.memory in (disk.memory, step.after.homes[step.seat]["games/desk"])
        if saved:
            assert signed
            continue
        bench.put(left)
        assert bench.run(words).code == 0
        assert bench.disk == Disk({"g.yaml": step.after.data}, step.after.homes[step.seat])
        for other in another:
            bench.put(left)
            ended = bench.run(other)
            assert ended.code == (30 if signed else 0), ended
            assert not signed or ("already" in ended.error and bench.disk == left)
    assert seen == {(False, False), (True, False), (True, True)}


@pytest.mark.parametrize("kind", ["new", "join"])
def test_killed_at_the_start(bench: Bench, kind: str) -> None:
    """In a fresh home: once something is remembered, the same bytes come, and from one key."""
    step = step_of(kind)
    words, disk = bench.named(step.words), bench.before(step)
    assert disk.home == {}
    seen = set()
    for left in crashes(bench, disk, words):
        signed = left.memory is not None
        saved = left.games.get("g.yaml") != disk.games.get("g.yaml")
        seen.add((signed, saved))
        if saved:
            assert signed
            continue
        made_now = set()
        for _ in range(2 if signed else 1):
            bench.put(left)
            assert bench.run(words).code == 0
            after = bench.disk
            assert list(after.games) == ["g.yaml"]
            assert sorted(after.home) == ["games/desk", "identity"]
            assert left.home.get("identity") in (None, after.home["identity"])
            made_now.add(after.games["g.yaml"])
        assert len(made_now) == 1
        assert bench.run(["show", words[1]]).code == 0
        begun = left.games.get(".g.yaml.tmp")
        if signed and begun:
            assert made_now.pop().startswith(begun)
        if kind == "new":
            bench.put(left)
            ended = bench.run([*words, "--north", "Eve"])
            assert ended.code == (30 if signed else 0), ended
            bench.put(left)
            assert bench.run([*words, "--id", "another"]).code == 0
    assert seen == {(False, False), (True, False), (True, True)}


# A call to the system fails.


@pytest.mark.parametrize("kind", ["play", "join"])
def test_any_call_may_fail(bench: Bench, kind: str) -> None:
    """Then the memory is as it was, or stays, and the file is as it was; or all is done."""
    step = step_of(kind)
    words, disk = bench.named(step.words), bench.before(step)
    if not disk.home:
        disk = Disk(disk.games, {"identity": step.after.homes[step.seat]["identity"]})
    codes = set()
    for place in bench.places(disk, words, CHANGING):
        bench.put(disk)
        ended = bench.run(words, place, "error")
        codes.add(ended.code)
        if "changed the file meanwhile" in ended.error:
            assert bench.disk.games == disk.games  # who did may have seen what was signed
        elif ended.code:
            assert bench.disk == disk, ended
        else:
            assert bench.disk.games.keys() == disk.games.keys()
            assert bench.disk.games != disk.games
    assert {0, 22} <= codes <= {0, 20, 22}


def full(size: int) -> Prepare:
    """The disk takes so many bytes of a file: those of a memory, but not of a game."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def closed(*ends: str) -> Prepare:
    """No file of these names can be put in its place."""

    def fail(*args: Any) -> None:
        if str(args[1]).endswith(ends):
            raise PermissionError(errno.EACCES, "not here")

    def prepare() -> None:
        hook("replace", fail)()
        hook("link", fail)()
        hook("rename", fail)()

    return prepare


def at_home(home: Path, prepare: Prepare) -> Prepare:
    def both() -> None:
        os.environ["BRIDGETTE_HOME"] = str(home)
        prepare()

    return both


@pytest.mark.parametrize("fault", ["full", "none", "closed"])
@pytest.mark.parametrize("kind", "new join continue exchange play accept accuse".split())
def test_an_action_that_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, fault: str
) -> None:
    """The memory is taken back, and another action is possible."""
    desk, step = desk_in(tmp_path, monkeypatch), step_of(kind)
    prepare = {"full": full(4000), "none": full(0), "closed": closed("g.yaml")}[fault]
    desk.state = step.before
    desk.cli[step.seat].ok("identity")
    before = desk.state
    words = [str(desk.file) if word == "g.yaml" else word for word in step.words]
    code = "not-writable" if fault == "closed" else "no-space"
    ended = run(*words, prepare=at_home(desk.homes[step.seat], prepare))
    assert ended == (22, code)
    assert desk.state == before
    if kind == "new":
        desk.cli[step.seat].ok(*step.words, "--north", "Eve")
    for other in others(desk, step) if kind != "new" else ():
        desk.state = before
        desk.cli[step.seat].ok(*other)
    assert sorted(os.listdir(desk.games)) == ["g.yaml"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A game that could not be begun leaves its id free."""
    cli = Cli(tmp_path / "games", BRIDGETTE_HOME=str(tmp_path / "home"))
    cli.folder.mkdir()
    assert cli("new", "no/g.yaml", *BEGIN[2:]).code == 22
    assert sorted(Cli(tmp_path / "home").files()) == ["identity"]
    cli.ok("new", "g.yaml", *BEGIN[2:], "--north", "Eve")


def test_neither_file_nor_memory_can_be_written_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays remembered as signed, so that the same command makes it later."""
    desk, step = desk_in(tmp_path, monkeypatch), step_of("play")
    desk.state = step.before
    words = [str(desk.file) if word == "g.yaml" else word for word in step.words]
    full_now: list[bool] = []

    def fail(*args: Any) -> None:
        full_now.extend([True] * str(args[1]).endswith("g.yaml"))
        if full_now:
            raise OSError(errno.ENOSPC, "full")

    ended = run(*words, prepare=at_home(desk.homes[step.seat], hook("replace", fail)))
    assert ended == (22, "no-space")
    assert desk.data == step.before.data
    desk.cli[step.seat].ok(*step.words)
    assert desk.data == step.after.data


# Two at once.


@pytest.mark.parametrize("names", [("g.yaml", "g.yaml"), ("g.yaml", "h.yaml")])
def test_another_move_while_one_is_halted(
    bench: Bench, tmp_path: Path, names: tuple[str, str]
) -> None:
    """On the same file, or on two copies of it: wherever the first one stands, one is signed."""
    step = step_of("play")
    disk = bench.before(step, *names)
    one = bench.named(step.words, names[0])
    another = others(Desk(tmp_path), step)[-1]
    two = bench.named(another, names[1])
    wins = set()
    for place in bench.places(disk, one, LOCKING):
        bench.put(disk)
        halted = bench.run(one, place, "SIGSTOP")
        assert halted.code is None
        other = bench.run(two)
        ended = bench.ask(resume=halted.pid)
        codes = [ended.code, other.code]
        where = f"call {place}: {ended}, {other}"
        assert codes.count(0) == 1, where
        assert set(codes) <= {0, 11, 22, 30}, where
        wins.add(codes.index(0))
        changed = [name for name in set(names) if bench.disk.games[name] != step.before.data]
        assert changed == [names[codes.index(0)]], where
        later = bench.run(two if ended.code == 0 else one)
        if names[0] != names[1]:
            assert later.code == 30, where
            assert "already" in later.error
        else:
            assert later.code in (11, 10), where
    assert wins == {0, 1}


def test_two_first_games_at_once(bench: Bench) -> None:
    """In a fresh home: both are of the one key that is there afterwards."""
    one = bench.named([*BEGIN[:-1], "one"], "one.yaml")
    two = bench.named([*BEGIN[:-1], "two"], "two.yaml")
    disk = Disk({}, {})
    for place in bench.places(disk, one, LOCKING)[:10]:
        bench.put(disk)
        halted = bench.run(one, place, "SIGSTOP")
        codes = {"two.yaml": bench.run(two).code, "one.yaml": bench.ask(resume=halted.pid).code}
        assert set(codes.values()) <= {0, 22}
        cli = Cli(bench.games, BRIDGETTE_HOME=str(bench.home))
        for name in (name for name, code in codes.items() if code == 0):
            assert cli.json("status", name)["sealed"]["key"] == NORTH, (place, codes)


def test_processes_with_different_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four at once on four copies of a game, then on one: one has its way each time."""
    desk, step = desk_in(tmp_path, monkeypatch), recorded()[LED]
    desk.state = step.before
    moves = [move.split() for move in desk.legal(step.seat)[:4]]
    monkeypatch.setenv("BRIDGETTE_HOME", str(desk.homes[step.seat]))
    names = [desk.put(f"{number}.yaml", step.before.data) for number in range(4)]
    calls = [
        [1, word, desk.games / name, *rest]
        for name, (word, *rest) in zip(names, moves, strict=True)
    ]
    told = sorted(code for tries in all_at_once(calls) for code in tries)
    assert told.count("done") == 1, told
    assert set(told) <= {"done", "memory", "busy"}
    changed = [name for name in names if (desk.games / name).read_bytes() != step.before.data]
    assert len(changed) == 1
