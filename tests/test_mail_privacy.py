"""What a message shows, what receiving one prints, and what the other side can not do by one.

Privacy is judged by pairs of games that differ in nothing but what one may not know: whatever is
legible must be the same for both. The encoded game and its head are left out; they hold all.
"""

from __future__ import annotations

import email
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from email import policy
from pathlib import Path

import pytest
from cli import Answer
from helpers import EVEN, auction, do, give
from randomplay import states
from test_cli_privacy import kind_of
from test_mail_journey import DAMAGED, Post, text_of
from test_view import hidden_part, may_know, twin

from bridgette import DECK, Game, Header, Move, Seat, parse_move, seeded_deck
from bridgette.mail import block
from bridgette.replay import rewind, steps
from bridgette.savefile import dumps

BLOCK = re.compile("BRIDGETTE GAME BEGINS HERE.*?BRIDGETTE GAME ENDS HERE", re.DOTALL)
CARD = re.compile("[2-9TJQKA][♣♦♥♠]|[2-9TJQKA][CDHS]\\b|Grand|Royal|Little")
BID = re.compile("[0-7](?:[♣♦♥♠]|[CDHS]\\b)")


def legible(message: bytes) -> str:
    """All that a mail program shows of a message, but the encoded game and its head."""
    whole = email.message_from_bytes(message, policy=policy.default)
    text, count = BLOCK.subn("", text_of(message))
    assert count == 1
    (part,) = whole.iter_attachments()
    assert BLOCK.fullmatch(part.get_content().decode().strip())
    headers = [f"{name}: {value}" for name, value in whole.items() if name != "Content-Type"]
    return "\n".join([*headers, part.get_filename() or "", text]).replace(head_of(whole), "")


def head_of(message: email.message.Message) -> str:
    found = re.search(r"\[([0-9a-f]{12})\]$", message["Subject"])
    assert found
    return found[1]


def cards_in(text: str) -> set[str]:
    """Every card that a text names, in the notation of the file."""
    suits = dict(zip("♣♦♥♠", "CDHS", strict=True))
    return {
        word[0] + suits.get(word[1], word[1]) if len(word) == 2 else word
        for word in CARD.findall(text)
    }


def sampled(seeds: range, chance: random.Random, most: int) -> Iterator[tuple[Game, Move | None]]:
    """States of every kind, a few of each."""
    met: Counter[object] = Counter()
    for seed in seeds:
        for game, move in states(seed, deals=2):
            kind = (kind_of(game, Seat.SOUTH), len(game.deals))
            if met[kind] < most and chance.random() < 0.2:
                met[kind] += 1
                yield rewind(game, len(game.deals)), move


def unlike(game: Game, seat: Seat | None, chance: random.Random) -> Game:
    """Another game that is the same to a seat, or to a bystander."""
    if seat is not None:
        return twin(game, seat, chance)
    return twin(twin(game, Seat.NORTH, chance), Seat.SOUTH, chance)


# What a message shows


def test_a_message_shows_public_facts_only(tmp_path: Path) -> None:
    chance = random.Random(1)
    posts = [Post(tmp_path / name) for name in ("one", "two")]
    for post in posts:
        post.folder.mkdir()
    count = different = 0
    for game, _ in sampled(range(30), chance, 2):
        other = unlike(game, None, chance)
        count += 1
        different += hidden_part(game) != hidden_part(other)
        seat = chance.choice([[], ["--as", "north"], ["--as", "south"], ["--all"]])
        shown = []
        for post, one in zip(posts, (game, other), strict=True):
            message = post.sent(one, "--say", "hello", *seat)
            shown.append(re.sub("(?m)^Date: .*", "", legible(message)))
        assert shown[0] == shown[1], seat
        public = {str(card) for deal in game.deals for card in may_know(deal, None, deal.rules)}
        assert cards_in(BID.sub("", shown[0])) <= public
    assert count > 60
    assert different > 0.8 * count


def test_a_message_after_every_move_of_a_deal(tmp_path: Path) -> None:
    """No card is named that is not on the table, by whatever is in a message."""
    post = Post(tmp_path)
    for seed in (3, 7):
        for game, _ in states(seed, deals=1):
            shown = BID.sub("", legible(post.sent(game)))
            public = {str(card) for card in may_know(game.current, None, game.header.rules)}
            assert cards_in(shown) <= public, shown
            assert len(public) < len(DECK)


# What receiving prints


def masked(answer: Answer) -> Answer:
    return answer._replace(out=re.sub('"head":"[0-9a-f]+"', '"head":""', answer.out))


