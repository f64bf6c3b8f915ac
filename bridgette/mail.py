"""Game to e-mail message and back; and what a game that came means for the one that is here."""

from __future__ import annotations

import base64
import hashlib
import html
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from enum import Enum
from typing import NamedTuple

from bridgette import savefile
from bridgette.errors import BridgetteError
from bridgette.game import Game, forced_play
from bridgette.moves import Move, Seat
from bridgette.render.table import deal_title, narrate, next_text, table_lines
from bridgette.replay import steps
from bridgette.storage import MAX_BYTES
from bridgette.view import View

MAX_MESSAGE = 8 << 20
_LINE = 60
_CHECK = 8
_BEGIN, _END = "BRIDGETTE GAME BEGINS HERE", "BRIDGETTE GAME ENDS HERE"
_GAME_FILE = re.compile(rb"(?:\xef\xbb\xbf)?(?:(?:#[^\n]*|---[ \r]*|[ \r]*)\n)*bridgette *:")
_BEGINS, _ENDS = (re.compile(mark.replace(" ", r"\s+")) for mark in (_BEGIN, _END))


# The block: the bytes of a game file in capitals and digits, which no mail program touches.


def block(data: bytes) -> str:
    """A game file as lines of base32 between two marker lines: checksum, then zlib.

    >>> next(blocks_in("> " + block(b"game").replace(chr(10), chr(10) + "> ")))
    b'game'
    """
    packed = hashlib.sha256(data).digest()[:_CHECK] + zlib.compress(data, 9)
    code = base64.b32encode(packed).decode().rstrip("=")
    lines = [code[first : first + _LINE] for first in range(0, len(code), _LINE)]
    return "\n".join([_BEGIN, *lines, _END])


def blocks_in(text: str) -> Iterator[bytes]:
    """Every game file whose block stands whole in a text, however quoted and wrapped."""
    # Quoting marks at the start of lines, one or many, and a name before them.
    bare = re.sub(r"(?m)^[^\S\n]*(?:[^\s<>|]{0,20}[>|][^\S\n]*)+", "", text)
    for rest in _BEGINS.split(bare)[1:]:
        code, *ended = _ENDS.split(rest, 1)
        data = _unpacked(re.sub(r"[^A-Z2-7]", "", code)) if ended else None
        if data is not None:
            yield data


def _unpacked(code: str) -> bytes | None:
    try:
        packed = base64.b32decode(code + "=" * (-len(code) % 8))
        data = zlib.decompressobj().decompress(packed[_CHECK:], MAX_BYTES + 1)
    except (ValueError, zlib.error):
        return None
    whole = hashlib.sha256(data).digest()[:_CHECK] == packed[:_CHECK]
    return data if whole else None


# Writing a message.


def compose(
    game: Game,
    *,
    file: str,
    receiver: Seat | None = None,
    to: str = "",
    sender: str = "",
    say: str = "",
    when: datetime | None = None,
    draft: bool = False,
) -> EmailMessage:
    """The message that brings a game to its receiver; the same game gives the same message.

    Subject and text hold public facts only: the one who sends reads them too. A `draft` is one
    that mail programs open to be sent. Errors: ValueError for an address that is none.
    """
    header = game.header
    public = View(game)
    message = EmailMessage(policy=policy.default)
    for name, address in (("From", sender), ("To", to)):
        if address:
            message[name] = _address(address)
    message["Subject"] = (
        f"Bridgette: {header.north} - {header.south}, game {header.game},"
        f" {deal_title(game)}: {next_text(public.game)} [{game.head}]"
    ).replace("=?", "= ?")  # the start of an encoded word, which could hold a line break
    if when is not None:
        message["Date"] = when
    if draft:
        message["X-Unsent"] = "1"
    data = savefile.dumps(game).encode()
    code = block(data)
    message.set_content("\n".join(_body(public, file, receiver, say, code)), cte="quoted-printable")
    message.add_attachment(
        f"{code}\n".encode(),
        maintype="application",
        subtype="octet-stream",
        filename=f"{header.game}.bridgette",
    )
    message.set_boundary(f"bridgette-{hashlib.sha256(data).hexdigest()[:32]}")
    return message


