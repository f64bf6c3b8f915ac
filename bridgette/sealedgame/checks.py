"""Checks of what a sealed game's file holds, before anything is believed of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bridgette.errors import BridgetteError, SealedError
from bridgette.moves import Exchange, Play, Seat
from bridgette.sealed.chain import has_signed
from bridgette.sealed.group import fault_of_points, is_scalar
from bridgette.sealed.secrets import DECKS, DealSecret
from bridgette.sealed.stages import stage_hash
from bridgette.sealedgame import audit
from bridgette.sealedgame.record import (
    ACCUSE,
    CARD_TABLE,
    CONTINUE,
    POSITIONS,
    SETUP,
    Action,
    Record,
)

SecretsOf = Callable[[int], Mapping[Seat, DealSecret]]
E = TypeVar("E", bound=BridgetteError)


def located(error: E, action: Action, deal: int | None = None) -> E:
    """The error with its place in the game."""
    error.deal = error.deal or deal or action.deal or 1
    if error.deal == (action.deal or 1):
        error.move, error.text = action.place or None, action.text
    return error


def check_form(record: Record) -> None:
    """Whether the set-up is in order. Errors: SealedError: chain, sealed-rule."""
    if record.cards != CARD_TABLE:
        raise SealedError("the file was made with other points for the cards", code="chain")
    keys = [side.key for side in record.sides.values()]
    if len(keys) == 2 and keys[0] == keys[1]:
        raise SealedError("both players have the same key", code="sealed-rule")
    done = len(record.sides) + (SETUP in record.extras)
    right = SETUP not in record.extras or (
        record.extras[SETUP] == (record.creator, CONTINUE) and len(keys) == 2
    )
    stages = all(len(some) == done for some in record.hashes)
    if record.creator not in record.sides or not right or not stages:
        raise SealedError("the set-up of this game is not in order", code="chain")


def check_whole(record: Record, log: Sequence[Action], left: Mapping[int, object]) -> None:
    """Whether all that stands in the file is part of some action, and so signed."""
    extras = sum(action.word in (CONTINUE, ACCUSE) for action in log)
    numbers = [action.number for action in log]
    whole = not left and extras == len(record.extras)
    whole &= numbers == list(range(1, len(numbers) + 1))
    for number, deal in enumerate(record.deals, 1):
        moves = [action.move for action in log if action.deal == number]
        exchanged = {move.seat for move in moves if isinstance(move, Exchange)}
        played = sum(isinstance(move, Play) for move in moves)
        if deal.deck is None:
            whole &= deal.discards.keys() <= exchanged and len(deal.places) <= played
        else:
            whole &= number not in record.points
    if not whole:
        what = "this file holds something that no signed action has in it, or lacks something."
        raise SealedError(f"{what} Ask for it again", code="chain")


def check_chain(record: Record, log: Sequence[Action], heads: Sequence[bytes]) -> None:
    """Whether all is as it was signed. Errors: SealedError: chain, signature."""
    head = heads[-1]
    if head != record.head:
        what = "the file was altered after it was signed; where, nobody can say, nor by whom."
        raise SealedError(f"{what} Ask for it again", code="chain")
    for seat, side in record.sides.items():
        number, signature = record.signatures.get(seat, (0, b""))
        own = [action.number for action in log if action.seat is seat]
        if number != own[-1] or not has_signed(heads[number], signature, side.key):
            error = SealedError(
                f"the signature of {record.header.title(seat)} does not fit what stands here",
                code="signature",
            )
            raise located(error, log[own[-1] - 1])
    for number, points in record.points.items():
        hashes = record.hashes[number - 1]
        if stage_hash(record.header.game, number, len(hashes), points) != hashes[-1]:
            raise SealedError(
                f"the locked cards of deal {number} are not those that were signed",
                code="chain",
                deal=number,
            )


def check_points(record: Record, *, dealt: int, over: bool) -> None:
    """Whether the locked cards are there, and good points. Errors: SealedError."""
    maker = record.creator if len(record.hashes[0]) != 2 else record.creator.other
    for number in range(1, DECKS + 1):
        if number not in record.points:
            if not (record.deals[number - 1].deck if number <= dealt else over):
                raise SealedError(f"the locked cards of deal {number} are missing", code="chain")
            continue
        what = fault_of_points(record.points[number], POSITIONS)
        if what is not None:
            raise SealedError(
                f"{record.header.title(maker)} gives {what}", code="bad-point", deal=number
            )


def check_secrets(record: Record, log: Sequence[Action], secrets: SecretsOf) -> None:
    """Whether the scalars of open deals are scalars, and secrets those committed to."""
    for number, deal in enumerate(record.deals, 1):
        for (seat, _), (action, scalar) in deal.scalars.items():
            if not is_scalar(scalar):
                what = f"{record.header.title(seat)} gives a scalar that is none"
                error = SealedError(what, code="bad-share")
                raise located(error, log[action - 1], number)
        for seat, (action, secret) in deal.secrets.items():
            if not audit.is_committed(record, number, seat, secret):
                name = record.header.title(seat)
                what = f"{name} gives another secret of deal {number} than was committed to"
                error = SealedError(what, code="wrong-release")
                raise located(error, log[max(action - 1, 0)], number)
        if deal.deck is not None and audit.deck_of(record, secrets(number)) != deal.deck:
            what = f"the deck of deal {number} is not the one that its secrets give"
            raise SealedError(what, code="chain", deal=number)
