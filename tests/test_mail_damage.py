"""Every way in which mail damages a message: what comes out is the game that was sent, or nothing.

Each test takes a message that `send` wrote, treats it as mail programs do, and lets `receive` read
it. Whatever happens to it, a game that was not sent never comes out, and no traceback.
"""

from __future__ import annotations

import base64
import email
import html
import mailbox
import random
import re
import textwrap
from collections.abc import Callable
from email import policy
from email.message import EmailMessage, Message
from pathlib import Path

import pytest
from helpers import EVEN, auction, do, give
from test_mail_journey import DAMAGED, Post, a_game, text_of

from bridgette.mail import block, games_in
from bridgette.replay import rewind
from bridgette.savefile import dumps

OURS, THEIRS = a_game()


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return Post(tmp_path)


@pytest.fixture
def sent(post: Post) -> bytes:
    return post.sent(THEIRS, "--to", "ann@example.org", "--say", "From here on it’s “easy” – Zoë")


def enveloped(text: str, **how: str) -> bytes:
    """A message with this text and nothing else."""
    message = EmailMessage(policy=policy.SMTP)
    message["Subject"], message["To"] = "Re: Bridgette", "bob@example.org"
    message.set_content(text, **how)
    return message.as_bytes()


def by_hand(header: str, body: bytes) -> bytes:
    return b"Subject: x\nMIME-Version: 1.0\n" + header.encode() + b"\n\n" + body


# What happens to text


