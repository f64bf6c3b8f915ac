"""What one seat may know: the one gate from a game to all that is shown, mailed, played upon."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from bridgette.cards import UNKNOWN, Card
from bridgette.deal import Deal, Phase
from bridgette.exchange import HAND
from bridgette.game import Game
from bridgette.moves import Exchange, Move, Seat


def _deck_for(deal: Deal, seats: Sequence[Seat], *, sealed: bool) -> list[Card]:
    """The deck with every card unknown that none of these seats has seen (R5-R8).

    In a sealed game the non-dealer alone sees the up-card until the discards are made, or the deal
    is over without them.
    """
    deck = deal.deck or ()
    exchange = deal.exchange
    seen: set[Card] = set()
    if exchange is not None:
        non_dealer = deal.dealer.other
        discarded = exchange.turn is not non_dealer or deal.phase is Phase.OVER
        if not sealed or discarded or non_dealer in seats:
            seen.add(exchange.up_card)
        for seat in seats:
            seen.update(deck[seat is deal.dealer : 2 * HAND : 2])
            if seat is not deal.dealer or exchange.turn is not deal.dealer.other:
                seen.update(exchange.drawn(seat))
    return [card if card in seen else UNKNOWN for card in deck]


def _move_for(move: Move, seats: Sequence[Seat]) -> Move:
    """The move with its discards unknown if none of these seats made it (R8)."""
    if isinstance(move, Exchange) and move.seat not in seats:
        return Exchange(move.seat, [UNKNOWN] * len(move.cards), remark=move.remark)
    return move


def _deal_for(deal: Deal, seats: Sequence[Seat], *, sealed: bool) -> Deal:
    """The same deal as these seats know it, judged by the same code."""
    hands = deal.given and tuple(
        cards if seat in seats else (UNKNOWN,) * len(cards)
        for seat, cards in zip(Seat, deal.given, strict=True)
    )
    seen = Deal(
        deal.number,
        deal.dealer,
        deck=_deck_for(deal, seats, sealed=sealed) if deal.deck else None,
        hands=(hands[0], hands[1]) if hands else None,
        rules=deal.rules,
        note=deal.note,
    )
    for move in deal.moves:
        seen.apply(_move_for(move, seats))
    return seen


class View:
    """A game as one seat knows it (`seat`), as a bystander does (None), or with `open_cards` whole.

    `game` holds unknown cards where the viewer may not look, and no seed. `head` alone is made
    from the whole game.

    >>> from bridgette.game import Header, seeded_deck
    >>> game = Game(Header(seed="demo"))
    >>> deal = game.deal(seeded_deck("demo", 1), dealer=Seat.NORTH)
    >>> view = View(game, Seat.SOUTH)
    >>> len(view.hand(Seat.SOUTH)), view.game.current.hand(Seat.NORTH)[0]
    (15, ?)
    """

    def __init__(self, game: Game, seat: Seat | None = None, *, open_cards: bool = False) -> None:
        self.seat = seat
        self.open_cards = open_cards
        self._whole = game
        if open_cards:
            self.game = game
            return
        self.game = Game(game.header._replace(seed=""), seal=game.seal)
        self.game.stopped_by = game.stopped_by
        seats = () if seat is None else (seat,)
        sealed = game.seal is not None
        self.game.deals.extend(_deal_for(deal, seats, sealed=sealed) for deal in game.deals)

    def apart(self) -> View:
        """The same, with nothing of the whole game behind it, its `head` too: for a program."""
        other = copy(self)
        other._whole = self.game
        return other

    @property
    def head(self) -> str:
        """The head of the whole game."""
        return self._whole.head

    def knows(self, seat: Seat, deal: Deal | None = None) -> bool:
        """Whether the viewer may see that seat's cards in a deal, the last one if none is given.

        In a sealed game nobody sees what is not opened to this program.
        """
        deal = deal or self.game.current
        return (self.open_cards or seat is self.seat) and deal.bits(seat) is not None

    def hand(self, seat: Seat) -> list[Card] | None:
        """The cards of a seat in the last deal, or None if the viewer may not see them."""
        return self.game.current.hand(seat) if self.knows(seat) else None

    def discards(self, seat: Seat) -> list[Card] | None:
        """What a seat has discarded in the last deal, or None if the viewer may not see it."""
        exchange = self.game.current.exchange
        if not self.knows(seat):
            return None
        return list((exchange and exchange.discards[seat]) or ())

    def legal_moves(self) -> Sequence[Move]:
        """The moves of the player on turn, if the viewer may know them; see `Game.legal_moves`."""
        turn = self.game.turn
        return self.game.legal_moves() if turn is not None and self.knows(turn) else []

    def since(self) -> list[Move]:
        """What the opponent did since the seat's own last move, over deals' ends too.

        For a bystander, all moves of the game.
        """
        moves = [move for deal in self.game.deals for move in deal.moves]
        start = len(moves)
        while start and self.seat is not None and moves[start - 1].seat is not self.seat:
            start -= 1
        return moves[start:]
