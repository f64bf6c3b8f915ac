"""What the tests of sealed games share: states of a game, and a program that cheats in one thing.

`act` is the publishing step of a modified program: it is honest but for what it is told to
change, and it hashes and signs the whole with its own key as it should. The tests know both
identities, so they know every card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, wraps
from typing import Any

import pytest

from bridgette.cards import DECK, UNKNOWN, Card, bits_of
from bridgette.deal import Deal, HouseRules, Phase
from bridgette.errors import BridgetteError, RuleError
from bridgette.exchange import HAND
from bridgette.game import Game, Header
from bridgette.moves import Seat, format_move, parse_move
from bridgette.play import follows, leads
from bridgette.savefile import dumps, loads
from bridgette.sealed.chain import next_head, sign
from bridgette.sealed.secrets import DECKS, DealSecret, Identity, commitment
from bridgette.sealed.stages import first_stage, order_of, second_stage, stage_hash, third_stage
from bridgette.sealedgame import Record, SealedDeal, Side, Table
from bridgette.sealedgame.ledger import SECRET, UP_CARD, dealt_to, required
from bridgette.sealedgame.record import CARD_POINTS, POSITIONS, Action, Payload, move_of, public

ANN, BOB = Seat.NORTH, Seat.SOUTH
SEATS = (ANN, BOB)
NAMES = {ANN: "Ann", BOB: "Bob"}
KEYS = {ANN: Identity(b"A" * 32), BOB: Identity(b"B" * 32)}
NONCES = {ANN: b"a" * 32, BOB: b"b" * 32}
STRANGER = Identity(b"C" * 32)
Stage = Callable[[Sequence[bytes], DealSecret], list[bytes]]
STAGES: dict[int, Stage] = {1: first_stage, 2: second_stage, 3: third_stage}
Makes = Mapping[int, Stage] | None
Item = tuple[int, int]


# What both together know.


@cache
def secret(game: str, seat: Seat, deal: int) -> DealSecret:
    """The secret of a player for a deal."""
    return KEYS[seat].deal_secret(game, str(seat), NONCES[seat], deal, POSITIONS)


@cache
def deck(game: str, deal: int = 1, creator: Seat = ANN) -> tuple[Card, ...]:
    """The deck in dealing order, as it is with an honest shuffle."""
    secrets = [secret(game, seat, deal) for seat in (creator, creator.other)]
    return tuple(DECK[card] for card in order_of(*secrets))


def find(fits: Callable[[tuple[Card, ...]], bool]) -> str:
    """The first game whose first deck is as wanted."""
    return next(name for name in (f"game-{n}" for n in range(10000)) if fits(deck(name)))


def true_deck(record: Record, number: int) -> tuple[Card, ...]:
    return deck(record.header.game, number, record.creator)


def dealt(record: Record, seat: Seat, number: int = 1) -> list[int]:
    """The positions of a deal that come to a seat, its draws included."""
    dealer = record.dealer(number)
    whole = Deal(number, dealer, deck=true_deck(record, number), rules=record.header.rules)
    return dealt_to(whole, seat)


def kept(record: Record, seat: Seat, number: int = 1) -> list[Card]:
    """What a player holds by the discards written down, the cards played left out."""
    deal = record.deals[number - 1]
    pad = secret(record.header.game, seat, number).pad
    gone = deal.discards[seat] ^ pad if seat in deal.discards else 0
    cards = true_deck(record, number)
    return [
        cards[place]
        for place in dealt(record, seat, number)
        if not gone >> place & 1 and place not in deal.places
    ]


def public_game(record: Record) -> Game:
    """The game as both know it; a move that breaks a rule in public is not in it."""
    game = Game(record.header)
    _deal(game, record)
    for deal in record.deals:
        for text in deal.moves:
            with suppress(RuleError):
                game.apply(move_of(text) if "?" in text else parse_move(text))
            if game.phase is Phase.BETWEEN:
                _deal(game, record)
    return game


def _deal(game: Game, record: Record) -> None:
    """Deals the next deal: of its cards only the up-card is known."""
    number = len(game.deals) + 1
    cards = [UNKNOWN] * POSITIONS
    cards[UP_CARD] = true_deck(record, number)[UP_CARD]
    rules = record.header.rules
    game.deals.append(Deal(number, record.dealer(number), deck=cards, rules=rules))


# Files, and who reads them.


class _Paper:
    """A record to be written into a file, whatever it holds."""

    me = awaits = None
    tip = (0, 0)

    def __init__(self, record: Record) -> None:
        self.record = record


def written(record: Record) -> str:
    """The file of a record."""
    game = Game(record.header, seal=_Paper(record))
    game.deal(DECK)  # for the comment in the first line, which nobody reads
    return dumps(game)


def read(record: Record | str, seat: Seat | None = None, *, judging: bool = True) -> Table:
    """What the honest program of a player, or of a bystander, makes of a file."""
    text = record if isinstance(record, str) else written(record)
    table = loads(text.encode()).seal
    assert isinstance(table, Table)
    if table.stopped is not None and table.awaits is None:
        table.prove()
    return table if seat is None else table.open(KEYS[seat], judging=judging)


@contextmanager
def caught(
    code: str,
    who: Seat | None = None,
    deal: int | None = None,
    move: int | None = None,
    says: str = "",
) -> Iterator[None]:
    """The file is refused with this code, and the error says who it was, and where."""
    with pytest.raises(BridgetteError) as raised:
        yield
    error = raised.value
    assert error.code == code, (error.code, error.message)
    assert error.exit_code == 30
    if who is not None:
        assert f"{NAMES[who]} ({who})" in error.message
        assert NAMES[who.other] not in error.message
    if deal is not None:
        assert (error.deal, error.move) == (deal, move), error.message
    assert says in error.message


def refused(record: Record | str, code: str, who: Seat | None = None, **where: Any) -> None:
    """Everybody's program refuses a file, as it does not even come to whose cards these are."""
    with caught(code, who, **where):
        read(record)


