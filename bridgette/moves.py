"""Seats, one record per kind of move, and the whole grammar of a move's one line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import NoReturn

from bridgette.cards import Card, Denomination, letters_of, parse_card
from bridgette.errors import NotationError


class Seat(IntEnum):
    """One of the two players, by place."""

    NORTH = 0
    SOUTH = 1

    def __str__(self) -> str:
        return "south" if self else "north"

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return SEATS[1 - self]


SEATS = tuple(Seat)
MAX_REMARK = 200


class Move:
    """What one player did; never changes. Moves with the same `text` are equal, remarks apart."""

    __slots__ = ("remark", "seat", "text")
    word = ""
    seat: Seat
    remark: str
    text: str

    def __init__(self, seat: Seat, *, remark: str = "") -> None:
        self._set(seat=seat, remark=remark, text=f"{seat} {self.word}")

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a move does not change: {name}")

    def __getstate__(self) -> dict[str, object]:
        kinds = (getattr(kind, "__slots__", ()) for kind in type(self).__mro__)
        return {name: getattr(self, name) for slots in kinds for name in slots}

    def __setstate__(self, state: dict[str, object]) -> None:
        self._set(**state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return format_move(self)


class Exchange(Move):
    """Discards these cards, the drawn ones being already in hand (R6-R8)."""

    __slots__ = ("cards",)
    word = "exchange"
    cards: tuple[Card, ...]

    def __init__(self, seat: Seat, cards: Iterable[Card], *, remark: str = "") -> None:
        cards = tuple(cards)
        text = " ".join([f"{seat} exchange", *(card.text for card in cards)])
        self._set(seat=seat, remark=remark, text=text, cards=cards)


class Bid(Move):
    """Bids a level, 0 to 7, in a denomination; `rank` is its place among the 36 bids (R9)."""

    __slots__ = ("denomination", "level", "rank")
    word = "bid"
    level: int
    denomination: Denomination
    rank: int

    def __init__(
        self, seat: Seat, level: int, denomination: Denomination, *, remark: str = ""
    ) -> None:
        self._set(
            seat=seat,
            remark=remark,
            text=f"{seat} bid {level}{denomination}",
            level=level,
            denomination=denomination,
            rank=bid_rank(level, denomination),
        )


class Pass(Move):
    """Passes (R15, R16)."""

    __slots__ = ()
    word = "pass"


class Double(Move):
    """Doubles the opponent's last bid (R14)."""

    __slots__ = ()
    word = "double"


class Redouble(Move):
    """Redoubles one's own doubled bid (R14)."""

    __slots__ = ()
    word = "redouble"


class Play(Move):
    """Plays a card to the trick (R17-R24)."""

    __slots__ = ("card",)
    word = "play"
    card: Card

    def __init__(self, seat: Seat, card: Card, *, remark: str = "") -> None:
        self._set(seat=seat, remark=remark, text=f"{seat} play {card.text}", card=card)


class Claim(Move):
    """Claims so many of the tricks that are left (R28)."""

    __slots__ = ("tricks",)
    word = "claim"
    tricks: int

    def __init__(self, seat: Seat, tricks: int, *, remark: str = "") -> None:
        self._set(seat=seat, remark=remark, text=f"{seat} claim {tricks}", tricks=tricks)


class Accept(Move):
    """Accepts the opponent's claim: the deal is scored so (R28)."""

    __slots__ = ()
    word = "accept"


class Decline(Move):
    """Declines the opponent's claim: play goes on (R28)."""

    __slots__ = ()
    word = "decline"


class Resign(Move):
    """Gives up the game (R29)."""

    __slots__ = ()
    word = "resign"


_BARE: dict[str, type[Move]] = {
    kind.word: kind for kind in (Pass, Double, Redouble, Accept, Decline, Resign)
}
_CALLS = {"P": "PASS", "X": "DOUBLE", "DBL": "DOUBLE", "XX": "REDOUBLE", "RDBL": "REDOUBLE"}
_DENOMINATION = {word: suit for suit in Denomination for word in (str(suit), str(suit)[0])}


def bid_rank(level: int, denomination: Denomination) -> int:
    """The place of a bid among the 36, from 0NT = 0 to 7NT = 35 (R9).

    >>> [bid_rank(0, Denomination.NO_TRUMP), bid_rank(1, Denomination.CLUBS)]
    [0, 1]
    """
    return 5 * level + denomination - 4


def lowest_level(rank: int, denomination: Denomination) -> int:
    """The lowest level at which a bid outranks that one, -1 being none; 8 if none does (R11).

    >>> [lowest_level(-1, Denomination.CLUBS), lowest_level(bid_rank(2, 1), Denomination.CLUBS)]
    [1, 3]
    """
    return (rank + 4 - denomination) // 5 + 1


