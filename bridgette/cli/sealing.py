"""Sealed games at the command line: whose cards they open here, and what this home remembers."""

from __future__ import annotations

from collections.abc import Callable

from bridgette.cli import home
from bridgette.cli.home import Memory
from bridgette.cli.session import state
from bridgette.errors import SealedError, StorageError
from bridgette.game import Game, Header
from bridgette.moves import Move, Seat, format_move
from bridgette.render.text import plural, printable
from bridgette.savefile.sealed import check_sealed_header
from bridgette.sealedgame import Table, acting
from bridgette.sealedgame.record import Action, public

JOINED = 2  # the actions of a game that both players have joined, and no more


def table_of(game: Game) -> Table:
    """The table of a sealed game. Errors: SealedError: sealed-rule."""
    if not isinstance(game.seal, Table):
        raise SealedError("this is an open game: nothing in it is sealed", code="sealed-rule")
    return game.seal


def opened(game: Game, *, judging: bool = True) -> Game:
    """The game with the cards of this home's player, if it is one of theirs.

    Errors: SealedError: bad-share, cheat.
    """
    table, identity = table_of(game), home.identity()
    return table.game if identity is None else table.open(identity, judging=judging).game


def check_memory(table: Table, *, resume: bool) -> None:
    """Whether a file is what this home remembers of its game. Errors: SealedError: memory."""
    if table.me is not None:
        _check(home.recall(table.record.header.game), table, resume=resume)


def _check(memory: Memory | None, table: Table, *, resume: bool) -> None:
    if memory is None:
        if not resume:
            raise SealedError(
                "this home does not remember this game, though it holds your key: if you play it"
                " from another computer, go on there; two at once give your cards away. If this"
                " home was lost and restored, and you are sure that the file is the newest state,"
                " say --resume: an opponent who sends an old state would see more of your cards",
                code="memory",
            )
        return
    if table.heads[1].hex() != memory.first:
        raise SealedError(
            "this is another game than the one that this home remembers by this id", code="rejoin"
        )
    if not _is_accused(table):
        _check_way(memory, table)


def _check_way(memory: Memory, table: Table) -> None:
    """Whether a game goes on from what is remembered. Errors: SealedError: memory."""
    number, head = memory.seen
    count = len(table.log)
    if number > count:
        raise SealedError(
            f"this is an old state: this home has seen the game {plural(number - count, 'step')}"
            " further. Look for the newest file, or receive your last message again",
            code="memory",
        )
    if table.heads[number].hex() != head:
        raise SealedError(
            f"the game went another way before: action {number} is not the one that this home"
            " has seen",
            code="memory",
        )
    _check_signed(memory, table)


def _is_accused(table: Table) -> bool:
    """Whether nothing is left to this home's player but to answer an accusation.

    That must be possible whatever has been signed here, as it may have been made from an earlier
    state; and the answer ends the game on every way: nothing else can be signed at its number.
    """
    return table.me is not None and table.stopped is table.me.other


def _check_signed(memory: Memory, table: Table) -> None:
    for number, head, text in memory.signed:
        if number <= len(table.log) and table.heads[number].hex() != head:
            raise SealedError(
                f"this home has signed another action {number} already: “{printable(text)}”."
                " Only the same again can be done",
                code="memory",
            )


def save(before: Table | None, after: Table, write: Callable[[], None], *, resume: bool) -> None:
    """Writes the memory of one's own new actions, then the file by `write`.

    If the file is not written the memory is taken back, so that another action is possible.
    """
    game = after.record.header.game
    assert after.me is not None
    with home.held():
        memory = home.recall(game)
        if before is not None and before.me is not None:
            _check(memory, before, resume=resume)
        seen = (0, after.heads[0]) if before is None else (len(before.log), before.heads[-1])
        now = Memory(
            first=after.heads[1].hex(),
            nonce=after.record.sides[after.me].nonce.hex(),
            seen=(seen[0], seen[1].hex()),
            signed=[
                (action.number, after.heads[action.number].hex(), _said(action))
                for action in after.log[seen[0] :]
            ],
            over=after.bystanders.turn is None and after.awaits is None,
        )
        if memory is not None:
            if not _is_accused(after):
                _check_signed(memory, after)
            now.signed += [row for row in memory.signed if row[0] > len(after.log)]
            if memory.seen[0] >= now.seen[0]:
                now.seen = memory.seen  # a game begun again forgets nothing
        _remember(game, now, memory, write)


def _remember(game: str, now: Memory, before: Memory | None, write: Callable[[], None]) -> None:
    """Writes the memory, then the file; where the file is not written the memory of before.

    Who has changed the file meanwhile may have seen what was to be written: then it stays.
    """
    try:
        home.remember(game, now)
        write()
    except (StorageError, KeyboardInterrupt) as error:
        if not state().saved and getattr(error, "code", "") != "changed":
            home.remember(game, before)
        raise


