"""The values of `--json`, from a view: keys are only ever added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bridgette.cards import UNKNOWN, Card
from bridgette.deal import Deal, Phase
from bridgette.errors import BridgetteError, MailError
from bridgette.game import Game
from bridgette.moves import SEATS, Bid, Claim, Move, Play, Resign
from bridgette.render.text import sentence
from bridgette.view import View

Value = dict[str, Any]
VERSION = 1


def ok(**more: Any) -> Value:
    """The frame of every good answer."""
    return {"version": VERSION, "ok": True, **more}


def word(seat: object) -> str | None:
    """A seat, phase, card or contract as text; None stays."""
    return None if seat is None else str(seat)


def by_seat(north: Any, south: Any) -> Value:
    """A value for each seat."""
    return {"north": north, "south": south}


def texts(cards: Iterable[Card] | None) -> list[str] | None:
    """Cards in canonical notation."""
    return None if cards is None else [card.text for card in cards]


def acted(view: View, file: str, moves: Sequence[Move], ended: Sequence[int]) -> Value:
    """The answer of an acting command; `ended` are the numbers of the deals it ended."""
    game = view.game
    return ok(
        file=file,
        moves=[move.text for move in moves],
        phase=str(game.phase),
        turn=word(game.turn),
        deal=len(game.deals),
        finished=[deal_row(deal) for deal in game.deals if deal.number in ended],
        **({"awaited": game.awaited, **sealed(game)} if game.seal else {}),
    )


def deal_row(deal: Deal) -> Value:
    """One deal of a score sheet; a deal broken off by a resignation is unscored."""
    return {
        "number": deal.number,
        "dealer": str(deal.dealer),
        "contract": word(deal.contract),
        "declarer": word(deal.contract and deal.contract.declarer),
        "tricks": by_seat(*deal.tricks),
        "points": by_seat(*deal.points),
        "finished": deal.phase is Phase.OVER and deal.resigned is None,
    }


def sheet(game: Game, file: str) -> Value:
    """The answer of `score` and `verify` for a sound game."""
    return {
        "version": VERSION,
        "file": file,
        "ok": True,
        "complete": game.phase is Phase.OVER and game.awaits is None,
        "phase": str(game.phase),
        "turn": word(game.turn),
        "deals": [deal_row(deal) for deal in game.deals],
        "scores": by_seat(*game.scores),
        "winner": word(game.winner),
        "resigned": word(game.resigned),
        "error": None,
        **({} if game.seal is None else {"proved": game.seal.proved}),
    }


def failed_sheet(error: BridgetteError, file: str) -> Value:
    """The answer of `score` and `verify` for a file that is no game."""
    return {
        "version": VERSION,
        "file": file,
        "ok": False,
        "complete": None,
        "phase": None,
        "turn": None,
        "deals": [],
        "scores": None,
        "winner": None,
        "resigned": None,
        "error": error_value(error),
    }


def failed(error: BridgetteError) -> Value:
    """The answer of any other command that fails."""
    outcome = {"outcome": error.code} if isinstance(error, MailError) else {}
    return {"version": VERSION, "ok": False, **outcome, "error": error_value(error)}


def error_value(error: BridgetteError) -> Value:
    """An error as data."""
    return {
        "code": error.code,
        "rule": error.rule,
        "message": sentence(error.message),
        "file": error.file,
        "line": error.line,
        "deal": error.deal,
        "move": error.move,
        "text": error.text,
        "legal": list(error.legal),
    }


def also(view: View) -> list[str]:
    """Where a claim or a resignation is possible, in the form of a move."""
    turn = view.game.turn
    if turn is None:
        return []
    left = view.game.current.claimable
    claim = [f"{turn} {Claim.word} 0-{left}"] if left is not None else []
    return [*claim, f"{turn} {Resign.word}"]


def legal(view: View) -> Value:
    """The answer of `legal`; in the exchange, what is held and how many go."""
    game = view.game
    choices: Value
    if game.phase is Phase.EXCHANGE and game.turn is not None and game.current.exchange:
        choices = {
            "discard": game.current.exchange.draws(game.turn),
            "from": texts(view.hand(game.turn)),
        }
    else:
        choices = {"moves": sorted(move.text for move in view.legal_moves())}
    return ok(turn=word(game.turn), phase=str(game.phase), **choices, also=also(view))


def call_value(call: Move) -> list[str]:
    """`["north", "1S"]`."""
    text = f"{call.level}{call.denomination}" if isinstance(call, Bid) else call.word
    return [str(call.seat), text]


def play_values(plays: Iterable[Play]) -> list[list[str]]:
    """`[["south", "AH"], ...]`."""
    return [[str(play.seat), play.card.text] for play in plays]


def state(view: View, file: str) -> Value:
    """The answer of `show`: all that the viewer may know, and what a player program is given."""
    game = view.game
    deal = game.current
    play, claim = deal.play, deal.open_claim
    tricks = [] if play is None else play.trick_list()
    whole = [trick for trick in tricks if len(trick) == len(SEATS)]

    def known(values: Sequence[list[str] | None]) -> Any:
        if view.open_cards:
            return by_seat(*values)
        return None if view.seat is None else values[view.seat]

    return ok(
        file=file,
        game=game.header.game,
        players=by_seat(game.header.north, game.header.south),
        rules=game.header.rules._asdict(),
        deal=deal.number,
        phase=str(game.phase),
        turn=word(game.turn),
        awaited=game.awaited,
        **sealed(game),
        dealer=str(deal.dealer),
        up_card=up_card(deal),
        hand=known([texts(view.hand(seat)) for seat in SEATS]),
        counts=by_seat(*(deal.count(seat) for seat in SEATS)),
        discards=known([texts(view.discards(seat)) for seat in SEATS]),
        calls=[call_value(call) for call in deal.auction.calls] if deal.auction else [],
        contract=word(deal.contract),
        declarer=word(deal.contract and deal.contract.declarer),
        trick=play_values(play.current) if play else [],
        last_trick=play_values(whole[-1]) if whole else [],
        barred=word(play.barred_now if play and deal.turn is not None else None),
        tricks=by_seat(*deal.tricks),
        plays=[play_values(trick) for trick in tricks],
        claim={"seat": str(claim.seat), "tricks": claim.tricks} if claim else None,
        scores=by_seat(*game.scores),
        moves=game.move_count,
        head=view.head,
        winner=word(game.winner),
        resigned=word(game.resigned),
        since=[move.text for move in view.since()] if view.seat is not None else None,
    )


def up_card(deal: Deal) -> str | None:
    """The up-card; None where there is none, or it is not open yet."""
    known = deal.exchange is not None and deal.exchange.up_card is not UNKNOWN
    return word(deal.exchange.up_card) if deal.exchange is not None and known else None


def log(view: View, file: str) -> Value:
    """The answer of `log`: a row for each deal with its cards as far as known, and its moves."""
    game = view.game
    deals = [
        {
            **deal_row(deal),
            "up_card": up_card(deal),
            "moves": [move.text for move in deal.moves],
            "remarks": {
                str(place): move.remark for place, move in enumerate(deal.moves, 1) if move.remark
            },
            "note": deal.note,
        }
        for deal in game.deals
    ]
    return ok(file=file, game=game.header.game, deals=deals)


def replayed(game: Game, file: str, move: Move) -> Value:
    """One step of `replay`: the move just made and how things stand after it."""
    deal = game.current
    return ok(
        file=file,
        deal=deal.number,
        move=len(deal.moves),
        text=move.text,
        phase=str(deal.phase),
        turn=word(deal.turn),
        tricks=by_seat(*deal.tricks),
        scores=by_seat(*game.scores),
    )


def sealed(game: Game) -> Value:
    """What a sealed game has more: whose program is to act, and whose key is here."""
    if game.seal is None:
        return {}
    return {"sealed": {"awaited_from": word(game.acts_next), "key": word(game.seal.me)}}


def status(view: View, file: str) -> Value:
    """The answer of `status` for one game."""
    game = view.game
    deal = game.current
    return ok(
        file=file,
        game=game.header.game,
        deal=deal.number,
        phase=str(game.phase),
        turn=word(game.turn),
        awaited=game.awaited,
        **sealed(game),
        dealer=str(deal.dealer),
        contract=word(deal.contract),
        declarer=word(deal.contract and deal.contract.declarer),
        tricks=by_seat(*deal.tricks),
        scores=by_seat(*game.scores),
        moves=game.move_count,
        head=view.head,
        winner=word(game.winner),
        resigned=word(game.resigned),
    )
