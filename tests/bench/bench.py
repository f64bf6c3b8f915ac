"""Measures this program against others in one run, and prints the ratios.

    python tests/bench/bench.py [--quick] [command] [read] [engine] [verify]

The peers live in a virtual environment of their own, .venv-bench, made when missing; the variable
BENCH_PYTHON names the Python of another one. What is compared takes turns, round by round, and the
medians are compared. Nothing fails here, however slow: the figures are for people to read.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from processes import BENCH, Run, SkippedError, in_turn, own, peers_python, run, speeds

PYTHON = sys.executable


def table(title: str, rows: Sequence[tuple[str, str, str]]) -> None:
    print(f"\n{title}")
    for name, figure, ratio in rows:
        print(f"  {name:<52} {figure:>16}  {ratio}".rstrip())


def slow_start() -> str:
    """A warning if this Python starts late, which flatters the ratio of whatever it runs."""
    if any(name.startswith("__editable__") for name in sys.modules):
        return "\n  (this Python has an editable install, whose finder adds to all three)"
    return ""


def bench_command(quick: bool) -> None:
    """An acting command as a process of its own, against what no such command can do without."""
    rounds = 20 if quick else 60
    with tempfile.TemporaryDirectory() as folder:
        kept, file = Path(folder, "kept.yaml"), Path(folder, "game.yaml")
        card = own("midgame", kept)

        def act() -> Run:
            shutil.copyfile(kept, file)
            return run([PYTHON, "-m", "bridgette", "play", file, card])

        run([PYTHON, "-c", "import click, yaml"])  # both once, to compile their modules
        act()
        if file.read_bytes() == kept.read_bytes():
            raise SkippedError("`bridgette play` changes nothing")
        figures = in_turn(
            rounds,
            {
                "act": act,
                "imports": lambda: run([PYTHON, "-c", "import click, yaml"]),
                "empty": lambda: run([PYTHON, "-c", ""]),
            },
        )
    names = {
        "act": "python -m bridgette play GAME CARD",
        "imports": 'python -c "import click, yaml"',
        "empty": 'python -c ""',
    }
    clock = {name: median(one.seconds for one in runs) for name, runs in figures.items()}
    busy = {name: median(one.busy for one in runs) for name, runs in figures.items()}
    rows = []
    for name, shown in names.items():
        ratio = f"x {clock['act'] / clock[name]:.2f}"
        ratio += f"  (processor time: x {busy['act'] / busy[name]:.2f})"
        goal = "  (goal: 1.15 or less)" if name == "imports" else ""
        rows.append((shown, f"{1000 * clock[name]:.1f} ms", "" if name == "act" else ratio + goal))
    table(
        f"A command: `bridgette play` in a game of 150 moves, median of {rounds}{slow_start()}",
        rows,
    )


def bench_speeds(
    title: str, kind: str, quick: bool, peers: Sequence[tuple[str, str, str, str]]
) -> None:
    """Moves a second of this program and its peers: (name, script, kind, remark)."""
    python: str | None = None
    try:
        python = peers_python()
    except SkippedError as why:
        print(f"\n{kind}: without the peers, {why}")
    rounds = 5 if quick else 15
    mode = ["quick"] if quick else []
    scripts: dict[str, list[str | Path]] = {"bridgette": [PYTHON, BENCH / "own.py", kind, *mode]}
    scripts |= {
        name: [python, BENCH / script, kind_there, *mode]
        for name, script, kind_there, _ in peers
        if python is not None
    }
    if kind == "read":
        scripts["bridgette: files with a comment added"] = [
            PYTHON,
            BENCH / "own.py",
            "edited",
            *mode,
        ]
    remarks = {name: remark for name, _, _, remark in peers}
    found = speeds(rounds, scripts)
    ours = found["bridgette"]
    rows = []
    for name, speed in found.items():
        if isinstance(speed, str) or isinstance(ours, str):
            rows.append((name, str(speed), ""))
            continue
        ratio = "" if name == "bridgette" else f"x {ours / speed:.1f}  {remarks.get(name, '')}"
        rows.append((name, f"{speed:,.0f}", ratio))
    table(f"{title}, median of {rounds}: moves a second", rows)


def bench_read(quick: bool) -> None:
    """Records in memory, read and replayed with all checks."""
    bench_speeds(
        "Reading and replaying records",
        "read",
        quick,
        [
            ("python-chess: read_game, moves pushed", "peer_chess.py", "read", "(goal: 5)"),
            ("python-chess: read_game alone", "peer_chess.py", "check", ""),
            ("PokerKit: HandHistory.loads, states", "peer_pokerkit.py", "read", ""),
        ],
    )


def bench_engine(quick: bool) -> None:
    """Random play with the legal moves listed at every step."""
    bench_speeds(
        "Random play, legal moves listed at every step",
        "engine",
        quick,
        [
            ("RLCard bridge: BridgeGame itself", "peer_rlcard.py", "engine", ""),
            ("RLCard bridge: its environment", "peer_rlcard.py", "environment", "(goal: 5)"),
            ("python-chess", "peer_chess.py", "engine", ""),
            ("PokerKit: no-limit hold'em for two", "peer_pokerkit.py", "engine", ""),
        ],
    )


def bench_verify(quick: bool) -> None:
    """Many records in one call: two processes against one, and memory."""
    few, many, rounds = (100, 1000, 2) if quick else (1000, 10000, 3)
    with tempfile.TemporaryDirectory() as folder:
        folders = {count: Path(folder, str(count)) for count in (few, many)}

        def verify(count: int, jobs: int) -> Run:
            return run([PYTHON, "-m", "bridgette", "verify", folders[count], "--jobs", str(jobs)])

        for count, path in folders.items():
            path.mkdir()
            own("files", path, 200, count)
        small = {jobs: verify(few, jobs).megabytes for jobs in (1, 2)}
        memory = dict.fromkeys((1, 2), 0.0)

        def timed(jobs: int) -> Run:
            done = verify(many, jobs)
            memory[jobs] = max(memory[jobs], done.megabytes)
            return done

        figures = in_turn(rounds, {"1": lambda: timed(1), "2": lambda: timed(2)})
    one, two = (median(one.seconds for one in figures[jobs]) for jobs in ("1", "2"))
    had = median(one.busy / one.seconds for one in figures["2"])
    rows = [
        ("--jobs 1", f"{one:.2f} s", ""),
        ("--jobs 2", f"{two:.2f} s", f"x {one / two:.2f}  (got {had:.1f} processors; goal: 1.7)"),
    ]
    for jobs in (1, 2):
        rows += [
            (f"--jobs {jobs}, memory for {few:,}", f"{small[jobs]:.1f} MB", ""),
            (
                f"--jobs {jobs}, memory for {many:,}",
                f"{memory[jobs]:.1f} MB",
                f"x {memory[jobs] / small[jobs]:.2f}",
            ),
        ]
    table(f"`bridgette verify` of {many:,} records, median of {rounds}", rows)


PARTS = {
    "command": bench_command,
    "read": bench_read,
    "engine": bench_engine,
    "verify": bench_verify,
}


def attempt(part: str, quick: bool) -> None:
    try:
        PARTS[part](quick)
    except SkippedError as why:
        print(f"\n{part}: skipped, {why}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all if none")
    parser.add_argument("--quick", action="store_true", help="a smaller run, with rougher figures")
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part}: {', '.join(PARTS)}")
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} processors"
    )
    for part in options.parts or PARTS:
        attempt(part, options.quick)


if __name__ == "__main__":
    main()
