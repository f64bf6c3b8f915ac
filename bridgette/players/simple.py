"""The player `simple`: honest rules of thumb for exchange, bidding and play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bridgette.auction import Auction
from bridgette.cards import cards_of
from bridgette.exchange import HAND
from bridgette.moves import Accept, Bid, Decline, Double, Exchange, Move, Pass, Play, Redouble, Seat
from bridgette.players.hands import (
    DENOMINATIONS,
    best_thirteen,
    expected_score,
    expected_tricks,
    scores,
    trick_chances,
)
from bridgette.players.knowledge import knowledge_of
from bridgette.players.player import Budget
from bridgette.players.thumb import play_by_thumb, sure_tricks
from bridgette.view import View

_BIDDER_SPREAD = 1.6
_DOUBTS = 250  # a double must promise so many points more than a pass


class SimplePlayer:
    """Counts tricks by the average of its cards, bids what that is worth, plays high and low."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Move:
        """The move by rule; it takes no chance and milliseconds."""
        deal, seat = view.game.current, view.game.turn
        if seat is None:
            raise ValueError("nobody is on turn")
        if deal.open_claim is not None:
            return answer_claim(view, seat)
        if deal.play is not None and deal.contract is not None:
            return Play(seat, play_by_thumb(deal.play, deal.contract, knowledge_of(view)))
        cards = deal.bits(seat) or 0
        if deal.auction is not None:
            drawn = 0 if deal.exchange is None else deal.exchange.draws(seat.other)
            return simple_call(deal.auction, seat, cards, drawn, flat=deal.rules.bonus == "flat")
        return Exchange(seat, cards_of(cards & ~best_thirteen(cards)))


def answer_claim(view: View, seat: Seat, declined: float | None = None) -> Move:
    """Accepts a claim that leaves as much as declining it is worth.

    If nobody knows that better, it is what the sure tricks in hand come to.
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
    return Accept(seat) if worth(left - claim.tricks) >= declined else Decline(seat)


def simple_call(
    auction: Auction, seat: Seat, cards: int, drawn: int, *, flat: bool = False
) -> Move:
    """The call that promises most points, if the other player then passes.

    `drawn` is how many cards the other player drew.
    """
    tricks = [expected_tricks(cards, denomination, drawn) for denomination in DENOMINATIONS]
    value = _if_passed(auction, seat, tricks, auction.doubled, flat=flat)
    best: tuple[float, Move] = (value, Pass(seat))
    chances = [trick_chances(mean) for mean in tricks]
    for call in auction.legal_calls():
        if isinstance(call, Bid):
            points = scores(call.level, call.denomination, 0, flat=flat)
            value = expected_score(chances[call.denomination], points)
        elif isinstance(call, (Double, Redouble)):
            value = _if_passed(auction, seat, tricks, auction.doubled + 1, flat=flat)
            value -= _DOUBTS * isinstance(call, Double)
        else:
            continue
        if value > best[0]:
            best = (value, call)
    return best[1]


def _if_passed(
    auction: Auction, seat: Seat, tricks: Sequence[float], doubled: int, *, flat: bool
) -> float:
    """What the last bid is worth to this seat as it would be played."""
    bid = auction.bid
    if bid is None:
        return 0.0
    points = scores(bid.level, bid.denomination, doubled, flat=flat)
    mean = tricks[bid.denomination]
    if bid.seat is seat:
        return expected_score(trick_chances(mean), points)
    # Half of it is what the bidder must think, who sees the other hand.
    likely = ((HAND - mean) + (6 + bid.level)) / 2
    return -expected_score(trick_chances(likely, _BIDDER_SPREAD), points)
