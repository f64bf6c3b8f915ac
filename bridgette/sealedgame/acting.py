"""Acting in a sealed game: each action publishes what is due with it, and is signed."""

from __future__ import annotations

from collections.abc import Sequence

from bridgette.deal import Phase
from bridgette.errors import SealedError
from bridgette.game import Header
from bridgette.moves import SEATS, Exchange, Move, Play, Seat, format_move
from bridgette.sealed.chain import next_head, sign
from bridgette.sealed.secrets import DECKS, DealSecret, Identity, commitment
from bridgette.sealed.stages import first_stage, second_stage, stage_hash, third_stage
from bridgette.sealedgame.audit import lay_open
from bridgette.sealedgame.ledger import SECRET, Item, required
from bridgette.sealedgame.record import (
    ACCUSE,
    CARD_POINTS,
    CONTINUE,
    JOIN,
    NEW,
    POSITIONS,
    SETUP,
    Action,
    Payload,
    Record,
    SealedDeal,
    Side,
    public,
)
from bridgette.sealedgame.table import Table


def create(header: Header, creator: Seat, identity: Identity, nonce: bytes) -> Table:
    """A new sealed game: the first player's commitments and the first stage of all decks."""
    record = Record(header, creator)
    secrets = _enter(record, creator, identity, nonce)
    stages = [first_stage(CARD_POINTS, secret) for secret in secrets]
    _add_stages(record, stages)
    record.deals.append(SealedDeal())
    _sign(record, identity, record.first_head(), Payload(Action(1, creator, NEW)))
    return Table(record).open(identity)


def join(table: Table, identity: Identity, nonce: bytes) -> Table:
    """The second player's commitments and stage. Errors: SealedError: rejoin, sealed-rule."""
    record = table.record.copy()
    seat = record.creator.other
    name = record.header.title(seat)
    if seat in record.sides:
        raise SealedError(f"{name} has joined this game already", code="rejoin")
    if record.sides[record.creator].key == identity.public_key:
        raise SealedError(
            "this game was begun with your own key: it is for the other player to join",
            code="sealed-rule",
        )
    secrets = _enter(record, seat, identity, nonce)
    stages = [second_stage(record.points[n], secret) for n, secret in enumerate(secrets, 1)]
    _add_stages(record, stages)
    _sign(record, identity, table.heads[-1], Payload(Action(2, seat, JOIN)))
    return Table(record).open(identity)


def _enter(record: Record, seat: Seat, identity: Identity, nonce: bytes) -> list[DealSecret]:
    """Publishes key, nonce and commitments, and gives the seven secrets."""
    game, name = record.header.game, str(seat)
    decks = range(1, DECKS + 1)
    secrets = [identity.deal_secret(game, name, nonce, deal, POSITIONS) for deal in decks]
    promises = [
        commitment(game, name, deal, secret.secret) for deal, secret in enumerate(secrets, 1)
    ]
    record.sides[seat] = Side(identity.public_key, nonce, tuple(promises))
    return secrets


def _add_stages(record: Record, stages: Sequence[list[bytes]]) -> None:
    for number, points in enumerate(stages, 1):
        hashes = record.hashes[number - 1]
        record.points[number] = points
        hashes.append(stage_hash(record.header.game, number, len(hashes) + 1, points))


def proceed(table: Table) -> Table:
    """Publishes what is owed alone (`continue`): the third stage, or what the last deal left.

    Errors: SealedError: owed.
    """
    me = own_seat(table)
    if table.awaits != (me, CONTINUE):
        name = table.record.header.title(me)
        if table.awaits is not None:
            raise SealedError(f"nothing is owed by {name}: {awaited(table)}", code="owed")
        raise SealedError(f"nothing is owed by {name}", code="owed")
    record = table.record.copy()
    if len(table.log) < SETUP:
        secrets = [_secret(table, number, me) for number in range(1, DECKS + 1)]
        _add_stages(
            record,
            [
                third_stage(record.points[number], secret)
                for number, secret in enumerate(secrets, 1)
            ],
        )
    return _extra(table, record, CONTINUE, stopped=table.stopped is not None)


def accuse(table: Table) -> Table:
    """Stops the game and lays open one's secret, so that all can see who cheats.

    Errors: SealedError: owed.
    """
    own_seat(table)
    unproven = any(deal.deck is None for deal in table.record.deals)
    if table.stopped is not None or not unproven or len(table.log) < SETUP:
        raise SealedError("there is nothing to accuse anybody of", code="owed")
    return _extra(table, table.record.copy(), ACCUSE, stopped=True)


