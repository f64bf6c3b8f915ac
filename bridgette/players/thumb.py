"""Rules of thumb for the play of a card, which take no time to follow."""

from __future__ import annotations

from bridgette.auction import Contract
from bridgette.cards import DECK, SUIT_BITS, Card, Denomination, Range, bits_of, cards_of
from bridgette.play import CardPlay, follower_wins
from bridgette.players.knowledge import Knowledge

_RANKS = tuple(card.rank or 0 for card in DECK)
_HONOURS = bits_of(card for card in DECK if (card.rank or 0) > 10)
_BEATS_COLON = {range: bits_of(c for c in DECK[:52] if c.range is range) for range in Range}


def wants_tricks(contract: Contract, tricks: int, left: int) -> bool:
    """Whether both sides want to win tricks, by the tricks that declarer has (R25, R26).

    Once the contract is made, more tricks cost declarer the points for accuracy, unless three more
    are still to be had; the opponent would give them away.
    """
    over = tricks - contract.goal
    return over < 0 or (contract.level > 6 and left > 0) or (0 < over < 3 <= over + left)


def play_by_thumb(play: CardPlay, contract: Contract, known: Knowledge) -> Card:
    """The card that the rules of thumb would play for the seat on turn."""
    legal = play.playable or 0
    if legal & (legal - 1) == 0:
        return cards_of(legal)[0]
    declared = play.tricks[contract.declarer]
    eager = wants_tricks(contract, declared, 13 - sum(play.tricks))
    if play.led is None:
        return _lead(legal, known, play.trump, eager=eager)
    return _follow(legal, known, play.trump, play.led.card, eager=eager)


def _is_high(card: Card, known: Knowledge) -> bool:
    """Whether no card of its suit above it can be in the other hand."""
    return not known.possible & card.suit_bits >> card.index + 1 << card.index + 1


def _lead(legal: int, known: Knowledge, trump: Denomination, *, eager: bool) -> Card:
    cards = cards_of(legal)
    if not eager:
        return min(cards, key=lambda card: (card.is_colon, _RANKS[card.index]))
    trumps = 0 if trump is Denomination.NO_TRUMP else SUIT_BITS[trump]
    theirs = known.possible & trumps
    sure = [card for card in cards if _wins_as_lead(card, known, trumps)]
    if theirs and (known.mine & trumps).bit_count() >= 3:
        draws = [card for card in sure if card.bit & trumps]
        if draws:
            return max(draws, key=lambda card: card.index)
    if sure:  # the suits in which the other hand may still be long
        return max(
            sure, key=lambda c: ((known.possible & c.suit_bits).bit_count(), _RANKS[c.index])
        )
    # Nothing is sure: a low card of the longest suit whose honours it does not give away.
    plain = [card for card in cards if not card.is_colon] or cards
    return min(plain, key=lambda card: _price_of_lead(card, known, trumps))


def _wins_as_lead(card: Card, known: Knowledge, trumps: int) -> bool:
    """Whether a lead wins whatever the other hand holds, as long as it must follow suit."""
    theirs = known.possible & trumps
    if card.is_colon:
        return not theirs | known.possible & _BEATS_COLON[card.range or Range.LITTLE]
    if card.bit & trumps:
        return _is_high(card, known)
    return _is_high(card, known) and (not theirs or bool(known.possible & card.suit_bits))


def _price_of_lead(card: Card, known: Knowledge, trumps: int) -> tuple[float, int]:
    held = known.mine & card.suit_bits
    length, honours = held.bit_count(), bool(held & _HONOURS)
    trump = bool(card.bit & trumps)
    return (1.0 * honours + 1.5 * trump - 0.3 * length, _RANKS[card.index])


def _follow(legal: int, known: Knowledge, trump: Denomination, led: Card, *, eager: bool) -> Card:
    cards = cards_of(legal)
    wins = [card for card in cards if follower_wins(led, card, trump)]
    loses = [card for card in cards if card not in wins]
    if not eager:
        colons = [card for card in loses if card.is_colon]
        if colons:
            return colons[0]
        if loses:  # the highest that still loses
            return max(loses, key=lambda card: _RANKS[card.index])
        return max(wins, key=lambda card: _RANKS[card.index])
    if wins:
        return min(wins, key=lambda card: (card.suit is trump, _RANKS[card.index]))
    colons = [card for card in loses if card.is_colon]
    if colons:
        return colons[0]
    return min(loses, key=lambda card: _discard_price(card, known, trump))


def _discard_price(card: Card, known: Knowledge, trump: Denomination) -> tuple[float, int]:
    """What throwing a card costs: honours, and the low cards that guard them."""
    rank = _RANKS[card.index]
    held = known.mine & card.suit_bits
    length = held.bit_count()
    price = max(0, rank - 9) * 1.0 + 4.0 * (card.suit is trump)
    top = held.bit_length() - 1 - 13 * (card.suit or 0) + 2
    if 11 <= top < 14 and length <= 15 - top:
        price += 2  # a guard
    return (price - 0.1 * (length > 3), rank)


def sure_tricks(known: Knowledge, trump: Denomination) -> int:
    """How many cards of a hand win when led, whatever the other hand holds: a low guess."""
    trumps = 0 if trump is Denomination.NO_TRUMP else SUIT_BITS[trump]
    return sum(_wins_as_lead(card, known, trumps) for card in cards_of(known.mine))
