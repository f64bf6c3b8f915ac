"""Suits, ranks, ranges, colons and the 55 cards (R1-R3): parse, format, and sets as bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TypeVar

from bridgette.errors import NotationError

T = TypeVar("T")


class Denomination(IntEnum):
    """The four suits in bidding order, and no trumps above them (R2)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4

    def __str__(self) -> str:
        return DENOMINATION_LETTERS[self]

    @property
    def word(self) -> str:
        """The name in a sentence: `hearts`, `no trumps`."""
        return ("clubs", "diamonds", "hearts", "spades", "no trumps")[self]


class Range(IntEnum):
    """The part of the deck that a colon answers for (R3)."""

    LITTLE = 0
    ROYAL = 1
    GRAND = 2

    def __str__(self) -> str:
        return self.name.capitalize()


DENOMINATION_LETTERS = ("C", "D", "H", "S", "NT")
SUITS = tuple(Denomination)[:4]
RANK_LETTERS = "23456789TJQKA"


class Card:
    """One card, made once; its text is its notation: `AS`, `TH`, `Grand`, and `?` if unknown.

    `rank` counts from 2 to 14 (the ace); a colon has neither suit nor rank, an unknown card
    has no range either. `bit` is the card as a set, `suit_bits` that of its whole suit,
    `colon_bit` the colon of its range (see `bits_of`).

    >>> parse_card("10s"), parse_card("A♠").rank, parse_card("gc").is_colon
    (TS, 14, True)
    """

    __slots__ = (
        "bit",
        "colon_bit",
        "index",
        "is_colon",
        "range",
        "rank",
        "suit",
        "suit_bits",
        "text",
    )

    def __init__(
        self,
        text: str,
        index: int,
        suit: Denomination | None = None,
        rank: int | None = None,
        range: Range | None = None,
    ) -> None:
        self.text = text
        self.index = index
        self.bit = 1 << index if index >= 0 else 0
        self.suit_bits = 0 if suit is None else 0b1111111111111 << 13 * suit
        self.colon_bit = 0 if range is None else 1 << 52 + range
        self.suit = suit
        self.rank = rank
        self.range = range
        self.is_colon = suit is None and range is not None

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _same_card, (self.text,)


def _range_of(rank: int) -> Range:
    return Range.GRAND if rank == 14 else Range.ROYAL if rank > 10 else Range.LITTLE


UNKNOWN = Card("?", -1)
DECK: tuple[Card, ...] = (
    *(
        Card(letter + str(suit), 13 * suit + rank - 2, suit, rank, _range_of(rank))
        for suit in SUITS
        for rank, letter in enumerate(RANK_LETTERS, 2)
    ),
    *(Card(str(range), 52 + range, range=range) for range in Range),
)
_BY_TEXT = {card.text: card for card in DECK}


def _same_card(text: str) -> Card:
    return _BY_TEXT.get(text, UNKNOWN)


# Sets of cards are integers, one bit a card by its index: these are the sets the rules speak of.
SUIT_BITS: tuple[int, ...] = tuple(DECK[13 * suit].suit_bits for suit in SUITS)
COLON_BITS: int = 0b111 << 52


def bits_of(cards: Iterable[Card]) -> int:
    """The set of these cards as bits."""
    bits = 0
    for card in cards:
        bits |= card.bit
    return bits


def pick(bits: int, table: Sequence[T]) -> list[T]:
    """The entries of a table by card index for the cards of a set, in the order of `DECK`."""
    found = []
    while bits:
        low = bits & -bits
        found.append(table[low.bit_length() - 1])
        bits ^= low
    return found


def cards_of(bits: int) -> list[Card]:
    """The cards of a set, clubs first, each suit upwards, colons last.

    >>> cards_of(bits_of([parse_card("Grand"), parse_card("AC"), parse_card("2C")]))
    [2C, AC, Grand]
    """
    return pick(bits, DECK)


_TYPED = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S", "\ufe0f": None}
)
_COLON_WORDS = {word: str(range) for range in Range for word in (range.name, range.name[0] + "C")}


def letters_of(text: str) -> str:
    """A typed text in capitals, suit symbols as letters."""
    return text.strip().upper().translate(_TYPED)


def parse_card(text: str, *, strict: bool = False) -> Card:
    """The card of a text; `strict` takes the canonical notation only.

    Errors: NotationError.
    """
    card = _BY_TEXT.get(text)
    if card is None and not strict:
        letters = letters_of(text).replace("10", "T")
        card = _BY_TEXT.get(_COLON_WORDS.get(letters, letters)) or _BY_TEXT.get(letters[::-1])
    if card is None:
        raise NotationError(
            f"“{text}” is not a card: write rank then suit (AS KH QD JC TS 9H ... 2C),"
            " or Grand, Royal, Little",
            text,
        )
    return card


def parse_cards(text: str, *, strict: bool = False) -> list[Card]:
    """The cards of a text, separated by blanks or line ends. Errors: NotationError."""
    if not strict:
        return [parse_card(word) for word in text.split()]
    words = [word for word in text.replace("\n", " ").split(" ") if word]
    known = _BY_TEXT.get
    return [known(word) or parse_card(word, strict=True) for word in words]


def by_suit(cards: Iterable[Card]) -> list[tuple[Denomination | None, list[Card]]]:
    """Cards as a player sorts them: spades first, high before low, colons last under None."""
    held = bits_of(cards)
    groups: list[tuple[Denomination | None, list[Card]]] = [
        (suit, cards_of(held & SUIT_BITS[suit])[::-1]) for suit in reversed(SUITS)
    ]
    return [*groups, (None, cards_of(held & COLON_BITS)[::-1])]
