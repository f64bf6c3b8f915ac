"""The deal of 13 cards each, the up-card, and the exchange (R5-R8)."""

from __future__ import annotations

from collections.abc import Sequence

from bridgette.cards import DECK, UNKNOWN, Card, Range, bits_of, cards_of
from bridgette.errors import RuleError
from bridgette.moves import Exchange, Seat

HAND = 13
NON_DEALER_DRAWS = 2
DEALER_DRAWS = {Range.LITTLE: 4, Range.ROYAL: 8, Range.GRAND: 12}


def hand_bits(cards: Sequence[Card]) -> int | None:
    """A hand as bits, or None as soon as one of its cards is unknown."""
    return None if UNKNOWN in cards else bits_of(cards)


class CardExchange:
    """The exchange of one deal; a hand of None is unknown, and judged as far as can be.

    `deck` is 55 cards, top first; with `aside` the up-card is out of play, not the first draw.
    """

    def __init__(self, dealer: Seat, deck: Sequence[Card], *, aside: bool = False) -> None:
        self.dealer = dealer
        self.turn: Seat | None = dealer.other
        self.up_card = deck[2 * HAND]
        self._stock = deck[2 * HAND + aside :]
        self.discards: list[tuple[Card, ...] | None] = [None, None]
        self.hands: list[int | None] = [None, None]
        self.hands[dealer.other] = hand_bits(deck[0 : 2 * HAND : 2])
        self.hands[dealer] = hand_bits(deck[1 : 2 * HAND : 2])
        self._draw(dealer.other)

    def draws(self, seat: Seat) -> int:
        """How many cards a seat draws, and so discards (R6, R7)."""
        if seat is not self.dealer:
            return NON_DEALER_DRAWS
        return DEALER_DRAWS[self.up_card.range or Range.LITTLE]

    def drawn(self, seat: Seat) -> Sequence[Card]:
        """The cards of the stock that a seat draws (R6, R7)."""
        first = 0 if seat is not self.dealer else NON_DEALER_DRAWS
        return self._stock[first : first + self.draws(seat)]

    def _draw(self, seat: Seat) -> None:
        drawn, hand = hand_bits(self.drawn(seat)), self.hands[seat]
        self.hands[seat] = None if hand is None or drawn is None else hand | drawn

    def check(self, move: Exchange) -> None:
        """Errors: RuleError: not-your-turn (R6), duplicate-card, not-held, discard-count (R8)."""
        if move.seat is not self.turn:
            raise RuleError(f"it is {self.turn}'s turn", code="not-your-turn", rule="R6")
        hand, bits = self.hands[move.seat], bits_of(move.cards)
        if bits.bit_count() != len(move.cards):
            for place, card in enumerate(move.cards):
                if card is not UNKNOWN and card in move.cards[:place]:
                    raise RuleError(f"{card} is named twice", code="duplicate-card", rule="R8")
        if hand is not None and bits & ~hand:
            strange = cards_of(bits & ~hand)[0]
            raise RuleError(f"{strange} is not in this hand", code="not-held", rule="R8")
        due = self.draws(move.seat)
        if len(move.cards) != due:
            raise RuleError(
                f"{due} cards go, because {due} were drawn: {len(move.cards)} named",
                code="discard-count",
                rule="R7" if move.seat is self.dealer else "R6",
            )

    def apply(self, move: Exchange) -> None:
        """Checks and discards; then the dealer draws, or the exchange is over."""
        self.check(move)
        hand = self.hands[move.seat]
        if hand is not None:
            self.hands[move.seat] = hand & ~bits_of(move.cards)
        self.discards[move.seat] = move.cards
        if move.seat is self.dealer:
            self.turn = None
        else:
            self.turn = self.dealer
            self._draw(self.dealer)


def is_whole_deck(cards: Sequence[Card]) -> bool:
    """Whether these are the 55 cards, each once (R1)."""
    return len(cards) == len(DECK) and set(cards) == set(DECK)


def held(hand: int | None, count: int) -> list[Card]:
    """The cards of a hand, so many unknown ones if it is unknown."""
    return [UNKNOWN] * count if hand is None else cards_of(hand)
