"""Sealed games by commands: two players with a home each, and what both know together.

`Match` plays a random game. It knows both identities, hence every card: beside the sealed game it
has the same game open, and takes from that what to do next.
"""

from __future__ import annotations

import random
import re
import secrets
import shutil
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from cli import Answer, Cli
from randomplay import choose, style_of

from bridgette import (
    DECK,
    Accept,
    Exchange,
    Game,
    Header,
    HouseRules,
    Move,
    Pass,
    Phase,
    Play,
    Seat,
)
from bridgette.savefile import loads
from bridgette.sealed import group, stages
from bridgette.sealed.secrets import DealSecret, Identity
from bridgette.sealed.stages import order_of

FILE = "g.yaml"
PLAIN = HouseRules()
ALL = frozenset(range(55))
SECRET = -1
NAMES = {Seat.NORTH: "Ann", Seat.SOUTH: "Bob"}
# Who is next, in the last words of an acting command.
NEXT = re.compile(r"(Ann|Bob)(?: \(\w+\)|'s program) (has to join|has to answer once|to \w+)")
Place = tuple[int, int]  # a deal, and a position or SECRET


def prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Homes as chance made them once; and what is always the same is reckoned once."""
    chance = random.Random(8)
    monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
    monkeypatch.setattr(secrets, "token_hex", lambda size: chance.randbytes(size).hex())
    monkeypatch.setattr(group, "is_point", cache(group.is_point))
    monkeypatch.setattr(stages, "multiplied", cache(group.multiplied))
    one, order = DealSecret._scalar, DealSecret.order.func
    scalar = cache(lambda secret, *words: one(DealSecret(secret, len(DECK)), *words))
    monkeypatch.setattr(DealSecret, "_scalar", lambda self, *words: scalar(self.secret, *words))
    ordered = cache(lambda secret: order(DealSecret(secret, len(DECK))))
    monkeypatch.setattr(DealSecret, "order", property(lambda self: ordered(self.secret)))


class Home(Cli):
    """One player's machine: a folder with the game, and a home with the identity."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.home = folder / "home"
        super().__init__(folder / "games", **{"BRIDGETTE_HOME": str(self.home), **env})
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / FILE

    @property
    def text(self) -> str:
        """The file of the game."""
        return self.path.read_text(encoding="utf-8")

    @property
    def identity(self) -> bytes:
        """The secret bytes of this home's player."""
        text = (self.home / "identity").read_text(encoding="ascii")
        return bytes.fromhex(text.split()[-1])


class Action(NamedTuple):
    """What was done by whom: the words of the command, its answer, and the move if it was one."""

    seat: Seat
    words: list[str]
    answer: Answer
    move: Move | None


