"""The player `simple`: honest rules of thumb for exchange, bidding and play."""

from __future__ import annotations

from random import Random

from bridgette.auction import Auction
from bridgette.cards import cards_of
from bridgette.exchange import HAND
from bridgette.moves import Accept, Bid, Decline, Double, Exchange, Move, Pass, Play, Redouble, Seat
from bridgette.players.eyes import Eyes, standing_of
from bridgette.players.hands import best_thirteen, scores
from bridgette.players.knowledge import knowledge_of
from bridgette.players.player import Budget
from bridgette.players.thumb import play_by_thumb, sure_tricks
from bridgette.view import View


class SimplePlayer:
    """Counts tricks by the average of its cards, bids what that is worth, plays high and low."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Move:
        """The move by rule; it takes no chance and milliseconds."""
        deal, seat = view.game.current, view.game.turn
        if seat is None:
            raise ValueError("nobody is on turn")
        if deal.open_claim is not None:
            return answer_claim(view, seat)[0]
        if deal.play is not None and deal.contract is not None:
            return Play(seat, play_by_thumb(deal.play, deal.contract, knowledge_of(view)))
        cards = deal.bits(seat) or 0
        if deal.auction is not None:
            drawn = 0 if deal.exchange is None else deal.exchange.draws(seat.other)
            eyes = Eyes(cards, drawn, deal.rules)
            return simple_call(deal.auction, seat, eyes)
        return Exchange(seat, cards_of(cards & ~best_thirteen(cards)))


def answer_claim(view: View, seat: Seat, declined: float | None = None) -> tuple[Move, float]:
    """Accepts a claim that leaves as much as declining it is worth; with the points of the answer.

    If nobody knows better what declining is worth, it is what the sure tricks in hand come to.
    """
    deal = view.game.current
    claim, contract, play = deal.open_claim, deal.contract, deal.play
    if claim is None or contract is None or play is None:
        raise ValueError("there is no claim")
    left = HAND - sum(play.tricks)
    points = scores(
        contract.level,
        contract.denomination,
        contract.doubled,
        flat=deal.rules.bonus == "flat",
    )

    def worth(tricks: int) -> int:
        """My points if I take so many of the tricks left."""
        total = play.tricks[seat] + tricks
        return points[total] if contract.declarer is seat else -points[HAND - total]

    if declined is None:
        declined = worth(min(sure_tricks(knowledge_of(view), contract.denomination), left))
    accepted = worth(left - claim.tricks)
    return (Accept(seat), accepted) if accepted >= declined else (Decline(seat), declined)


def simple_call(auction: Auction, seat: Seat, eyes: Eyes) -> Move:
    """The call that promises most points in these eyes, if the other player then passes."""
    now = standing_of(auction, seat)
    then = eyes.answer(now)
    if then is None:
        return Pass(seat)
    if then.rank > now.rank:
        return Bid(seat, then.level, then.denomination)
    return Double(seat) if now.mine else Redouble(seat)
