"""Folding recorded deals and moves into a game; the first that is wrong stops it, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bridgette.cards import Card
from bridgette.deal import Phase
from bridgette.errors import NotationError, RuleError
from bridgette.game import Game, Header
from bridgette.moves import Move, Seat, parse_move


class DealRecord(NamedTuple):
    """One deal as recorded: its cards, and its moves as the texts they were written in."""

    dealer: Seat
    moves: Sequence[str]
    deck: Sequence[Card] | None = None
    hands: tuple[Sequence[Card], Sequence[Card]] | None = None
    note: str = ""


def replay(header: Header, records: Iterable[DealRecord]) -> Game:
    """The game that a header and recorded deals make.

    Errors: those of `parse_move`, `Game.deal` and `Game.apply`, with deal, move and text.
    """
    game = Game(header)
    for record in records:
        deal = game.deal(record.deck, hands=record.hands, dealer=record.dealer, note=record.note)
        apply_texts(game, record.moves, deal.number)
    return game


def apply_texts(game: Game, texts: Sequence[str], number: int) -> None:
    """Applies canonical move texts to the open deal. Errors: as `replay`."""
    deal = game.current
    apply, done = deal.apply, len(deal.moves)
    try:
        for text in texts:
            apply(parse_move(text, strict=True))
    except (NotationError, RuleError) as error:
        place = len(deal.moves) - done
        if deal.phase is Phase.OVER and isinstance(error, RuleError):
            try:
                game.check(parse_move(texts[place]))  # the game knows more of the reason
            except RuleError as better:
                error = better
        error.deal, error.move, error.text = number, place + 1, texts[place]
        raise error from None


def steps(game: Game) -> Iterator[tuple[Game, Move | None]]:
    """A game that grows: after each deal dealt (None) and after each move made."""
    grown = game.fresh()
    for deal in game.deals:
        grown.deals.append(deal.fresh())
        yield grown, None
        for move in deal.moves:
            grown.apply(move)
            yield grown, move


def rewind(game: Game, deals: int, moves: int | None = None) -> Game:
    """The game as it stood after so many deals, and so many moves of the last of them.

    Without `moves` the last deal is taken with all of its moves.
    """
    earlier = game.fresh()
    for deal in game.deals[:deals]:
        earlier.deals.append(deal.fresh())
        for move in deal.moves[: moves if deal.number == deals else None]:
            earlier.apply(move)
    return earlier
