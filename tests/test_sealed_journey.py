"""Sealed games by commands from `new` to `verify`: what they take, what is shown, how they travel.

The same game is kept open beside each: whatever a player may see must be shown as there.
"""

from __future__ import annotations

import mailbox
import random
import re
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from cli import Answer, Cli
from sealedcli import (
    FILE,
    NAMES,
    Home,
    Match,
    accepted_by_next_non_dealer,
    end,
    in_deals,
    messages_if_open,
    more_messages,
    passes,
    prepare,
    stripped,
)
from test_mail_journey import Server
from test_mail_privacy import cards_in, legible

from bridgette import Accept, Bid, Claim, Game, HouseRules, Move, Pass, Phase, Play, Resign, Seat
from bridgette.savefile import dumps

ANN, BOB = Seat.NORTH, Seat.SOUTH
MOST = 64 << 10


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch)


# Whole games, and how often they change hands


def check_end(match: Match, folder: Path) -> None:
    """A finished game: its messages, its size, and that anybody can verify it."""
    game = match.twin
    assert game is not None
    took = messages_if_open(game, match.creator) + more_messages(game, match.creator)
    assert match.messages == took
    assert match.biggest < MOST
    ann, bob = match.players.values()
    assert ann.text == bob.text
    third = Home(folder / "third")
    shutil.copyfile(ann.path, third.path)
    value = third.json("verify", FILE)
    assert value.pop("proved") == len(value["deals"])
    assert (value["ok"], value["complete"], value["phase"]) == (True, True, "over")
    assert "complete" in third.ok("verify", FILE).out
    assert not third.home.exists()
    open_text = stripped(ann.text)
    assert open_text == dumps(game)
    elsewhere = Cli(folder / "open")
    elsewhere.folder.mkdir()
    (elsewhere.folder / FILE).write_text(open_text, encoding="utf-8")
    assert elsewhere.json("verify", FILE) == value
    for words in (["score"], ["log", "--all"], ["log"], ["replay", "--all"], ["log", "--json"]):
        answer = elsewhere.ok(words[0], FILE, *words[1:])
        assert answer == third.ok(words[0], FILE, *words[1:]), words
    for player in (ann, bob):
        status = player.json("status", FILE)
        assert status["sealed"]["awaited_from"] is None
        assert (status["phase"], status["turn"], status["awaited"]) == ("over", None, None)


def test_whole_deals(tmp_path: Path) -> None:
    """No claim, all thirteen tricks of the last deal: two messages more."""
    match = Match(tmp_path, 5, script=in_deals(1, 3, 4, 5), bid_on=0.2)
    game = end(match)
    assert [len(deal.moves) for deal in game.deals][2:5] == [4, 4, 4]
    assert all(len(game.deals[number].moves) >= 29 for number in (1, 5))
    assert match.messages == messages_if_open(game, ANN) + 2
    check_end(match, tmp_path)


@pytest.mark.parametrize(
    ("seed", "creator", "rules"),
    [
        (13, ANN, HouseRules(up_card="aside")),
        (12, BOB, HouseRules(opening_jump="yes", bonus="flat")),
    ],
)
def test_claims(tmp_path: Path, seed: int, creator: Seat, rules: HouseRules) -> None:
    """Two more for each that the next non-dealer accepts, one more if the last deal ends so."""
    match = Match(tmp_path, seed, creator=creator, rules=rules, claim=0.4, accept=0.8)
    game = end(match)
    assert accepted_by_next_non_dealer(game) >= 2
    assert match.messages > messages_if_open(game, creator) + 6
    check_end(match, tmp_path)


@pytest.mark.parametrize("creator", list(Seat))
def test_passed_out_to_a_draw(tmp_path: Path, creator: Seat) -> None:
    match = Match(tmp_path, 20, creator=creator, script=passes, rules=HouseRules(bonus="flat"))
    game = end(match)
    assert (len(game.deals), game.winner, game.scores) == (7, "draw", (0, 0))
    assert match.messages == messages_if_open(game, creator) + 3
    check_end(match, tmp_path)


