"""Commands over several moves: apply and undo."""

from __future__ import annotations

from typing import NoReturn

import click

from bridgette.cli.acting import actor, change, make_move, placed, play_forced, report
from bridgette.cli.seal import refuse_sealed
from bridgette.cli.session import CHANGING, Session, command, game_argument, read_text
from bridgette.errors import BridgetteError, RuleError
from bridgette.game import Game
from bridgette.moves import Move, Seat, parse_move
from bridgette.render.table import narrate
from bridgette.render.text import plural
from bridgette.replay import rewind


@command("apply", ("forced", *CHANGING))
@game_argument
@click.argument("moves", metavar="[FILE]", default="-", type=click.Path(), required=False)
def apply_command(session: Session, game: str, moves: str) -> None:
    """Make moves from a file, all or none.

    FILE, or standard input, holds one move a line as the game file does; the seat may be
    left out, and # begins a comment.
    """
    lines = _lines(moves)

    def act(opened: Game) -> tuple[Game, tuple[list[Move], list[Move]]]:
        made = []
        for number, text in lines:
            opened, move = _make(session, opened, game, text, number)
            made.append(move)
        opened, forced = play_forced(session, opened)
        return opened, (made, forced)

    opened, (made, forced), ended = change(session, game, act)
    report(session, game, opened, [*made, *forced], ended, forced=len(forced))


def _make(session: Session, game: Game, file: str, text: str, number: int) -> tuple[Game, Move]:
    try:
        with placed(game, file):
            move = parse_move(text, seat=actor(session, game))
            seat = session.seat(game)
            if seat is not None and move.seat is not seat:
                _refuse(game, move, seat)
            game = make_move(game, move)
    except BridgetteError as error:
        error.text, error.line = text, number
        error.message = f"Line {number}: {error.message}"
        raise
    return game, move


def _refuse(game: Game, move: Move, seat: Seat) -> NoReturn:
    """Refuses to move for the other seat, after what would come before that."""
    try:
        game.check(move)
    except RuleError as error:
        if error.code in ("game-over", "wrong-phase"):
            error.legal = ()
            raise
    raise RuleError(f"this line moves for {move.seat}, and you are {seat}", code="not-your-turn")


def _lines(source: str) -> list[tuple[int, str]]:
    """The lines that hold moves, with their numbers."""
    found = []
    for number, line in enumerate(read_text(source).splitlines(), 1):
        head, dashes, remark = line.partition(" -- ")
        head, comment, _ = f" {head}".partition(" #")
        whole = (head if comment else head + dashes + remark).strip()
        if whole:
            found.append((number, whole))
    return found


@command("undo", CHANGING)
@game_argument
@click.argument("count", metavar="[N]", default=1, type=click.IntRange(min=1))
@click.option("--redeal", is_flag=True, help="Also over a deal's end; the next deck is lost.")
def undo_command(session: Session, game: str, count: int, redeal: bool) -> None:
    """Take back the last N moves (1)."""

    def act(opened: Game) -> tuple[Game, list[Move]]:
        refuse_sealed(opened, "no move is taken back")
        shorter = _shortened(opened, game, count, redeal=redeal)
        known = session.view(opened).game  # what was taken back may hold the other's discards
        return shorter, [move for deal in known.deals for move in deal.moves][-count:]

    opened, undone, _ = change(session, game, act)
    said = ", ".join(narrate(opened, move) for move in undone)
    taken_back = [move.text for move in undone]
    report(
        session,
        game,
        opened,
        [],
        opening=f"Taken back: {said}.",
        undone=taken_back,
    )


def _shortened(game: Game, file: str, count: int, *, redeal: bool) -> Game:
    if count > game.move_count:
        raise RuleError(
            f"only {plural(game.move_count, 'move')} can be taken back, not {count}"
            if game.move_count
            else "no move has been made yet",
            code="undo-none",
            file=file,
        )
    deals, left = len(game.deals), count
    while left > len(game.deals[deals - 1].moves) or not game.deals[deals - 1].moves:
        left -= len(game.deals[deals - 1].moves)
        deals -= 1
    if deals < len(game.deals) and not redeal:
        raise click.UsageError(
            f"{plural(count, 'move')} back is before deal {deals + 1}, whose deck has been seen:"
            " that deal goes, and is dealt afresh when it comes again (from a seed, the same"
            " again). Say --redeal if both agree."
        )
    last = game.deals[deals - 1]
    return rewind(game, deals, len(last.moves) - left)
