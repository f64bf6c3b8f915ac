"""The play of the cards (R17-R24)."""

from __future__ import annotations

from collections.abc import Sequence

from bridgette.cards import (
    COLON_BITS,
    DECK,
    SUIT_BITS,
    UNKNOWN,
    Card,
    Denomination,
    pick,
)
from bridgette.errors import RuleError
from bridgette.moves import SEATS, Play, Seat

_PLAYS: tuple[tuple[Play, ...], ...] = tuple(
    tuple(Play(seat, card) for card in DECK) for seat in SEATS
)


def leads(hand: int, barred: Denomination | None) -> int:
    """The cards of a hand that may be led: no barred suit while there is other (R22, R23)."""
    if barred is None:
        return hand
    return hand & ~SUIT_BITS[barred] or hand


def follows(hand: int, led: Card) -> int:
    """The cards of a hand that may be played to a led card (R18, R20, R21, R24)."""
    if led.suit is None:
        return hand
    suit = hand & led.suit_bits
    if suit:
        return suit | hand & led.colon_bit
    return hand & ~COLON_BITS | hand & led.colon_bit or hand


def follower_wins(led: Card, card: Card, trump: Denomination) -> bool:
    """Whether the second card of a trick takes it (R19, R21, R22, R24)."""
    if card.suit is None:
        return False
    if led.suit is None:
        return card.suit is trump or card.range is led.range
    if card.suit is led.suit:
        return card.index > led.index
    return card.suit is trump


class CardPlay:
    """The play of one deal; a hand of None is unknown and is judged by what cannot be in it.

    `elsewhere` are the cards that an unknown hand cannot hold, as bits. Endings of fewer than
    13 tricks are as good: hands of the same size, any leader, a barred suit.
    """

    def __init__(
        self,
        hands: Sequence[int | None],
        trump: Denomination,
        leader: Seat,
        *,
        barred: Denomination | None = None,
        elsewhere: int = 0,
    ) -> None:
        self.hands = list(hands)
        self.trump = trump
        self.turn = leader
        self.barred = barred
        self.elsewhere = elsewhere
        self.led: Play | None = None
        self.plays: list[Play] = []
        self.tricks = [0, 0]

    @property
    def barred_now(self) -> Denomination | None:
        """The suit that the player about to lead may not lead; None if the bar lapsed (R23)."""
        hand = self.hands[self.turn]
        if self.barred is None or hand is None or hand & ~SUIT_BITS[self.barred]:
            return self.barred
        return None

    @property
    def playable(self) -> int | None:
        """What the seat on turn may play, as bits; None if unknown. The judge of R17-R24."""
        hand = self.hands[self.turn]
        if hand is None:
            return None
        return leads(hand, self.barred) if self.led is None else follows(hand, self.led.card)

    def check(self, play: Play) -> None:
        """Errors: RuleError: not-your-turn, not-held (R17), follow-suit (R18), colon-range (R21),
        suit-barred (R22); of an unknown hand only what it cannot hold.
        """
        if play.seat is not self.turn:
            raise RuleError(f"it is {self.turn}'s turn", code="not-your-turn", rule="R17")
        playable = self.playable
        if playable is None:
            playable = 0 if play.card is UNKNOWN else ~self.elsewhere
        if not play.card.bit & playable:
            raise self._why_not(play)

    def _why_not(self, play: Play) -> RuleError:
        card, led = play.card, self.led
        if not card.bit & (self.hands[play.seat] or 0):
            return RuleError(f"{card} is not in this hand", code="not-held", rule="R17")
        if led is None:
            barred = self.barred.word.capitalize() if self.barred is not None else ""
            why = ""
            if self.plays:
                suit_card, colon = (play.card for play in self.plays[-2:])
                why = f", because {colon} followed to {suit_card}"
            return RuleError(
                f"{barred} may not be led to this trick{why}",
                code="suit-barred",
                rule="R22",
            )
        if card.is_colon:
            return RuleError(
                f"{card} does not match {led.card}: only the colon of its range"
                f" ({led.card.range}) may be played to it",
                code="colon-range",
                rule="R21",
            )
        suit = led.card.suit.word if led.card.suit is not None else ""
        return RuleError(
            f"{led.card} was led, and this hand can follow with {suit}",
            code="follow-suit",
            rule="R18",
        )

    def legal_plays(self) -> list[Play]:
        """Every play of the seat on turn, if its hand is known."""
        return pick(self.playable or 0, _PLAYS[self.turn])

    def apply(self, play: Play) -> None:
        """Checks and plays a card; the second ends the trick, and its winner is on turn."""
        self.check(play)
        card, seat, led = play.card, play.seat, self.led
        hand = self.hands[seat]
        if hand is None:
            self.elsewhere |= card.bit
        else:
            self.hands[seat] = hand & ~card.bit
        self.plays.append(play)
        self.barred = None
        if led is None:
            self.led = play
            self.turn = SEATS[1 - seat]
        else:
            self.led = None
            if follower_wins(led.card, card, self.trump):
                self.turn = seat
            else:
                self.turn = led.seat
                if card.is_colon and card.range is led.card.range:
                    self.barred = led.card.suit
            self.tricks[self.turn] += 1

    @property
    def current(self) -> list[Play]:
        """The card on the table, if there is one."""
        return [] if self.led is None else [self.led]

    def winner(self, trick: int) -> Seat:
        """Who took a finished trick, counted from 0."""
        led, followed = self.plays[2 * trick : 2 * trick + 2]
        return followed.seat if follower_wins(led.card, followed.card, self.trump) else led.seat

    def trick_list(self) -> list[list[Play]]:
        """The plays by trick, an unfinished last one included."""
        return [self.plays[first : first + 2] for first in range(0, len(self.plays), 2)]
