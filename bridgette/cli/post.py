"""Commands for play by mail: send writes a message, receive reads one; nothing is connected to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timezone

import click

from bridgette import mail, savefile, storage
from bridgette.cli.acting import finished, report
from bridgette.cli.seal import doubt, refuse_sealed
from bridgette.cli.session import (
    LOOKING,
    Session,
    command,
    game_argument,
    load,
    loads,
    note_saved,
    opened,
    read_input,
)
from bridgette.cli.terminal import shell_word
from bridgette.errors import BridgetteError, MailError, SealedError, StorageError
from bridgette.game import Game
from bridgette.mail import Comparison, Outcome
from bridgette.moves import Move, Seat, is_plain_text
from bridgette.render.table import narrate
from bridgette.render.text import plural, printable
from bridgette.render.values import ok, word
from bridgette.view import View

_SHOWN = 6


@command("send", LOOKING)
@game_argument
@click.option("--to", metavar="ADDRESS", default="", help="The receiver's address.")
@click.option("--from", "sender", metavar="ADDRESS", default="", help="Your address.")
@click.option("--say", metavar="TEXT", default="", help="Words to put before the game.")
@click.option("--output", metavar="FILE", help="Write a new file, such as move.eml.")
def send_command(
    session: Session, game: str, to: str, sender: str, say: str, output: str | None
) -> None:
    """Write the message that brings a game to the opponent.

    To standard output, for a program such as msmtp -t, or to a file that a mail program opens.
    """
    loaded = load(game, judging=False)  # a proof of cheating is sent, too
    seat = session.seat(loaded)
    changed = storage.changed_at(game)
    for option, text in (("--to", to), ("--from", sender), ("--say", say)):
        if text and not is_plain_text(text, 1000):
            raise click.UsageError(f"{option} takes one line of at most 1000 characters.")
    try:
        message = mail.compose(
            loaded,
            file=shell_word(os.path.basename(game)),
            receiver=seat.other if seat is not None else loaded.acts_next,
            to=to,
            sender=sender,
            say=say,
            when=datetime.fromtimestamp(int(changed or 0), timezone.utc),
            draft=output is not None,
        )
    except ValueError as error:
        raise click.UsageError(f"--to and --from take a mail address: {error}.") from None
    data = message.as_bytes()
    if seat is not None and seat is loaded.acts_next and sys.stderr.isatty():
        session.out("It is still your turn.", err=True)
    if output is not None:
        storage.create(output, data.replace(b"\n", b"\r\n"), note_saved)
    if session.json:
        where = {"message": data.decode()} if output is None else {"output": output}
        session.json_out(ok(file=game, subject=message["Subject"], head=loaded.head, **where))
    elif output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        session.out(f"{printable(output)} is written: {message['Subject']}")


@command("receive", (*LOOKING, "quiet"))
@game_argument
@click.argument("message", metavar="[MESSAGE]", default="-")
@click.option("--takeback", is_flag=True, help="Accept an older state: an undo both agreed to.")
def receive_command(session: Session, game: str, message: str, takeback: bool) -> None:
    """Take the opponent's moves from a message, and save them.

    MESSAGE is a saved mail, a mailbox, text that was copied out of one, or a bare game file;
    standard input if it is left out.
    """
    came, fault = _games_from(message)
    if takeback:
        for one in came:
            refuse_sealed(one, "no move is taken back")
    if storage.changed_at(game) is None:
        _create(session, game, came, message)
        return
    with storage.locked(game) as target:
        ours = loads(target.data, game)
        known = session.view_if_known(ours)
        theirs, found = _meant(ours, came, message, known.seat, takeback=takeback)
        if fault is not None and found.outcome in (Outcome.ALREADY, Outcome.OLDER):
            raise fault
        undone: Sequence[Move] = ()
        if found.outcome is Outcome.OLDER and takeback:
            undone = _masked(known, found.ours)
            found = Comparison(Outcome.APPLIED)
        if found.outcome not in (Outcome.ALREADY, Outcome.APPLIED):
            raise _refusal(ours, theirs, found, game, message)
        try:
            theirs = opened(theirs, message)
        except SealedError as error:
            if error.private:
                error.message += (
                    ". To prove it to others, receive it into a new file:"
                    f" bridgette receive NEW.yaml {shell_word(message)}"
                )
            raise
        theirs.header = ours.header  # what we noted for ourselves stays
        if found.outcome is Outcome.APPLIED:
            _take_in(theirs, lambda: target.replace(savefile.dumps(theirs).encode(), note_saved))
        elif against := doubt(theirs):
            raise SealedError(against, code="memory", file=game)
    if isinstance(fault, SealedError) and fault.code != "needs-pynacl" and found.theirs:
        session.out([f"Beware: {printable(fault.message)}."], err=True)
    ended = finished(theirs)[len(finished(ours)) :]
    _tell(session, game, theirs, found, ended, undone)


def _games_from(message: str) -> tuple[list[Game], BridgetteError | None]:
    """The games in a message, at least one, and what is to be told if they bring nothing new.

    Errors: MailError: damaged; RecordError: format-version; SealedError.
    """
    try:
        data = read_input(message, mail.MAX_MESSAGE)
    except StorageError as error:
        if error.code == "too-large":
            raise MailError(
                f"no game is looked for in it: {error.message}",
                code=Outcome.DAMAGED.value,
                file=message,
            ) from None
        raise
    games, fault = mail.games_in(data)
    if fault is not None and (fault.code == "format-version" or isinstance(fault, SealedError)):
        fault.file = message
        if games:
            return games, fault
        raise fault
    damaged = MailError(
        "there is no game in this message", code=Outcome.DAMAGED.value, file=message
    )
    is_torn = mail.is_torn(data)
    if games and is_torn:
        damaged.message = (
            "a game in this message is damaged, and what came through whole is not new"
        )
    if games:
        return games, damaged if is_torn else None
    if is_torn:
        damaged.message = "the game in this message is damaged: its block did not come whole"
    if fault is not None:
        damaged.message = f"what this message holds is no game: {fault.message}"
        damaged.rule, damaged.text = fault.rule, fault.text
        damaged.line, damaged.deal, damaged.move = fault.line, fault.deal, fault.move
    raise damaged


def _create(session: Session, file: str, came: list[Game], message: str) -> None:
    ids = sorted({game.header.game for game in came})
    if len(ids) > 1:
        raise MailError(
            f"the message holds several games ({', '.join(ids)}), and {printable(file)} is none of"
            " them yet",
            code=Outcome.OTHER_GAME.value,
        )
    for other in came[1:]:
        _refuse_two_ways(other, came[0], message)
    game = came[0]
    try:
        game = opened(game, message)
    except SealedError as error:
        if error.private:
            storage.create(file, savefile.dumps(game).encode())
            error.message += f". It is kept in {printable(file)}. To prove it to others: bridgette"
            error.message += f" accuse {shell_word(file)}"
        raise
    session.view_if_known(game)  # a wrong seat is told before anything is written
    _take_in(game, lambda: storage.create(file, savefile.dumps(game).encode(), note_saved))
    _tell(session, file, game, Comparison(Outcome.CREATED))


def _take_in(game: Game, write: Callable[[], None]) -> None:
    """Writes a game that came; a sealed one if it goes on from what this home remembers."""
    if game.seal is None:
        write()
        return
    from bridgette.cli import sealing

    sealing.take_in(sealing.table_of(game), write)


def _meant(
    ours: Game, came: list[Game], message: str, seat: Seat | None, *, takeback: bool
) -> tuple[Game, Comparison]:
    """The game of our id that says most: a reply may quote what is here, and what was before."""
    order = [Outcome.APPLIED, Outcome.FORK, Outcome.OTHER_GAME, Outcome.ALREADY, Outcome.OLDER]
    if takeback:
        order.insert(2, Outcome.OLDER)
    found = [
        (game, mail.compare(ours, game, seat))
        for game in came
        if game.header.game == ours.header.game
    ]
    if found:
        game, best = min(found, key=lambda pair: order.index(pair[1].outcome))
        for other, as_well in found:
            if best.outcome is as_well.outcome is Outcome.APPLIED:
                _refuse_two_ways(other, game, message)
        return game, best
    ids = ", ".join(sorted({game.header.game for game in came}))
    raise MailError(
        f"this is another game: {ids}, and here is {ours.header.game}",
        code=Outcome.OTHER_GAME.value,
        file=message,
    )


def _refuse_two_ways(one: Game, longest: Game, message: str) -> None:
    """Refuses a mailbox that holds two continuations, such as a move and what replaced it."""
    apart = mail.compare(one, longest)
    if apart.outcome is Outcome.FORK:
        raise MailError(
            f"the messages here go two ways: {apart.why}; one: {_named(one, apart.ours)}; another:"
            f" {_named(longest, apart.theirs)}. Save the one that counts by itself",
            code=Outcome.FORK.value,
            file=message,
            deal=apart.deal,
            move=apart.move or None,
        )


def _refusal(ours: Game, theirs: Game, found: Comparison, file: str, message: str) -> MailError:
    """The error that an outcome ends in."""
    code = found.outcome.value
    if found.outcome is Outcome.OTHER_GAME:
        return MailError(f"this is another game: {found.why}", code=code, file=message)
    if found.outcome is Outcome.OLDER:
        more = f"{plural(len(found.ours), 'move')}: {_named(ours, found.ours)}"
        if not found.ours:
            more = found.why or f"the cards of deal {found.deal}"
        return MailError(
            f"what came is older than {printable(file)}, by {more}. Nothing was changed"
            + ("" if ours.seal else " (--takeback accepts it, as an undo that both agreed to)"),
            code=code,
            file=message,
        )
    here = f"; here: {_named(ours, found.ours)}" if found.ours else ""
    there = f"; in the message: {_named(theirs, found.theirs)}" if found.theirs else ""
    if theirs.stopped_by is not None:
        there += ". It is an accusation: receive it into a new file, and answer it there"
    elif ours.seal is not None:
        there += ". If one player signed both, keep both: bridgette verify names that player"
    elif found.ours:
        there += f" (to go their way: undo {len(found.ours)}, then receive this again)"
    return MailError(
        f"the two games part ways: {found.why}{here}{there}. Nothing was changed",
        code=code,
        file=message,
        deal=found.deal,
        move=found.move or None,
    )


def _named(game: Game, moves: Sequence[Move]) -> str:
    named = [narrate(game, move) for move in moves[:_SHOWN]]
    more = len(moves) - len(named)
    return ", ".join([*named, *([f"and {more} more"] if more else [])]) or "no move"


def _tell(
    session: Session,
    file: str,
    game: Game,
    found: Comparison,
    ended: Sequence[int] = (),
    undone: Sequence[Move] = (),
) -> None:
    """Says what came of a message; `ended` are the numbers of the deals that it ended."""
    if session.json:
        known = _masked(session.view_if_known(game), found.theirs)
        more = {"undone": [move.text for move in undone]} if undone else {}
        value = ok(outcome=found.outcome.value, file=file, moves=[move.text for move in known])
        session.json_out({**value, "turn": word(game.turn), "head": game.head, **more})
        return
    opening = {
        Outcome.APPLIED: printable(f"{found.why}.") if found.why else "",
        Outcome.CREATED: f"A game has come; it is in {printable(file)}.",
        Outcome.ALREADY: "This has come before; nothing is new.",
    }.get(found.outcome, "")
    if undone:
        opening = f"Taken back: {_named(game, undone)}."
    report(session, file, game, found.theirs, ended, opening=opening)


def _masked(view: View, moves: Sequence[Move]) -> Sequence[Move]:
    """The last moves of a game as the viewer knows them."""
    if not moves:
        return ()
    known = [move for deal in view.game.deals for move in deal.moves]
    return known[-len(moves) :]
