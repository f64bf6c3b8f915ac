"""Completion of cards and bids: what a named seat may play, else only what can be written."""

from __future__ import annotations

from typing import Any

import click

from bridgette.auction import Auction
from bridgette.cards import DECK
from bridgette.cli.session import Session, load
from bridgette.deal import Phase
from bridgette.errors import BridgetteError
from bridgette.moves import Bid, Move, Play, Seat
from bridgette.view import View


def _own_view(ctx: click.Context) -> View | None:
    """The view of the seat that is named and on turn; None if there is no such thing."""
    try:
        session = Session(as_=ctx.params.get("as_"))
        view = session.view(load(ctx.params["game"]))
    except (BridgetteError, click.UsageError, KeyError):
        return None
    return view if view.seat is not None and view.seat is view.game.turn else None


def complete_cards(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:
    """Cards to play or to discard that begin so."""
    view = _own_view(ctx)
    cards = list(DECK)
    if view is not None and view.game.phase is Phase.PLAY:
        cards = [move.card for move in view.legal_moves() if isinstance(move, Play)]
    elif view is not None and view.seat is not None:
        given = ctx.params.get("cards") or ()
        cards = [card for card in view.hand(view.seat) or () if card.text not in given]
    return _beginning(start, [card.text for card in cards])


def complete_bids(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:
    """Calls that begin so."""
    view = _own_view(ctx)
    calls: Any = view.legal_moves() if view is not None else ()
    if view is None or view.game.phase is not Phase.AUCTION:
        calls = Auction(Seat.NORTH, [None, None]).legal_calls()
    return _beginning(start, [_call_word(call) for call in calls])


def _call_word(call: Move) -> str:
    return call.text.rpartition(" ")[2] if isinstance(call, Bid) else call.word


def _beginning(start: str, words: list[str]) -> list[str]:
    return [word for word in words if word.lower().startswith(start.lower())]