@pytest.mark.parametrize("deal", [1, 3])
def test_resignation(tmp_path: Path, deal: int) -> None:
    """The other has to prove the deal too: one message more."""

    def script(game: Game) -> Move | None:
        if len(game.deals) < deal:
            return passes(game)
        deep = game.current.play is not None and len(game.current.play.plays) == 5
        return Resign(game.turn) if deep and game.turn is not None else None

    match = Match(tmp_path, 30 + deal, script=script, remark=0.3)
    game = end(match)
    assert game.resigned is not None
    assert len(game.deals) == deal
    assert match.messages == messages_if_open(game, ANN) + 3
    check_end(match, tmp_path)


class Tie:
    """A thousand for each: in the first deal by a claim, in the sixth by thirteen tricks.

    The dealer of each declares as high as may be, and goes down by six or more.
    """

    def __init__(self, last: Seat) -> None:
        self.last = last  # who is to play the last card of the sixth deal
        self.plan: list[Move] = []

    def __call__(self, game: Game) -> Move | None:
        deal, turn = game.current, game.turn
        assert turn is not None
        if deal.number not in (1, 6) or game.phase is Phase.EXCHANGE:
            return passes(game)
        if deal.claim is not None:
            return Accept(turn)
        if game.phase is Phase.AUCTION:
            bids = [move for move in game.legal_moves() if isinstance(move, Bid)]
            return max(bids, key=lambda bid: bid.rank) if turn is deal.dealer else Pass(turn)
        if deal.number == 1:
            return Claim(turn, 13)
        chance = random.Random(1)
        while not self.plan:
            copy = deepcopy(game)
            while copy.current.number == 6 and copy.current.phase is Phase.PLAY:
                copy.apply(chance.choice(list(copy.legal_moves())))
            moves = copy.current.moves[-26:]
            if copy.scores[0] == copy.scores[1] and moves[-1].seat is self.last:
                self.plan = moves
        return self.plan.pop(0)


@pytest.mark.parametrize("last", list(Seat))
def test_tie_and_a_seventh_deal(tmp_path: Path, last: Seat) -> None:
    """If the first dealer, who deals the seventh too, has not the last card, it takes two more."""
    match = Match(tmp_path, 40, script=Tie(last))
    game = end(match)
    assert len(game.deals) == 7
    assert {game.deals[0].points, game.deals[5].points} == {(0, 1000), (1000, 0)}
    sealed_only = 2 + 2 + 2 * (last is BOB) + 1  # set-up, a claim, the seventh deal, the last proof
    assert match.messages == messages_if_open(game, ANN) + sealed_only
    check_end(match, tmp_path)


def test_set_up_by_processes(tmp_path: Path) -> None:
    ann, bob = (Home(tmp_path / name) for name in ("ann", "bob"))
    done = [ann.process("new", FILE, "--sealed", "--north", "Ann", "--south", "Bob", "--as", "Ann")]
    shutil.copyfile(ann.path, bob.path)
    done.append(bob.process("join", FILE))
    shutil.copyfile(bob.path, ann.path)
    done.append(ann.process("continue", FILE))
    shutil.copyfile(ann.path, bob.path)
    held = bob.process("legal", FILE, "--json")
    done += [held, bob.process("exchange", FILE, *held.value["from"][:2])]
    assert [(answer.code, answer.err) for answer in done] == [(0, "")] * 5
    for home in (ann, bob):
        secret = home.home / "identity"
        assert secret.stat().st_mode & 0o777 == 0o600
        assert home.home.stat().st_mode & 0o777 == 0o700
        assert sorted(path.name for path in home.home.iterdir() if path.is_dir()) == ["games"]
    assert ann.identity != bob.identity


# By mail