def _address(text: str) -> str:
    """A mail address as it is. Errors: ValueError if it is none."""
    try:
        message = EmailMessage(policy=policy.default)
        message["To"] = text
        message.as_bytes()
    except Exception:  # whatever the parser of addresses does with odd ones
        raise ValueError(f"“{text}” is none") from None
    return text


def _body(public: View, file: str, receiver: Seat | None, say: str, code: str) -> Iterator[str]:
    game = public.game
    if say:
        yield from (say, "")
    news = View(game, receiver).since() if receiver is not None else []
    if news:
        yield from (f"New: {', '.join(narrate(game, move) for move in news)}.", "")
    yield from table_lines(public, 72, None)
    yield from ("", "To go on, save this message and type:")
    yield f"  bridgette receive {file} MESSAGE"
    if game.awaits is not None:
        yield f"  bridgette {game.awaits[1]} {file}"
    elif receiver is not None and game.turn is not None:
        yield f"  bridgette show {file}" + ("" if game.seal else f" --as {receiver}")
    cards = "all cards in it" if game.seal is None else "its cards sealed"
    yield from ("", f"The game itself, {cards}, for the program:", "", code, "")


# Reading a message.


def is_torn(data: bytes) -> bool:
    """Whether some block in a message did not come through whole."""
    for message in _messages_of(data):
        for payload, charset in list(_parts_of(message))[:-1]:
            text = _decoded(payload, charset)
            whole = max(len(list(blocks_in(form))) for form in (text, _without_tags(text)))
            if whole < len(_BEGINS.findall(text)):
                return True
    return False


def games_in(data: bytes) -> tuple[list[Game], BridgetteError | None]:
    """The games in a message, mailbox, text or game file, longest first, and the first fault.

    A fault is of something that came whole and yet holds no game.
    """
    games: dict[str, Game] = {}
    fault = None
    for found in _files_in(data):
        try:
            game = savefile.loads(found)
        except BridgetteError as error:
            fault = fault or error
        else:
            games.setdefault(game.head, game)
    return sorted(games.values(), key=_length, reverse=True), fault


def _length(game: Game) -> int:
    return game.move_count if game.seal is None else len(game.seal.history())


def _files_in(data: bytes) -> Iterator[bytes]:
    for message in _messages_of(data):
        for payload, charset in _parts_of(message):
            if _GAME_FILE.match(payload) and payload.endswith(b"\n"):  # else it is cut short
                yield payload
            text = _decoded(payload, charset)
            yield from blocks_in(text)
            if "<" in text:
                yield from blocks_in(_without_tags(text))


def _messages_of(data: bytes) -> Sequence[bytes]:
    """The messages of a mailbox, or the one there is."""
    if not data.startswith(b"From "):
        return [data]
    return re.split(rb"(?:\A|\n\r?\n)From .*\n", data)


def _parts_of(data: bytes) -> Iterator[tuple[bytes, str | None]]:
    """The parts of one message with their character sets, decoded, and the whole as it is."""
    try:
        parts = list(message_from_bytes(data, policy=policy.compat32).walk())
    except RecursionError:  # parts in parts in parts
        parts = []
    for part in parts:
        payload, charset = None, None
        with suppress(ValueError, LookupError):  # as odd a header as a stranger can write
            payload = None if part.is_multipart() else part.get_payload(decode=True)
            charset = part.get_content_charset()
        if isinstance(payload, bytes):
            yield payload, charset
    yield data, None


def _without_tags(text: str) -> str:
    """The text of an HTML page, its line breaks kept."""
    broken = re.sub(r"(?i)<(?:br|/p|/div|/blockquote)\b[^<>]*>", "\n", text)
    return html.unescape(re.sub(r"<[^<>]*>", "", broken))


