"""Commands that are killed, fail or are halted at every single call to the system.

One interpreter, warmed up, forks a child for each case. In it every function that touches files
is wrapped: before or after its n-th call something happens, and the file must be whole.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers import auction, do, give

import bridgette
from bridgette.savefile import dumps

HARNESS = r"""
import fcntl, json, os, resource, signal, sys
from contextlib import suppress

from bridgette import cli, storage

storage.LOCK_SECONDS = 0.02
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
scratch = sys.argv[1]
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
FILES = "open close read write stat lstat fstat ftruncate fchmod fchown fsync umask"
NAMES = [(os, name) for name in (FILES + " link unlink rename replace").split()]
NAMES += [(fcntl, "flock"), (signal, "pthread_sigmask")]
calls = []


def wrap(module, name, place, side, event, links):
    real = getattr(module, name)

    def happen():
        if event == "error":
            raise OSError(5, "made to fail")
        if event == "shut":
            raise OSError(13, "made to fail")
        os.kill(os.getpid(), getattr(signal, event))

    def wrapped(*args, **named):
        calls.append(name)
        here = len(calls) == place or (name == place and calls.count(name) == 1)
        if name == "write":  # the system may write less than it is given
            args = (args[0], args[1][:100])
        if here and side == "before":
            happen()
        try:
            if name == "link" and not links:
                raise PermissionError(1, "no links here")
            return real(*args, **named)
        finally:
            if here and side == "after":
                happen()

    setattr(module, name, wrapped)


def play(words):
    try:
        cli.main(words)
    except SystemExit as end:
        return end.code


def child(ask):
    for name, number in (("out", 1), ("err", 2)):
        file = os.open(os.path.join(scratch, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, number)
    code = 99
    try:
        kill = (ask["place"], ask["side"], ask["event"], ask["links"])
        for module, name in NAMES:
            wrap(module, name, *kill)
        code = play(ask["words"])
    finally:
        with open(os.path.join(scratch, "calls"), "w") as file:
            json.dump(calls, file)
        os._exit(code)


for words in json.loads(sys.argv[2]):  # once for all, that everything is imported
    sys.stdout = open(os.devnull, "w")
    play(words)
    sys.stdout = sys.__stdout__

for line in sys.stdin:
    ask = json.loads(line)
    if "resume" in ask:
        pid = ask["resume"]
        os.kill(pid, signal.SIGCONT)
    else:
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(scratch, "calls"))
        pid = os.fork()
        if not pid:
            child(ask)
    _, status = os.waitpid(pid, os.WUNTRACED)
    stopped = os.WIFSTOPPED(status)
    code = None if stopped else os.waitstatus_to_exitcode(status)
    print(json.dumps({"pid": pid, "stopped": stopped, "code": code}), flush=True)
"""


class Ended(NamedTuple):
    """How a command ended: its exit code, or minus the signal; None if it is only halted."""

    code: int | None
    error: str
    calls: list[str]
    pid: int


class Bench:
    """A folder with a game file in it, and the interpreter that runs commands there."""

    def __init__(self, folder: Path) -> None:
        self.scratch, self.folder = folder / "scratch", folder / "games"
        self.scratch.mkdir()
        self.folder.mkdir()
        self.file = self.folder / "game.yaml"
        hands = self.scratch / "hands"
        hands.write_text("\n".join(HANDS))
        names = ["--id", "g", "--north", "Ann", "--south", "Bob", "--dealer", "north"]
        self.new = ["new", str(self.file), *names, "--hands", str(hands)]
        name = str(self.scratch / "first.yaml")
        first = [["new", name, *self.new[2:]], ["bid", name, "1S"], ["pass", name]]
        first += [["play", name, "2H"], ["play", name, "2H"], ["show", name]]
        self.harness = subprocess.Popen(
            [sys.executable, "-c", HARNESS, str(self.scratch), json.dumps(first)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(bridgette.__file__).parents[1])},
        )

    def ask(self, **question: Any) -> Ended:
        assert self.harness.stdin is not None
        assert self.harness.stdout is not None
        self.harness.stdin.write(json.dumps(question) + "\n")
        self.harness.stdin.flush()
        answer = json.loads(self.harness.stdout.readline())
        calls = self.scratch / "calls"
        listed = json.loads(calls.read_text()) if calls.exists() else []
        error = " ".join((self.scratch / "err").read_text().split())
        return Ended(answer["code"], error, listed, answer["pid"])

    def run(
        self,
        words: list[str],
        place: int | str = 0,
        side: str = "",
        event: str = "",
        *,
        links: bool = True,
    ) -> Ended:
        return self.ask(words=words, place=place, side=side, event=event, links=links)

    def play(self, card: str) -> list[str]:
        return ["play", str(self.file), card]

    def put(self, data: bytes | None) -> None:
        """Makes the folder anew, with this file in it or none."""
        for name in os.listdir(self.folder):
            (self.folder / name).unlink()
        if data is not None:
            self.file.write_bytes(data)

    @property
    def data(self) -> bytes | None:
        return self.file.read_bytes() if self.file.exists() else None

    @property
    def others(self) -> list[str]:
        return [name for name in os.listdir(self.folder) if name != self.file.name]


HANDS = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
)
FRESH = give(*HANDS)
FRESH.header = FRESH.header._replace(game="g", north="Ann", south="Bob")
NEW = dumps(FRESH).encode()
OLD = dumps(auction(FRESH, "north 1S pass")).encode()
AFTER = dumps(do(FRESH, "south play 2H")).encode()
LATER = dumps(do(FRESH, "north play 2S")).encode()
SIGNALS = ("SIGKILL", "SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
CHANGING = ("open", "flock", "ftruncate", "fchmod", "fchown", "write", "fsync", "link", "replace")


@contextmanager
def set_up(kind: Callable[[Path], Any]) -> Iterator[Any]:
    """A bench in a folder of its own, in memory if that can be; its harness ends well."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        found = kind(Path(os.path.realpath(folder)))
        yield found
        found.harness.stdin.close()
        assert found.harness.wait() == 0


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with set_up(Bench) as found:
        yield found


