"""Running other programs one at a time, and taking turns among them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeVar

Figure = TypeVar("Figure")
BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parents[1]
PEERS = ROOT / ".venv-bench"
# Compiled modules are written, whatever is set here: an installed program has them as well.
_LEFT_OUT = ("BRIDGETTE_", "PYTHONDONTWRITEBYTECODE", "PYTHONPROFILEIMPORTTIME")
ENVIRONMENT = {
    **{name: text for name, text in os.environ.items() if not name.startswith(_LEFT_OUT)},
    "PYTHONPATH": str(ROOT),
}


class SkippedError(Exception):
    """Something cannot be measured here and now; the message says why."""


class Run(NamedTuple):
    """One process from start to end: seconds by the clock and the processor, and its memory."""

    seconds: float
    busy: float
    megabytes: float


def peers_python() -> str:
    """The Python of the peers' virtual environment, which is made if it is missing."""
    given = os.environ.get("BENCH_PYTHON")
    if given:
        if shutil.which(given) is None:
            raise SkippedError(f"BENCH_PYTHON is no program: {given}")
        return given
    python = PEERS / "bin" / "python"
    ready = PEERS / "ready"
    wanted = (BENCH / "requirements.txt").read_text(encoding="utf-8")
    if ready.exists() and ready.read_text(encoding="utf-8") == wanted:
        return str(python)
    print(f"making {PEERS} for the peers ...", file=sys.stderr)
    install = [python, "-m", "pip", "install", "-q", "-r", BENCH / "requirements.txt"]
    try:
        subprocess.run([sys.executable, "-m", "venv", PEERS], check=True)
        subprocess.run(install, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SkippedError(f"the peers could not be installed: {error}") from None
    ready.write_text(wanted, encoding="utf-8")
    return str(python)


def run(command: Sequence[str | Path]) -> Run:
    """Runs a command, its output thrown away. Errors: SkippedError if it fails.

    The memory is what the system counts at the end for the process and those it waited for, the
    largest of them; as it begins as a copy of this one, this one is kept small.
    """
    with open(os.devnull, "wb") as nowhere:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=nowhere,
            stdout=nowhere,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            cwd=ROOT,
        )
        said = process.stderr.read() if process.stderr else b""
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        last = said.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
        shown = " ".join(["python" if word == sys.executable else str(word) for word in command])
        raise SkippedError(f"`{shown}` ends with {process.returncode}: {last[0]}")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def own(*words: object) -> str:
    """What the script own.py prints. Errors: SkippedError."""
    done = subprocess.run(
        [sys.executable, str(BENCH / "own.py"), *map(str, words)],
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SkippedError("the games to measure on could not be made")
    return done.stdout.strip()


def in_turn(rounds: int, work: Mapping[str, Callable[[], Figure]]) -> dict[str, list[Figure]]:
    """A B C A B C ...: the figures of every name, one a round."""
    figures: dict[str, list[Figure]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, measure in work.items():
            figures[name].append(measure())
    return figures


def speeds(rounds: int, scripts: Mapping[str, Sequence[str | Path]]) -> dict[str, float | str]:
    """Moves a second of each script by its median round (see worker.py), or why it does not run."""
    speed: dict[str, float | str] = {}
    work = {}
    with ExitStack() as stack:
        for name, command in scripts.items():
            process = stack.enter_context(
                subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=ENVIRONMENT,
                    text=True,
                )
            )
            if process.stdout is None or process.stdout.readline() != "ready\n":
                speed[name] = "does not run"
            else:
                speed[name] = 0.0
                work[name] = _asking(process)
        for name, figures in in_turn(rounds, work).items():
            speed[name] = median(figures)
    return speed


def _asking(process: subprocess.Popen[str]) -> Callable[[], float]:
    def measure() -> float:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        moves, seconds = process.stdout.readline().split()
        return int(moves) / float(seconds)

    return measure