class Post:
    """Brings each state by mail, through a server, and looks at the message and what becomes of it.

    A third home, of nobody who plays, gets them too.
    """

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.third = Home(folder / "third")
        self.match = Match(folder, 51, script=in_deals(2, 3, 4, 5), claim=0.5, carry=self)
        self.outcomes: list[str] = []
        self.moves: list[str] = []
        self.letters: dict[Home, bytes] = {}

    def __call__(self, here: Home, there: Home) -> None:
        options = ("--to", "them@example.org", "--from", "me@example.org")
        sent = here.ok("send", FILE, *options).out.encode()
        self.server.deliver(sent)
        (key,) = self.server.post.boxes["them@example.org"].keys()
        letter = self.server.post.boxes["them@example.org"].pop(key).as_bytes()
        self.check_text(letter, here)
        found = self.receives(there, letter).value
        assert there.text == here.text
        self.outcomes.append(found["outcome"])
        self.moves += found["moves"]
        if len(self.outcomes) % 6 < 2:
            assert sent == here.ok("send", FILE, *options).out.encode()
            assert found["head"] == here.json("status", FILE)["head"]
            value = self.receives(there, letter).value
            assert (value["ok"], value["outcome"], value["moves"]) == (True, "already", [])
            assert self.receives(self.third, letter).value["ok"]
            assert self.third.text == here.text
            if there in self.letters:
                self.refuses_late(there, self.letters[there])
        self.letters[there] = letter

    def receives(self, home: Home, letter: bytes, *words: str) -> Answer:
        path = self.folder / "letter.eml"
        path.write_bytes(letter)
        return home("receive", FILE, path, "--json", *words)

    def refuses_late(self, home: Home, letter: bytes) -> None:
        before = home.text
        answer = self.receives(home, letter)
        assert (answer.code, answer.value["error"]["code"]) == (40, "older")
        answer = self.receives(home, letter, "--takeback")
        assert (answer.code, answer.value["error"]["code"]) == (30, "sealed-rule")
        assert home.text == before

    def check_text(self, letter: bytes, here: Home) -> None:
        """What is awaited from whom, the command to type, and no card that is not open to all."""
        status = here.json("status", FILE)
        seat, awaited = status["sealed"]["awaited_from"], status["awaited"]
        text = " ".join(legible(letter).split())
        assert f"bridgette receive {FILE} MESSAGE" in text
        assert (f"bridgette show {FILE}" in text) == (awaited not in ("join", "continue", None))
        assert "--as" not in text
        said = {
            "join": "{} has to join",
            "continue": "{}'s program has to answer once",
            "discard": "{} to discard",
            "call": "{} to call",
            "answer": "{} to accept or decline",
            None: "The game is over",
        }.get(awaited, "{} to ")
        name = NAMES[Seat[(seat or "north").upper()]]
        title = f"{name} ({seat})"
        assert said.format(name if awaited == "continue" else title) in text
        for word in ("join", "continue"):
            assert (f"bridgette {word} {FILE}" in text) == (awaited == word)
        assert not re.search(r"(?m)^\s*[♠♥♦♣] ", legible(letter))  # a hand
        game, known = self.match.twin, set()
        for deal in game.deals if game else ():
            known |= {move.text.split()[2] for move in deal.moves if isinstance(move, (Bid, Play))}
            known |= {str(deal.deck[26])} if deal.deck and deal.moves else set()
        assert cards_in(text) <= known


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    server.controller.start()
    yield server
    server.controller.stop()


def test_by_mail(tmp_path: Path, server: Server) -> None:
    """Every change of hands by `send` and `receive`, the set-up included."""
    box = server.post.boxes["them@example.org"] = mailbox.mbox(tmp_path / "box")
    post = Post(server, tmp_path)
    match, game = post.match, end(post.match)
    box.close()
    assert post.outcomes == ["created", *["applied"] * (match.messages - 1)]
    assert post.moves == [
        re.sub("(?<=exchange).*", lambda found: " ?" * len(found[0].split()), move.text)
        for deal in game.deals
        for move in deal.moves
    ]
    shutil.rmtree(tmp_path / "third")
    check_end(match, tmp_path)


def letter_of(home: Home) -> bytes:
    return home.ok("send", FILE).out.encode()


