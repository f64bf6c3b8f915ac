"""Whole games by mail: two folders, a real mail server between them, `send` and `receive`.

Also here: what the tests of mail share.
"""

from __future__ import annotations

import email
import mailbox
import random
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from email import policy
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from cli import ROOT, Answer, Cli, environment, has
from randomplay import Style, choose, states, style_of

from bridgette import Game, HouseRules, Phase, Seat, parse_move
from bridgette.replay import rewind
from bridgette.savefile import dumps

DAMAGED = 43
EXIT = {"older": 40, "fork": 41, "other-game": 42, "damaged": 43, "format-version": 21}
GOOD = "outcome file moves turn head"


class Post(Cli):
    """The program in a folder that stands for one player's machine."""

    def sent(self, game: Game, *words: str) -> bytes:
        """The message that brings a game."""
        path = self.put(game, "sent.yaml")
        message = self.ok("send", "sent.yaml", *words).out.encode()
        path.unlink()
        return message

    def receives(self, message: bytes, *words: str, name: str = "g.yaml", **env: str) -> Answer:
        (self.folder / "m.eml").write_bytes(message)
        return self("receive", name, "m.eml", *words, **env)

    def gets(self, message: bytes, *, ours: Game, theirs: Game) -> str:
        """What becomes of a message in place of a good one: `right` or `damaged`."""
        path = self.put(ours)
        answer = self.receives(message)
        assert "Traceback" not in answer.err
        if answer.code == DAMAGED:
            assert answer.err.startswith("Error: ")
            assert path.read_text(encoding="utf-8") == dumps(ours)
            return "damaged"
        assert (answer.code, answer.err) == (0, "")
        assert path.read_text(encoding="utf-8") == dumps(theirs), answer
        return "right"


def text_of(message: bytes) -> str:
    """The readable text, with the block in it."""
    whole = email.message_from_bytes(message, policy=policy.default)
    body = whole.get_body()
    assert body is not None
    text = body.get_content()
    assert isinstance(text, str)
    return text


def a_game(first: int = 0) -> tuple[Game, Game]:
    """A random game in its second deal, and the same with what the player on turn did next."""
    for seed in range(first, first + 100):
        for game, move in states(seed, deals=2):
            deal = game.current
            if move and deal.number == 2 and deal.phase is Phase.PLAY and len(deal.moves) > 12:
                ours = rewind(game, 2)
                game.apply(parse_move(f"{move.text} -- Grüße, “Zoë” – from 橋"))
                return ours, rewind(game, 2)
    raise AssertionError("no game has got so far")


# Receiving, and what it answers


def receive(post: Post, ours: Game | None, theirs: Game, *words: str, **env: str) -> Answer:
    """Receives a real message; the answers with and without JSON agree, and leave the same file."""
    path = post.folder / "g.yaml"
    message = post.sent(theirs)
    codes, files = [], []
    for more in ([], ["--json"]):
        path.unlink(missing_ok=True)
        if ours is not None:
            post.put(ours)
        answer = post.receives(message, *words, *more, **env)
        codes.append(answer.code)
        files.append(post.files())
        if not more:
            plain = answer
    assert codes[0] == codes[1], (plain, answer)
    assert files[0] == files[1]
    assert set(files[0]) <= {"g.yaml", "m.eml"}
    assert (plain.err == "") == (plain.code == 0) == (plain.out != "")
    return answer


def takes(
    post: Post, outcome: str, ours: Game | None, theirs: Game, *words: str, **env: str
) -> Any:
    """The game is received with this outcome: the JSON that says so."""
    value = has(receive(post, ours, theirs, *words, **env).value, GOOD)
    assert (value["version"], value["ok"], value["outcome"]) == (1, True, outcome)
    assert (value["file"], value["head"]) == ("g.yaml", theirs.head)
    assert value["turn"] == (None if theirs.turn is None else str(theirs.turn))
    assert post.game().head == theirs.head
    if outcome != "already":
        kept = theirs if ours is None else deepcopy(theirs)
        kept.header = theirs.header if ours is None else ours.header
        assert (post.folder / "g.yaml").read_text(encoding="utf-8") == dumps(kept)
    return value


def refuses(post: Post, outcome: str, ours: Game, theirs: Game, *words: str, **env: str) -> Any:
    """The game is refused, and nothing changes: the error."""
    answer = receive(post, ours, theirs, *words, **env)
    value = answer.value
    assert (value["version"], value["ok"], value["error"]["code"]) == (1, False, outcome)
    assert answer.code == EXIT[outcome]
    assert (post.folder / "g.yaml").read_text(encoding="utf-8") == dumps(ours)
    return value["error"]


