"""Commands in forked children, that may have limits, another user or a hook into the system."""

from __future__ import annotations

import fcntl
import io
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest
from helpers import auction, do, give

from bridgette import storage
from bridgette.cli import main
from bridgette.savefile import dumps

HANDS = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
)
GAME = auction(give(*HANDS), "north 1S pass")
OLD = dumps(GAME).encode()
AFTER = dumps(do(GAME, "south play 2H")).encode()
OTHER = OLD.replace(b"North", b"Nadia")
NOBODY = 65534
ROOT = os.geteuid() == 0
only_root = pytest.mark.skipif(not ROOT, reason="needs root, to become somebody else")
Prepare = Callable[[], object]


def nothing() -> None:
    pass


def warm_up() -> None:
    """Imports what commands import, which a child without rights might not be able to."""
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        name = os.path.join(folder, "game.yaml")
        for words in (["new", name], ["show", name], ["undo", name], ["play", name, "2H"]):
            main([*words, "--json"], standalone_mode=False)


warm_up()


def start(words: list[str], prepare: Prepare = nothing) -> Callable[[], tuple[int, Any]]:
    """Begins a command in a child; what is given back waits for its exit code and JSON."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        code = 99
        try:
            signal.alarm(20)
            for number in (1, 2):
                os.dup2(writing, number)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
            prepare()
            main([*words, "--json"])
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            with suppress(OSError):
                sys.stdout.flush()
            os._exit(code)
    os.close(writing)

    def ended() -> tuple[int, Any]:
        with open(reading, encoding="utf-8") as output:
            text = output.read()
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        assert code != 99, text
        answer = json.loads(text)
        assert answer["ok"] == (code == 0)
        return code, None if code == 0 else answer["error"]["code"]

    return ended


def run(*words: object, prepare: Prepare = nothing) -> tuple[int, Any]:
    return start([str(word) for word in words], prepare)()


def play(file: object, card: str = "2H", prepare: Prepare = nothing) -> tuple[int, Any]:
    return run("play", file, card, prepare=prepare)


def new(file: object, name: str = "Ann", prepare: Prepare = nothing) -> tuple[int, Any]:
    return run("new", file, "--north", name, prepare=prepare)


def anybody() -> None:
    """Drops the rights of root."""
    if ROOT:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def wait_at_most(seconds: float) -> Prepare:
    return lambda: setattr(storage, "LOCK_SECONDS", seconds)


def game_in(folder: Path) -> Path:
    """A game file alone in its folder."""
    file = folder / "games" / "game.yaml"
    file.parent.mkdir()
    file.write_bytes(OLD)
    return file


@contextmanager
def game_of_nobody() -> Iterator[Path]:
    """The same for one without the rights of root, where that user can reach it."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "game.yaml")
        file.write_bytes(OLD)
        if ROOT:
            os.chown(name, NOBODY, NOBODY)
            os.chown(file, NOBODY, NOBODY)
        yield file
        os.chmod(name, 0o700)


def check(file: Path, data: bytes, *others: str) -> None:
    """The file holds this, and nothing else is in its folder."""
    assert file.read_bytes() == data
    assert sorted(os.listdir(file.parent)) == sorted([file.name, *others])


def hook(name: str, before: Callable[..., None], module: Any = os) -> Prepare:
    """Prepares a child so that something happens before a function of the system, each time."""

    def prepare() -> None:
        real = getattr(module, name)

        def hooked(*args: Any, **named: Any) -> Any:
            before(*args)
            return real(*args, **named)

        setattr(module, name, hooked)

    return prepare


@contextmanager
def held(file: Path, seconds: float, then: Prepare = nothing) -> Iterator[None]:
    """Another process has this file locked for a time."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.write(writing, b".")
        time.sleep(seconds)
        then()
        os._exit(0)
    os.read(reading, 1)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(reading)
        os.close(writing)
