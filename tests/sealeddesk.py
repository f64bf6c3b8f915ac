"""A recorded sealed game: every kind of action, and file and homes before and after each.

`Desk` is two players with a home each and the one file that goes back and forth; any state of
the game can be put on it.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli import Answer, Cli

from bridgette.sealed import group

_is_point = cache(group.is_point)
NORTH, SOUTH = SEATS = ("north", "south")
NEW = ("new", "g.yaml", "--sealed", "--as", "north", "--north", "Ann", "--south", "Bob")
Files = dict[str, bytes]


class State(NamedTuple):
    """The file, and all that is in the two homes."""

    data: bytes | None
    homes: dict[str, Files]


class Desk:
    """Two players with a home each, and the file `g.yaml` of both."""

    def __init__(self, folder: Path) -> None:
        self.games = folder / "games"
        self.games.mkdir()
        self.file = self.games / "g.yaml"
        self.homes = {seat: folder / seat for seat in SEATS}
        self.cli = {
            seat: Cli(self.games, BRIDGETTE_HOME=str(home)) for seat, home in self.homes.items()
        }

    @property
    def data(self) -> bytes | None:
        return self.file.read_bytes() if self.file.exists() else None

    @data.setter
    def data(self, data: bytes | None) -> None:
        if data is None:
            self.file.unlink(missing_ok=True)
        else:
            self.file.write_bytes(data)

    @property
    def kept(self) -> dict[str, Files]:
        """What is in both homes."""
        return {seat: Cli(home).files() for seat, home in self.homes.items()}

    @property
    def state(self) -> State:
        return State(self.data, self.kept)

    @state.setter
    def state(self, state: State) -> None:
        self.data = state.data
        for seat, files in state.homes.items():
            self.home(seat, files)

    def home(self, seat: str, files: Files) -> None:
        """Puts a home back as it was."""
        shutil.rmtree(self.homes[seat], ignore_errors=True)
        for name, data in files.items():
            path = self.homes[seat] / name
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            path.write_bytes(data)

    def put(self, name: str, data: bytes | None) -> str:
        """Another file beside the game's."""
        assert data is not None
        (self.games / name).write_bytes(data)
        return name

    def turn(self) -> tuple[Any, Any]:
        """Who is to act, and what is awaited."""
        found = self.cli[NORTH].json("status", "g.yaml")
        return found["sealed"]["awaited_from"], found["awaited"]

    def legal(self, seat: str) -> list[str]:
        """The moves of a player on turn, as `play AH`."""
        found = self.cli[seat].json("legal", "g.yaml")
        if "from" in found:
            cards, due = found["from"], found["discard"]
            return [f"exchange {' '.join(some)}" for some in (cards[:due], cards[-due:])]
        return [move.partition(" ")[2] for move in found["moves"]]

    def does(self, seat: str, what: str, *more: str) -> Answer:
        """A command that is to succeed, such as `play AH`."""
        return self.cli[seat].ok(*words_of(what), *more)


def words_of(what: str) -> list[str]:
    command, *rest = what.split()
    return [command, "g.yaml", *rest]


class Step(NamedTuple):
    """One action of a game: by whom, what, with which options, and all before and after it."""

    seat: str
    what: str
    options: tuple[str, ...]
    before: State
    after: State

    @property
    def words(self) -> list[str]:
        return [*words_of(self.what), *self.options]


def _recorded(desk: Desk) -> Iterator[Step]:
    def step(seat: str, what: str, *options: str) -> Step:
        before = desk.state
        desk.does(seat, what, *options)
        return Step(seat, what, options, before, desk.state)

    def first(kind: str, *options: str) -> Step:
        """The first that fits, by who is on turn."""
        seat, _ = desk.turn()
        bare = kind in ("claim", "accept", "decline", "resign", "continue")
        legal = [] if bare else desk.legal(seat)
        what = f"{kind} 0" if kind == "claim" else kind
        what = next((move for move in legal if move.split()[0] == kind), what)
        return step(seat, what, *options)

    def owed() -> Iterator[Step]:
        while desk.turn()[1] == "continue":
            yield first("continue")

    yield step(NORTH, "new", *NEW[2:], "--id", "desk")
    yield step(SOUTH, "join")
    yield first("continue")
    yield first("exchange", "--say", "it's: a # remark")
    yield first("exchange")
    yield first("bid", "--say", "hello")
    yield first("pass")
    yield first("play", "--say", "Zoë ♠")
    yield first("play")
    yield first("claim")
    before = desk.state
    yield step(desk.turn()[0], "accuse")
    yield first("continue")
    desk.state = before
    yield first("decline")
    yield first("play")
    yield first("play")
    yield first("claim")
    yield first("accept")
    yield from owed()
    yield first("exchange")
    yield first("exchange")
    yield first("pass")
    yield first("pass")
    yield from owed()
    yield first("resign")
    yield from owed()


BID, PASSED, LED, FOLLOWED = 5, 6, 7, 8  # the places of some steps, by north, south, south, north


@cache
def recorded() -> list[Step]:
    """The game, the same at every run: the randomness of its homes is seeded."""
    chance = random.Random(5)
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr("secrets.token_bytes", chance.randbytes)
        patch.setattr("secrets.token_hex", lambda size: chance.randbytes(size).hex())
        patch.setattr(group, "is_point", _is_point)
        steps = list(_recorded(Desk(Path(folder))))
    seats = [steps[place].seat for place in (BID, PASSED, LED, FOLLOWED)]
    assert seats == [NORTH, SOUTH, SOUTH, NORTH]
    return steps


def desk_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """An empty desk, at which each point is looked at once: a game reads it often."""
    monkeypatch.setattr(group, "is_point", _is_point)
    return Desk(folder)


def made(steps: Sequence[Step], kind: str) -> list[Step]:
    """All actions of one kind."""
    found = [step for step in steps if step.what.split()[0] == kind]
    assert found
    return found


def others(desk: Desk, step: Step) -> list[list[str]]:
    """What else could be done at a step: all that a dry run takes. Puts the desk as it was then."""
    desk.state = step.before
    seat, awaited = desk.turn()
    tried = [words_of(word) for word in ("accuse", "continue", "resign", "accept", "decline")]
    if awaited not in ("join", "continue"):
        tried.append([*words_of(step.what), "--say", "another remark"])
    if seat == step.seat and awaited in ("discard", "call", "play"):
        tried += [words_of(move) for move in desk.legal(seat)[-2:]]
    runs = desk.cli[step.seat]
    return [words for words in tried if words != step.words and runs(*words, "--dry-run").code == 0]