def _decoded(data: bytes, charset: str | None) -> str:
    if charset is None and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        charset = "utf-16"
    for name in (charset, "utf-8"):
        try:
            return data.decode(name or "utf-8")
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1")


# What a game that came means for the one that is here.


class Outcome(Enum):
    """What receiving came to."""

    APPLIED = "applied"
    CREATED = "created"
    ALREADY = "already"
    OLDER = "older"
    FORK = "fork"
    OTHER_GAME = "other-game"
    DAMAGED = "damaged"


class Comparison(NamedTuple):
    """Their game against ours: the outcome, the moves that only one of them has, and why."""

    outcome: Outcome
    theirs: Sequence[Move] = ()
    ours: Sequence[Move] = ()
    deal: int = 0
    move: int = 0
    why: str = ""


class _Step(NamedTuple):
    deal: int
    place: int
    key: object  # two steps are the same if this is
    move: Move | None
    forced: bool  # it was the only legal play
    deed: str = ""  # of what is neither a deal nor a move


def _history(game: Game) -> list[_Step]:
    """Deals and moves in order; remarks and notes are no part of it.

    A sealed game has signed actions, remarks and all.
    """
    if game.seal is not None:
        return [
            _Step(step.deal, step.place, step.head, step.move, False, step.deed)
            for step in game.seal.history()
        ]
    history = []
    only: Move | None = None
    for grown, move in steps(game):
        deal = grown.current
        key: object = move if move is not None else (deal.dealer, deal.deck, deal.given)
        forced = move is not None and move == only
        history.append(_Step(deal.number, len(deal.moves), key, move, forced))
        only = forced_play(grown)
    return history


def _another(ours: Game, theirs: Game) -> str:
    """Why theirs is another game than ours; nothing if it is the same."""
    mine, came = ours.header, theirs.header
    for what, one, other in (
        ("another id", mine.game, came.game),
        ("other players", (mine.north, mine.south), (came.north, came.south)),
        ("other house rules", mine.rules, came.rules),
        ("another seed", mine.seed, came.seed),
        ("other secrecy", ours.seal is None, theirs.seal is None),
    ):
        if one != other:
            return f"it has {what}"
    if ours.seal is not None and _history(ours)[0].key != _history(theirs)[0].key:
        return "it began otherwise"
    return ""


def compare(ours: Game, theirs: Game, seat: Seat | None = None) -> Comparison:
    """How their game relates to ours, for the player in `seat` if that is known."""
    another = _another(ours, theirs)
    if another:
        return Comparison(Outcome.OTHER_GAME, why=another)
    here, there = _history(ours), _history(theirs)
    same = 0
    while same < min(len(here), len(there)) and here[same].key == there[same].key:
        same += 1
    left = [step.move for step in here[same:] if step.move is not None]
    new = [step.move for step in there[same:] if step.move is not None]
    if same == len(here) == len(there):
        return Comparison(Outcome.ALREADY)
    if same == len(there):
        deeds = [step.deed for step in here[same:] if step.move is None]
        why = ", ".join(filter(None, deeds))
        return Comparison(Outcome.OLDER, ours=left, deal=here[-1].deal, why=why)
    first = there[same]
    if same < len(here):
        part = f"goes on otherwise at move {first.place}" if first.move else "has other cards"
        why = f"deal {first.deal} {part}"
        if first.deed or here[same].deed:
            why = f"here {here[same].deed}, and there {first.deed}"
        return Comparison(Outcome.FORK, new, left, first.deal, first.place, why)
    for step in there[same:]:
        mine = step.move is not None and step.move.seat is seat and ours.seal is None
        if step.move is not None and mine and not step.forced:
            why = f"they moved for you: {narrate(theirs, step.move)} (if it was you, from another"
            why += " computer: --all)"
            return Comparison(Outcome.FORK, (), left, step.deal, step.place, why)
    deeds = [step.deed for step in there[same:] if step.move is None]
    return Comparison(Outcome.APPLIED, new, why=", ".join(filter(None, deeds)))