def suspected(record: Record | str, code: str, who: Seat, **where: Any) -> None:
    """The program of the victim refuses a file in which a bystander sees nothing wrong."""
    read(record)
    with caught(code, who, **where):
        read(record, who.other)


# Acting, honest but for one thing.


def stamp(record: Record, payload: Payload, *, key: Identity | None = None) -> Record:
    """Hashes and signs an action that is written into the record already."""
    action = payload.action
    head = record.head or record.first_head()
    record.head = next_head(head, payload.fields())
    signature = sign(record.head, key or KEYS[action.seat])
    record.signatures[action.seat] = (action.number, signature)
    return record


def set_up(
    record: Record, number: int, *, make: Makes = None, key: Identity | None = None, **changes: Any
) -> Record:
    """The next step of the set-up; `make` makes its stage, by deal."""
    record = record.copy()
    game, seat = record.header.game, record.creator if number != 2 else record.creator.other
    secrets = [secret(game, seat, deal) for deal in range(1, DECKS + 1)]
    bound = [commitment(game, str(seat), n, mine.secret) for n, mine in enumerate(secrets, 1)]
    side = Side((key or KEYS[seat]).public_key, NONCES[seat], tuple(bound))
    record.sides.setdefault(seat, side)
    for deal, mine in enumerate(secrets, 1):
        own = (make or {}).get(deal, STAGES[number])
        points = own(record.points[deal] if number > 1 else CARD_POINTS, mine)
        record.points[deal] = points
        record.hashes[deal - 1].append(stage_hash(game, deal, number, points))
    stages = tuple(hashes[-1] for hashes in record.hashes)
    if number == 1:
        record.deals.append(SealedDeal())
    action = Action(number, seat, ("new", "join", "continue")[number - 1])
    if number < 3:
        return stamp(record, Payload(action, side, stages), key=key)
    record.extras[number] = (seat, "continue")
    items = required(public_game(record), seat, {})
    return _publish(record, Payload(action, stages=stages), items, key=key, **changes)


def act(
    record: Record,
    seat: Seat,
    what: str,
    *,
    place: int | None = None,
    places: Iterable[int] | None = None,
    fixed: bool = True,
    **changes: Any,
) -> Record:
    """A move such as `play AH`, `continue` or `accuse`, and all that is due with it.

    `place` is the position that a play is said to come from, `places` those of the discards, if
    they are `fixed` at all; `lacks` and `adds` are items fewer or more than is due, `values` other
    bytes for an item.
    """
    game, record = public_game(record), record.copy()
    number = len(game.deals)
    deal, cards = record.deals[number - 1], true_deck(record, number)
    count = 2 + len(record.extras) + sum(len(some.moves) for some in record.deals)
    action = Action(count + 1, seat, what, len(record.deals))
    masked = None
    if what in ("continue", "accuse"):
        record.extras[action.number] = (seat, what)
        place = None
    else:
        move = move_of(f"{seat} {what}") if "?" in what else parse_move(f"{seat} {what}")
        if what.startswith("play"):
            place = cards.index(move.card) if place is None else place
            deal.places.append(place)
        if what.startswith("exchange") and fixed:
            places = [cards.index(card) for card in move.cards] if places is None else places
            masked = sum(1 << n for n in set(places)) ^ secret(game.header.game, seat, number).pad
            deal.discards[seat] = masked
        move = public(move)
        deal.moves.append(format_move(move))
        action = Action(action.number, seat, move.word, number, len(deal.moves), move)
        with suppress(RuleError):  # who breaks a rule signs it all the same
            game.apply(move)
        if game.phase is Phase.BETWEEN:
            if len(record.deals) == number:
                record.deals.append(SealedDeal())
            _deal(game, record)
    known = {n: some.places for n, some in enumerate(record.deals, 1)}
    stopped = any(word == "accuse" for _, word in record.extras.values())
    last = len(record.deals) if stopped else 0
    items = required(game, seat, known, stopped=last) - _published(record, seat)
    return _publish(record, Payload(action, place=place, discards=masked), items, **changes)


