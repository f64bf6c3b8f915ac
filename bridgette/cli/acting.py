"""The life of an acting command: load, act, save, report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from bridgette import savefile, storage
from bridgette.cli.session import Session, load, loads, note_saved
from bridgette.cli.terminal import columns, typing
from bridgette.deal import Phase
from bridgette.errors import NotationError, RuleError, SealedError, StorageError
from bridgette.game import Game, forced_play, seeded_deck
from bridgette.moves import Move, Seat, with_remark
from bridgette.render.table import who
from bridgette.render.text import sentence, wrap

if TYPE_CHECKING:
    from bridgette.cards import Card

_TOLD = 8  # of more moves only the last ones are told


def actor(session: Session, game: Game) -> Seat:
    """Whose move it is to be: the named seat's, else that of the player on turn."""
    seat = session.seat(game)
    if seat is None:
        seat = game.turn
    return Seat.NORTH if seat is None else seat


def shuffled() -> list[Card]:
    """The 55 cards in an order of the system's randomness."""
    import secrets

    from bridgette.cards import DECK

    deck = list(DECK)
    secrets.SystemRandom().shuffle(deck)
    return deck


def deal_next(game: Game) -> None:
    """Deals the next deal if the last one is over and the game is not."""
    if game.phase is Phase.BETWEEN:
        seed, number = game.header.seed, len(game.deals) + 1
        game.deal(seeded_deck(seed, number) if seed else shuffled())


@contextmanager
def placed(game: Game, file: str) -> Iterator[None]:
    """Errors of the move being made name the file and its place in the game."""
    try:
        yield
    except (NotationError, RuleError) as error:
        error.file, error.deal, error.move = file, game.current.number, len(game.current.moves) + 1
        raise


def check_turn(game: Game, move: Move) -> None:
    """Refuses a move out of turn by the names of the players, which the rules do not know."""
    try:
        game.check(move)
    except RuleError as error:
        if error.code == "not-your-turn" and game.turn is not None:
            error.message = f"it is the turn of {who(game, game.turn)}"
        raise


def make_move(game: Game, move: Move) -> Game:
    """Makes a move, and deals the next deal if it ended one; a sealed game comes as a new one."""
    if game.turn is not None and move.seat is not game.turn:
        check_turn(game, move)
    if game.seal is not None:
        from bridgette.cli.sealing import moved

        return moved(game, move)
    game.apply(move)
    deal_next(game)
    return game


T = TypeVar("T")


def change(
    session: Session,
    file: str,
    act: Callable[[Game], tuple[Game, T]],
    *,
    judging: bool = True,
) -> tuple[Game, T, list[int]]:
    """Loads a game, saves what `act` makes of it, all under the lock; or only tries (dry run).

    Gives the game, what `act` gives, and the numbers of the deals that ended. Without `judging`
    a sealed game is loaded whatever the opponent published in it.
    """
    if session.dry_run:
        return _changed(session, load(file, judging=judging), file, act)
    with storage.locked(file) as target:
        before = loads(target.data, file, judging=judging)
        game, answer, ended = _changed(session, before, file, act)

        def write() -> None:
            target.replace(savefile.dumps(game).encode(), note_saved)

        if game.seal is None:
            write()
        else:
            from bridgette.cli import sealing

            tables = sealing.table_of(before), sealing.table_of(game)
            sealing.save(*tables, write, resume=session.resume)
    return game, answer, ended


def _changed(
    session: Session, before: Game, file: str, act: Callable[[Game], tuple[Game, T]]
) -> tuple[Game, T, list[int]]:
    session.seat(before)  # whoever is nobody in this game is told so first
    over = finished(before)
    expected = _expected(session, before, file)
    try:
        if before.seal is not None:
            from bridgette.cli import sealing

            sealing.check_memory(sealing.table_of(before), resume=session.resume)
        game, answer = act(expected)
    except SealedError as error:
        error.file = error.file or file
        raise
    return game, answer, finished(game)[len(over) :]


def finished(game: Game) -> list[int]:
    """The numbers of the deals that are over."""
    return [deal.number for deal in game.deals if deal.phase is Phase.OVER]


def _expected(session: Session, game: Game, file: str) -> Game:
    if session.expect is not None and session.expect != game.head:
        raise StorageError(
            f"the game is at head {game.head}, not {session.expect}: look again",
            code="changed",
            file=file,
        )
    return game


def play_forced(session: Session, game: Game) -> tuple[Game, list[Move]]:
    """With --forced, makes the moves that are the only legal ones, and gives them."""
    moves: list[Move] = []
    while session.forced and (move := forced_play(game)) is not None:
        game = make_move(game, move)
        moves.append(move)
    return game, moves


def play_out(session: Session, file: str, choose: Callable[[Game, Seat], Move]) -> None:
    """The whole of an acting command of one move: choose, check, save, report."""

    def act(game: Game) -> tuple[Game, list[Move]]:
        with placed(game, file):
            move = choose(game, actor(session, game))
            if session.say:
                move = with_remark(move, session.say)
            game = make_move(game, move)
        game, forced = play_forced(session, game)
        return game, [move, *forced]

    game, moves, ended = change(session, file, act)
    report(session, file, game, moves, ended, forced=len(moves) - 1)


def report(
    session: Session,
    file: str,
    game: Game,
    moves: Sequence[Move],
    ended: Sequence[int] = (),
    *,
    opening: str = "",
    forced: int = 0,
    **more: Any,
) -> None:
    """Says what happened and who is next, and shows the seat's table on a terminal.

    `ended` are the numbers of the deals that ended, `forced` is how many of the moves were added
    as the only legal ones; `more` goes into the JSON.
    """
    view = session.view_if_known(game)
    if session.json:
        from bridgette.render.values import acted

        if session.forced:
            more["forced"] = [move.text for move in moves[len(moves) - forced :]]
        if session.dry_run:
            more["dry_run"] = True
        session.json_out({**acted(view, file, moves, ended), **more})
        return
    from bridgette.render.table import (
        narrate,
        news,
        next_text,
        result_text,
        table_lines,
    )

    said = [opening] if opening else []
    if len(moves) > _TOLD:
        said.append(f"{len(moves)} moves are made; the last ones:")
    said += [f"{narrate(view.game, move)}." for move in moves[-_TOLD:]]
    if forced:
        said.insert(max(len(said) - forced, 0), "Forced:")
    played = [deal for deal in view.game.deals if deal.moves]
    if moves and (what := news(view.game, played[-1])):
        said.append(f"{sentence(what)}.")
    lines = wrap(" ".join(said), columns()) if said else []
    for deal in view.game.deals:
        if deal.number in ended:
            lines += wrap(f"Deal {deal.number}: {result_text(view.game, deal)}.", columns(), "    ")
    if session.dry_run:
        session.out([*lines, "Nothing was saved (dry run)."])
        return
    if view.seat is None or session.quiet or not sys.stdout.isatty():
        session.out([*lines, *wrap(next_text(view.game), columns())])
        return
    table = table_lines(view, columns(), typing(file), session.seat_option(view.seat))
    session.out([*lines, "", *table])
