"""Sealed games: files that were altered, on their way or by a player, and signatures forged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache

import pytest
from sealed import (
    ANN,
    BOB,
    KEYS,
    STRANGER,
    act,
    begun,
    contract,
    do,
    exchange,
    exchanged,
    lay_open,
    play,
    playable,
    read,
    refused,
    set_up,
    turn,
    written,
)

from bridgette import BridgetteError, Play
from bridgette.savefile import dumps
from bridgette.sealedgame import Record, acting


@cache
def text_in_play() -> str:
    """A deal with a house rule, a remark and a card."""
    record = exchange(exchange(begun(bonus="flat")))
    return written(play(do(record, "north bid 1S -- take that", "south pass")))


@cache
def text_of_two_deals() -> str:
    """A deal passed out and laid open, and one in play."""
    record = lay_open(exchange(do(exchanged(), "north pass", "south pass")))
    record = play(do(exchange(record), "south bid 1S", "north pass"))
    assert record.deals[0].deck is not None and record.deals[1].discards.keys() == {ANN, BOB}
    return written(record)


TEXTS = [
    ("game: 'game-0'", "game: 'game-1'"),
    ("north: 'Ann'", "north: 'Anne'"),
    ("south: 'Bob'", "south: 'Rob'"),
    ("creator: north", "creator: south"),
    ("rules:\n  bonus: flat\n", ""),
    ("  bonus: flat", "  opening_jump: 'yes'"),
    ("north bid 1S", "north bid 1H"),
    ("north bid 1S -- take that", "north bid 1S -- sorry"),
    ("north bid 1S -- take that", "north bid 1S"),
    ("south pass", "south pass -- well"),
    ("south exchange ? ?", "south exchange ? ? -- ha"),
    ("    - 3 north 0 ", "    - 4 north 0 "),
    ("    - 3 north 0 ", "    - 3 north 54 "),
    ("    - 3 north 0 ", "    - 3 south 0 "),
    ("    - 3 north 0 ", "    - 99 north 0 "),
    ("    - 3 north 0 ", "    - 0 north 0 "),
    ("  - 3 north continue", "  - 4 north continue"),
    ("  - 3 north continue", "  - 3 south continue"),
    ("  - 3 north continue", "  - 3 north accuse"),
    ("  - 3 north continue", "  - 3 north continue\n  - 7 south accuse"),
    ("  - 3 north continue", "  - 3 north continue\n  - 99 south accuse"),
    ("  - 3 north continue", "  - 1 south accuse\n  - 3 north continue"),
    ("  - 3 north continue", "  - 3 north continue\n  - 10 north continue"),
]


@pytest.mark.parametrize(("old", "new"), TEXTS)
def test_altered_texts(old: str, new: str) -> None:
    """Header, moves, remarks and what was published when are signed; nothing else is judged first.

    (Who deals follows from who began the game, and the file says it again.)
    """
    text = text_in_play()
    assert text.count(old) == 1, old
    with pytest.raises(BridgetteError) as raised:
        read(text.replace(old, new))
    error = raised.value
    assert error.code in ("chain", "signature", "dealer-order"), error
    assert error.exit_code == (20 if error.code == "dealer-order" else 30)


@pytest.mark.parametrize("name", ["event", "date", "place", "note"])
def test_free_texts_are_not_signed(name: str) -> None:
    """What is said of a game beside it may be changed, as in an open game."""
    text = text_in_play().replace("sealed:\n", f"{name}: something\nsealed:\n", 1)
    assert read(text).game.head == read(text_in_play()).game.head


def swap(text: str) -> str:
    """Another base64 text of the same length, in its one form still."""
    return ("B" if text[0] != "B" else "C") + text[1:]


CODED = {
    "key": r"    key: '(.+)'",
    "nonce": r"    nonce: '(.+)'",
    "commitment": r"    commitments:\n    - '(.+)'",
    "card table": r"  cards: '(.+)'",
    "head": r"  head: '(.+)'",
    "stage": r"  - hashes:\n    - '(.+)'",
    "newest stage": r"  - hashes:\n    - .+\n    - .+\n    - '(.+)'",
    "points": r"    points:\n    - '(.+)'",
    "scalar": r"    - 3 north 0 (.+)",
    "discards": r"    - south (\S{10})\n",
    "half a signature": r"    signed:\n    - \d+\n    - '(.+)'",
    "other half": r"    signed:\n    - \d+\n    - .+\n    - '(.+)'",
}


@pytest.mark.parametrize("what", CODED)
def test_altered_bytes(what: str) -> None:
    """Every byte of the sealed part is signed, and stands there in one form."""
    text = text_in_play()
    found = re.search(CODED[what], text)
    assert found is not None
    start, end = found.span(1)
    refused_as(text[:start] + swap(found[1]) + text[end:], "chain", "signature")
    last = chr(ord(found[1][-1]) + 1)  # the bits that stand for nothing
    for other in (found[1][:-1] + last, found[1] + "=", found[1] + "A", found[1][:-1], "-_/+"):
        refused_as(text[:start] + other + text[end:], "chain", "signature", "schema")


def refused_as(text: str, *codes: str) -> None:
    with pytest.raises(BridgetteError) as raised:
        read(text)
    assert raised.value.code in codes, raised.value


def lines_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each line of the sealed parts and the deals, of the points one in each deck."""
    lines = text.splitlines(keepends=True)
    points = False
    for number, line in enumerate(lines):
        head = line.strip().startswith("points:")
        if number >= lines.index("sealed:\n") and not (points and line.startswith("    - ")):
            yield number, lines
        points = head or (points and line.startswith("    - "))


