"""Random damage to messages, and messages made to harm."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from test_mail_damage import OURS, PAGES, THEIRS, enveloped, prefixed, reattached
from test_mail_journey import DAMAGED, Post, text_of

from bridgette import mail
from bridgette.mail import block
from bridgette.savefile import dumps


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return Post(tmp_path)


@pytest.fixture
def sent(post: Post) -> bytes:
    return post.sent(THEIRS)


# At random


def harmed(data: bytes, chance: random.Random) -> bytes:
    """One of the things that no one would think of."""
    start = chance.randrange(len(data))
    end = min(len(data), start + chance.choice((1, 1, 2, 10, 70, 500)))
    piece = data[start:end]
    lines = data.split(b"\n")
    line = chance.randrange(len(lines))
    where = chance.randrange(12)
    if where < 6:
        new = (
            b"",
            bytes(chance.randrange(256) for _ in piece),
            piece.swapcase(),
            piece * 2,
            piece[::-1],
            chance.choice(JUNK),
        )[where]
        return data[:start] + new + data[end:]
    if where == 6:
        return data[:start]
    if where == 7:
        return data[start:]
    if where == 8:
        lines.insert(line, chance.choice(JUNK))
    elif where == 9:
        lines[line] = chance.choice(JUNK)
    elif where == 10:
        del lines[line]
    else:
        other = chance.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    return b"\n".join(lines)


JUNK = [
    *b"From x|>|> |>From|=|==|=3D|=\r|\r|\x00|\xff\xfe|\xef\xbb\xbf|<|<pre>|&lt;|\xc2\xa0".split(
        b"|"
    ),
    *b"--|--b|BRIDGETTE GAME BEGINS HERE|BRIDGETTE GAME ENDS HERE|bridgette: 1|# x".split(b"|"),
    *(
        b"Content-Transfer-Encoding: " + coding
        for coding in (b"base64", b"quoted-printable", b"x-uuencode", b"8bit", b"\xff", b"")
    ),
    *(
        b"Content-Type: " + kind
        for kind in (
            b"multipart/mixed; boundary=b",
            b"multipart/mixed",
            b"message/rfc822",
            b"message/partial",
            b"message/delivery-status",
            b"text/html; charset=\xff",
            b"text/plain; charset=utf-16",
            b"text/plain; charset*0*=''%ff; charset*1=x",
            b"text/plain; charset=undefined",
            b'text/plain; charset="x\x00y"',
        )
    ),
]


@pytest.mark.parametrize("seed", range(3))
def test_random_damage(post: Post, sent: bytes, seed: int) -> None:
    chance = random.Random(seed)
    texts = [text_of(sent), prefixed("> ")(text_of(sent)), PAGES["br"](text_of(sent))]
    messages = [sent, reattached(sent), *(enveloped(text, cte="base64") for text in texts)]
    found = []
    for _ in range(200):
        message = chance.choice(messages)
        for _ in range(chance.choice((1, 1, 2, 5))):
            message = harmed(message, chance) or b"x"
        found.append(post.gets(message, ours=OURS, theirs=THEIRS))
    assert set(found) == {"right", "damaged"}


# Too large, too deep, too many


def test_20_megabytes_are_refused_unread(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"Subject: a film\n\n" + b"x" * 72 + b"\n"
    (post.folder / "m.eml").write_bytes(data * (20_000_000 // len(data)))
    post.put(OURS)
    done = post.process("receive", "g.yaml", "m.eml")
    assert (done.code, done.out) == (DAMAGED, "")
    assert "larger than" in done.err
    done = post.shell("$B receive g.yaml - < m.eml")
    assert (done.code, done.out) == (DAMAGED, "")
    monkeypatch.setattr(mail, "games_in", None)  # nothing is parsed
    answer = post("receive", "g.yaml", "m.eml", "--json")
    assert (answer.code, answer.value["error"]["code"]) == (DAMAGED, "damaged")
    assert post.game().head == OURS.head


MARK = b"BRIDGETTE GAME BEGINS HERE\n"
LARGE = {
    "beginnings without an end": MARK * 5000,
    "ends without a beginning": MARK.replace(b"BEGINS", b"ENDS") * 40_000,
    "quotes": b"> " * 1_000_000,
    "quotes and names": b"abcdefghijklmnopqrst" * 50_000 + b">" * 50_000,
    "blanks": b" " * 1_000_000 + b"\n" + b"\t" * 1_000_000,
    "tags": b"<a" * 500_000 + b"<br" * 500_000,
    "entities": b"&amp" * 300_000 + b"<",
    "headers": b"A: b\n" * 200_000,
    "one header": b"Subject: " + b"x " * 500_000 + b"\n\n",
    "From": b"From x\n" * 50_000,
    "comments": b"# x\n" * 300_000,
    "dashes": b"---\n" * 300_000 + b"bridgette: 1\n",
    "YAML brackets": b"bridgette: " + b"[" * 500_000,
    "punycode": b"Content-Type: text/plain; charset=punycode\n\n" + b"a-b9" * 100_000,
    "idna": b"Content-Type: text/plain; charset=idna\n\n" + b"a.b-c" * 100_000,
    "base64 of nothing": b"Content-Transfer-Encoding: base64\n\n" + b"=" * 1_000_000,
    "a bomb": block(b"a" * 20_000_000).encode(),
    "games": "\n".join(block(f"bridgette: 1\n#{i}".encode()) for i in range(3000)).encode(),
}
DEEP = {
    "multiparts": "".join(
        f'Content-Type: multipart/mixed; boundary="b{i}"\n\n--b{i}\n' for i in range(2000)
    ).encode(),
    "forwards": b"Content-Type: message/rfc822\n\n" * 5000,
    "brackets in an address": b"To: " + b"(" * 100_000 + b"\n\n",
    "parameters": b"Content-Type: text/plain" + b"; charset*0*=x" * 20_000 + b"\n\n",
}


@pytest.mark.parametrize("name", LARGE)
def test_large(post: Post, name: str) -> None:
    assert post.gets(LARGE[name], ours=OURS, theirs=THEIRS) == "damaged"


@pytest.mark.parametrize("name", DEEP)
def test_deep(post: Post, name: str, sent: bytes) -> None:
    assert post.gets(DEEP[name], ours=OURS, theirs=THEIRS) == "damaged"
    post.gets(DEEP[name] + sent, ours=OURS, theirs=THEIRS)


def test_a_part_that_is_no_game_does_not_hide_the_one_that_is(post: Post, sent: bytes) -> None:
    """What came whole and yet holds no game stands beside the good one."""
    wrong = block(dumps(THEIRS).replace("south", "north").encode())
    for text in (f"{wrong}\n{text_of(sent)}", f"{text_of(sent)}\n{wrong}"):
        assert post.gets(text.encode(), ours=OURS, theirs=THEIRS) == "right"
    assert post.gets(f"\n{wrong}\n".encode(), ours=OURS, theirs=THEIRS) == "damaged"
