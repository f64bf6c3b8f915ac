"""A moment of the play with both hands open, by the rules of the play (R17-R24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bridgette.cards import UNKNOWN, Card, Denomination, bits_of
from bridgette.deal import Deal
from bridgette.moves import Play, Seat
from bridgette.play import CardPlay, follower_wins, follows, leads


class Position(NamedTuple):
    """A moment of the play: hands of north and south as bits, who leads to the trick, what is led.

    A card that is led has left its hand. `tricks` are those of north and south so far.

    >>> from bridgette.cards import cards_of, parse_cards
    >>> hands = bits_of(parse_cards("AS KS 2H")), bits_of(parse_cards("Grand 3H 4D"))
    >>> position = Position(hands, Seat.NORTH)
    >>> for card in parse_cards("AS Grand"):
    ...     position = position.after(card, Denomination.NO_TRUMP)
    >>> position.barred.word, cards_of(position.playable), position.tricks
    ('spades', [2H], (1, 0))
    """

    hands: tuple[int, int]
    leader: Seat
    led: Card | None = None
    barred: Denomination | None = None
    tricks: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, play: CardPlay) -> Position:
        """Where the play of a deal stands. Errors: ValueError if a hand is unknown."""
        north, south = play.hands
        if north is None or south is None:
            raise ValueError("both hands must be known")
        led = play.led
        return cls(
            (north, south),
            play.turn if led is None else led.seat,
            None if led is None else led.card,
            play.barred,
            (play.tricks[0], play.tricks[1]),
        )

    @property
    def turn(self) -> Seat:
        """Who is to play."""
        return self.leader if self.led is None else self.leader.other

    @property
    def playable(self) -> int:
        """The cards that may be played, as bits."""
        hand = self.hands[self.turn]
        return leads(hand, self.barred) if self.led is None else follows(hand, self.led)

    def after(self, card: Card, trump: Denomination) -> Position:
        """The position after a card, which is not judged: one of `playable`."""
        hands = list(self.hands)
        hands[self.turn] &= ~card.bit
        if self.led is None:
            return Position((hands[0], hands[1]), self.leader, card, None, self.tricks)
        wins = follower_wins(self.led, card, trump)
        winner = self.leader.other if wins else self.leader
        bars = card.is_colon and card.range is self.led.range  # R22; none bars if a colon is led
        tricks = (self.tricks[0] + 1 - winner, self.tricks[1] + winner)
        return Position((hands[0], hands[1]), winner, None, self.led.suit if bars else None, tricks)


def course(deal: Deal) -> Iterator[tuple[Position, Play]]:
    """Every play of a deal, with the position in which it was made.

    Errors: ValueError if a hand is unknown, or there is no contract yet.
    """
    hands = [deal.entry(seat) for seat in Seat]
    contract = deal.contract
    if contract is None or any(UNKNOWN in hand for hand in hands):
        raise ValueError("there must be a contract, and both hands be known")
    position = Position((bits_of(hands[0]), bits_of(hands[1])), contract.declarer.other)
    for play in [] if deal.play is None else deal.play.plays:
        yield position, play
        position = position.after(play.card, contract.denomination)