@pytest.mark.parametrize("make", [text_in_play, text_of_two_deals])
def test_every_line_stands_for_something(make: Callable[[], str]) -> None:
    """No line can be left out, written twice or moved to make another game of the file."""
    text = dumps(read(make()).game)
    for number, lines in lines_of(text):
        line, rest = lines[number], lines[number + 1 :]
        left_out = "".join([*lines[:number], *rest])
        twice = "".join([*lines[:number], line, line, *rest])
        moved = "".join([*lines[:number], *rest[:1], line, *rest[1:]])
        for changed in (left_out, twice, moved):
            with suppress(BridgetteError):
                assert dumps(read(changed).game) == text, line


# Forms that no program of ours writes.


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (r"places:\n    - \d+", "places:\n    - ²"),
        (r"places:\n    - \d+", "places:\n    - ٣"),
        (r"places:\n    - (\d+)", r"places:\n    - 0\1"),
        (r"places:\n    - \d+", "places:\n    - " + "9" * 5000),
        (r"places:\n    - (\d+)", r"places:\n    - \1\n    - 7"),
        (r"    - 3 north 0 ", "    - ³ north 0 "),
        (r"    - 3 north 0 ", "    - 3 north ⁰ "),
        (r"    - 3 north 0 ", "    - 3 north 00 "),
        (r"    - 3 north 0 ", "    - 3  north 0 "),
        (r"    - 3 north 0 ", "    - 3 North 0 "),
        (r"    discards:\n", "    discards:\n    - south AAAAAAAAAA\n"),
        (r"south exchange \? \?", "south exchange 2C 3C"),
        (r"south exchange \? \?", "south exchange 2C ?"),
        (r"south exchange \? \?", "south exchange ?"),
        (r"south exchange \? \?", "south exchange ? ? ?"),
        (r"south exchange \? \?", "south exchange  ? ?"),
        (r"south play \w+", "south play ?"),
        (r"  creator: north", "  creator: nobody"),
        (r"(?s)  decks:.*deals:", "  decks: []\ndeals:"),
        (r"(?s)deals:.*", "deals: []\n"),
        (r"    signed:\n    - \d+", "    signed:\n    - x"),
        (r"    signed:\n    - \d+\n    - .+\n    - .+", "    signed: []"),
    ],
)
def test_no_other_form(pattern: str, new: str) -> None:
    """What is not in its one form is refused, and never by a crash."""
    text = text_in_play()
    changed = re.sub(pattern, new, text, count=1)
    assert changed != text
    with pytest.raises(BridgetteError):
        read(changed)


def test_third_step_without_the_second() -> None:
    """The creator cannot go on alone."""
    record = begun(steps=1)
    record.extras[3] = (ANN, "continue")
    for hashes in record.hashes:
        hashes.append(hashes[0])
    refused(record, "chain")


def test_discards_of_who_has_not_exchanged() -> None:
    """What no action carries cannot stand there."""
    record = begun()
    record.deals[0].discards[ANN] = 5
    refused(record, "chain")
    record = begun()
    record.deals[0].places.append(3)
    refused(record, "chain")


# A deal that is laid open, with something else in it.


