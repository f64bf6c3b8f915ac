"""Running the commands: in this process by click's runner, as a process, and on a terminal."""

from __future__ import annotations

import errno
import fcntl
import inspect
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner
from helpers import EVEN, cards, do, give, score_deal

from bridgette import Game
from bridgette.cli import main
from bridgette.savefile import dumps, loads

ROOT = Path(__file__).parent.parent
# Every exit code that the table of them knows.
EXITS = {
    10: "wrong-phase not-held discard-count duplicate-card bid-too-low bid-suit-length"
    " bid-no-trump bid-jump double-own double-none double-again redouble-none follow-suit"
    " colon-range suit-barred claim-range claim-lead claim-again claim-open claim-none"
    " game-over undo-none",
    1: "internal",
    2: "usage",
    11: "not-your-turn",
    12: "notation",
    20: "not-found unreadable empty encoding too-large yaml duplicate-key unknown-key schema"
    " deck dealer-order deal-order",
    21: "format-version",
    22: "exists busy changed no-space not-writable",
    23: "output",
    30: "bad-point bad-share wrong-release signature chain memory rejoin owed sealed-rule cheat",
    31: "needs-pynacl",
    130: "interrupted",
}
EXIT_OF = {code: exit_code for exit_code, codes in EXITS.items() for code in codes.split()}


# Standard output and error apart, as they are by default from click 8.2 on.
_APART = {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}