# The mail server and the two who write to each other


class Boxes:
    """What the server does with a message: into the box of its receiver."""

    def __init__(self) -> None:
        self.boxes: dict[str, mailbox.Mailbox[Any]] = {}

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - the library calls it so
        for address in envelope.rcpt_tos:
            self.boxes[address].add(envelope.content)
            self.boxes[address].flush()
        return "250 Message accepted for delivery"


class Server:
    """A mail server on this machine."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.post = Boxes()
        self.controller = Controller(self.post, hostname="127.0.0.1", port=self.port)
        self.sent = 0

    def deliver(self, message: bytes) -> None:
        """As `msmtp -t` does: the addresses stand in the message."""
        headers = email.message_from_bytes(message)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=10) as smtp:
            smtp.sendmail(headers["From"], [headers["To"]], message.decode("ascii"))
        self.sent += 1


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    server = Server()
    server.controller.start()
    yield server
    server.controller.stop()


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    running.sent = 0
    yield running
    for box in running.post.boxes.values():
        box.close()
    running.post.boxes.clear()


class Player(Post):
    """One of the two: a folder, a seat, an address, a mailbox."""

    def __init__(self, folder: Path, server: Server, name: str, seat: Seat, kind: str) -> None:
        folder.mkdir()
        super().__init__(folder, BRIDGETTE_SEAT=name)
        self.server, self.name, self.seat = server, name, seat
        self.address = f"{name}@example.org"
        self.path = folder / "box"
        self.box = (mailbox.Maildir if kind == "Maildir" else mailbox.mbox)(self.path)
        server.post.boxes[self.address] = self.box
        self.started = 0  # processes left to start

    def runs(self, *words: str) -> Answer:
        if self.started > 0:
            self.started -= 1
            answer = self.process(*words)
        else:
            answer = self(*words)
        assert (answer.code, answer.err) == (0, ""), (words, answer)
        return answer

    def moves(self, chance: random.Random, style: Style, *options: str) -> None:
        """Makes all moves until it is the other's turn."""
        while (game := self.game()).turn is self.seat:
            move = choose(game, chance, style)
            _, word, *rest = move.text.split()
            say = ["--say", move.remark] if move.remark else []
            self.runs(word, "g.yaml", *rest, *say, *options)

    def sends(self, to: Player) -> None:
        message = self.runs("send", "g.yaml", "--to", to.address, "--from", self.address)
        self.server.deliver(message.out.encode())

    def fetches(self) -> dict[str, Any]:
        """Receives what lies in the mailbox: a Maildir's newest file, or a whole mbox."""
        path = self.path
        if isinstance(self.box, mailbox.Maildir):
            (name,) = (path / "new").iterdir()
            path = name
        found = self.runs("receive", "g.yaml", str(path), "--json").value
        if path is self.path:
            while len(self.box) > 3:
                self.box.remove(self.box.keys()[0])
            self.box.flush()
        else:
            self.box.clear()
        return found


def play(
    ann: Player, bob: Player, seed: int, *options: str, dealer: str = "north"
) -> Iterator[tuple[Player, dict[str, Any]]]:
    """A whole game by mail: each message as the one who got it saw it."""
    chance = random.Random(seed)
    style = style_of(chance)._replace(
        rules=HouseRules(), resign=0.0, remark=0.2, tie=False, claim=0.02, pass_out=0.1, by_hands=0
    )
    names = ("--north", "ann", "--south", "bob", "--dealer", dealer, "--seed", f"{seed}")
    ann.runs("new", "g.yaml", *names)
    here, there = ann, bob
    while True:
        here.moves(chance, style, *options)
        here.sends(there)
        found = there.fetches()
        yield there, found
        assert here.files()["g.yaml"] == there.files()["g.yaml"]
        if here.game().phase is Phase.OVER:
            return
        here, there = there, here


