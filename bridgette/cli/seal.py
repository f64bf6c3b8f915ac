"""Commands of sealed games: join, continue, accuse, identity."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from bridgette.cli.acting import change, report
from bridgette.cli.session import CHANGING, PLAIN, Session, command, game_argument, load
from bridgette.errors import SealedError
from bridgette.game import Game
from bridgette.render.text import printable
from bridgette.view import View

# What needs PyNaCl is imported where it is needed: the program works without it.


def _step(
    session: Session,
    file: str,
    act: Callable[[Game], Game],
    done: str,
    *,
    judging: bool = True,
) -> None:
    """The whole of a command that is no move of the game: load, act, save, report."""
    from bridgette.cli import sealing

    def step(game: Game) -> tuple[Game, None]:
        sealing.check_seat(game, session.named_seat(game))
        return act(game), None

    opened, _, ended = change(session, file, step, judging=judging)
    table = sealing.table_of(opened)
    header, seat = opened.header, table.me
    other = "" if seat is None else printable(header.title(seat.other))
    who = "" if seat is None else printable(header.title(seat))
    has = "would have" if session.dry_run else "has"
    opening = f"{who} {has} {done.format(other=other)}."
    if opened.stopped_by is not None and opened.awaits is None:
        opening += f" {printable(sealing.verdict(table))}."
    report(session, file, opened, [], ended, opening=opening)


def _ask(game: Game) -> None:
    """Asks on a terminal whether an accusation is meant, where the program has found no fault."""
    from bridgette.cli import sealing

    if sealing.has_fault(game) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    click.confirm(
        "No fault was found. This ends the game, shows your cards of this deal, and if all was in\n"
        "order it names you as the cheat. Accuse all the same?",
        abort=True,
    )


@command("join", CHANGING)
@game_argument
def join_command(session: Session, game: str) -> None:
    """Join a sealed game that the other player has begun."""

    def act(opened: Game) -> Game:
        from bridgette.cli import sealing

        return sealing.joined(opened, keep=not session.dry_run)

    _step(session, game, act, "joined")


@command("continue", CHANGING)
@game_argument
def continue_command(session: Session, game: str) -> None:
    """Publish what your opponent waits for, where no move carries it."""
    _step(session, game, answered, "answered")


@command("accuse", CHANGING)
@game_argument
def accuse_command(session: Session, game: str) -> None:
    """End a sealed game and lay open your cards of its deal, to prove a cheat.

    The other player has to do the same (continue); then verify names the cheat: you, if all was
    in order.
    """

    def act(opened: Game) -> Game:
        from bridgette.cli import sealing

        if not session.dry_run:
            _ask(opened)
        return sealing.accused(opened)

    _step(session, game, act, "accused {other}", judging=False)


@command("identity", PLAIN)
@click.argument("game", metavar="[GAME]", required=False)
def identity_command(session: Session, game: str | None) -> None:
    """Show your public key, or both players' keys in a sealed game.

    The key is made on first use.
    """
    from bridgette.cli import home, sealing

    mine = home.own_identity().public_key.hex()
    file = home.identity_file()
    keys = {} if game is None else sealing.keys_of(load(game))
    if session.json:
        from bridgette.render.values import ok

        session.json_out(ok(key=mine, file=game or file, keys=keys or None))
        return
    if game is None:
        session.out(
            [
                f"Your public key: {mine}",
                f"Your identity is in {printable(file)}",
                "Back this file up, and show it to nobody: without it a sealed game cannot go on,",
                "and who has it sees your cards. Do not back up the folder games beside it.",
            ]
        )
    for title, key in keys.items():
        session.out(f"{printable(title)}: {key}{' (yours)' if key == mine else ''}")


def check_open(view: View, file: str) -> None:
    """Whether the cards of the player on turn are open here. Errors: SealedError."""
    game, turn = view.game, view.game.turn
    if game.seal is None:
        return
    if game.awaits is not None:
        raise SealedError(game.seal.awaited_text(game.awaits), code="owed", file=file)
    if turn is not None and view.seat in (turn, None) and not view.knows(turn):
        what = f"the cards of {game.header.title(turn)} are sealed here: the key to them is on"
        what += " another computer, or lost (bridgette identity)"
        raise SealedError(what, code="sealed-rule", file=file)


def doubt(game: Game) -> str:
    """What speaks against a file, by what this home remembers of its game; empty if nothing."""
    if game.seal is None:
        return ""
    from bridgette.cli import sealing

    try:
        sealing.check_received(sealing.table_of(game))
    except SealedError as error:
        return "" if error.file else error.message  # the fault of the memory's file, not of this
    return ""


def refuse_sealed(game: Game, what: str) -> None:
    """Refuses what no sealed game can have. Errors: SealedError: sealed-rule."""
    if game.seal is not None:
        raise SealedError(f"{what} in a sealed game: what is open stays open", code="sealed-rule")


def answered(game: Game) -> Game:
    """A sealed game with what the other's program waits for."""
    from bridgette.cli import sealing

    return sealing.continued(game)