class Answer(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The JSON objects printed, one a line."""
        assert self.out.endswith("\n") or not self.out
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def value(self) -> dict[str, Any]:
        """The one JSON object printed, and nothing else."""
        assert self.err == ""
        (row,) = self.rows
        return row

    @property
    def text(self) -> str:
        """All that was printed, as one line."""
        return " ".join((self.out + self.err).split())


def variables(**more: str | None) -> dict[str, str | None]:
    return {"COLUMNS": "80", "TERM": "xterm", **more}


def environment(**more: str | None) -> dict[str, str]:
    """The environment of a process."""
    whole = {**os.environ, **variables(**more)}
    return {name: value for name, value in whole.items() if value is not None}


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class Cli:
    """The program in a folder of its own: `cli("show", "g.yaml")`."""

    def __init__(self, folder: Path, **env: str | None) -> None:
        self.folder = folder
        self.env = env

    def __call__(self, *words: object, stdin: str | bytes = "", **env: str | None) -> Answer:
        """Runs a command in this process."""
        with inside(self.folder):
            done = CliRunner(**_APART).invoke(
                main,
                [str(word) for word in words],
                stdin,
                variables(**{**self.env, **env}),
                prog_name="bridgette",
            )
        return Answer(done.exit_code, done.stdout, done.stderr)

    def ok(self, *words: object, stdin: str | bytes = "", **env: str | None) -> Answer:
        """Runs a command that is to succeed, and to say nothing on standard error."""
        answer = self(*words, stdin=stdin, **env)
        assert answer.code == 0, answer
        assert answer.err == "", answer
        return answer

    def json(self, *words: object, stdin: str | bytes = "", **env: str | None) -> dict[str, Any]:
        """The object that a command that succeeds prints."""
        return self.ok(words[0], "--json", *words[1:], stdin=stdin, **env).value

    def fails(self, code: str, *words: object, stdin: str | bytes = "", **env: str | None) -> Any:
        """The error that a command gives: the same code with and without JSON; no file changes."""
        before = self.files()
        plain = self(*words, stdin=stdin, **env)
        answer = self(words[0], "--json", *words[1:], stdin=stdin, **env)
        assert plain.code == answer.code, (plain, answer)
        assert plain.out == "", plain
        assert plain.err.startswith("Error: "), plain
        assert "Traceback" not in plain.err
        value = answer.value
        assert value["version"] == 1
        assert value["ok"] is False
        error = value["error"]
        assert error["code"] == code, answer
        assert answer.code in (EXIT_OF[code], 20), answer
        assert self.files() == before
        return {**error, "exit": answer.code, "plain": plain.err}

    def files(self) -> dict[str, bytes]:
        """Every file of the folder."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.parent.name != "__pycache__"
        }

    def put(self, game: Game, name: str = "g.yaml") -> Path:
        """Writes a game, over the one before it."""
        path = self.folder / name
        path.write_text(dumps(game), encoding="utf-8")
        return path

    def give(self, north: str = EVEN[0], south: str = EVEN[1], **more: str) -> Game:
        """Writes a game of two hands, about to be called, as `g.yaml`."""
        game = give(north, south, **more)
        self.put(game)
        return game

    def game(self, name: str = "g.yaml") -> Game:
        """The game in a file as it is now."""
        return loads((self.folder / name).read_bytes())

    def moves(self, name: str = "g.yaml") -> list[str]:
        """The moves in the last deal of a file, with their remarks."""
        return [repr(move) for move in self.game(name).current.moves]

    def process(self, *words: str, stdin: bytes = b"", **env: str | None) -> Answer:
        """Runs a command as a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "bridgette", *words],
            cwd=self.folder,
            env=environment(**{**self.env, **env}),
            input=stdin,
            capture_output=True,
            timeout=60,
            check=False,
        )
        out, err = (text.decode("utf-8", "surrogateescape") for text in (done.stdout, done.stderr))
        return Answer(done.returncode, out, err)

    def shell(self, line: str, **env: str | None) -> Answer:
        """Runs a line of shell in which `$B` is the program."""
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=environment(B=f"{sys.executable} -m bridgette", **{**self.env, **env}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    @contextmanager
    def begun(self, *words: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
        """A command as a process of its own that goes on; killed at the end if it still does."""
        with subprocess.Popen(
            [sys.executable, "-m", "bridgette", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=environment(**self.env, **env),
        ) as command:
            try:
                yield command
            finally:
                command.kill()

    def terminal(
        self,
        *words: str,
        keys: bytes = b"",
        wide: int = 80,
        mute: bool = False,
        then: Callable[[int], None] | None = None,
        **env: str | None,
    ) -> Answer:
        """Runs a command on a terminal: types keys, and calls `then` with its process id.

        Both wait for it to wait for a key, or if it is `mute` for what it prints and then for a
        line.
        """
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, wide, 0, 0))
        child = subprocess.Popen(
            [sys.executable, "-m", "bridgette", *words],
            cwd=self.folder,
            env=environment(**{"COLUMNS": None, **self.env, **env}),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_own_terminal,  # noqa: PLW1509 - one call to the system
        )
        os.close(theirs)
        try:
            out = _talk(ours, child.pid, keys, then, mute=mute)
            code = child.wait(30)
        finally:
            os.close(ours)
            if child.poll() is None:
                child.send_signal(signal.SIGKILL)
                child.wait()
        return Answer(code, out.decode().replace("\r\n", "\n"), "")


def _own_terminal() -> None:
    """Makes standard input the terminal whose ^C is a signal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _talk(
    ours: int, pid: int, keys: bytes, then: Callable[[int], None] | None, *, mute: bool
) -> bytes:
    """Types a key whenever one is waited for, and gives all that came on the terminal."""
    out = b""
    told = False  # whether anything was printed since the last key
    end = time.monotonic() + 30
    while time.monotonic() < end:
        ready, _, _ = select.select([ours], [], [], 0.05)
        if ready:
            try:
                chunk = os.read(ours, 65536)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                return out
            if not chunk:
                return out
            out += chunk
            told = True
        elif told and (mute or not termios.tcgetattr(ours)[3] & termios.ICANON):
            if keys:
                os.write(ours, keys[:1])
                keys, told = keys[1:], False
            elif then is not None:
                then(pid)
                then = None
    raise AssertionError(f"the command does not end: {out!r}")


def has(value: dict[str, Any], keys: str) -> dict[str, Any]:
    """The object, which has these keys (more may be added)."""
    assert set(keys.split()) <= set(value), value
    assert value.get("version", 1) == 1
    return value


def two_deals() -> Game:
    """North made 4SX, and south went down in 1H."""
    return score_deal(score_deal(Game(), "north", "4SX", 10), "south", "1H", 5)


FIRST_ROW = {
    "number": 1,
    "dealer": "north",
    "contract": "4SX",
    "declarer": "north",
    "tricks": {"north": 10, "south": 3},
    "points": {"north": 2800, "south": 0},
    "finished": True,
}


def over() -> Game:
    """The two deals, and a third in which north resigns."""
    game = two_deals()
    game.deal(hands=(cards(EVEN[0]), cards(EVEN[1])))
    return do(game, "north resign")
