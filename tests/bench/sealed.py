"""What it costs to seal a game: messages, sizes, times, beside the same game played open.

    python tests/bench/sealed.py [--games 300] [--whole 20] [--rounds 25]

Messages are counted as in messages.py, over --games random games of the same decks and moves. Who
has to publish what, and when, follows from the moves alone, so nothing is locked for that count.
--whole games are then played for good, every stage, scalar and signature made and every file read
again by the other player's program: they give the sizes, and the count is held against them. Times
of commands are of whole processes, medians of --rounds of them, sealed and open in turn.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from messages import choose
from processes import ENVIRONMENT, Run, SkippedError, in_turn, run
from randomplay import Style, style_of
from sealedparts import KEYS, bench_parts

from bridgette import Accept, Card, Game, Header, HouseRules, Move, Phase, Play, Seat, seeded_deck
from bridgette.cards import DECK
from bridgette.cli import home
from bridgette.mail import compose
from bridgette.moves import SEATS, Exchange
from bridgette.savefile import dumps, loads
from bridgette.sealed.secrets import DealSecret
from bridgette.sealed.stages import order_of
from bridgette.sealedgame import Record, Table, acting
from bridgette.sealedgame.ledger import Item, required
from bridgette.sealedgame.record import POSITIONS

PYTHON = sys.executable
DeckOf = Callable[[int], Sequence[Card]]


# The same moves, sealed or not.


def deal_next(game: Game, deck_of: DeckOf, creator: Seat) -> None:
    """Deals the first deal, or the next one if one is due."""
    if game.phase is Phase.BETWEEN:
        number = len(game.deals) + 1
        game.deal(deck_of(number), dealer=creator if number == 1 else None)


def next_move(game: Game, seed: int, style: Style, *, claims: bool) -> Move:
    """The move of a seed at this point; chance is drawn afresh for each (see messages.py)."""
    place = f"{seed} {len(game.deals)} {game.phase} {len(game.current.moves)}"
    return choose(game, random.Random(place), style, claims=claims)


def style_for(seed: int) -> Style:
    return style_of(random.Random(seed))._replace(
        rules=HouseRules(), double=0.2, bid_on=0.5, pass_out=0.05, tie=False
    )


class Post:
    """Counts how often a file changes hands."""

    def __init__(self, holder: Seat) -> None:
        self.holder = holder
        self.count = 1  # the last one, so that both have the game whole

    def is_at(self, seat: Seat) -> None:
        if seat is not self.holder:
            self.holder, self.count = seat, self.count + 1


class Count(NamedTuple):
    """The messages of one game, open and sealed, and how often `continue` was needed."""

    open: int
    sealed: int
    continues: int
    deals: int


def count(seed: int, deck_of: DeckOf, *, claims: bool) -> Count:
    """The messages of a game by its public course: nothing is locked or signed here."""
    style, creator = style_for(seed), Seat(seed % 2)
    game = Game(Header("count"))
    plain, sealed = Post(creator), Post(creator)
    published: dict[Seat, set[Item]] = {seat: set() for seat in SEATS}
    places: dict[int, list[int]] = {}
    continues = 0

    def due(seat: Seat) -> set[Item]:
        return required(game, seat, places) - published[seat]

    def answer_alone() -> int:
        owing = [seat for seat in SEATS if game.turn is not seat and due(seat)]
        for seat in owing:
            sealed.is_at(seat)
            published[seat] |= due(seat)
        return len(owing)

    deal_next(game, deck_of, creator)
    sealed.is_at(creator.other)  # who joins
    continues += answer_alone()
    while game.phase is not Phase.OVER:
        move, deal = next_move(game, seed, style, claims=claims), game.current
        plain.is_at(move.seat)
        sealed.is_at(move.seat)
        game.apply(move)
        if isinstance(move, Play):
            places.setdefault(deal.number, []).append((deal.deck or ()).index(move.card))
        deal_next(game, deck_of, creator)
        published[move.seat] |= due(move.seat)
        continues += answer_alone()
    return Count(plain.count, sealed.count, continues, len(game.deals))


class State(NamedTuple):
    """A command and the point at which it is measured: the file of the sealed and the open game.

    Of two texts the second is what comes by mail, for `receive`.
    """

    seat: Seat
    words: tuple[str, ...]
    sealed: tuple[str, ...]
    open: tuple[str, ...]


class Whole(NamedTuple):
    """What playing a sealed game for good gave."""

    counted: Count
    sizes: tuple[int, ...]  # after each action
    mail: int  # the greatest message
    seconds: float
    states: dict[str, State]
    ended: tuple[Record, int]  # the record of a deal just ended, and its number
    open: Game


def play_whole(seed: int, *, claims: bool) -> Whole:
    """Plays a game sealed, and the same moves open."""
    style, creator = style_for(seed), Seat(seed % 2)
    header = Header(f"bench-{seed}{'-c' * claims}", "Ann", "Bob")
    nonces = {seat: random.Random(f"{seed} {seat}").randbytes(32) for seat in SEATS}

    def secret(seat: Seat, number: int) -> DealSecret:
        return KEYS[seat].deal_secret(header.game, str(seat), nonces[seat], number, POSITIONS)

    def deck_of(number: int) -> list[Card]:
        return [DECK[n] for n in order_of(*(secret(s, number) for s in (creator, creator.other)))]

    start = perf_counter()
    game = Game(header)
    deal_next(game, deck_of, creator)
    post = Post(creator)
    table = acting.create(header, creator, KEYS[creator], nonces[creator])
    texts = [dumps(table.game)]
    mail, states = len(compose(table.game, file="game.yaml").as_bytes()), {}
    continues = 0
    ended: list[tuple[Record, int]] = []

    def keep(name: str, seat: Seat, *words: str) -> None:
        states.setdefault(name, State(seat, words, tuple(texts[-1:]), (dumps(game),)))

    while table.awaits is not None or game.phase is not Phase.OVER:
        seat = game.turn if table.awaits is None else table.awaits[0]
        assert seat is not None
        if table.me is not seat:
            mail = max(mail, len(compose(table.game, file="game.yaml").as_bytes()))
            read = loads(texts[-1].encode()).seal
            assert isinstance(read, Table)
            table = read.open(KEYS[seat])
        post.is_at(seat)
        if table.awaits is not None:
            keep(table.awaits[1], seat, table.awaits[1], "GAME")
            if table.awaits[1] == "join":
                table = acting.join(table, KEYS[seat], nonces[seat])
            else:
                continues += 1
                table = acting.proceed(table)
        else:
            move = next_move(game, seed, style, claims=claims)
            name, plain = name_of(game, move), dumps(game)
            if name:
                keep(name, seat, move.word, "GAME", *move.text.split()[2:])
            before, number = table.record, len(game.deals)
            game.apply(move)
            table = acting.play(table, move)
            if name == "play, last of a deal":
                ended.append((unaudited(before, table.record, number, move), number))
            if name == "play in deal 1":
                both = (texts[-1], dumps(table.game)), (plain, dumps(game))
                states["receive"] = State(seat.other, ("receive", "GAME", "CAME"), *both)
            deal_next(game, deck_of, creator)
        texts.append(dumps(table.game))
    counted = count(seed, deck_of, claims=claims)
    real = Count(counted.open, post.count, continues, len(game.deals))
    if counted != real:
        raise SystemExit(f"game {seed}: counted {counted}, and played {real}")
    for name, words, number in (("show", ("show", "GAME"), 0), ("verify", ("verify", "GAME"), 1)):
        at = states["play in deal 1"]
        files = (texts[-1:], [dumps(game)]) if number else (at.sealed, at.open)
        states[name] = State(at.seat, words, *map(tuple, files))
    sizes = tuple(len(text.encode()) for text in texts)
    return Whole(counted, sizes, mail, perf_counter() - start, states, ended[0], game)


def unaudited(before: Record, after: Record, number: int, move: Play) -> Record:
    """The record with both secrets of a deal, as a program has it that is about to audit."""
    record = before.copy()
    deal, done = record.deals[number - 1], after.deals[number - 1]
    deal.moves.append(move.text)
    deal.places.append((done.deck or ()).index(move.card))
    deal.secrets = done.secrets
    return record


def name_of(game: Game, move: Move) -> str:
    """What a move is measured as, if it is."""
    deal = game.current
    if isinstance(move, Exchange):
        return "exchange" if move.seat is not deal.dealer else "exchange of the dealer"
    if isinstance(move, Play) and deal.play is not None:
        done = len(deal.play.plays)
        if done == 12 and deal.number in (1, 6):
            return f"play in deal {deal.number}"
        return "play, last of a deal" if done == 25 else ""
    return "accept" if isinstance(move, Accept) else ""


# Commands as processes.


class Bench:
    """A folder with a home for each player, in which commands run sealed and open."""

    def __init__(self, folder: Path) -> None:
        self.game, self.came = folder / "game.yaml", folder / "came.yaml"
        self.homes = {seat: folder / str(seat) for seat in SEATS}
        for seat, path in self.homes.items():
            os.environ[home.HOME_VARIABLE] = str(path)
            path.mkdir(mode=0o700)
            code = (bytes([seat + 1]) * 32).hex()
            (path / "identity").write_text(f"bridgette identity 1: {code}\n", encoding="ascii")

    def be(self, seat: Seat) -> None:
        os.environ[home.HOME_VARIABLE] = ENVIRONMENT[home.HOME_VARIABLE] = str(self.homes[seat])

    def act(self, state: State, *, sealed: bool) -> Run:
        """The command of a state, in its game and with what the home would remember of it."""
        names = {"GAME": str(self.game), "CAME": str(self.came)}
        words = [names.get(word, word) for word in state.words]
        self.be(state.seat)
        texts = state.sealed if sealed else state.open
        for file, text in zip((self.game, self.came), texts, strict=False):
            file.write_text(text, encoding="utf-8")
        if sealed:
            self.remember(texts[0], state.seat)
        found = run([PYTHON, "-m", "bridgette", *words])
        acts = state.words[0] not in ("show", "verify")
        if acts and self.game.read_text(encoding="utf-8") == texts[0]:
            raise SkippedError(f"`bridgette {state.words[0]}` changes nothing")
        return found

    def remember(self, text: str, seat: Seat) -> None:
        """Writes what a home remembers that has seen a game up to here."""
        table = loads(text.encode()).seal
        assert isinstance(table, Table)
        memory = None
        if seat in table.record.sides:
            first, nonce = table.heads[1].hex(), table.record.sides[seat].nonce.hex()
            memory = home.Memory(first, nonce, (len(table.log), table.heads[-1].hex()))
        home.remember(table.record.header.game, memory)

    def begin(self, *, sealed: bool) -> Run:
        """`new`, of a game of its own."""
        self.be(Seat.NORTH)
        self.game.unlink(missing_ok=True)
        return run(
            [PYTHON, "-m", "bridgette", "new", self.game, *["--sealed"] * sealed, "--as=north"]
        )


def bench_commands(states: dict[str, State], rounds: int) -> None:
    print(f"\nCommands as processes, milliseconds, median of {rounds}")
    print(f"  {'':<24}{'by the clock':^28}{'processor time':^28}")
    print(f"  {'':<24}" + 2 * f"{'sealed':>10}{'open':>9}{'more':>9}")
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        work: dict[str, tuple[Callable[[], Run], Callable[[], Run]]] = {
            "new": (partial(bench.begin, sealed=True), partial(bench.begin, sealed=False))
        }
        for name, state in states.items():
            # What only a sealed game has is held against the command that comes in its place.
            plain = states["exchange"] if name in ("join", "continue") else state
            work[name] = (
                partial(bench.act, state, sealed=True),
                partial(bench.act, plain, sealed=False),
            )
        for name, (sealed, plain_run) in work.items():
            runs = in_turn(rounds, {"sealed": sealed, "open": plain_run})
            clock = [1000 * median(r.seconds for r in runs[kind]) for kind in ("sealed", "open")]
            busy = [1000 * median(r.busy for r in runs[kind]) for kind in ("sealed", "open")]
            worst = max(worst, clock[0] - clock[1])
            figures = (f"{one:>10.0f}{two:>9.0f}{one - two:>9.0f}" for one, two in (clock, busy))
            print(f"  {name:<24}" + "".join(figures))
    print(f"  the greatest difference: {worst:.0f} ms  (goal: 500 or less)")


def show_messages(title: str, found: Sequence[Count]) -> None:
    more = [one.sealed - one.open for one in found]
    alone = [one.continues for one in found]
    print(f"\n{title}, {len(found)} games: messages in each")
    print(f"  {'':<28}{'mean':>8}{'least':>8}{'most':>8}")
    for name, figures in (
        ("open", [one.open for one in found]),
        ("sealed", [one.sealed for one in found]),
        ("more", more),
        ("`continue`", alone),
    ):
        print(f"  {name:<28}{mean(figures):>8.1f}{min(figures):>8}{max(figures):>8}")
    two, seven = sum(one == 2 for one in more), sum(one.deals > 6 for one in found)
    print(f"  two messages more in {two} of them; a seventh deal in {seven}")


def show_sizes(games: Sequence[Whole]) -> None:
    print(f"\nSizes in bytes, over {len(games)} games played for good")
    print(f"  {'':<28}{'mean':>8}{'least':>8}{'most':>8}")
    for name, figures in (
        ("after set-up", [one.sizes[2] for one in games]),
        ("at its largest", [max(one.sizes) for one in games]),
        ("at its end", [one.sizes[-1] for one in games]),
        ("the same game open", [len(dumps(one.open).encode()) for one in games]),
        ("the largest message", [one.mail for one in games]),
    ):
        print(f"  {name:<28}{mean(figures):>8.0f}{min(figures):>8}{max(figures):>8}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--whole", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=25)
    options = parser.parse_args()
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} processors"
    )
    for claims in (False, True):
        found = [
            count(seed, partial(seeded_deck, f"sealed {seed}"), claims=claims)
            for seed in range(options.games)
        ]
        show_messages("With claims" if claims else "Every card played", found)
    games = [play_whole(seed, claims=seed % 4 > 1) for seed in range(options.whole)]
    show_sizes(games)
    print(f"  a game by the library: {median(one.seconds for one in games):.1f} s")
    bench_parts(games[0].ended, options.rounds)
    try:
        bench_commands({**games[-1].states, **games[0].states}, options.rounds)
    except SkippedError as why:
        print(f"\nCommands: skipped, {why}")


if __name__ == "__main__":
    main()