def _published(record: Record, seat: Seat) -> set[Item]:
    found: set[Item] = set()
    for number, deal in enumerate(record.deals, 1):
        places = {place for who, place in deal.scalars if who is seat}
        places |= {SECRET for who in deal.secrets if who is seat}
        found |= {(number, place) for place in (places if deal.deck is None else range(-1, 55))}
    return found


def _publish(
    record: Record,
    payload: Payload,
    items: set[Item],
    *,
    lacks: Iterable[Item] = (),
    adds: Iterable[Item] = (),
    values: Mapping[Item, bytes] | None = None,
    key: Identity | None = None,
) -> Record:
    seat, action = payload.action.seat, payload.action.number
    scalars, secrets = [], []
    for number, place in sorted((items - {*lacks}) | {*adds}):
        while len(record.deals) < number:
            record.deals.append(SealedDeal())
        mine = secret(record.header.game, seat, number)
        own = mine.secret if place == SECRET else mine.scalars[place]
        data = (values or {}).get((number, place), own)
        if place == SECRET:
            record.deals[number - 1].secrets[seat] = (action, data)
            secrets.append((number, data))
        else:
            record.deals[number - 1].scalars[seat, place] = (action, data)
            scalars.append((number, place, data))
    whole = payload._replace(scalars=tuple(scalars), secrets=tuple(secrets))
    return stamp(record, whole, key=key)


def lay_open(record: Record, number: int = 1) -> Record:
    """Writes a deal as an open one without looking whether it was honest."""
    record = record.copy()
    deal, cards = record.deals[number - 1], true_deck(record, number)
    moves = []
    for line in deal.moves:
        text, seat = line, Seat[line.partition(" ")[0].upper()]
        if " exchange " in line:
            bits = deal.discards[seat] ^ secret(record.header.game, seat, number).pad
            gone = bits_of(cards[place] for place in range(POSITIONS) if bits >> place & 1)
            names = " ".join(card.text for card in DECK if card.bit & gone)
            text = re.sub(r"exchange( \?)+", f"exchange {names}", line)
        moves.append(text)
    secrets = {seat: (0, secret(record.header.game, seat, number).secret) for seat in SEATS}
    record.deals[number - 1] = SealedDeal(moves, cards, deal.note, secrets)
    del record.points[number]
    return record


# States of a game, made once.


def _once(make: Callable[..., Record]) -> Callable[..., Record]:
    """A state that is made once, and copied for whoever asks."""
    made = cache(make)
    return wraps(make)(lambda *words, **more: made(*words, **more).copy())


@_once
def begun(game: str = "game-0", *, creator: Seat = ANN, steps: int = 3, **rules: str) -> Record:
    """A game after so many steps of its set-up."""
    if not steps:
        return Record(Header(game, *NAMES.values(), rules=HouseRules(**rules)), creator)
    return set_up(begun(game, creator=creator, steps=steps - 1, **rules), steps)


@_once
def exchanged(game: str = "game-0", *, creator: Seat = ANN) -> Record:
    """A game before its first call, by the dealer; the lowest cards are gone, clubs first."""
    return exchange(exchange(begun(game, creator=creator)))


@_once
def contract(game: str = "game-0", *, creator: Seat = ANN) -> Record:
    """A game in which the dealer plays 1S, and the other is about to lead."""
    return do(exchanged(game, creator=creator), f"{creator} bid 1S", f"{creator.other} pass")


@_once
def played(cards: int, game: str = "game-0", *, creator: Seat = ANN) -> Record:
    """A game after so many cards of its first deal."""
    if not cards:
        return contract(game, creator=creator)
    return play(played(cards - 1, game, creator=creator))


def do(record: Record, *lines: str) -> Record:
    """Makes actions, each given as its text: `south play AH`."""
    for line in lines:
        seat, _, what = line.partition(" ")
        record = act(record, Seat[seat.upper()], what)
    return record


def discards(record: Record, seat: Seat) -> str:
    """The exchange in which a player lets go the lowest cards, clubs first."""
    hand = sorted(kept(record, seat, len(record.deals)), key=DECK.index)
    return " ".join(["exchange", *(card.text for card in hand[: len(hand) - HAND])])


def exchange(record: Record) -> Record:
    """The exchange of the player on turn."""
    seat = turn(record)
    return act(record, seat, discards(record, seat))


def playable(record: Record) -> list[Card]:
    """What the player on turn may play by the rules."""
    deal = public_game(record).current
    assert deal.play is not None
    hand = bits_of(kept(record, deal.play.turn, deal.number))
    led, barred = deal.play.led, deal.play.barred
    bits = leads(hand, barred) if led is None else follows(hand, led.card)
    return [card for card in DECK if card.bit & bits]


def play(record: Record, cards: int = 1, **changes: Any) -> Record:
    """Plays so many cards, each the first that may be played."""
    for _ in range(cards):
        record = act(record, turn(record), f"play {playable(record)[0].text}", **changes)
    return record


def turn(record: Record) -> Seat:
    """Who is on turn."""
    seat = public_game(record).turn
    assert seat is not None
    return seat