def parse_call(text: str, seat: Seat) -> Move:
    """The call of a typed word: `1S`, `1n`, `pass`, `x`, `redouble`. Errors: NotationError (R9)."""
    letters = letters_of(text)
    kind = _BARE.get(_CALLS.get(letters, letters).lower())
    if kind in (Pass, Double, Redouble):
        return kind(seat)
    found = re.fullmatch("([0-7])(C|D|H|S|NT?)", letters)
    if found and (found[1] != "0" or found[2][0] == "N"):
        return Bid(seat, int(found[1]), _DENOMINATION[found[2]])
    why = "at level 0 there is only 0NT" if found else "bids are 0NT 1C 1D 1H 1S 1NT ... 7NT"
    raise NotationError(f"“{text}” is not a bid: {why}", text, "R9")


def parse_claim(text: str, seat: Seat) -> Move:
    """The claim of a typed number of tricks. Errors: NotationError."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise NotationError(f"“{text}” is not a number of tricks to claim, such as 4", text, "R28")
    return Claim(seat, int(text))


def parse_move(text: str, *, seat: Seat | None = None, strict: bool = False) -> Move:
    """The move of one line, such as `south play AH -- sorry!`.

    A given `seat` stands for one that the line leaves out; `strict` takes the canonical form
    only, as a game file holds it. Errors: NotationError.

    >>> parse_move("South bid 1n"), parse_move("play A♥", seat=Seat.NORTH)
    (south bid 1NT, north play AH)
    """
    move = _CANONICAL.get(text)
    if move is None:
        move = _parse_typed(text, seat)
        if strict and format_move(move) != text:
            raise NotationError(f"“{text}” is not written as a file has it: “{move}”", text)
        if move.text == text and not isinstance(move, Exchange):
            _CANONICAL[text] = move  # a few hundred texts at most: every reader meets them again
    return move


_CANONICAL: dict[str, Move] = {}


def _parse_typed(text: str, seat: Seat | None) -> Move:
    line, dashes, remark = text.partition(" -- ")
    words = line.split()
    if words and words[0].lower() in ("north", "south"):
        seat = SEATS[words.pop(0).lower() == "south"]
    if seat is None:
        raise NotationError(f"“{text}” does not begin with a seat, north or south", text)
    word, details = words[0].lower() if words else "", words[1:]
    move: Move | None = None
    if word == Exchange.word and details:
        move = Exchange(seat, map(parse_card, details))
    elif word in _BARE and not details:
        move = _BARE[word](seat)
    elif len(details) == 1:
        if word == Bid.word:
            move = parse_call(details[0], seat)
        elif word == Play.word:
            move = Play(seat, parse_card(details[0]))
        elif word == Claim.word:
            move = parse_claim(details[0], seat)
    if move is None:
        raise NotationError(
            f"“{text}” is not a move: write exchange CARD..., bid BID, pass, double, redouble,"
            " play CARD, claim N, accept, decline or resign",
            text,
        )
    return with_remark(move, remark) if dashes else move


def with_remark(move: Move, remark: str) -> Move:
    """The same move with a remark to the opponent. Errors: NotationError if it is no plain text."""
    remark = remark.strip()
    if not is_plain_text(remark, MAX_REMARK):
        raise NotationError(
            f"a remark is 1 to {MAX_REMARK} characters without line breaks or control characters",
            remark,
        )
    copy = type(move).__new__(type(move))
    copy.__setstate__(move.__getstate__() | {"remark": remark})
    return copy


def format_move(move: Move) -> str:
    """The one line of a move, remark included, as the file holds it."""
    return f"{move.text} -- {move.remark}" if move.remark else move.text


def is_plain_text(text: str, longest: int) -> bool:
    """Whether a text of others is fit to be shown: not blank, not too long, nothing but characters.

    Nothing in it may break lines, drive a terminal or turn the reading direction round.
    """
    if not text.strip() or len(text) > longest:
        return False
    return (text.isascii() and text.isprintable()) or not any(map(is_control, text))


def is_control(character: str) -> bool:
    """Whether a character controls instead of shows: categories Cc, Cf, Cs, Zl, Zp, and two more.

    The two joiners of Persian, Indic scripts and emoji (U+200C, U+200D) show. U+FFFE and U+FFFF
    are no characters, and YAML holds none.
    """
    if character in "\u200c\u200d":
        return False
    if character in "\ufffe\uffff":
        return True
    from unicodedata import category  # rarely needed, and a shared library to load

    return category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def is_same_name(one: str, other: str) -> bool:
    """Whether two names are the same without regard to case, composed letters as one (NFC).

    >>> is_same_name("Zoë", "ZOE\u0308")
    True
    """
    if one.isascii() and other.isascii():
        return one.casefold() == other.casefold()
    from unicodedata import normalize  # rarely needed, and a shared library to load

    return normalize("NFC", one).casefold() == normalize("NFC", other).casefold()