def _said(action: Action) -> str:
    """An action with its remark, as it is to be repeated."""
    return action.text if action.move is None else format_move(public(action.move))


def check_received(table: Table) -> None:
    """Whether a game that came passes through what this home remembers, if it does."""
    memory = None if table.me is None else home.recall(table.record.header.game)
    if memory is not None:
        _check(memory, table, resume=False)


def take_in(table: Table, write: Callable[[], None]) -> None:
    """Writes a game that came, and remembers its head. Errors: SealedError: memory, rejoin."""
    game = table.record.header.game
    if table.me is None or home.recall(game) is None:
        write()
        return
    with home.held():
        memory = home.recall(game)
        _check(memory, table, resume=True)
        if memory is None or memory.seen[0] >= len(table.log) or not _goes_on(memory, table):
            write()
            return
        seen = (len(table.log), table.heads[-1].hex())
        signed = [row for row in memory.signed if row[0] > len(table.log)]
        over = table.bystanders.turn is None and table.awaits is None
        _remember(game, Memory(memory.first, memory.nonce, seen, signed, over), memory, write)


def _goes_on(memory: Memory, table: Table) -> bool:
    """Whether a game goes on from what is remembered; an accusation need not."""
    try:
        _check_way(memory, table)
    except SealedError:
        return False
    return True


def check_seat(game: Game, named: Seat | None) -> None:
    """Whether a named seat is the one whose key is here. Errors: SealedError: sealed-rule."""
    table = table_of(game)
    seat = table.me
    if seat is None and table.record.creator.other not in table.record.sides:
        seat = table.record.creator.other
    if named is not None and seat is not None and named is not seat:
        raise SealedError(
            f"here is the key of {game.header.title(seat)}: only the program of"
            f" {game.header.title(named)} can act for {game.header.name(named)}",
            code="sealed-rule",
        )


def has_fault(game: Game) -> bool:
    """Whether something that this home's player can see is wrong with what the other published."""
    try:
        opened(Table(table_of(game).record).game)
    except SealedError:
        return True
    return False


def verdict(table: Table) -> str:
    """Who cheated, in a game that was stopped by an accusation and is laid open."""
    try:
        table.prove()
    except SealedError as error:
        return error.message
    return ""


def begin(header: Header, creator: Seat, *, keep: bool) -> Table:
    """A new sealed game of this home's player; the same again where a write was cut short.

    A new identity is kept only if asked for.
    """
    check_sealed_header(header)
    identity = home.own_identity(keep=keep)

    def first(nonce: bytes) -> str:
        return acting.create(header, creator, identity, nonce).heads[1].hex()

    return acting.create(header, creator, identity, _nonce(header.game, first))


def joined(game: Game, *, keep: bool) -> Game:
    """The game, joined by this home's player; as it is if that was the last thing to happen."""
    table = table_of(game)
    if table.me is table.record.creator.other and len(table.log) == JOINED:
        return game
    if table.record.creator.other in table.record.sides:
        name = table.record.header.title(table.record.creator.other)
        raise SealedError(f"{name} has joined this game already", code="rejoin")
    identity = home.own_identity(keep=keep)
    nonce = _nonce(table.record.header.game, lambda _: table.heads[1].hex())
    return acting.join(table, identity, nonce).game


def continued(game: Game) -> Game:
    """The game with what this home's player owes."""
    return acting.proceed(table_of(game)).game


def accused(game: Game) -> Game:
    """The game, stopped by an accusation of this home's player."""
    return acting.accuse(table_of(game)).game


def moved(game: Game, move: Move) -> Game:
    """The game with a move of this home's player."""
    return acting.play(table_of(game), move).game


def keys_of(game: Game) -> dict[str, str]:
    """The public keys by the players' titles."""
    sides, header = table_of(game).record.sides, game.header
    return {header.title(seat): side.key.hex() for seat, side in sorted(sides.items())}


def _nonce(game: str, first: Callable[[bytes], str]) -> bytes:
    """The nonce of one's own first action: the one remembered if that gives the same game.

    `first` is what the head after the game's first action is with a nonce. Errors: rejoin.
    """
    import secrets

    memory = home.recall(game)
    if memory is None:
        return secrets.token_bytes(32)
    nonce = bytes.fromhex(memory.nonce)
    if first(nonce) != memory.first:
        raise SealedError(
            f"this home has begun or joined another game with the id {game} already: a game"
            " needs an id of its own",
            code="rejoin",
        )
    return nonce
