"""Who sees what in a sealed game: nothing that is not open by the rules comes out, ever.

`Judge` says who may see which position when. `Reader` has only what one of those who
look on has, and tries to open every position with it; `Scan` knows all secrets, and looks for
them in all that is printed and written.
"""

from __future__ import annotations

import email
import re
import shutil
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from email import policy
from pathlib import Path
from typing import Any

import pytest
from cli import Answer
from sealedcli import (
    ALL,
    FILE,
    SECRET,
    Home,
    Judge,
    Match,
    Place,
    in_deals,
    number_of,
    points_in,
    prepare,
    scalars_of,
)
from test_mail_privacy import cards_in

from bridgette import DECK, Accept, Claim, Game, HouseRules, Move, Phase, Resign, Seat
from bridgette.mail import blocks_in
from bridgette.sealed.group import ORDER, digest, multiplied
from bridgette.sealed.secrets import DealSecret, commitment
from bridgette.sealedgame.record import CARD_POINTS

ANN, BOB = Seat.NORTH, Seat.SOUTH
VIEWERS = (ANN, BOB, None)


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch)


# Trying to open what is closed


class Decks:
    """The locked decks of a game: what opens which position, known to nobody but the test.

    The second stage has its positions from 100 on, the first is one lock: position 200. That they
    are what they are to be is made sure of on the points in the files of the set-up.
    """

    def __init__(self, match: Match, texts: list[str]) -> None:
        self.secrets = {
            (seat, number): match.secret(number, seat) for seat in Seat for number in range(1, 8)
        }
        self.keys: dict[int, Place] = {}
        self.points = [points_in(text) for text in texts]
        for number in range(1, 8):
            one, two = (self.secrets[seat, number] for seat in (match.creator, match.creator.other))
            lock, *first = scalars_of(one)
            _, *second = scalars_of(two)
            for n in range(55):
                self.open(number, 200, n, lock, one.order[n])
                self.open(number, 100 + n, n, lock * second[n], one.order[two.order[n]])
                self.open(number, n, n, first[n] * second[n], one.order[two.order[n]])

    def open(self, number: int, place: int, n: int, key: int, card: int) -> None:
        point = self.points[2 - place // 100][number][n]
        data = (key % ORDER).to_bytes(32, "little")
        assert multiplied(data, CARD_POINTS[card]) == point
        self.keys[key % ORDER] = (number, place)


class Reader:
    """What one who looks on can open, with the files so far and an identity of one's own if any."""

    def __init__(self, match: Match, decks: Decks, viewer: Seat | None) -> None:
        self.match, self.decks = match, decks
        self.blobs: set[bytes] = set()
        self.known: dict[int, int] = {1: 1}  # numbers, and their inverses
        self.opened: set[Place] = set()
        if viewer is not None:
            for number in range(1, 8):
                self.try_all(scalars_of(decks.secrets[viewer, number]))

    def read(self, text: str) -> None:
        """Takes whatever is 32 bytes in a file for a scalar, and for a deal secret."""
        words = re.findall(r"(?<![\w+/])[\w+/]{43}(?![\w+/])", text)
        new = {b64decode(f"{word}=") for word in words} - self.blobs
        self.blobs |= new
        for blob in new:
            self.try_all([number_of(blob) % ORDER])
            for seat in Seat:
                for number in range(1, 8):
                    if commitment(self.match.id, str(seat), number, blob) in self.blobs:
                        self.try_all(scalars_of(DealSecret(blob, 55)))

    def try_all(self, numbers: Iterable[int]) -> None:
        """Tries the products and quotients of new numbers with all that are known."""
        for one in numbers:
            if not one or one in self.known:
                continue
            self.known[one] = back = pow(one, -1, ORDER)
            for two, other in self.known.items():
                for key in (one * two % ORDER, one * other % ORDER, back * two % ORDER):
                    if key in self.decks.keys:
                        self.opened.add(self.decks.keys[key])


# Looking for secrets


def needles(data: bytes) -> list[str]:
    """Bytes as text: hexadecimal both ways round, decimal, base64 wherever they may stand in it."""
    codes = [b64encode(bytes(n) + data + bytes(3)).decode() for n in range(3)]
    inner = [code[4 * (n > 0) : 4 * (n > 0) + 40] for n, code in enumerate(codes)]
    if len(data) < 32:
        return [data.hex(), inner[0][: len(data) * 4 // 3]]
    return [data.hex(), data[::-1].hex(), str(number_of(data)), *inner]


class Scan:
    """All secrets of a game, and the search for those that nobody may know yet."""

    def __init__(self, match: Match, decks: Decks, judge: Judge) -> None:
        self.match, self.judge = match, judge
        self.lines: set[str] = set()
        self.closed: dict[tuple[Seat, int, int], bytes] = {}
        for (seat, number), secret in decks.secrets.items():
            rows = enumerate((secret.secret, *secret.scalars), SECRET)
            self.closed |= {(seat, number, place): data for place, data in rows}
            self.closed[seat, number, 55] = secret.pad.to_bytes(7, "big")
            self.closed[seat, number, 56] = secret.lock
        for seat, player in match.players.items():
            self.closed[seat, 0, 0] = player.identity
            self.closed[seat, 0, 1] = digest("bridgette sign", [], key=player.identity)
        self.needles = {name: needles(data) for name, data in self.closed.items()}

    def check(self, *texts: str) -> None:
        """Whether a text or the newest file holds what is closed."""
        shown = {seat: self.judge.shown(seat) | self.judge.public[seat] for seat in Seat}
        for seat, number, place in list(self.closed):
            if (number, SECRET if place > 54 else place) in shown[seat]:
                del self.closed[seat, number, place]
        file = self.match.path.read_text(encoding="utf-8")
        points = {point for deck in points_in(file).values() for point in deck}
        assert points.isdisjoint(self.closed.values())
        new = [line for line in file.splitlines() if line not in self.lines]
        self.lines.update(new)
        text = "".join("\n".join([*new, *texts]).split())
        text += text.lower() + text.replace("-", "+").replace("_", "/")
        for name in self.closed:
            assert not any(needle in text for needle in self.needles[name]), name


TRIED = """pass --dry-run, resign --dry-run, claim 3 --dry-run, bid 7NT --dry-run, play --dry-run,
 exchange 2C 3C --dry-run, exchange, accept --dry-run, undo 2 --redeal, deal, join --dry-run,
 continue --dry-run, accuse --dry-run, apply --dry-run, pass --as south --dry-run, legal --as north,
 legal --all, show --all --ascii, log --all, log --json --all, replay --all, replay --json,
 identity, verify, send, send --json, status --json, score, receive"""


MOVES = "pass resign claim bid play exchange accept undo deal join continue accuse apply legal"


def try_out(match: Match, judge: Judge, homes: list[Home]) -> str:
    """Some commands by some home, most of them refused: all that they say, and what is mailed."""
    said = []
    for number in range(len(match.log), len(match.log) + 2):
        viewer, home = VIEWERS[number % 3], homes[number % 3]
        shutil.copyfile(match.path, home.folder / "copy.yaml")
        before = home.files()
        words = match.chance.choice(TRIED.split(",")).split()
        more = [str(match.chance.choice(DECK))] if words[0] == "play" else []
        more += [str(match.path)] if words[0] == "receive" else []
        stdin = "".join(f"play {card}\n" for card in match.chance.sample(DECK, 3))
        answer = home(words[0], "copy.yaml", *more, *words[1:], stdin=stdin)
        assert "Traceback" not in answer.err
        assert answer.code in (0, 2, 10, 11, 20, 30), (words, answer)
        assert home.files() == before
        said += [answer.out, answer.err]
        if words[0] in MOVES and match.twin and match.twin.phase is not Phase.AUCTION:
            deal = len(match.twin.deals)
            known = {judge.card(*place) for place in judge.sees(viewer) if place[0] == deal}
            named = cards_in(f"{answer.out} {answer.err}")
            assert named <= known | cards_in(" ".join([*words, *more, stdin])), (words, answer)
        if words == ["send"]:
            assert set(blocks_in(answer.out)) == {match.path.read_bytes()}
            whole = email.message_from_string(answer.out, policy=policy.default)
            (part,) = whole.iter_attachments()
            assert set(blocks_in(part.get_content().decode())) == {match.path.read_bytes()}
    return "\n".join(said)


GAMES: tuple[dict[str, Any], ...] = (
    {"seed": 71, "rules": HouseRules(up_card="aside"), "claim": 0.4, "accept": 0.9},
    {"seed": 72, "creator": BOB, "bid_on": 0.2, "script": in_deals(1, 3, 4, 5, 6)},
)


@pytest.mark.parametrize("options", GAMES)
def test_nothing_leaks(tmp_path: Path, options: dict[str, Any]) -> None:
    """After every command of a whole game each can open what is theirs, and nothing else."""
    match = Match(tmp_path, **options)
    judge, nothing = Judge(match), Judge(match)
    homes = [*match.players.values(), Home(tmp_path / "third")]
    readers: dict[Seat | None, Reader] = {}
    texts, said = [], ""
    for action in match.play():
        judge.note(action)
        text = match.path.read_text(encoding="utf-8")
        said += action.answer.out
        if action.words[0] != "new":
            said += try_out(match, judge, homes)
        if not readers:
            texts.append(text)
            if len(texts) < 3:
                continue
            decks = Decks(match, texts)
            scan = Scan(match, decks, judge)
            readers = {viewer: Reader(match, decks, viewer) for viewer in VIEWERS}
            for early in texts[:2]:
                for viewer, reader in readers.items():
                    reader.read(early)
                    assert reader.opened == nothing.may_open(viewer)
        for viewer, reader in readers.items():
            reader.read(text)
            assert reader.opened == judge.may_open(viewer), (viewer, action)
        kept = [path.read_text() for home in homes for path in home.home.glob("games/*")]
        scan.check(said, *kept)
        said = ""
    never_dealt = range(len(match.twin.deals) + 1, 8)
    assert {number for _, number, _ in scan.closed} == {0, *never_dealt}


def test_a_leak_would_be_seen(tmp_path: Path) -> None:
    match = Match(tmp_path, 73)
    judge, texts, play = Judge(match), [], match.play()
    for _ in range(3):
        judge.note(next(play))
        texts.append(match.path.read_text(encoding="utf-8"))
    decks = Decks(match, texts)
    reader = Reader(match, decks, BOB)
    for text in texts:
        reader.read(text)
    assert (1, 1) not in reader.opened
    data = decks.secrets[ANN, 1].scalars[1]
    code = b64encode(data).decode()
    for leak in (data.hex().upper(), code, urlsafe_b64encode(b"xy" + data).decode(), code[:43]):
        scan = Scan(match, decks, judge)
        scan.check(texts[-1])
        with pytest.raises(AssertionError):
            scan.check(f"Error: {leak[:20]}\n    {leak[20:]} is wrong")
    reader.read(f"note: {code[:43]}")
    assert reader.opened == judge.may_open(BOB) | {(1, 1)}
    reader.read(f"note: {b64encode(decks.secrets[ANN, 5].secret).decode()[:43]}")
    assert {place for number, place in reader.opened if number == 5} >= ALL


# Looking


COMMANDS = ("show", "status", "log", "replay", "score")
HAND = re.compile(r"(?m)^[^:\n]*(?:: )?[♠♥♦♣] ?(?:[2-9TJQKA]|–)")


class Look:
    """What is shown of a sealed game, held against the same game open to the same viewer."""

    def __init__(self, match: Match, judge: Judge, folder: Path) -> None:
        self.match, self.judge = match, judge
        self.open, nobody = Home(folder / "open"), Home(folder / "third")
        self.homes: dict[Seat | None, Home] = {**match.players, None: nobody}
        self.same = 0

    def both(self, viewer: Seat | None, command: str, *words: str) -> tuple[Answer, Answer]:
        """The answers of a command, and that of the game with open cards."""
        seat = None if viewer is None or "--all" in words else str(viewer)
        here = self.homes[viewer](command, FILE, *words)
        assert here.code != 1
        assert "Traceback" not in here.err
        assert "?" not in re.sub("(north|south) exchange[ ?]+", "", here.out)
        return here, self.open(command, FILE, *words, BRIDGETTE_SEAT=seat)

    def sees(self, viewer: Seat | None, number: int) -> bool:
        """Whether a viewer sees all that is theirs to see of a deal in an open game."""
        need = {(number, 26)} if viewer is None else self.judge.dealt(number, viewer)
        return need <= self.judge.sees(viewer)

    def masked(self, row: dict[str, Any], viewer: Seat | None, awaited: str) -> dict[str, Any]:
        """What JSON of an open game is to be here."""
        row = {name: value for name, value in row.items() if name != "head"}
        if "hand" in row and not self.sees(viewer, row["deal"]):
            row["hand"] = row["discards"] = None
        for deal in (row, *row.get("deals", ())):
            if "up_card" in deal and (deal.get("number") or row["deal"], 26) not in self.judge.sees(
                viewer
            ):
                deal["up_card"] = None
        if "awaited" in row:
            row["awaited"] = awaited
        if "complete" in row:
            row["complete"] &= awaited != "continue"
        return row

    def compare(self, viewer: Seat | None, commands: Sequence[str], *, json: bool) -> None:
        """Commands that look, with JSON or without."""
        game, number = self.match.twin, len(self.match.twin.deals)
        status = self.homes[viewer].json("status", FILE)
        waits = status["awaited"] in ("join", "continue")
        seat = None if viewer is None else str(viewer)
        key = {"awaited_from": status["sealed"]["awaited_from"], "key": seat}
        for command in commands:
            here, there = self.both(viewer, command, *["--json"] * json)
            assert (here.code, here.err) == (0, "")
            if json:
                rows = here.rows
                for row in rows:
                    row.pop("head", None)
                    row.pop("proved", None)
                    assert row.pop("sealed", key) == key
                assert rows == [self.masked(r, viewer, status["awaited"]) for r in there.rows]
            elif self.sees(viewer, number) and not waits:
                end = "To see a hand:"  # that is not the same here
                assert here.out.partition(end)[0] == there.out.partition(end)[0]
                self.same += 1
            elif not game.current.moves:
                now = here.out.rpartition(f"Deal {number} ")[2]
                assert command in ("score", "status") or not HAND.search(now), now
        if len(commands) > 1:
            self.check_all(viewer, number)
            self.check_legal(viewer, waits)

    def check_all(self, viewer: Seat | None, number: int) -> None:
        """`--all` opens what is finished, and shows of the rest no more than one's own."""
        here, everything = self.both(viewer, "log", "--all")
        _, own = self.both(viewer, "log")
        blocks = [answer.out.split("\n\n") for answer in (here, everything, own)]
        for deal, (shown, whole, mine) in enumerate(zip(*blocks, strict=True), 1):
            if all((deal, SECRET) in self.judge.public[seat] for seat in Seat):
                assert shown == whole
            elif self.sees(viewer, deal):
                assert shown == mine
            else:
                assert deal == number
                assert not HAND.search(shown)

    def check_legal(self, viewer: Seat | None, waits: bool) -> None:
        here, there = self.both(viewer, "legal", "--json")
        if viewer is None and not waits:
            assert here.code == 2 or here.value["error"]["code"] == "sealed-rule"
        elif waits:
            assert (here.code, here.value["error"]["code"]) == (30, "owed")
        else:
            assert here == there


def test_looking(tmp_path: Path) -> None:
    """Every command at every state shows what the game would show with open cards, or less."""

    def script(game: Game) -> Move | None:
        turn, deal = game.turn, game.current
        if deal.number == 3 and game.phase is Phase.PLAY and deal.play and len(deal.play.plays) > 2:
            return Accept(turn) if deal.claim else Claim(turn, 2) if deal.claimable else None
        resigns = deal.number == 4 and game.phase is Phase.PLAY
        return Resign(turn) if resigns else in_deals(2)(game)

    match = Match(tmp_path, 81, script=script, bid_on=0.2)
    judge = Judge(match)
    look = Look(match, judge, tmp_path)
    for count, action in enumerate(match.play()):
        judge.note(action)
        for home in look.homes.values():
            if home.path != match.path:
                shutil.copyfile(match.path, home.path)
        if match.twin is None:
            for viewer in VIEWERS:
                for command in (*COMMANDS, "verify"):
                    assert not cards_in(look.homes[viewer].ok(command, FILE).out)
            continue
        look.open.put(match.twin)
        for number, viewer in enumerate(VIEWERS):
            commands = COMMANDS if count % 3 == number else COMMANDS[:1]
            look.compare(viewer, commands, json=(count // 3 + number) % 2 == 0)
    assert look.same > 100