def cases(game: Game, chance: random.Random) -> Iterator[tuple[int | None, int | None, list[str]]]:
    """How many moves the two sides have (None: no file, or another end), and options."""
    last = game.move_count
    before = max(0, last - chance.choice((1, 2, 3, 12)))
    yield None, last, []
    yield before, last, []
    yield last, last, []
    yield last, before, []
    yield last, before, ["--takeback"]
    yield before, -1, []
    yield last, -1, []


def at(game: Game, moves: int) -> Game:
    """The game as it was after so many moves; -1 stands for another last move."""
    wanted = moves if moves >= 0 else game.move_count - 1
    *_, found = (
        rewind(grown, len(grown.deals))
        for grown, _ in steps(game)
        if grown.move_count <= max(wanted, 0)
    )
    return found if moves >= 0 or found.turn is None else do(found, f"{found.turn} resign")


@pytest.mark.parametrize("seat", [*Seat, None])
def test_receiving_prints_what_the_seat_may_know(tmp_path: Path, seat: Seat | None) -> None:
    chance = random.Random(2 if seat is None else int(seat))
    posts = [Post(tmp_path / name) for name in ("one", "two")]
    for post in posts:
        post.folder.mkdir()
    codes: Counter[int] = Counter()
    for game, _ in sampled(range(40, 44), chance, 1):
        if game.move_count < 2:
            continue
        pair = game, unlike(game, seat, chance)
        for ours, theirs, words in cases(game, chance):
            env = {} if seat is None or chance.random() < 0.5 else {"BRIDGETTE_SEAT": str(seat)}
            option = [] if seat is None or env else ["--as", str(seat)]
            more = chance.choice([[], ["--json"], ["--json"]])
            answers = []
            for post, one in zip(posts, pair, strict=True):
                (post.folder / "g.yaml").unlink(missing_ok=True)
                if ours is not None:
                    post.put(at(one, ours))
                assert theirs is not None
                message = post.sent(at(one, theirs))
                answers.append(masked(post.receives(message, *words, *option, *more, **env)))
            assert answers[0] == answers[1], (ours, theirs, words)
            codes[answers[0].code] += 1
            if more and answers[0].code == 0:
                shown = cards_in(json.dumps(answers[0].value["moves"]))
                known = set().union(*(may_know(deal, seat, deal.rules) for deal in game.deals))
                bids = set(BID.findall(answers[0].out))
                assert shown - bids <= {str(card) for card in known}
    assert set(codes) == {0, 40, 41}
    assert min(codes.values()) > 4


@pytest.mark.parametrize("seat", ["north", "south"])
def test_the_table_that_receiving_shows(tmp_path: Path, seat: str) -> None:
    """On a terminal the one who sits there sees their own hand, and no other."""
    post = Post(tmp_path)
    ours = auction(give(*EVEN), "north 1S")
    theirs = do(auction(give(*EVEN), "north 1S"), "south pass")
    (tmp_path / "m.eml").write_bytes(post.sent(theirs))
    post.put(ours)
    other = "south" if seat == "north" else "north"
    shown = post.terminal("receive", "g.yaml", "m.eml", BRIDGETTE_SEAT=seat, NO_COLOR="1").out
    if seat == "north":
        assert "Your hand" in shown
        assert "A K Q" in shown
        assert "J T 9" not in shown
    else:
        assert "they moved for you" in " ".join(shown.split())
        assert "A K Q" not in shown
    assert f"{other.capitalize()}: 13" not in shown


# What the other side can not do


def named(north: str, south: str = "Bob") -> Game:
    game = Game(Header("id", north, south))
    game.deal(seeded_deck("x", 1), dealer=Seat.NORTH)
    return game


