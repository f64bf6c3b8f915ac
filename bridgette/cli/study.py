"""The command that says what each play cost."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

import click

from bridgette import storage
from bridgette.cli.records import files_of
from bridgette.cli.session import PLAIN, Session, command, games_argument, loads
from bridgette.cli.terminal import columns, error_lines
from bridgette.cli.workers import bulk_options, progress, workers
from bridgette.deal import Deal, Phase
from bridgette.errors import BridgetteError
from bridgette.game import Game
from bridgette.moves import SEATS
from bridgette.render.study import study_lines, study_value, total_lines
from bridgette.render.text import printable
from bridgette.render.values import failed
from bridgette.solver.study import Study, study_of
from bridgette.solver.values import Objective


class Piece(NamedTuple):
    """A deal to be studied, of a file whose bytes go along: a worker need not see it."""

    file: str
    data: bytes
    deal: int


class Finding(NamedTuple):
    """What came out for a deal, or what is wrong with the file."""

    file: str
    study: Study | None = None
    lines: tuple[str, ...] = ()
    names: tuple[str, str] = ("", "")
    error: BridgetteError | None = None


def _is_open(deal: Deal) -> bool:
    """Whether a deal is not to be looked into unasked: unfinished, or broken off (R29)."""
    return deal.phase is not Phase.OVER or deal.resigned is not None


def pieces_of(
    files: Iterable[str], number: int | None, *, open_too: bool
) -> Iterator[Piece | Finding]:
    """The deals to be studied, of each file in turn; what is wrong with a file in its place."""
    for file in files:
        try:
            data = storage.read(file)
            game = loads(data, file)
            for deal in _deals_of(game, file, number, open_too=open_too):
                yield Piece(file, data, deal)
        except BridgetteError as error:
            yield Finding(file, error=error)


def _is_sealed(deal: Deal) -> bool:
    """Whether a hand of it is not open here, as in a sealed game before the deal's end."""
    return any(deal.bits(seat) is None for seat in SEATS)


def _deals_of(game: Game, file: str, number: int | None, *, open_too: bool) -> list[int]:
    if number is None:
        deals = (deal for deal in game.deals if not _is_sealed(deal))
        return [deal.number for deal in deals if open_too or not _is_open(deal)]
    if number > len(game.deals):
        why = f"--deal: there are deals 1 to {len(game.deals)}, not {number}"
        raise BridgetteError(why, code="usage", file=file)
    if _is_sealed(game.deals[number - 1]):
        why = f"the cards of deal {number} are sealed until it is over"
        raise BridgetteError(why, code="sealed-rule", file=file)
    if not open_too and _is_open(game.deals[number - 1]):
        why = f"deal {number} is not finished, and its cards are open only with --all"
        raise BridgetteError(why, code="usage", file=file)
    return [number]


def studied(piece: Piece | Finding, *, objective: Objective, wide: int) -> Finding:
    """Studies one deal: a pure function of what it is given."""
    if isinstance(piece, Finding):
        return piece
    file, data, number = piece
    game = loads(data, file)
    study = study_of(game.deals[number - 1], objective)
    lines = tuple(study_lines(game, study, wide))
    return Finding(file, study, lines, (game.header.north, game.header.south))


@command("analyse", ("all_", *PLAIN))
@games_argument
@click.option("--deal", "number", type=click.IntRange(min=1), help="This deal only.")
@click.option("--tricks", is_flag=True, help="Play for tricks, not for points.")
@bulk_options
@click.pass_context
def analyse_command(
    ctx: click.Context,
    session: Session,
    games: tuple[str, ...],
    number: int | None,
    tricks: bool,
    jobs: int,
    dask: str | None,
) -> None:
    """Say for every play what it cost, against best play with open cards.

    Takes files and folders; finished deals only, or with --all unfinished ones, too.
    """
    objective = Objective.TRICKS if tricks else Objective.POINTS
    files = list(files_of(games, recursive=True))
    costs: dict[str, list[int]] = {}
    told: list[Finding] = []  # the last one

    def show(found: Finding) -> None:
        if found.error is not None:
            if session.json:
                session.json_out({**failed(found.error), "file": found.file})
            else:
                session.out(error_lines(found.error), err=True)
            return
        if found.study is None:
            return
        _add(costs, found.study, found.names)
        if session.json:
            session.json_out(study_value(found.study, found.file))
            return
        if told and told[-1].file == found.file:
            session.out(["", *found.lines])
        else:
            session.out([*([""] if told else []), f"{printable(found.file)}:", *found.lines])
        told[:] = [found]

    def pieces() -> Iterator[Piece | Finding]:
        return pieces_of(files, number, open_too=session.open_cards)

    count = sum(1 for _ in pieces()) if jobs > 1 or sys.stderr.isatty() else 0
    work = partial(studied, objective=objective, wide=columns())
    first = done = 0
    try:
        with workers(jobs, dask, count) as hands, progress(count, "Analysing", show) as tell:
            for found in hands.stream(work, pieces(), 1):
                if found.error is not None:
                    first = first or found.error.exit_code
                tell(found)
                done += found.study is not None
    except KeyboardInterrupt:
        _tell_totals(session, costs, objective)
        of_all = f" of {count}" if count else ""
        why = f"interrupted: {done}{of_all} deals were analysed"
        raise BridgetteError(why, code="interrupted") from None
    _tell_totals(session, costs, objective)
    if not first and not session.json and not told:
        session.out(
            "The cards of no deal are open here yet."
            if session.open_cards
            else "No deal is finished yet (--all looks into open ones)."
        )
    ctx.exit(first)


def _add(costs: dict[str, list[int]], study: Study, names: tuple[str, str]) -> None:
    for seat in SEATS:
        row = costs.setdefault(names[seat], [0, 0])
        row[0] += study.cost(seat)
        row[1] += sum(judged.play.seat is seat for judged in study.plays)


def _tell_totals(session: Session, costs: dict[str, list[int]], objective: Objective) -> None:
    if costs and not session.json:
        session.out(["", *total_lines(costs, objective)])
