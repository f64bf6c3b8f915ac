"""Golden transcripts of the examples: the screen of each seat as the games go on.

`python tests/transcripts.py --write` writes them anew; the change is reviewed as a diff.
`tests/test_examples.py` says if they are out of date.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bridgette import Accept, Claim, Decline, Game, Move, Pass, Phase, Seat, View, format_move
from bridgette.render.sheets import deal_lines, score_lines
from bridgette.render.table import table_lines
from bridgette.replay import steps
from bridgette.savefile import loads

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
FOLDER = HERE / "transcripts"
GAMES = ("everything", "given-hands", "house-rules")
COLUMNS = 80
# Deals shown after every move; of the others only the moments that count.
WHOLE = {"everything": (1, 4, 5)}
KITE = ("kite.yaml", "--north", "Ann", "--south", "Bob", "--dealer", "north", "--seed", "kite")


@functools.cache
def example(name: str) -> Game:
    """The game of an example."""
    return loads((EXAMPLES / f"{name}.yaml").read_bytes())


def title(text: str, mark: str) -> str:
    """A heading as wide as the screen."""
    return f"{mark * 2} {text} ".ljust(COLUMNS, mark)


def screens(game: Game, file: str) -> Iterator[str]:
    """The table as each seat sees it, as `show` prints it."""
    for seat in Seat:
        yield title(f"{game.header.name(seat)} ({seat}) sees", "-")
        yield from table_lines(
            View(game, seat), COLUMNS, lambda word: f"bridgette {word} {file}", f"--as {seat}"
        )


def is_moment(game: Game, move: Move | None) -> bool:
    """Whether a deal begins or ends here, or its auction, or there is a claim or its answer."""
    if move is None or isinstance(move, Claim | Accept | Decline):
        return True
    deal = game.current
    return deal.phase is Phase.OVER or (isinstance(move, Pass) and deal.phase is Phase.PLAY)


def game_transcript(name: str) -> str:
    """A game on the screens of both seats, then its score sheet and its log."""
    game = example(name)
    lines = []
    for grown, move in steps(game):
        deal = grown.current
        if deal.number in WHOLE.get(name, ()) or is_moment(grown, move):
            what = "dealt" if move is None else format_move(move)
            lines.append(title(f"{deal.number}.{len(deal.moves)}  {what}", "="))
            lines += [*screens(grown, f"{name}.yaml"), ""]
    lines += [title(f"bridgette score {name}.yaml", "="), *score_lines(View(game), COLUMNS), ""]
    lines.append(title(f"bridgette log {name}.yaml --all", "="))
    view = View(game, open_cards=True)
    for deal in game.deals:
        lines += [*deal_lines(view, deal, COLUMNS), ""]
    return "\n".join(lines)


def environment() -> dict[str, str]:
    """The environment of a process whose output is the same everywhere."""
    kept = {key: text for key, text in os.environ.items() if not key.startswith("BRIDGETTE")}
    more = {"COLUMNS": str(COLUMNS), "PYTHONUTF8": "1"}
    return {**kept, **more, "BRIDGETTE": f"{sys.executable} -m bridgette"}


@functools.cache
def run_play_by_turns() -> subprocess.CompletedProcess[str]:
    """The script as a process of its own, in a folder that has nothing to do with it."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            ["sh", EXAMPLES / "play-by-turns.sh"],
            cwd=folder,
            env=environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )


def play_by_turns_transcript() -> str:
    """What the script prints, errors last."""
    done = run_play_by_turns()
    return f"{done.stdout}{done.stderr}"


def moves_transcript() -> str:
    """The two commands that moves.txt names, and then both screens."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        commands = [
            ["new", *KITE],
            ["apply", "kite.yaml", str(EXAMPLES / "moves.txt")],
            ["show", "kite.yaml", "--as", "north"],
            ["show", "kite.yaml", "--as", "south"],
        ]
        for command in commands:
            shown = [Path(word).name if os.sep in word else word for word in command]
            lines.append(title(f"bridgette {' '.join(shown)}", "="))
            done = subprocess.run(
                [sys.executable, "-m", "bridgette", *command],
                cwd=folder,
                env=environment(),
                capture_output=True,
                encoding="utf-8",
                timeout=60,
                check=True,
            )
            lines.append(done.stdout)
    return "\n".join(lines)


TRANSCRIPTS: dict[str, Callable[[], str]] = {
    **{name: functools.partial(game_transcript, name) for name in GAMES},
    "play-by-turns": play_by_turns_transcript,
    "moves": moves_transcript,
}


def path_of(name: str) -> Path:
    """The file that holds a transcript."""
    return FOLDER / f"{name}.txt"


def main(words: list[str]) -> int:
    """Writes all transcripts with `--write`; else says how to."""
    if words != ["--write"]:
        sys.stderr.write("usage: python tests/transcripts.py --write\n")
        return 2
    FOLDER.mkdir(exist_ok=True)
    for name, make in TRANSCRIPTS.items():
        path_of(name).write_text(make(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