def _extra(table: Table, record: Record, word: str, *, stopped: bool) -> Table:
    me = own_seat(table)
    action = Action(len(table.log) + 1, me, word, len(record.deals))
    record.extras[action.number] = (me, word)
    items = (
        required(table.masked, me, table.places, stopped=len(record.deals) if stopped else 0)
        - table.published[me]
    )
    _publish(table, record, Payload(action), items)
    return _next(table, record, stopped=stopped)


def play(table: Table, move: Move) -> Table:
    """Makes a move with all that is due with it. Errors: SealedError, RuleError."""
    me, game = own_seat(table), table.game
    if game.phase is Phase.OVER:
        game.check(move)
    if table.awaits is not None:
        raise SealedError(awaited(table), code="owed")
    if move.seat is not me:
        name = table.record.header.title(move.seat)
        raise SealedError(f"here is no key to move for {name}", code="sealed-rule")
    record = table.record.copy()
    number, deck = len(game.deals), game.current.deck or ()
    deal = record.deals[number - 1]
    game.apply(move)
    action = Action(len(table.log) + 1, me, move.word, number, len(deal.moves) + 1, public(move))
    places = {n: list(some) for n, some in table.places.items()}
    place = masked = None
    if isinstance(move, Play):
        place = deck.index(move.card)
        deal.places.append(place)
        places.setdefault(number, []).append(place)
    if isinstance(move, Exchange):
        bits = sum(1 << deck.index(card) for card in move.cards)
        masked = bits ^ _secret(table, number, me).pad
        deal.discards[me] = masked
    deal.moves.append(format_move(public(move)))
    if game.phase is Phase.BETWEEN:
        _announce(record, number + 1)
        table.deal_next(game, record)
    items = required(game, me, places) - table.published[me]
    _publish(table, record, Payload(action, place=place, discards=masked), items)
    return _next(table, record)


def own_seat(table: Table) -> Seat:
    """The seat whose key is here. Errors: SealedError: sealed-rule."""
    if table.me is None:
        header = table.record.header
        if table.awaits is not None and table.awaits[1] == JOIN:
            raise SealedError(awaited(table), code="owed")
        raise SealedError(
            f"here is the key of neither {header.title(SEATS[0])} nor {header.title(SEATS[1])}:"
            " only their own programs can act in this game (bridgette identity tells where"
            " your key is)",
            code="sealed-rule",
        )
    return table.me


def awaited(table: Table) -> str:
    """What is awaited before anybody can go on."""
    return "" if table.awaits is None else table.awaited_text(table.awaits)


def _secret(table: Table, number: int, me: Seat) -> DealSecret:
    secret = table.secret(number, me)
    assert secret is not None
    return secret


def _announce(record: Record, number: int) -> None:
    """Makes room for a deal: that of the last trick may open cards of the next."""
    if number > len(record.deals):
        record.deals.append(SealedDeal())


def _publish(table: Table, record: Record, payload: Payload, items: set[Item]) -> None:
    """Writes what is due into the record, and signs the action with it."""
    me, action = payload.action.seat, payload.action.number
    scalars, secrets = [], []
    for number, place in sorted(items):
        _announce(record, number)
        deal, secret = record.deals[number - 1], _secret(table, number, me)
        if place == SECRET:
            deal.secrets[me] = (action, secret.secret)
            secrets.append((number, secret.secret))
        else:
            deal.scalars[me, place] = (action, secret.scalars[place])
            scalars.append((number, place, secret.scalars[place]))
    payload = payload._replace(scalars=tuple(scalars), secrets=tuple(secrets))
    assert table.identity is not None
    _sign(record, table.identity, table.heads[-1], payload)


def _sign(record: Record, identity: Identity, before: bytes, payload: Payload) -> None:
    action = payload.action
    side = record.sides[action.seat] if action.word in (NEW, JOIN) else None
    stages = tuple(some[-1] for some in record.hashes) if action.number <= SETUP else ()
    whole = payload._replace(side=side, stages=stages)
    record.head = next_head(before, whole.fields())
    record.signatures[action.seat] = (action.number, sign(record.head, identity))


def _next(table: Table, record: Record, *, stopped: bool = False) -> Table:
    """The table after one's own action: every deal whose two secrets are there is laid open.

    Where the game was stopped all stays as it is, for all to see. Errors: SealedError: cheat.
    """
    if not stopped:
        lay_open(record)
    assert table.identity is not None
    return Table(record).swept().open(table.identity)
