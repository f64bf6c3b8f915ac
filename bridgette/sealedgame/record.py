"""What the file of a sealed game holds, and its actions one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from bridgette.cards import DECK, UNKNOWN, Card
from bridgette.errors import NotationError
from bridgette.game import Header
from bridgette.moves import Exchange, Move, Seat, parse_move, with_remark
from bridgette.sealed.chain import Field, first_head
from bridgette.sealed.group import digest, points_of
from bridgette.sealed.secrets import DECKS

POSITIONS = len(DECK)
CARD_POINTS = points_of(tuple(f"bridgette sealed 1, card {card}" for card in DECK))
CARD_TABLE = digest("bridgette cards", CARD_POINTS)
NEW, JOIN, CONTINUE, ACCUSE = "new", "join", "continue", "accuse"
SETUP = 3  # the actions before the first move
_MASKED = re.compile(r"(north|south) exchange((?: \?)+)(?: -- (.+))?")


class Side(NamedTuple):
    """What a player publishes at the start: public key, nonce, a commitment to each deal secret."""

    key: bytes
    nonce: bytes
    commitments: tuple[bytes, ...]


@dataclass
class SealedDeal:
    """One deal. Once it is audited its deck is known, and only the two secrets stay beside it.

    `scalars` are by seat and position, each with the number of the action that carried it, and so
    are the secrets; `discards` are masked maps of positions, `places` the positions played.
    """

    moves: list[str] = field(default_factory=list)
    deck: tuple[Card, ...] | None = None
    note: str = ""
    secrets: dict[Seat, tuple[int, bytes]] = field(default_factory=dict)
    scalars: dict[tuple[Seat, int], tuple[int, bytes]] = field(default_factory=dict)
    discards: dict[Seat, int] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        """Whether nothing in it is part of any action."""
        parts = (self.moves, self.deck, self.secrets, self.scalars, self.discards, self.places)
        return not any(parts)

    def copy(self) -> SealedDeal:
        """The same with collections of its own."""
        return SealedDeal(
            *(copy(getattr(self, name)) for name in self.__dataclass_fields__),
        )


@dataclass
class Record:
    """A sealed game as its file holds it.

    `hashes` are those of the stages so far, for each of the seven decks; `points` the newest
    stage by deal; `extras` the actions after the set-up's first two that are no moves of the game.
    """

    header: Header
    creator: Seat
    cards: bytes = CARD_TABLE
    sides: dict[Seat, Side] = field(default_factory=dict)
    hashes: list[list[bytes]] = field(default_factory=lambda: [[] for _ in range(DECKS)])
    points: dict[int, list[bytes]] = field(default_factory=dict)
    extras: dict[int, tuple[Seat, str]] = field(default_factory=dict)
    signatures: dict[Seat, tuple[int, bytes]] = field(default_factory=dict)
    head: bytes = b""
    deals: list[SealedDeal] = field(default_factory=list)

    def copy(self) -> Record:
        """The same with collections of its own."""
        other = Record(*(copy(getattr(self, name)) for name in self.__dataclass_fields__))
        other.hashes = [copy(some) for some in self.hashes]
        other.deals = [deal.copy() for deal in self.deals]
        return other

    def dealer(self, deal: int) -> Seat:
        """Who deals a deal: the creator the first, then by turns."""
        return self.creator if deal % 2 else self.creator.other

    def first_head(self) -> bytes:
        """The head of the header alone."""
        header = self.header
        fields = ["1", header.game, header.north, header.south, *header.rules]
        return first_head([*fields, str(self.creator), self.cards])


class Action(NamedTuple):
    """One signed action: a step of the set-up, a move of the game, or what was owed alone.

    `place` is the number of the move in its deal, 0 for what is no move.
    """

    number: int
    seat: Seat
    word: str
    deal: int = 0
    place: int = 0
    move: Move | None = None

    @property
    def text(self) -> str:
        """The move as both may know it, or who did what."""
        return f"{self.seat} {self.word}" if self.move is None else public(self.move).text


def public(move: Move) -> Move:
    """The move with its discards masked."""
    if isinstance(move, Exchange):
        return Exchange(move.seat, [UNKNOWN] * len(move.cards), remark=move.remark)
    return move


def move_of(text: str) -> Move:
    """The move of a line in a deal not yet audited, whose discards are masked.

    Errors: NotationError.
    """
    found = _MASKED.fullmatch(text)
    if not found:
        move = parse_move(text, strict=True)
        if isinstance(move, Exchange):
            raise NotationError(f"“{text}” names discards that are sealed: write ? for each", text)
        return move
    seat = Seat.SOUTH if found[1] == "south" else Seat.NORTH
    masked = Exchange(seat, [UNKNOWN] * (len(found[2]) // 2))
    if found[3] is None:
        return masked
    said = with_remark(masked, found[3])
    if said.remark != found[3]:
        raise NotationError(f"“{text}” is not written as a file has it", text)
    return said


def actions(record: Record) -> Iterator[Action]:
    """All actions in the order they were made. Errors: NotationError, with deal and move."""
    creator = record.creator
    if creator in record.sides:
        yield Action(1, creator, NEW)
    if creator.other in record.sides:
        yield Action(2, creator.other, JOIN)
    extras = record.extras
    number, last = SETUP, 1
    if number in extras:
        yield Action(number, *extras[number])
    number += 1
    for last, deal in enumerate(record.deals, 1):
        for place, text in enumerate(deal.moves, 1):
            while number in extras:
                yield Action(number, *extras[number], last)
                number += 1
            try:
                move = move_of(text) if deal.deck is None else parse_move(text, strict=True)
            except NotationError as error:
                error.deal, error.move = last, place
                raise
            yield Action(number, move.seat, move.word, last, place, move)
            number += 1
    while number in extras:
        yield Action(number, *extras[number], last)
        number += 1


class Payload(NamedTuple):
    """All that an action publishes, as it is hashed and signed."""

    action: Action
    side: Side | None = None
    stages: tuple[bytes, ...] = ()
    place: int | None = None
    discards: int | None = None
    scalars: tuple[tuple[int, int, bytes], ...] = ()
    secrets: tuple[tuple[int, bytes], ...] = ()

    def fields(self) -> list[Field]:
        """The action whole, in one order, lists with their lengths."""
        move = self.action.move
        fields: list[Field] = [self.action.text, "" if move is None else move.remark]
        if self.side is not None:
            fields += [self.side.key, self.side.nonce, *self.side.commitments]
        fields += [len(self.stages), *self.stages]
        fields += ["" if number is None else number for number in (self.place, self.discards)]
        fields.append(len(self.scalars))
        for deal, position, scalar in self.scalars:
            fields += [deal, position, scalar]
        fields.append(len(self.secrets))
        for deal, secret in self.secrets:
            fields += [deal, secret]
        return fields