def receive(home: Home, *letters: bytes) -> Answer:
    """Receives a mailbox with some letters."""
    box = home.folder / "box"
    box.write_bytes(b"".join(b"From them\n" + letter + b"\n" for letter in letters))
    answer = home("receive", FILE, box, "--json")
    box.unlink()
    return answer


def two_ways(folder: Path) -> tuple[Match, Home, list[bytes]]:
    """Ann passes, and with a home that was rolled back she bids; and all letters in order."""
    match = Match(folder, 60)
    for action in match.play():
        if action.words[0] == "exchange" and action.seat is ANN:
            break
    ann, bob = match.players.values()
    letters = [letter_of(bob), letter_of(ann)]
    shutil.copytree(folder / "Ann", folder / "again")
    again = Home(folder / "again")
    ann.ok("pass", FILE)
    again.ok("bid", FILE, "0NT", "--say", "rather so")
    return match, bob, [*letters, letter_of(ann), letter_of(again)]


def test_two_ways_to_go_on(tmp_path: Path) -> None:
    match, bob, (early, late, one, two) = two_ways(tmp_path)
    third = Home(tmp_path / "third")
    for letters in ((early, one, late), (one, early)):  # the newest of a mailbox
        assert receive(third, *letters).value["ok"]
        assert third.text == match.players[ANN].text
        third.path.unlink()
    answer = receive(bob, late, two, one)
    assert (answer.code, answer.value["error"]["code"]) == (41, "fork")
    assert receive(bob, one).value["moves"] == ["north exchange" + " ?" * 4, "north pass"]
    error = receive(bob, two).value["error"]
    assert (error["code"], error["deal"], error["move"]) == ("fork", 1, 3)
    assert "Ann passes" in error["message"]
    assert "Ann bids 0NT" in error["message"]
    assert bob.text == match.players[ANN].text
    # A third home takes either; both together are a proof for anybody.
    assert receive(third, two).value["outcome"] == "created"
    assert receive(third, one).code == 41
    shutil.copyfile(bob.path, third.folder / "other.yaml")
    answer = third("verify", "--json", FILE, "other.yaml")
    first, second = answer.rows
    assert (answer.code, first["ok"], second["ok"]) == (30, True, False)
    assert second["error"]["code"] == "cheat"
    assert second["error"]["message"].startswith("Ann (north) signed two ways")


def test_no_advice_to_take_back(tmp_path: Path) -> None:
    """Where nothing can be taken back, no message says how."""
    _, bob, (early, _, one, two) = two_ways(tmp_path)
    assert receive(bob, one).code == 0
    for letter in (early, two):
        message = receive(bob, letter).value["error"]["message"]
        assert "takeback" not in message
        assert "undo" not in message


def test_who_owes_is_told(tmp_path: Path) -> None:
    """Not that it is the other's turn, who waits."""
    match = Match(tmp_path, 62)
    next(action for action in match.play() if action.words == ["join"])
    match.hand_over()
    for command in ("legal", "exchange"):
        match.players[ANN].fails("owed", command, FILE)


def test_who_does_not_play(tmp_path: Path) -> None:
    """A home with a key of its own looks at the game, and can do nothing in it."""
    match, third = Match(tmp_path, 61), Home(tmp_path / "third")
    third.ok("identity")
    acts = ("continue", "accuse", "pass", "resign", "exchange 2C 3C", "bid 1C", "play 2C")
    for action in match.play():
        third.ok("receive", FILE, match.path)
        assert third.text == match.players[match.here].text
        value = third.json("show", FILE)
        assert (value["hand"], value["discards"], value["sealed"]["key"]) == (None, None, None)
        assert "--as" not in third.ok("show", FILE).out
        joined = action.words[0] != "new"
        for words in acts:
            command, *rest = words.split()
            third.fails("sealed-rule" if joined else "owed", command, FILE, *rest)
        if joined:
            third.fails("rejoin", "join", FILE)
        keys = match.players[match.here].ok("identity", FILE).out.splitlines()
        assert len(keys) == 1 + joined
        assert sum(line.endswith(" (yours)") for line in keys) == 1
        if action.words[0] == "exchange" and action.seat is ANN:
            break