@pytest.mark.parametrize(("kind", "dealer"), [("Maildir", "north"), ("mbox", "south")])
def test_a_whole_game(tmp_path: Path, server: Server, kind: str, dealer: str) -> None:
    ann = Player(tmp_path / "ann's machine", server, "ann", Seat.NORTH, kind)
    bob = Player(tmp_path / "bob", server, "bob", Seat.SOUTH, kind)
    ann.started = bob.started = 4 if kind == "Maildir" else 0
    outcomes, moves = [], 0
    for who, found in play(ann, bob, 11 if dealer == "north" else 12, dealer=dealer):
        assert (found["ok"], found["version"], found["file"]) == (True, 1, "g.yaml")
        assert found["head"] == who.game().head
        assert all(move.split()[0] != str(who.seat) for move in found["moves"])
        outcomes.append(found["outcome"])
        moves += len(found["moves"])
        status = who.json("status", "g.yaml")
        assert status["turn"] == (None if status["phase"] == "over" else str(who.seat))
    assert outcomes == ["created"] + ["applied"] * (server.sent - 1)
    assert server.sent > 100
    game = ann.game()
    assert (len(game.deals), game.phase) == (6, Phase.OVER)
    first = len(game.deals[0].moves) if dealer == "north" else 0
    assert moves + first >= game.move_count - (dealer == "south") * 3
    assert (ann.folder / "g.yaml").read_bytes() == (bob.folder / "g.yaml").read_bytes()
    assert ann.ok("score", "g.yaml").out == bob.ok("score", "g.yaml").out
    assert any(move.remark for deal in game.deals for move in deal.moves)


def test_forced_plays_on_the_way(tmp_path: Path, server: Server) -> None:
    """Each sits in a seat, and takes the forced plays that the other made for them."""
    ann = Player(tmp_path / "ann", server, "ann", Seat.NORTH, "Maildir")
    bob = Player(tmp_path / "bob", server, "bob", Seat.SOUTH, "Maildir")
    made_for_me = set()
    for who, found in play(ann, bob, 14, "--forced"):
        made_for_me |= {move for move in found["moves"] if move.startswith(f"{who.seat} play")}
        if len(who.game().deals) == 4:
            break
    assert {move.split()[0] for move in made_for_me} == {"north", "south"}


def test_a_message_that_comes_twice_or_late(tmp_path: Path, server: Server) -> None:
    ann = Player(tmp_path / "ann", server, "ann", Seat.NORTH, "Maildir")
    bob = Player(tmp_path / "bob", server, "bob", Seat.SOUTH, "Maildir")
    letters: dict[str, bytes] = {}
    for count, (who, _) in enumerate(play(ann, bob, 15)):
        other = bob if who is ann else ann
        letter = other.ok("send", "g.yaml").out.encode()
        assert letter == other.ok("send", "g.yaml").out.encode()
        again = who.receives(letter, "--json")
        assert again.value["outcome"] == "already"
        if who.name in letters:
            late = who.receives(letters[who.name], "--json")
            assert (late.code, late.value["error"]["code"]) == (40, "older")
        letters[who.name] = letter
        if count == 30:
            break
    else:
        raise AssertionError("the game was too short")


def test_from_file_to_file_by_processes(tmp_path: Path) -> None:
    """As a mail program that opens .eml files: `--output`, and standard input."""
    ann, bob = (Post(tmp_path / name) for name in ("ann", "bob"))
    for player in (ann, bob):
        player.folder.mkdir()
    ann.put(a_game()[0])
    done = ann.process("send", "g.yaml", "--to", "bob@example.org", "--output", "move.eml")
    assert (done.code, done.err) == (0, "")
    data = (ann.folder / "move.eml").read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n") > 20
    assert max(map(len, data.split(b"\r\n"))) <= 78
    assert data.isascii()
    assert ann.process("send", "g.yaml", "--output", "move.eml").code == 22
    done = bob.process("receive", "g.yaml", stdin=data)
    assert (done.code, done.err) == (0, "")
    assert (bob.folder / "g.yaml").read_bytes() == (ann.folder / "g.yaml").read_bytes()
    piped = ann.shell("$B send g.yaml | $B receive --json other.yaml -")
    assert (piped.code, piped.err) == (0, "")
    assert piped.value["outcome"] == "created"


def test_the_example_plays_a_whole_game(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", ROOT / "examples" / "by-mail.sh"],
        cwd=tmp_path,
        env=environment(BRIDGETTE=f"{sys.executable} -m bridgette"),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The two files are the same" in done.stdout
    sheet = done.stdout.rpartition("==")[2].splitlines()
    assert [line.split()[0] for line in sheet if line[:4].strip().isdecimal()] == list("123456")
    assert any(line.startswith("The game is over: ") for line in sheet)
    assert list(tmp_path.iterdir()) == []