def prefixed(mark: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{mark}{line}" for line in text.splitlines(keepends=True))


def joined(width: int) -> Callable[[str], str]:
    """Every paragraph becomes lines of that width, as by `fmt`."""
    return lambda text: "\n\n".join(textwrap.fill(part, width) for part in text.split("\n\n"))


def flowed(text: str) -> str:
    """Space-stuffed, and long lines broken softly (RFC 3676)."""
    lines = []
    for line in text.splitlines():
        stuffed = f" {line}" if line.startswith((" ", ">", "From ")) else line
        lines += [part + " " for part in textwrap.wrap(stuffed, 40)] or [""]
        lines[-1] = lines[-1].rstrip()
    return "\n".join(lines)


def smart(text: str) -> str:
    """A word processor's idea of text."""
    for plain, nice in (('"', "”"), ("'", "’"), ("--", "—"), ("...", "…"), ("(c)", "©")):
        text = text.replace(plain, nice)
    return text


TEXTS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    **{f"quoted by {mark!r}": prefixed(mark) for mark in ("> ", ">", ">> ", "> > ", "| ", "Ann> ")},
    "quoted four times": lambda text: prefixed("> ")(prefixed("| ")(prefixed(">> ")(text))),
    "indented by tabs and hard blanks": prefixed("\t\u00a0"),
    **{f"filled to {width}": joined(width) for width in (72, 30, 76, 1000)},
    "one paragraph": lambda text: textwrap.fill(text, 72),
    "quoted and filled": lambda text: textwrap.fill(prefixed("> ")(text), 72),
    "flowed": flowed,
    "flowed and quoted": lambda text: prefixed("> ")(flowed(text)),
    "quoted too deep for the line": lambda text: "\n".join(
        textwrap.fill(line, 72) for line in prefixed("> > > > > > > > ")(text).splitlines()
    ),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "CRLF doubled": lambda text: text.replace("\n", "\r\r\n"),
    "from": lambda text: re.sub("(?m)^From ", ">From ", text),
    "smart": smart,
    "blanks stripped, byte order mark": lambda text: "\ufeff" + re.sub(r"(?m)[ \t]+$", "", text),
    "blanks added": lambda text: text.replace("\n", "  \n"),
    "blank lines between": lambda text: text.replace("\n", "\n\n"),
    "blank lines lost": lambda text: re.sub("\n+", "\n", text),
    "hard blanks": lambda text: text.replace(" ", "\u00a0"),
    "soft hyphens": lambda text: re.sub("([A-Z2-7]{20})", "\\1\u00ad", text),
    "a footer": lambda text: (
        f"{text}\n-- \nBob\n____\nlist mailing list\nhttp://example.org/list\n"
    ),
    "an answer above": lambda text: f"Well played!\n\nOn Monday Bob wrote:\n{prefixed('> ')(text)}",
    "the block alone": lambda text: text[text.index("BRIDGETTE GAME") :],
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_that_is_treated_badly(post: Post, sent: bytes, name: str) -> None:
    text = TEXTS[name](text_of(sent))
    assert post.gets(text.encode(), ours=OURS, theirs=THEIRS) == "right"
    assert post.gets(enveloped(text), ours=OURS, theirs=THEIRS) == "right"
    answer = Post(post.folder)("receive", "new.yaml", "-", stdin=text.encode())
    assert (answer.code, post.game("new.yaml").head) == (0, THEIRS.head)


# What happens to encodings


def in_bytes(charset: str, wanted: str) -> Callable[[str], bytes]:
    header = f"Content-Type: text/plain{charset}\nContent-Transfer-Encoding: 8bit"
    return lambda text: by_hand(header, text.encode(wanted, "replace"))


def in_base64(charset: str, wanted: str) -> Callable[[str], bytes]:
    header = f"Content-Type: text/plain{charset}\nContent-Transfer-Encoding: base64"
    return lambda text: by_hand(header, base64.encodebytes(text.encode(wanted, "replace")))


ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "quoted-printable": lambda text: enveloped(text, cte="quoted-printable"),
    "base64": lambda text: enveloped(text, cte="base64"),
    "8bit": lambda text: enveloped(text, cte="8bit"),
    "7bit": lambda text: enveloped(re.sub("[^\n -~]", "?", text), cte="7bit"),
    "format=flowed": lambda text: by_hand(
        "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes", flowed(text).encode()
    ),
    "latin-1": in_bytes("; charset=iso-8859-1", "latin-1"),
    "windows-1252": in_bytes("; charset=windows-1252", "cp1252"),
    "no charset": in_bytes("", "utf-8"),
    "no charset, latin-1": in_bytes("", "latin-1"),
    "ascii is a lie": in_bytes("; charset=us-ascii", "utf-8"),
    "utf-8 is a lie": in_bytes("; charset=utf-8", "latin-1"),
    "unknown charset": in_bytes("; charset=x-mac-klingon", "utf-8"),
    "charset that is none": in_bytes("; charset=base64", "utf-8"),
    "charset by RFC 2231": in_bytes("; charset*=us-ascii'en'utf%2D8", "utf-8"),
    "charset nonsense": in_bytes('; charset="\\"?=; \t../../x"', "utf-8"),
    "utf-16": in_base64("; charset=utf-16", "utf-16"),
    "utf-16-le": in_base64("; charset=utf-16le", "utf-16-le"),
    "utf-32": in_base64("; charset=utf-32", "utf-32"),
    "utf-7": in_bytes("; charset=utf-7", "utf-7"),
}
# What nobody could tell: it may come out, and need not.
RIDDLES = {
    "utf-16 without a charset": in_base64("", "utf-16"),
    "utf-16 as utf-8": in_base64("; charset=utf-8", "utf-16"),
    "EBCDIC as utf-8": in_base64("; charset=utf-8", "cp500"),
    "base64 that is none": lambda text: by_hand(
        "Content-Transfer-Encoding: base64", re.sub("[0-9a-z]", "", text).encode()[::-1]
    ),
    "reversed": lambda text: text[::-1].encode(),
    "small letters": lambda text: text.lower().encode(),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_text_that_is_encoded(post: Post, sent: bytes, name: str) -> None:
    for treat in ("as it is", "quoted by '> '", "CRLF"):
        message = ENCODINGS[name](TEXTS[treat](text_of(sent)))
        assert post.gets(message, ours=OURS, theirs=THEIRS) == "right", treat


@pytest.mark.parametrize("name", RIDDLES)
def test_text_that_nobody_can_read(post: Post, sent: bytes, name: str) -> None:
    post.gets(RIDDLES[name](text_of(sent)), ours=OURS, theirs=THEIRS)


# HTML


def lines_in(form: str, between: str = "") -> Callable[[str], str]:
    return lambda text: between.join(form.format(html.escape(line)) for line in text.splitlines())


PAGES: dict[str, Callable[[str], str]] = {
    "pre": lambda text: f"<pre>{html.escape(text)}</pre>",
    "br": lines_in("{}<br>\n"),
    "br without lines": lines_in("{}<BR/>"),
    "div": lines_in("<div>{}</div>"),
    "p": lines_in("<p class='a'>{}</p>\r\n"),
    "a quote": lambda text: f"<blockquote type=cite>{lines_in('{}<br>')(text)}</blockquote>",
    "quoted": lambda text: lines_in("{}<br>")(prefixed("> ")(text)),
    "hard blanks": lambda text: lines_in("{}<br>")(text).replace(" ", "&nbsp;"),
    "one line": lambda text: f"<p>{' '.join(html.escape(text).split())}</p>",
    "spans": lambda text: re.sub("([A-Z2-7]{9})", r'<span style="x">\1</span>', html.escape(text)),
    "a list": lambda text: f"<ul>{lines_in('<li><b>{}</b></li>')(text)}</ul>",
}


@pytest.mark.parametrize("name", PAGES)
def test_html(post: Post, sent: bytes, name: str) -> None:
    page = "<!DOCTYPE html><html><head><title>x &gt; y</title></head><body>{}</body></html>"
    text = page.format(PAGES[name](text_of(sent)))
    alone = enveloped(text, subtype="html", cte="quoted-printable")
    assert post.gets(alone, ours=OURS, theirs=THEIRS) == "right"
    beside = EmailMessage()
    beside.set_content("This mail is in HTML. 1 < 2 > 0")
    beside.add_alternative(text, subtype="html", cte="base64")
    assert post.gets(beside.as_bytes(), ours=OURS, theirs=THEIRS) == "right"
    beside = EmailMessage()
    beside.set_content(text_of(sent))
    beside.add_alternative("<p>The same in <b>HTML</b>", subtype="html")
    assert post.gets(beside.as_bytes(), ours=OURS, theirs=THEIRS) == "right"


# Attachments


def reattached(sent: bytes, kind: str = "application/octet-stream", name: str = "x", **how: str):
    """A message that says nothing, with the attachment of another one."""
    (part,) = email.message_from_bytes(sent, policy=policy.default).iter_attachments()
    main, sub = kind.split("/")
    return attached(part.get_content(), main, sub, name, **how)


def attached(data: bytes, main: str, sub: str, name: str, **how: str) -> bytes:
    message = EmailMessage()
    message.set_content("See the attachment.\n")
    message.add_attachment(data, maintype=main, subtype=sub, filename=name, **how)
    return message.as_bytes()


KINDS = ["application/octet-stream", "text/plain", "application/pdf", "image/png", "a/x-yaml"]


NAMES = ["game.bin", "a.yaml", "../../x", "", "ü ♠.dat"]


@pytest.mark.parametrize(("kind", "name"), list(zip(KINDS, NAMES, strict=True)))
def test_attachment_alone(post: Post, sent: bytes, kind: str, name: str) -> None:
    for how in ("base64", "quoted-printable"):
        message = reattached(sent, kind, name, cte=how)
        assert post.gets(message, ours=OURS, theirs=THEIRS) == "right"
    data = dumps(THEIRS).encode()
    for given in (data, data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data):
        message = attached(given, *kind.split("/"), name)
        assert post.gets(message, ours=OURS, theirs=THEIRS) == "right"
        assert post.gets(given, ours=OURS, theirs=THEIRS) == "right"


def test_forwarded_and_packed_in_other_parts(post: Post, sent: bytes) -> None:
    inner: Message = email.message_from_bytes(sent, policy=policy.default)
    for _ in range(5):
        outer = EmailMessage()
        outer.set_content("Forwarded.")
        outer.add_attachment(inner)
        inner = outer
        assert post.gets(outer.as_bytes(), ours=OURS, theirs=THEIRS) == "right"


# Several messages and games


def test_two_games_in_one_message(post: Post) -> None:
    (ours, theirs), other = (OURS, THEIRS), a_game(5)[1]
    assert ours.header.game != other.header.game
    one, two = post.sent(theirs), post.sent(other)
    both = EmailMessage()
    both.set_content(text_of(one) + text_of(two))
    for game in (other, theirs):
        both.add_attachment(dumps(game).encode(), maintype="a", subtype="b", filename="game.yaml")
    for message in (text_of(one) + text_of(two), text_of(two) + text_of(one), both.as_string()):
        assert post.gets(message.encode(), ours=ours, theirs=theirs) == "right"
    assert post.receives(two).code == 42
    answer = post.receives((text_of(one) + text_of(two)).encode(), name="new.yaml")
    assert (answer.code, (post.folder / "new.yaml").exists()) == (42, False)


def test_a_message_with_no_game(post: Post) -> None:
    empty = block(b"").encode()
    for message in (b"", b"\n", b"Subject: hello\n\nHow are you?\n", bytes(range(256)) * 40, empty):
        assert post.gets(message, ours=OURS, theirs=THEIRS) == "damaged"
        answer = post.receives(message, name="new.yaml")
        assert (answer.code, (post.folder / "new.yaml").exists()) == (DAMAGED, False)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_mailboxes(post: Post, sent: bytes, ends: str) -> None:
    older = post.sent(rewind(THEIRS, 1), "--say", "From the start")
    chat = enveloped("From now on: hello\n\nFrom me\n").replace(b"\r\n", b"\n")
    for messages in ([sent], [older, sent], [sent, older], [chat, older, sent, chat], [sent] * 3):
        path = post.folder / "box"
        path.unlink(missing_ok=True)
        box = mailbox.mbox(path)
        for message in messages:
            box.add(message)
        box.close()
        data = path.read_bytes().replace(b"\n", ends.encode())
        assert data.startswith(b"From ")
        assert post.gets(data, ours=OURS, theirs=THEIRS) == "right"


@pytest.mark.parametrize("mark", ["", "> "])
def test_a_reply_that_quotes_the_state_before(post: Post, sent: bytes, mark: str) -> None:
    old, new = prefixed(mark)(text_of(post.sent(OURS))), text_of(sent)
    for text in (f"{old}\n\n{new}", f"{new}\n\nAnn wrote:\n{old}"):
        assert post.gets(text.encode(), ours=OURS, theirs=THEIRS) == "right"
        assert post.gets(enveloped(text, cte="base64"), ours=OURS, theirs=THEIRS) == "right"


@pytest.mark.parametrize("above", [True, False])
def test_a_reply_whose_new_state_is_damaged(post: Post, sent: bytes, above: bool) -> None:
    """What came whole is only what we had: that is no news, and must not pass for the message."""
    old, new = prefixed("> ")(text_of(post.sent(OURS))), text_of(sent)
    place = new.index("BEGINS HERE") + 99
    new = new[:place] + ("A" if new[place] != "A" else "B") + new[place + 1 :]
    text = f"{old}\n\n{new}" if above else f"{new}\n\nAnn wrote:\n{old}"
    assert post.gets(text.encode(), ours=OURS, theirs=THEIRS) == "damaged"


def test_a_reply_that_quotes_half_of_the_state_before(post: Post, sent: bytes) -> None:
    old, new = text_of(post.sent(OURS)), text_of(sent)
    half = prefixed("> ")(old[: old.index("BEGINS HERE") + 200])
    assert post.gets(f"{half}\n[…]\n\n{new}".encode(), ours=OURS, theirs=THEIRS) == "right"
    assert post.gets(f"{new}\n\n{half}".encode(), ours=OURS, theirs=THEIRS) == "right"


def test_words_that_look_like_ours(post: Post) -> None:
    for say in (
        "BRIDGETTE GAME BEGINS HERE",
        "BRIDGETTE GAME ENDS HERE",
        "bridgette: 1",
        "> x | y",
    ):
        message = post.sent(THEIRS, "--say", say)
        assert post.gets(message, ours=OURS, theirs=THEIRS) == "right"
        assert post.gets(text_of(message).encode(), ours=OURS, theirs=THEIRS) == "right", say


# Cut short, and single characters


def test_a_message_that_is_cut_short(post: Post, sent: bytes) -> None:
    found = [post.gets(sent[:end], ours=OURS, theirs=THEIRS) for end in range(0, len(sent), 50)]
    whole = (sent.index(b"GAME ENDS HERE") + len("GAME ENDS HERE") + 49) // 50
    assert found == ["damaged"] * whole + ["right"] * (len(found) - whole)
    alone = reattached(sent)
    found = [post.gets(alone[:end], ours=OURS, theirs=THEIRS) for end in range(0, len(alone), 50)]
    assert found == ["damaged"] * len(found)


def test_a_message_whose_beginning_is_lost(post: Post, sent: bytes) -> None:
    for start in range(0, len(sent), 50):
        post.gets(sent[start:], ours=OURS, theirs=THEIRS)


def test_a_game_file_that_is_cut_short(post: Post) -> None:
    """It has no checksum; but half a line is never another move."""
    ours = auction(give(*EVEN), "north 1S pass")
    game = do(rewind(ours, 1), "south claim 13")
    data = dumps(game).encode()
    begun = len(dumps(ours).encode()) - 50
    for end in range(begun, len(data)):
        for message in (data[:end], attached(data[:end], "text", "yaml", "game.yaml")):
            post.put(ours)
            answer = post.receives(message)
            assert answer.code in (0, DAMAGED, 40), answer
            assert post.game().head in (ours.head, game.head), post.moves()


def changed(sign: str, chance: random.Random) -> str:
    return chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".replace(sign, ""))


def test_each_single_character(post: Post) -> None:
    """The last ones may hold bits that do not matter."""
    chance = random.Random(1)
    code = block(dumps(THEIRS).encode())
    lines = code.index("\n"), code.rindex("\n")
    for place in range(len(code)):
        sign = code[place]
        for wrong in (changed(sign, chance), "", f"{sign}{sign}", sign + changed(sign, chance)):
            if wrong.strip() == sign.strip() or (sign == "\n" and not wrong):
                continue
            games, _ = games_in(f"\n{code[:place]}{wrong}{code[place + 1 :]}\n".encode())
            within = lines[0] < place < lines[1] - 20 and "\n" not in (sign, wrong)
            assert [game.head for game in games] in ([], [THEIRS.head])
            assert not games or not within, (place, wrong)
        if place % 40 == 0:
            text = f"{code[:place]}{changed(sign, chance)}{code[place + 1 :]}"
            assert post.gets(text.encode(), ours=OURS, theirs=THEIRS) == "damaged"
