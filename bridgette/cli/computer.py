"""Commands in which a program plays: suggest and auto."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from random import Random
from typing import Any

import click

from bridgette.cards import UNKNOWN
from bridgette.cli.acting import (
    actor,
    change,
    make_move,
    placed,
    play_forced,
    report,
)
from bridgette.cli.seal import answered, check_open
from bridgette.cli.session import CHANGING, LOOKING, Session, command, game_argument, load
from bridgette.cli.terminal import columns, typing
from bridgette.errors import RuleError
from bridgette.game import Game
from bridgette.moves import Exchange, Move, Pass, Seat
from bridgette.players.match import advised, check_chosen, chosen
from bridgette.players.player import Budget, Player
from bridgette.players.registry import PLAYERS, player_of
from bridgette.render.advice import suggested, suggestion_lines
from bridgette.render.table import who
from bridgette.view import View

_MOST_SECONDS = 3600.0


def _seconds(ctx: click.Context, param: click.Parameter, value: float) -> float:
    if not 0 <= value <= _MOST_SECONDS:
        raise click.BadParameter(f"0 to {_MOST_SECONDS:.0f} seconds, not {value}.", ctx, param)
    return value


def budget_option(function: Any) -> Any:
    """The option --budget."""
    return click.option(
        "--budget",
        metavar="SECONDS",
        type=float,
        default=2.0,
        callback=_seconds,
        help="How long a program thinks over a move (2).",
    )(function)


def player_option(function: Any) -> Any:
    """The option --player."""
    return click.option(
        "--player",
        metavar="NAME",
        default="expert",
        help=f"Who: {', '.join(PLAYERS)}, or module:Class (expert).",
        shell_complete=lambda ctx, param, start: [n for n in PLAYERS if n.startswith(start)],
    )(function)


def named_player(name: str) -> Player:
    """A player by name; a module of the user's may lie in the current folder.

    That folder is looked into last, and only for such a player: games lie there, and so may a file
    of another's that has the name of a module.
    """
    if name not in PLAYERS and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return player_of(name)


def modules_of(*names: str) -> list[str]:
    """The files in the current folder that hold the user's own players."""
    modules = {name.partition(":")[0] for name in names if name not in PLAYERS}
    files = [os.path.join(os.getcwd(), f"{module}.py") for module in sorted(modules)]
    return [file for file in files if os.path.isfile(file)]


def _chance(view: View) -> Random:
    """The chances of a move, made from what its player knows: the same game, the same move."""
    moves = [move.text for deal in view.game.deals for move in deal.moves]
    return Random("\n".join([view.game.header.game, *moves]))


def _whose_turn(session: Session, game: Game, file: str, *, answering: bool = False) -> Seat:
    """The named seat, which must be on turn; without one the seat on turn.

    Where it is `answering`, it may be that its answer is awaited in a sealed game.
    """
    seat = actor(session, game)
    if answering and game.awaits == (seat, "continue"):
        return seat
    check_open(View(game, seat), file)
    with placed(game, file):
        if game.turn is None:
            try:
                game.check(Pass(seat))  # says whether the game is over or to be dealt on
            except RuleError as error:
                error.text = None
                raise
        elif game.turn is not seat:
            why = f"it is the turn of {who(game, game.turn)}"
            if answering and not session.seat_is_named:
                why += f" (to move for {game.header.name(game.turn)}: --as {game.turn})"
            raise RuleError(why, code="not-your-turn")
    return seat


@command("suggest", LOOKING)
@game_argument
@player_option
@budget_option
def suggest_command(session: Session, game: str, player: str, budget: float) -> None:
    """Propose a move, with its reason."""
    opened = load(game)
    if not session.open_cards and session.seat(opened) is None:
        raise click.UsageError(
            "suggest looks into a hand: name its seat by --as, or say --all for the one on turn."
        )
    adviser = named_player(player)
    seat = _whose_turn(session, opened, game)
    view = View(opened, seat)
    with redirect_stdout(sys.stderr):  # a player's own output is no answer of ours
        advice = advised(player, adviser, view, _chance(view), Budget.of_seconds(budget))
    with placed(opened, game):
        check_chosen(player, opened, advice.move)
    if session.json:
        session.json_out(suggested(view, game, player, advice))
        return
    option = session.seat_option(seat) if session.has_seat else ""
    session.out(suggestion_lines(view, player, advice, columns(), typing(game), option))


@command("auto", ("forced", *CHANGING))
@game_argument
@player_option
@budget_option
def auto_command(session: Session, game: str, player: str, budget: float) -> None:
    """Let a program make the moves of one seat, until it is the other one's turn.

    Without --as, that is the seat on turn. Its cards are not shown.
    """
    computer = named_player(player)
    session.quiet = True  # whoever plays against it looks on

    def act(opened: Game) -> tuple[Game, tuple[list[Move], list[Move]]]:
        seat = _whose_turn(session, opened, game, answering=True)
        moves = []
        while opened.acts_next is seat:
            if opened.awaits is not None:
                opened = answered(opened)
                continue
            with placed(opened, game):
                view = View(opened, seat)
                with redirect_stdout(sys.stderr):
                    thinking = Budget.of_seconds(budget)
                    move = chosen(player, computer, view, _chance(view), thinking)
                try:
                    check_chosen(player, opened, move)
                except RuleError as error:
                    error.legal = ()  # they show the hand
                    raise
                opened = make_move(opened, move)
            moves.append(move)
        opened, forced = play_forced(session, opened)
        return opened, (moves, forced)

    opened, (made, forced), ended = change(session, game, act)
    opening = "" if made else "The other's program has its answer."
    moves = [*map(_hidden, made), *forced]
    report(session, game, opened, moves, ended, opening=opening, forced=len(forced))


def _hidden(move: Move) -> Move:
    """The move without the cards that only its player may know."""
    if isinstance(move, Exchange):
        return Exchange(move.seat, [UNKNOWN] * len(move.cards), remark=move.remark)
    return move