def laid_open() -> Record:
    """A deal of two cards in which one has resigned."""
    record = play(contract(), 2)
    return lay_open(do(record, f"{turn(record)} resign", f"{turn(record).other} continue"))


def test_deck_of_a_deal_laid_open() -> None:
    """The deck is the one that the secrets give; nothing else will do."""
    record = laid_open()
    read(record)
    cards = record.deals[0].deck
    assert cards is not None
    named = [text.split()[-1] for text in record.deals[0].moves if " play " in text]
    first = next(place for place, card in enumerate(cards) if card.text == named[0])
    for bad in (
        cards[:20],
        (),
        (*cards[:-1], cards[0]),
        (*cards[1:], cards[0]),
        (*cards[:first], cards[first - 1], *cards[first + 1 :]),
        cards[:first] + cards[first + 1 :],
        (*cards[:50], *reversed(cards[50:])),
    ):
        changed = record.copy()
        changed.deals[0].deck = bad
        refused_as(written(changed), "chain", "signature", "deck", "schema")


@pytest.mark.parametrize(
    "new",
    ["south exchange ? ?", "south exchange 2C", "south exchange AS KS", "south pass", "nonsense"],
)
def test_moves_of_a_deal_laid_open(new: str) -> None:
    """An exchange names what went, and that is what was fixed before."""
    record = laid_open()
    record.deals[0].moves[0] = new
    with pytest.raises(BridgetteError):
        read(record)


@pytest.mark.parametrize("seat", [ANN, BOB])
def test_secrets_of_a_deal_laid_open(seat: object) -> None:
    """Neither secret can be another, or missing, or twice."""
    record = laid_open()
    text = written(record)
    line = next(line for line in text.splitlines() if line.startswith(f"    - {seat} "))
    for new in (f"    - {seat} {swap(line.split()[-1])}\n", "", f"{line}\n{line}\n"):
        refused_as(text.replace(f"{line}\n", new), "chain", "signature", "schema")


# Signatures.


def test_forged_signatures() -> None:
    """A signature by another key, an old one, one of the other player, or under another head."""
    old, record = contract(), play(contract())
    number, signature = record.signatures[BOB]
    for key in (KEYS[ANN], STRANGER):
        refused(play(contract(), key=key), "signature", BOB, deal=1, move=5)
    for wrong in (
        old.signatures[BOB],
        (number, old.signatures[BOB][1]),
        (number, record.signatures[ANN][1]),
        (number, signature[32:] + signature[:32]),
        (number, bytes(64)),
        (number, signature[:32] + bytes(32)),
        (number - 1, signature),
        (number + 1, signature),
        (0, signature),
    ):
        bad = record.copy()
        bad.signatures[BOB] = wrong
        refused(bad, "signature", BOB, deal=1, move=5)


def test_signature_in_another_form() -> None:
    """The second half of a signature has one form: adding the order of the group gives none."""
    record = contract()
    number, signature = record.signatures[BOB]
    order = 2**252 + 27742317777372353535851937790883648493
    half = int.from_bytes(signature[32:], "little") + order
    record.signatures[BOB] = (number, signature[:32] + half.to_bytes(32, "little"))
    refused(record, "signature", BOB, deal=1, move=4)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_set_up_signed_by_another(steps: int) -> None:
    """Each step of the set-up is signed by its player."""
    record = set_up(begun(steps=steps - 1), steps)
    seat = BOB if steps == 2 else ANN
    message = b"bridgette sealed game 1, head " + record.head
    assert record.signatures[seat][1] == KEYS[seat].sign(message)
    record.signatures[seat] = (steps, STRANGER.sign(message))
    refused(record, "signature", seat, deal=1)


def test_a_move_made_for_the_other() -> None:
    """Nobody can move for the other, or change what the other did before their own move."""
    record = exchanged()
    refused(act(record, ANN, "bid 1S", key=KEYS[BOB]), "signature", ANN, deal=1, move=3)
    ahead = do(record, "north bid 1S")
    forged = do(exchanged(), "north bid 1H")
    forged.signatures[ANN] = ahead.signatures[ANN]
    refused(act(forged, BOB, "pass"), "signature", ANN, deal=1, move=3)


def test_own_program_goes_on_only_from_what_was_signed() -> None:
    """A player's own program signs nothing on top of a file that was altered."""
    table = read(contract(), BOB)
    table.record.deals[0].places.append(30)
    with pytest.raises(BridgetteError):
        acting.play(table, Play(BOB, playable(contract())[0]))
