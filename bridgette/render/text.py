"""Text for a terminal: widths, wrapping, cards with suit symbols, plain ASCII where asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bridgette.auction import Contract
from bridgette.cards import Card, Denomination
from bridgette.moves import (
    Accept,
    Bid,
    Claim,
    Decline,
    Double,
    Exchange,
    Move,
    Pass,
    Play,
    Redouble,
    Resign,
    is_control,
)

SYMBOLS = "♣♦♥♠"
_ASCII = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "–": "-", "·": "|", "×": "x", "→": ">"}
    | {"“": '"', "”": '"', "’": "'", "…": "..."}
)


def to_ascii(text: str) -> str:
    """Our own signs in ASCII: suits as letters, dashes and quotes as such; names stay."""
    return text.translate(_ASCII)


def printable(text: str) -> str:
    r"""A text of others with everything that controls a terminal shown as an escape.

    >>> printable("a\x1b[2J")
    'a\\u001b[2J'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"\\u{ord(sign):04x}" if is_control(sign) else sign for sign in text)


def width(text: str) -> int:
    """How many columns a text takes: wide characters two, combining ones none.

    >>> width("Zoë"), width("王さん")
    (3, 6)
    """
    if to_ascii(text).isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(sign) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(sign) in "WF")
        for sign in text
    )


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """A text filled with blanks to so many columns."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def grid(rows: Sequence[Sequence[str]], right: Sequence[int]) -> list[str]:
    """Rows of texts as lines of aligned columns; those in `right` are flush right."""
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            pad(text, sizes[column], right=column in right) for column, text in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """Lines of at most so many columns, broken at blanks, all but the first indented."""
    lines = []
    first, *words = text.lstrip(" ").split(" ")
    line = " " * (len(text) - len(text.lstrip(" "))) + first
    for word in words:
        longer = f"{line} {word}"
        if width(longer) > columns:
            lines.append(line)
            longer = indent + word
        line = longer
    return [*lines, line]


def card_text(card: Card) -> str:
    """A card with its suit symbol: `A♠`, `T♥`, `Grand`."""
    return card.text if card.suit is None else card.text[0] + SYMBOLS[card.suit]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in the order given, separated by blanks."""
    return " ".join(map(card_text, cards))


def denomination_text(denomination: Denomination) -> str:
    """`♠` or `NT`."""
    return "NT" if denomination is Denomination.NO_TRUMP else SYMBOLS[denomination]


def contract_text(contract: Contract) -> str:
    """`4♠X`."""
    level, denomination, doubled, _ = contract
    return f"{level}{denomination_text(denomination)}{'X' * doubled}"


def call_text(call: Move) -> str:
    """`1♠`, `pass`, `double`."""
    if isinstance(call, Bid):
        return f"{call.level}{denomination_text(call.denomination)}"
    return call.word


def deed(move: Move) -> str:
    """What a player does in a sentence, discards by number only: `plays A♠`, `discards 2 cards`."""
    if isinstance(move, Exchange):
        return f"discards {plural(len(move.cards), 'card')}"
    if isinstance(move, Bid):
        return f"bids {call_text(move)}"
    if isinstance(move, Play):
        return f"plays {card_text(move.card)}"
    if isinstance(move, Claim):
        return f"claims {plural(move.tricks, 'trick')}"
    return _DEEDS[type(move)]


_DEEDS: dict[type[Move], str] = {
    Pass: "passes",
    Double: "doubles",
    Redouble: "redoubles",
    Accept: "accepts the claim",
    Decline: "declines the claim",
    Resign: "resigns the game",
}


def sentence(text: str) -> str:
    """A text with a capital at its start."""
    return text[:1].upper() + text[1:]


def plural(count: int, noun: str) -> str:
    """`1 deal`, `2 deals`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def age_text(seconds: float) -> str:
    """How long ago in one unit: `just now`, `5 minutes ago`, `3 days ago`."""
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{plural(int(seconds // size), unit)} ago"
    return "just now"