def places(
    bench: Bench, words: list[str], old: bytes | None, new: bytes, *, links: bool = True
) -> list[tuple[int, str]]:
    """All calls of a command that is left alone, as numbers from 1: before each, after the last."""
    bench.put(old)
    ended = bench.run(words, links=links)
    assert (ended.code, bench.data, bench.others) == (0, new, []), ended.error
    assert {"open", "flock", "write", "fsync"} < set(ended.calls)
    assert len(ended.calls) > 20
    count = len(ended.calls)
    return [*((number, "before") for number in range(1, count + 1)), (count, "after")]


def check_end(ended: Ended, event: str, *, saved: bool) -> None:
    """The exit status tells of the signal, and the message tells truly what became of the game."""
    if event != "SIGINT":
        assert ended.code == -getattr(signal, event)
        return
    assert ended.code == 130
    said = ("nothing was saved" in ended.error, "after the move was saved" in ended.error)
    assert said == (not saved, saved), ended.error


@pytest.mark.parametrize("event", SIGNALS)
def test_a_killed_move_is_made_or_not_made(bench: Bench, event: str) -> None:
    words = bench.play("2H")
    seen, left = set(), 0
    for place, side in places(bench, words, OLD, AFTER):
        bench.put(OLD)
        ended = bench.run(words, place, side, event)
        where = f"{event} {side} call {place}"
        assert bench.data in (OLD, AFTER), where
        made = bench.data == AFTER
        seen.add(made)
        left += len(bench.others)
        assert event == "SIGKILL" or bench.others == [], where
        assert bench.others in ([], [".game.yaml.tmp"]), where
        check_end(ended, event, saved=made)
        if event == "SIGKILL":
            again = bench.run(bench.play("2S") if made else words)
            assert (again.code, bench.others) == (0, []), f"{where}: {again.error}"
            assert bench.data == (LATER if made else AFTER), where
    assert seen == {False, True}
    assert bool(left) == (event == "SIGKILL")


@pytest.mark.parametrize("event", SIGNALS)
def test_a_killed_start_leaves_no_file_or_a_whole_one(bench: Bench, event: str) -> None:
    seen, left, linked = set(), 0, 0
    for place, side in places(bench, bench.new, None, NEW):
        bench.put(None)
        ended = bench.run(bench.new, place, side, event)
        where = f"{event} {side} call {place}"
        assert bench.data in (None, NEW), where
        made = bench.data == NEW
        seen.add(made)
        left += len(bench.others)
        linked += made and len(bench.others)
        assert event == "SIGKILL" or bench.others == [], where
        assert bench.others in ([], [".game.yaml.tmp"]), where
        check_end(ended, event, saved=made)
        if event == "SIGKILL":
            again = bench.run(bench.new)
            assert (again.code, bench.data) == (22 if made else 0, NEW), f"{where}: {again.error}"
            call = bench.run(["bid", str(bench.file), "1S"])
            assert (call.code, bench.others) == (0, []), f"{where}: {call.error}"
            assert b"north bid 1S" in (bench.data or b"")
    assert seen == {False, True}
    assert bool(left) == bool(linked) == (event == "SIGKILL")