ENCODED = "=?utf-8?q?a=0ABcc=3A_x=40y.org=0A?="
NAMES = [
    ENCODED,
    "=?utf-8?q?a=0D=0A=0D=0Atext?=",
    "=?utf-8?b?YQpCY2M6IHhAeS5vcmc=?=",
    "=?utf-8?q?=1B[2J?=",
    "=?utf-8?q?=E2=80=AEx?= =?utf-8?q?=07?=",
    "a, b; c <x@y.org>",
    '"quoted\\',
    "Bcc: x@y.org",
    "(comment",
    "橋本 ♠ Zoë",
    "x" * 64,
    "%0ABcc: x",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_forges_no_header(tmp_path: Path, name: str) -> None:
    post = Post(tmp_path)
    message = post.sent(named(name), "--to", "ann@example.org", "--from", "bob@example.org")
    found = email.message_from_bytes(message, policy=policy.default)
    headers = "From To Subject Date MIME-Version Content-Type".split()
    assert found.keys() == headers
    assert found["To"] == "ann@example.org"
    assert not re.search(r"[\x00-\x1f\x7f\u202e]", found["Subject"])
    assert message.isascii()
    assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", message)
    post.put(named(name))
    for words in (["--output", "x.eml"], ["--json"]):
        answer = post("send", "g.yaml", *words)
        assert answer.code == 0
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", answer.out), answer
    assert post.receives(message, name="new.yaml").code == 0


CONTROLS = ["\\n", "\\r", "\\e[2J", "\\x07", "\\u202E", "\\u2028", "\\x85", "\\t", "\\0", "\\x9B"]
PLACES = {
    "north: 'North'": 'north: "No{}rth"',
    "game: 'game'": 'game: "ga{}me"',
    "south pass": '"south pass -- he{}llo"',
    "deals:": 'note: "he{}llo"\ndeals:',
}


@pytest.mark.parametrize("control", CONTROLS)
def test_nothing_drives_the_terminal(tmp_path: Path, control: str) -> None:
    """A file with such a text is refused, and what is said about it is harmless."""
    post = Post(tmp_path)
    ours = auction(give(*EVEN), "north 1S")
    text = dumps(do(auction(give(*EVEN), "north 1S"), "south pass"))
    for place, wrong in PLACES.items():
        bad = text.replace(place, wrong.format(control), 1).encode()
        assert bad != text.encode()
        for message in (bad, f"Subject: \x1b[2J\n\n\x1b[2J{block(bad)}\n".encode()):
            for name in ("g.yaml", "new.yaml"):
                post.put(ours)
                answer = post.receives(message, name=name)
                assert answer.code == DAMAGED, answer
                assert answer.out == ""
                assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]", answer.err)
                assert post.files() == {"g.yaml": dumps(ours).encode(), "m.eml": message}


def test_what_stands_around_a_game_is_not_printed(tmp_path: Path) -> None:
    post = Post(tmp_path)
    theirs = do(give(*EVEN), "north bid 1S")
    message = post.sent(theirs).replace(b"Subject: ", b"Subject: \x1b[2Jspam \x07")
    message = message.replace(b"quoted-printable\n\n", b"quoted-printable\n\n\x1b]0;spam\x07\n")
    post.put(give(*EVEN))
    answer = post.receives(message)
    assert answer.code == 0
    assert "spam" not in answer.out + answer.err
    assert "\x1b" not in answer.out + answer.err


PATHS = ["../../x", "/tmp/../x.yaml", "..", "g.yaml", "~/x", "C:\\x", "x\x00y", ".bashrc", "|sh"]


@pytest.mark.parametrize("name", PATHS)
def test_an_attachment_chooses_no_path(tmp_path: Path, name: str) -> None:
    post = Post(tmp_path / "a" / "b")
    post.folder.mkdir(parents=True)
    theirs = do(give(*EVEN), "north bid 1S")
    data = dumps(theirs)
    safe = name.replace("\\", "\\\\")
    for key in ("Content-Disposition: attachment; filename", "Content-Type: a/b; name"):
        message = f'MIME-Version: 1.0\nContent-Location: {name}\n{key}="{safe}"\n\n{data}'.encode()
        post.put(give(*EVEN))
        assert post.receives(message).code == 0
        assert post.game().head == theirs.head
        found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
        assert found == {"a", "a/b", "a/b/g.yaml", "a/b/m.eml"}
    for bad in ("../../x", "/tmp/x", "a/b", "..", "X", ""):
        wrong = data.replace("game: 'game'", f"game: '{bad}'")
        answer = post.receives(f"\n{block(wrong.encode())}\n".encode(), name="new.yaml")
        assert answer.code == DAMAGED
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
    assert found == {"a", "a/b", "a/b/g.yaml", "a/b/m.eml"}


def test_options_that_would_break_a_header(tmp_path: Path) -> None:
    post = Post(tmp_path)
    post.give()
    for option in ("--to", "--from"):
        odd = ("a@b\nBcc: x@y", "a@b\r\n\r\nhello", ENCODED + " <a@b>", "a@b\x1b[2J", "\x00")
        for text in ("a@[ ", " .[%?f%"):  # the parser of some Pythons stumbles over these
            assert post("send", "g.yaml", option, text).code in (0, 2)
        for text in odd:
            answer = post("send", "g.yaml", option, text)
            assert answer.code == 2, (option, text, answer)
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", answer.err)
    for text in ("a\nb", "\x1b[2J", "\u202e", "x" * 1001):
        assert post("send", "g.yaml", "--say", text).code == 2
    remark = parse_move("north bid 1S -- =?utf-8?q?=0ABcc=3A_x?=")
    game = give(*EVEN)
    game.apply(remark)
    assert "Bcc" not in email.message_from_bytes(post.sent(game)).keys()  # noqa: SIM118 - no dictionary
