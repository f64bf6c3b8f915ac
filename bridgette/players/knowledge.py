"""What a seat can know of the other hand in the last deal: which cards can be in it, and how many.

Everything is taken from the seat's own view; sets of cards are integers (see `cards`).
"""

from __future__ import annotations

from typing import NamedTuple

from bridgette.cards import COLON_BITS, SUIT_BITS, Denomination, bits_of
from bridgette.deal import Deal
from bridgette.exchange import HAND
from bridgette.moves import Bid, Seat, lowest_level
from bridgette.play import CardPlay
from bridgette.view import View

ALL_BITS = (1 << 55) - 1


class Knowledge(NamedTuple):
    """What the viewer holds, and what the other seat may hold.

    `unseen` are the cards that the viewer has never seen, `possible` those of them that can still
    be in the other hand, `played` those that were in it,
    `size` is how many are left in it; `sources` is from how many cards its thirteen were kept, of
    which `drawn` are known (an up-card drawn). `lengths` are the least lengths its bids promise.
    """

    seat: Seat
    mine: int
    unseen: int
    possible: int
    played: int
    size: int
    sources: int
    drawn: int
    lengths: tuple[int, int, int, int]


def knowledge_of(view: View) -> Knowledge:
    """What the seat of a view knows in its last deal."""
    deal, seat = view.game.current, view.seat
    if seat is None:
        raise ValueError("a player has a seat")
    other = seat.other
    mine = deal.bits(seat) or 0
    gone = mine | bits_of(view.discards(seat) or ())
    played = 0
    if deal.play is not None:
        for play in deal.play.plays:
            gone |= play.card.bit
            if play.seat is other:
                played |= play.card.bit
    sources, drawn = HAND, 0
    exchange = deal.exchange
    if exchange is not None:
        sources += exchange.draws(other)
        if deal.rules.up_card == "aside":
            gone |= exchange.up_card.bit
        elif other is not deal.dealer:
            drawn = exchange.up_card.bit & ~played
    unseen = possible = ALL_BITS & ~gone
    if deal.play is not None:
        possible &= ~_shown_missing(deal.play, other)
    size = HAND - played.bit_count()
    return Knowledge(
        seat,
        mine,
        unseen,
        possible,
        played,
        size,
        sources,
        drawn & possible,
        _promised(deal, other),
    )


def _shown_missing(play: CardPlay, other: Seat) -> int:
    """The cards that a hand has shown not to hold by what it played (R18, R21, R23)."""
    missing = 0
    barred: Denomination | None = None
    for trick in play.trick_list():
        led = trick[0].card
        if trick[0].seat is other and barred is not None and led.suit is barred:
            missing |= ALL_BITS & ~SUIT_BITS[barred]  # or the bar would not have lapsed
        barred = None
        if len(trick) < 2 or led.suit is None:
            continue
        card = trick[1].card
        matches = card.is_colon and card.range is led.range
        if trick[1].seat is other and card.suit is not led.suit and not matches:
            missing |= led.suit_bits
            if card.is_colon:
                missing |= ALL_BITS & ~COLON_BITS | led.colon_bit
        if matches:
            barred = led.suit
    return missing


def _promised(deal: Deal, other: Seat) -> tuple[int, int, int, int]:
    """The least number of cards in each suit with which a seat could make its bids (R12, R13)."""
    lengths = [0, 0, 0, 0]
    last = -1
    opening_jump = deal.rules.opening_jump == "yes"
    for call in deal.auction.calls if deal.auction is not None else ():
        if not isinstance(call, Bid):
            continue
        suit = call.denomination
        if call.seat is other:
            if suit is Denomination.NO_TRUMP:
                lengths = [max(length, 1) for length in lengths]
            else:
                jump = call.level > lowest_level(last, suit) and (last >= 0 or opening_jump)
                lengths[suit] = max(lengths[suit], 4 if jump else 2)
        last = call.rank
    clubs, diamonds, hearts, spades = lengths
    return clubs, diamonds, hearts, spades
