"""The audit of a deal whose two secrets are known (section "Audit"): who cheated, if anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from bridgette.cards import DECK, Card, cards_of
from bridgette.deal import Deal
from bridgette.errors import RuleError, SealedError
from bridgette.exchange import HAND
from bridgette.moves import SEATS, Exchange, Move, Play, Seat, format_move
from bridgette.sealed.secrets import DealSecret, commitment
from bridgette.sealed.stages import order_of, wrong_stage
from bridgette.sealedgame.ledger import dealt_to
from bridgette.sealedgame.record import CARD_POINTS, POSITIONS, Action, Record, SealedDeal, move_of

Secrets = Mapping[Seat, DealSecret]


def audited(record: Record, number: int, secrets: Secrets) -> SealedDeal:
    """The deal as an open one, its secrets beside it. Errors: SealedError: cheat."""
    deal = record.deals[number - 1]
    check_dealing(record, number, secrets)
    for (seat, position), (_, scalar) in deal.scalars.items():
        if secrets[seat].scalars[position] != scalar:
            _accuse(record, number, seat, f"published a wrong scalar for position {position + 1}")
    deck = deck_of(record, secrets)
    opened = Deal(number, record.dealer(number), deck=deck, rules=record.header.rules)
    kept = {seat: set(dealt_to(opened, seat)) for seat in SEATS}
    draws = {seat: len(kept[seat]) - HAND for seat in SEATS}
    places = iter(deal.places)
    moves: list[Move] = []
    for count, text in enumerate(deal.moves, 1):
        move = move_of(text)
        seat = move.seat
        where = {"move": count, "text": move.text}
        if isinstance(move, Exchange):
            gone = positions_in(deal.discards.get(seat, 0) ^ secrets[seat].pad)
            if not gone <= kept[seat]:
                _accuse(record, number, seat, "discarded cards that were not held", **where)
            if len(gone) != draws[seat]:
                what = f"discarded {len(gone)} cards instead of {draws[seat]}"
                _accuse(record, number, seat, what, **where)
            kept[seat] -= gone
            move = Exchange(seat, cards_at(deck, gone), remark=move.remark)
        if isinstance(move, Play):
            place = next(places, POSITIONS)
            if place not in kept[seat]:
                what = f"played {move.card}, which was not among the cards kept"
                _accuse(record, number, seat, what, **where)
            if deck[place] is not move.card:
                what = f"played {move.card}, where {deck[place]} was dealt"
                _accuse(record, number, seat, what, **where)
            kept[seat].discard(place)
        try:
            opened.apply(move)
        except RuleError as error:
            action = Action(0, seat, move.word, number, count, move)
            raise broken(record, action, error) from None
        moves.append(move)
    both = {seat: (0, secrets[seat].secret) for seat in SEATS}
    return SealedDeal(list(map(format_move, moves)), deck, deal.note, both)


def lay_open(record: Record) -> bool:
    """Lays every deal open whose two secrets are there; whether there was one. Errors: cheat."""
    numbers = [
        number
        for number, deal in enumerate(record.deals, 1)
        if deal.deck is None and set(deal.secrets) == set(SEATS)
    ]
    for number in numbers:
        deal = record.deals[number - 1]
        secrets = {seat: DealSecret(deal.secrets[seat][1], POSITIONS) for seat in SEATS}
        record.deals[number - 1] = audited(record, number, secrets)
        record.points.pop(number, None)
    return bool(numbers)


def check_dealing(record: Record, number: int, secrets: Secrets) -> None:
    """Whether secrets are those committed to, and the stages made from them. Errors: cheat."""
    for seat in SEATS:
        if not is_committed(record, number, seat, secrets[seat].secret):
            _accuse(record, number, seat, "published another secret than was committed to")
    one, two = (secrets[seat] for seat in (record.creator, record.creator.other))
    hashes = record.hashes[number - 1]
    wrong = wrong_stage(record.header.game, number, CARD_POINTS, one, two, hashes)
    if wrong is not None:
        seat = record.creator.other if wrong == 2 else record.creator
        _accuse(record, number, seat, f"did not shuffle and lock honestly (stage {wrong})")


def is_committed(record: Record, number: int, seat: Seat, secret: bytes) -> bool:
    """Whether a secret is the one that its player committed to at the start."""
    promised = record.sides[seat].commitments[number - 1]
    return commitment(record.header.game, str(seat), number, secret) == promised


def deck_of(record: Record, secrets: Secrets) -> tuple[Card, ...]:
    """The deck in dealing order, from both secrets."""
    order = order_of(secrets[record.creator], secrets[record.creator.other])
    return tuple(DECK[card] for card in order)


def positions_in(bits: int) -> set[int]:
    """The positions of a map of bits."""
    return {place for place in range(bits.bit_length()) if bits >> place & 1}


def cards_at(deck: tuple[Card, ...], places: set[int]) -> list[Card]:
    """The cards at some positions, in the order of `DECK`."""
    return cards_of(sum(deck[place].bit for place in places))


def broken(record: Record, action: Action, error: RuleError) -> SealedError:
    """The cheat that a move is which breaks a rule, now that the cards are open."""
    name, rule = record.header.title(action.seat), error.rule or "the rules"
    return SealedError(
        f"{name} cheated in deal {action.deal}, and broke {rule} with “{action.text}”:"
        f" {error.message}",
        code="cheat",
        deal=action.deal,
        move=action.place,
        text=action.text,
    )


def _accuse(record: Record, number: int, seat: Seat, what: str, **where: object) -> NoReturn:
    name = record.header.title(seat)
    move, text = where.get("move"), where.get("text")
    raise SealedError(
        f"{name} cheated in deal {number}, and {what}",
        code="cheat",
        deal=number,
        move=move if isinstance(move, int) else None,
        text=str(text) if text else None,
    )