class Match:
    """A whole game by the ordinary commands, its file going to and fro.

    `carry` brings the file from one player to the other, else it is copied; `script` may choose
    a move, or leave it to chance by None.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        creator: Seat = Seat.NORTH,
        rules: HouseRules = PLAIN,
        script: Callable[[Game], Move | None] | None = None,
        carry: Callable[[Home, Home], None] | None = None,
        **style: float,
    ) -> None:
        self.chance = random.Random(seed)
        self.creator, self.rules, self.script = creator, rules, script
        self.carry = carry or (lambda one, other: shutil.copyfile(one.path, other.path))
        plain = {"resign": 0.0, "remark": 0.0, "claim": 0.0, "pass_out": 0.1, "by_hands": 0.0}
        style = {**plain, "tie": False, **style}
        self.style = style_of(self.chance)._replace(rules=rules, **style)
        self.players = {seat: Home(folder / name) for seat, name in NAMES.items()}
        self.id = f"match-{seed}"
        self.here = creator
        self.messages = 0
        self.biggest = 0
        self.log: list[Action] = []
        self.twin: Game | None = None

    @property
    def path(self) -> Path:
        """The newest file."""
        return self.players[self.here].path

    def play(self) -> Iterator[Action]:
        """Makes the whole game: each action once it is done, then the file goes to the other."""
        options = [f"--{seat}={name}" for seat, name in NAMES.items()]
        default = PLAIN._asdict()
        options += [
            f"--rule={name}={value}"
            for name, value in self.rules._asdict().items()
            if value != default[name]
        ]
        yield self._do(self.creator, ["new", "--sealed", "--as", str(self.creator), *options])
        while True:
            seat, awaited = self.awaited()
            if seat is None:
                break
            if seat is not self.here:
                self.hand_over()
            yield self._next(seat, awaited)
        self.hand_over()

    def awaited(self) -> tuple[Seat | None, str]:
        """Whose program is to do what, as the one who acted last was told."""
        found = NEXT.findall(" ".join(self.log[-1].answer.out.split()))
        if not found:
            assert "The game is over: " in self.log[-1].answer.out
            return None, ""
        name, what = found[-1]
        return next(seat for seat in Seat if NAMES[seat] == name), what

    def hand_over(self) -> None:
        """Brings the file to the other player."""
        self.messages += 1
        other = self.here.other
        self.carry(self.players[self.here], self.players[other])
        self.here = other

    def _next(self, seat: Seat, awaited: str) -> Action:
        if awaited.startswith("has"):
            action = self._do(seat, ["join" if awaited == "has to join" else "continue"])
            if len(self.log) == 3:
                self._open()
            return action
        move = self.script(self.twin) if self.script else None
        move = move or choose(self.twin, self.chance, self.style)
        _, *words = move.text.split()
        action = self._do(seat, words + (["--say", move.remark] if move.remark else []), move)
        if isinstance(move, Exchange):  # its cards are written down in the order of the deck
            cards = sorted(move.cards, key=DECK.index)
            move = Exchange(move.seat, cards, remark=move.remark)
            bits = sum(1 << self.twin.current.deck.index(card) for card in cards)
            assert b64encode(bits.to_bytes(7, "big")).decode()[:10] not in self.path.read_text()
        self.twin.apply(move)
        if self.twin.phase is Phase.BETWEEN:
            self._deal()
        return action

    def _do(self, seat: Seat, words: list[str], move: Move | None = None) -> Action:
        command, *rest = words
        more = ["--id", self.id] if command == "new" else []
        answer = self.players[seat].ok(command, FILE, *rest, *more)
        self.biggest = max(self.biggest, self.path.stat().st_size)
        self.log.append(Action(seat, words, answer, move))
        return self.log[-1]

    # What both know together.

    def _open(self) -> None:
        """Begins the same game with open cards."""
        self.twin = Game(Header(self.id, *NAMES.values(), rules=self.rules))
        self._deal()

    def _deal(self) -> None:
        number = len(self.twin.deals) + 1
        both = (self.secret(number, seat) for seat in (self.creator, self.creator.other))
        cards = [DECK[card] for card in order_of(*both)]
        self.twin.deal(cards, dealer=self.creator if number == 1 else None)

    def nonce(self, seat: Seat) -> bytes:
        """What a player drew fresh for this game."""
        return loads(self.path.read_bytes()).seal.record.sides[seat].nonce

    def secret(self, deal: int, seat: Seat) -> DealSecret:
        """A player's secret of a deal."""
        identity = Identity(self.players[seat].identity)
        return identity.deal_secret(self.id, str(seat), self.nonce(seat), deal, len(DECK))


def end(match: Match) -> Game:
    """The open twin of a game once it is played to its end."""
    for _ in match.play():
        pass
    assert match.twin is not None
    assert match.twin.phase is Phase.OVER
    return match.twin


# How many times a game changes hands


def messages_if_open(game: Game, creator: Seat) -> int:
    """How often the same game with open cards goes to the other, the end of it too."""
    seats = [creator, *(move.seat for deal in game.deals for move in deal.moves)]
    return 1 + sum(one is not other for one, other in pairwise(seats))


def accepted_by_next_non_dealer(game: Game) -> int:
    """How many claims were accepted by who does not deal next, the last deal left out."""
    return sum(
        isinstance(deal.moves[-1], Accept) and deal.moves[-1].seat is deal.dealer
        for deal in game.deals[:-1]
    )


def more_messages(game: Game, creator: Seat) -> int:
    """How many messages more a sealed game takes than the same game open."""
    last = game.deals[-1]
    whole = last.play is not None and len(last.play.plays) == 26 and last.resigned is None
    more = 2 + 2 * accepted_by_next_non_dealer(game) + (not whole)
    if len(game.deals) == 7:  # that there is one more deal shows after all cards are out
        sixth = game.deals[5].moves[-1]
        more += 2 * (isinstance(sixth, Play) and sixth.seat is not creator)
    return more


# What is in a file


def stripped(text: str) -> str:
    """A game file without all that its sealed parts add: each key `sealed` with what is in it."""
    kept, inside = [], None
    for line in text.splitlines(keepends=True):
        depth = len(line) - len(line.lstrip())
        if inside is not None and depth > inside:
            continue
        inside = depth if line.strip() == "sealed:" else None
        if inside is None:
            kept.append(line)
    return "".join(kept)


def points_in(text: str) -> dict[int, list[bytes]]:
    """The points in a file, by deck."""
    found = {}
    for number, deck in enumerate(text.partition("\ndeals:")[0].split("- hashes:")[1:], 1):
        rows = re.findall("'([^']{43,})'", deck.partition("points:")[2])
        data = b64decode("".join(rows) + "=" * (-len("".join(rows)) % 4))
        if data:
            found[number] = [data[n : n + 32] for n in range(0, len(data), 32)]
    return found


