"""Commands over many files: status, score, verify."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from bridgette import storage
from bridgette.cli.seal import doubt
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
from bridgette.errors import BridgetteError, SealedError
from bridgette.game import Game, Step
from bridgette.render import sheets, values
from bridgette.render.table import next_text
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
        if against := doubt(game):
            line += f" – beware: {printable(against)}"
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
    """What the check of one file gave: both forms of its line, an exit code, and a chain.

    The chain is that of a sealed game, to be held against other files of the same game.
    """

    text: str
    value: values.Value
    exit_code: int
    chain: tuple[Step, ...] = ()


def failed(error: BridgetteError, file: str) -> Verdict:
    """The verdict on a file that does not hold."""
    value = values.failed_sheet(error, file)
    return Verdict(f"FAILED  {printable(file)}  {_reason(error)}", value, error.exit_code)


def verdict(record: Record) -> Verdict:
    """Reads and replays one record, strictly; a pure function of the file."""
    file = record.file
    chain: tuple[Step, ...] = ()
    try:
        game = record.load()
        if game.seal is not None:
            chain = tuple(game.seal.history())
            game.seal.prove()
    except BridgetteError as error:
        return failed(error, file)._replace(chain=chain)
    deals, moves = plural(len(game.deals), "deal"), plural(game.move_count, "move")
    value = values.sheet(game, file)
    state = "complete" if value["complete"] else "unfinished"
    text = f"ok      {printable(file)}  {state}, {deals}, {moves}"
    if game.seal is not None:
        text += f", {value['proved']} of {deals} proved"
    if game.awaits is not None:
        text += f". {next_text(game)}"
    return Verdict(text, value, 0, chain)


def _dealt_double(other: str, one: Step, two: Step) -> SealedError:
    what = f"{two.signer} signed two ways to go on from the same point: {two.deed} here, and in"
    what += f" {other} " + ("otherwise" if one.deed == two.deed else one.deed)
    return SealedError(what, code="cheat", deal=two.deal or None, move=two.place or None)


class Chains:
    """The sealed games among many files, to find a player who signed two ways on.

    Of each only the file's name is kept; it is read again if another of the same game comes.
    """

    def __init__(self) -> None:
        self._files: dict[bytes, list[str]] = {}

    def held_against(self, found: Verdict) -> Verdict:
        """The verdict, unless another file of the same game proves that somebody dealt double."""
        if not found.chain:
            return found
        file = found.value["file"]
        files = self._files.setdefault(found.chain[0].head, [])
        for other in files:
            for one, two in zip(verdict(Record(other)).chain, found.chain, strict=False):
                if one.head != two.head:
                    if one.key == two.key:  # else two people joined, of whom each signed once
                        return failed(_dealt_double(other, one, two), file)
                    break
        files.append(file)
        return found


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
    failures, first = 0, 0

    def show(found: Verdict) -> None:
        if session.json:
            session.json_out(found.value)
        else:
            session.out(found.text)

    chains = Chains()
    with workers(jobs, dask, len(files)) as hands, progress(len(files), "Checking", show) as tell:
        found_all = hands.stream(verdict, records_of(files, hands), _CHUNK)
        for found in map(chains.held_against, found_all):
            failures += found.exit_code != 0
            first = first or found.exit_code
            tell(found)
    if not session.json and len(files) > 1:
        session.out(f"{len(files) - failures} of {len(files)} records hold.")
    ctx.exit(first)