@pytest.mark.parametrize("event", ["error", "shut"])
@pytest.mark.parametrize("command", ["play", "new"])
def test_any_call_may_fail(bench: Bench, command: str, event: str) -> None:
    """Exit 0 and the new file, or one of the errors and the old one; nothing else is left."""
    words, old, new = bench.play("2H"), OLD, AFTER
    if command == "new":
        words, old, new = bench.new, None, NEW
    count = len(places(bench, words, old, new)) - 1
    wrong = []
    codes = set()
    for place in range(1, count + 1):
        bench.put(old)
        ended = bench.run(words, place, "before", event)
        if ended.calls[place - 1] not in CHANGING:
            continue
        codes.add(ended.code)
        fits = bench.data == (new if ended.code == 0 else old) and ended.code in (0, 20, 22)
        if not fits or bench.others:
            wrong.append((ended.calls[place - 1], place, ended.code, ended.error, bench.others))
    assert wrong == []
    assert {0, 22} <= codes


def halted(bench: Bench, words: list[str], place: int, side: str, **options: bool) -> Ended:
    ended = bench.run(words, place, side, "SIGSTOP", **options)
    assert ended.code is None
    return ended


def test_another_move_while_one_is_halted(bench: Bench) -> None:
    """Wherever the first one stands: one of the two is made, whole, and the other is told."""
    first, second = bench.play("2H"), bench.play("3H")
    results = {b"south play 2H": 0, b"south play 3H": 0}
    for place, side in places(bench, first, OLD, AFTER):
        bench.put(OLD)
        waiting = halted(bench, first, place, side)
        other = bench.run([*second, "--as", "south"])
        ended = bench.ask(resume=waiting.pid)
        where = f"{side} call {place}: {ended}, {other}"
        made = [text for text in results if text in (bench.data or b"")]
        codes = {b"south play 2H": ended.code, b"south play 3H": other.code}
        assert made == [text for text in codes if codes[text] == 0], where
        assert len(made) == 1, where
        assert bench.others == [], where
        assert set(codes.values()) <= {0, 10, 11, 22}, where
        results[made[0]] += 1
    assert all(results.values())


@pytest.mark.parametrize("links", [True, False])
def test_another_start_while_one_is_halted(bench: Bench, links: bool) -> None:
    """One of the two has its game there, on file systems without hard links too."""
    other_words = [word if word != "Ann" else "Eve" for word in bench.new]
    seen = set()
    for place, side in places(bench, bench.new, None, NEW, links=links):
        bench.put(None)
        waiting = halted(bench, bench.new, place, side, links=links)
        other = bench.run(other_words, links=links)
        ended = bench.ask(resume=waiting.pid)
        where = f"{side} call {place}: {ended}, {other}"
        assert sorted([ended.code or 0, other.code or 0]) == [0, 22], where
        winner = NEW if ended.code == 0 else NEW.replace(b"Ann", b"Eve")
        assert bench.data == winner, where
        assert bench.others == [], where
        seen.add(winner)
    assert len(seen) == 2


def test_a_move_while_the_start_is_halted(bench: Bench) -> None:
    """It finds no game, waits in vain, or is made, and never lost."""
    codes = set()
    for place, side in places(bench, bench.new, None, NEW):
        bench.put(None)
        waiting = halted(bench, bench.new, place, side)
        other = bench.run(["bid", str(bench.file), "1S"])
        ended = bench.ask(resume=waiting.pid)
        where = f"{side} call {place}: {ended}, {other}"
        assert ended.code == 0, where
        assert other.code in (0, 20, 22), where
        assert bench.data is not None, where
        assert (b"north bid 1S" in bench.data) == (other.code == 0), where
        assert bench.others == [], where
        codes.add(other.code)
    assert codes == {0, 20, 22}


@pytest.mark.parametrize("bid", [False, True])
def test_a_start_that_is_killed_while_another_is_halted(bench: Bench, bid: bool) -> None:
    """The game that it has made already stays, with the call made since."""
    other_words = [word if word != "Ann" else "Eve" for word in bench.new]
    codes = set()
    for place, side in places(bench, bench.new, None, NEW):
        bench.put(None)
        waiting = halted(bench, other_words, place, side)
        killed = bench.run(bench.new, "link", "after", "SIGKILL")
        data = bench.data
        if bid and bench.run(["bid", str(bench.file), "1S"]).code == 0:
            data = bench.data
            assert b"north bid 1S" in (data or b"")
        ended = bench.ask(resume=waiting.pid)
        where = f"{side} call {place}: {killed}, {ended}"
        codes.add((ended.code, killed.code))
        assert bench.data == (data or NEW.replace(b"Ann", b"Eve")), where
    assert codes == {(0, 22), (22, -9)}
