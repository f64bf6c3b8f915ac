"""Commands over many files: status, score, verify."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from bridgette import storage
from bridgette.cli.session import (
    LOOKING,
    PLAIN,
    Session,
    command,
    games_argument,
    load,
    loads,
)
from bridgette.cli.terminal import columns, error_lines
from bridgette.cli.workers import Workers, bulk_options, progress, workers
from bridgette.deal import Phase
from bridgette.errors import BridgetteError
from bridgette.game import Game
from bridgette.render import sheets, values
from bridgette.render.text import age_text, plural, printable, wrap
from bridgette.view import View

_CHUNK = 50  # files for one process at a time
_ONE_LINE = 10_000  # a line a game for programs, wrapped on a terminal
_CONFLICTS = (
    re.compile(r"(?P<stem>.+) \([^()]*conflicted copy[^()]*\)(?P<end>\.\w+)", re.IGNORECASE),
    re.compile(r"(?P<stem>.+)\.sync-conflict-[\w-]+(?P<end>\.\w+)"),
    re.compile(r"(?P<stem>.+?) ?\([0-9]+\)(?P<end>\.\w+)"),
)


def conflict_of(file: str) -> str | None:
    """The name of the game that a file is a sync program's second copy of, by its name.

    >>> conflict_of("g (1).yaml"), conflict_of("g.sync-conflict-20260102-120000-ABC.yaml")
    ('g.yaml', 'g.yaml')
    """
    for pattern in _CONFLICTS:
        if found := pattern.fullmatch(os.path.basename(file)):
            return found["stem"] + found["end"]
    return None


def files_of(paths: Iterable[str], *, recursive: bool) -> Iterator[str]:
    """The files that paths stand for, folders opened."""
    for path in paths:
        yield from storage.find_games(path, recursive=recursive)


def _fail_as(ctx: click.Context, error: BridgetteError | None) -> None:
    if error is not None:
        ctx.exit(error.exit_code)


@command("status", LOOKING)
@games_argument
@click.pass_context
def status_command(ctx: click.Context, session: Session, games: tuple[str, ...]) -> None:
    """Say whose turn it is, a line a game.

    A folder means the games in it.
    """
    first = None
    for file in files_of(games, recursive=False):
        copy = conflict_of(file)
        try:
            game = load(file)
        except BridgetteError as error:
            first = first or error
            if session.json:
                session.json_out({**values.failed(error), "file": file})
            else:
                line = f"! {printable(file)}  {_reason(error)}"
                session.out(wrap(line, columns(_ONE_LINE), "    "))
            continue
        view = View(game, session.seat_if_any(game), open_cards=session.open_cards)
        if session.json:
            more = {"conflict_of": copy} if copy else {}
            session.json_out({**values.status(view, file), **more})
            continue
        age = age_text(max(0.0, time.time() - (storage.changed_at(file) or 0)))
        line = sheets.status_line(view, printable(file), age)
        if copy:
            line += f" – a sync program's conflict copy of {printable(copy)}"
        session.out(wrap(line, columns(_ONE_LINE), "    "))
    _fail_as(ctx, first)


def _reason(error: BridgetteError) -> str:
    numbers = (("line", error.line), ("deal", error.deal), ("move", error.move))
    place = [f"{what} {n}" for what, n in numbers if n]
    where = f" ({', '.join(place)})" if place else ""
    return printable(f"{error.code}: {error.message}{where}")


@command("score", PLAIN)
@games_argument
@click.pass_context
def score_command(ctx: click.Context, session: Session, games: tuple[str, ...]) -> None:
    """Print score sheets.

    Over several games or a folder also wins and points by player.
    """
    first = None
    standings = sheets.Standings()
    for file in files_of(games, recursive=True):
        try:
            game = load(file)
        except BridgetteError as error:
            first = first or error
            if session.json:
                session.json_out(values.failed_sheet(error, file))
            else:
                session.out(error_lines(error), err=True)
            continue
        if standings.games and not session.json:
            session.out("")
        public = View(game)
        standings.add(public)
        if session.json:
            session.json_out(values.sheet(game, file))
        else:
            session.out([f"{printable(file)}:", *sheets.score_lines(public, columns())])
    if standings.games > 1 and not session.json:
        session.out(["", *standings.lines(columns())])
    _fail_as(ctx, first)


class Record(NamedTuple):
    """A file to be worked on, and what was read of it if its reader does not do so itself."""

    file: str
    found: bytes | BridgetteError | None = None

    def load(self) -> Game:
        """The game in it. Errors: StorageError, RecordError, naming the file."""
        if isinstance(self.found, BridgetteError):
            raise self.found
        return load(self.file) if self.found is None else loads(self.found, self.file)


def records_of(files: Iterable[str], workers: Workers) -> Iterator[Record]:
    """The records to hand out: other machines need not see our files, and get their bytes."""
    for file in files:
        if not workers.remote:
            yield Record(file)
            continue
        try:
            yield Record(file, storage.read(file))
        except BridgetteError as error:
            yield Record(file, error)


class Verdict(NamedTuple):
    """What the check of one file gave: both forms of its line, and an exit code."""

    text: str
    value: values.Value
    exit_code: int


def verdict(record: Record) -> Verdict:
    """Reads and replays one record, strictly; a pure function of the file."""
    file = record.file
    try:
        game = record.load()
    except BridgetteError as error:
        value = values.failed_sheet(error, file)
        return Verdict(f"FAILED  {printable(file)}  {_reason(error)}", value, error.exit_code)
    deals, moves = plural(len(game.deals), "deal"), plural(game.move_count, "move")
    state = "complete" if game.phase is Phase.OVER else "unfinished"
    text = f"ok      {printable(file)}  {state}, {deals}, {moves}"
    return Verdict(text, values.sheet(game, file), 0)


@command("verify", PLAIN)
@games_argument
@bulk_options
@click.pass_context
def verify_command(
    ctx: click.Context, session: Session, games: tuple[str, ...], jobs: int, dask: str | None
) -> None:
    """Check records, a line each.

    Takes files and folders (*.yaml and *.yml in them, at any depth, hidden ones skipped);
    succeeds only if all hold.
    """
    files = list(files_of(games, recursive=True))
    failed, first = 0, 0

    def show(found: Verdict) -> None:
        if session.json:
            session.json_out(found.value)
        else:
            session.out(found.text)

    with workers(jobs, dask, len(files)) as hands, progress(len(files), "Checking", show) as tell:
        for found in hands.stream(verdict, records_of(files, hands), _CHUNK):
            failed += found.exit_code != 0
            first = first or found.exit_code
            tell(found)
    if not session.json and len(files) > 1:
        session.out(f"{len(files) - failed} of {len(files)} records hold.")
    ctx.exit(first)
