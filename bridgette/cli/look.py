"""Commands that show one game: show, legal, log, replay."""

from __future__ import annotations

import re
import sys

import click

from bridgette.cli.acting import placed
from bridgette.cli.seal import check_open, doubt
from bridgette.cli.session import LOOKING, Session, command, game_argument, load
from bridgette.cli.terminal import columns, typing
from bridgette.deal import Phase
from bridgette.errors import RuleError
from bridgette.game import Game
from bridgette.render import sheets, values
from bridgette.render.table import bids_text, hand_lines, table_lines, who
from bridgette.render.text import printable, wrap
from bridgette.replay import rewind, steps


def _at(game: Game, text: str) -> Game:
    """The game at `DEAL` (its end) or `DEAL.MOVE` (after that many moves)."""
    found = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?", text)
    if not found:
        raise click.UsageError(
            f"--at takes DEAL or DEAL.MOVE, such as 2.17, not “{printable(text)}”."
        )
    deal = int(found[1])
    move = int(found[2]) if found[2] else None
    if not 1 <= deal <= len(game.deals):
        raise click.UsageError(f"--at: there are deals 1 to {len(game.deals)}, not {deal}.")
    count = len(game.deals[deal - 1].moves)
    if move and move > count:
        raise click.UsageError(f"--at: deal {deal} has moves 0 to {count}, not {move}.")
    return rewind(game, deal, move)


@command("show", LOOKING)
@game_argument
@click.option("--at", metavar="DEAL[.MOVE]", help="At an earlier point: after MOVE moves of DEAL.")
def show_command(session: Session, game: str, at: str | None) -> None:
    """Show the table as one seat may see it."""
    opened = load(game)
    against = doubt(opened)
    if at is not None:
        opened = _at(opened, at)
    view = session.view(opened)
    if session.json:
        session.json_out(values.state(view, game))
        return
    option = session.seat_option(view.seat) if view.seat is not None else ""
    command = typing(game) if at is None else None
    session.out(table_lines(view, columns(), command, option))
    if against:
        session.out(wrap(f"Beware: {printable(against)}.", columns(), "  "), err=True)


@command("legal", LOOKING)
@game_argument
def legal_command(session: Session, game: str) -> None:
    """List every legal move of the player on turn."""
    opened = load(game)
    view = session.view(opened)
    check_open(view, game)
    if not view.open_cards and view.seat is None:
        raise click.UsageError(
            "legal shows what a hand can do: name its seat by --as, or say --all."
        )
    turn = opened.turn
    if turn is not None and view.seat is not None and view.seat is not turn:
        with placed(opened, game):
            raise RuleError(f"it is the turn of {who(opened, turn)}", code="not-your-turn")
    if session.json:
        session.json_out(values.legal(view))
        return
    if turn is None:
        session.out("Nobody is on turn.")
        return
    deal = view.game.current
    if view.game.phase is Phase.EXCHANGE and deal.exchange is not None:
        lines = [
            f"exchange: {deal.exchange.draws(turn)} of",
            *hand_lines(deal.hand(turn), columns()),
        ]
    else:
        lines = [move.text.partition(" ")[2] for move in view.legal_moves()]
        if deal.auction is not None and deal.play is None:
            lines = [line for line in lines if not line.startswith("bid")]
            lines.append(f"bid {bids_text(deal.auction, turn)}")
    session.out([*lines, *(text.partition(" ")[2] for text in values.also(view))])


@command("log", LOOKING)
@game_argument
def log_command(session: Session, game: str) -> None:
    """List the moves so far, by deal and trick."""
    view = session.view(load(game))
    if session.json:
        session.json_out(values.log(view, game))
        return
    lines: list[str] = []
    for deal in view.game.deals:
        lines += [*sheets.deal_lines(view, deal, columns()), ""]
    session.out(lines[:-1])


@command("replay", LOOKING)
@game_argument
@click.option("--step", is_flag=True, help="Wait for a key after each move (q ends).")
@click.option("--deal", "number", type=click.IntRange(min=1), help="This deal only.")
def replay_command(session: Session, game: str, step: bool, number: int | None) -> None:
    """Go through the game move by move."""
    view = session.view(load(game))
    deals = len(view.game.deals)
    if number is not None and number > deals:
        raise click.UsageError(f"--deal: there are deals 1 to {deals}, not {number}.")
    for grown, move in steps(view.game):
        if number not in (None, grown.current.number):
            continue
        if session.json:
            if move is not None:
                session.json_out(values.replayed(grown, game, move))
            continue
        lines = sheets.replay_lines(view, grown, move)
        session.out([part for line in lines for part in wrap(line, columns(), "      ")])
        if step and move is not None and not _go_on():
            return
    if number is None and not session.json:
        session.out(sheets.score_lines(view, columns()))


def _go_on() -> bool:
    """Waits for a key, if there is somebody to press one; whether to go on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    click.echo("(any key: on, q: end)\r", nl=False, err=True)
    key = click.getchar()
    click.echo("\033[K", nl=False, err=True)
    return key not in ("q", "Q", "\x1b")