def number_of(data: bytes) -> int:
    return int.from_bytes(data, "little")


def scalars_of(secret: DealSecret) -> list[int]:
    """All scalars that follow from a deal secret, the lock of the whole deck first."""
    return [number_of(data) for data in (secret.lock, *secret.scalars)]


# Scripts


def passes(game: Game) -> Move | None:
    """A pass wherever that is possible."""
    auction = game.phase is Phase.AUCTION and game.turn is not None
    return Pass(game.turn) if auction and game.turn is not None else None


def in_deals(*numbers: int) -> Callable[[Game], Move | None]:
    """Passes in these deals."""
    return lambda game: passes(game) if len(game.deals) in numbers else None


# Who may see what


class Judge:
    """Who has published what: the rules of who owes what when, read once more."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.public: dict[Seat, set[Place]] = {seat: set() for seat in Seat}
        self.owed: dict[Seat, set[Place]] = {seat: set() for seat in Seat}
        self.ended = 0

    def dealer(self, number: int) -> Seat:
        return self.match.creator if number % 2 else self.match.creator.other

    def card(self, number: int, position: int) -> str:
        return str(self.match.twin.deals[number - 1].deck[position])

    def dealt(self, number: int, seat: Seat) -> set[Place]:
        """What a player is to see of a deal: the cards dealt, the up-card, the draws."""
        draws = 27 if self.match.rules.up_card == "aside" else 26
        if seat is not self.dealer(number):
            places = {*range(0, 26, 2), draws, draws + 1}
        else:
            up_card = self.card(number, 26)
            count = 12 if up_card[0] in "AG" else 8 if up_card[0] in "JQKR" else 4
            places = {*range(1, 26, 2), *range(draws + 2, draws + 2 + count)}
        return {(number, place) for place in {*places, 26}}

    def note(self, action: Action) -> None:
        """Takes what was just done, and with it what its player published."""
        seat, move = action.seat, action.move
        if action.words[0] in ("new", "join"):
            return
        game, number = self.match.twin, self.ended + 1
        dealer = self.dealer(number)
        assert (move is None) == (action.words == ["continue"])
        if len(self.match.log) == 3:
            self.owed[seat] |= self.dealt(1, seat.other)
        elif move is None:
            assert self.owed[seat]
        else:
            assert not self.owed[seat.other]
        if number > len(game.deals):  # all is over but the proof of the last deal
            number -= 1
        deal = game.deals[number - 1]
        if isinstance(move, Exchange) and seat is not dealer:
            self.owed[seat] |= self.dealt(number, dealer)
        if isinstance(move, Play):
            self.owed[seat].add((number, deal.deck.index(move.card)))
            if sum(isinstance(m, Play) and m.seat is seat for m in deal.moves) == 13:
                self.owed[seat].add((number, SECRET))
                if number < 6 and seat is not dealer:
                    self.owed[seat] |= self.dealt(number + 1, dealer)
        if deal.phase is Phase.OVER and number > self.ended:
            self.ended += 1
            for who in Seat:
                self.owed[who].add((number, SECRET))
            if len(game.deals) > number:
                self.owed[dealer.other] |= self.dealt(number + 1, dealer)
            for who in Seat:
                self.owed[who] -= self.public[who]
        self.public[seat] |= self.owed[seat]
        self.owed[seat] = set()

    def shown(self, seat: Seat) -> set[Place]:
        """The positions whose scalar of this player is published, or follows from a secret."""
        whole = {number for number, place in self.public[seat] if place == SECRET}
        open_places = {(number, place) for number in whole for place in ALL}
        return open_places | {some for some in self.public[seat] if some[1] != SECRET}

    def sees(self, viewer: Seat | None) -> set[Place]:
        """The positions that lie open to a player, or to a bystander."""
        if viewer is None:
            return self.shown(Seat.NORTH) & self.shown(Seat.SOUTH)
        return self.shown(viewer.other)

    def may_open(self, viewer: Seat | None) -> set[Place]:
        """The same, and what follows from secrets of the stages before: positions from 100 on."""
        creator, sees = self.match.creator, self.sees(viewer)
        locks = {number for number, place in self.public[creator] if place == SECRET}
        locks |= {*range(1, 8)} if viewer is creator else set()
        others = self.shown(creator.other)
        if viewer is creator.other:
            others = {(number, place) for number in locks for place in ALL}
        second = {(number, 100 + place) for number, place in others if number in locks}
        return sees | second | {(number, 200) for number in locks}
