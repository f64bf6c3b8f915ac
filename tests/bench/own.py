"""The measured work of this program; also makes the files that its commands are measured on.

python own.py read|edited|engine [quick]    works for the driver, see worker.py
python own.py files FOLDER DISTINCT COUNT   COUNT files, copies of DISTINCT random games
python own.py midgame FILE                  a game stopped in its 150th move; prints a legal card
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from worker import serve

from bridgette import DECK, Exchange, Game, Header, Phase, Play
from bridgette.exchange import HAND
from bridgette.savefile import dumps, loads


def play_at_random(game: Game, random: Random, stop: int = 10**6) -> int:
    """Plays a game to its end, or to the first play after `stop` moves; how many moves it made.

    Moves are chosen from those listed as legal; only discards are drawn from the hand, as the
    engine does not list the many exchanges.
    """
    deck = list(DECK)
    pick = random.random
    moves = 0
    while game.phase is Phase.BETWEEN:
        random.shuffle(deck)
        deal = game.deal(deck)
        legal_moves, apply = deal.legal_moves, deal.apply
        for turn in (deal.dealer.other, deal.dealer):
            hand = deal.hand(turn)
            apply(Exchange(turn, random.sample(hand, len(hand) - HAND)))
        moves += 2
        while legal := legal_moves():
            if moves >= stop and deal.phase is Phase.PLAY:
                return moves
            apply(legal[int(pick() * len(legal))])
            moves += 1
    return moves


def random_game(seed: int, stop: int = 10**6) -> Game:
    game = Game(Header(f"bench-{seed}", "Ann", "Bob"))
    play_at_random(game, Random(seed), stop)
    return game


def read(quick: bool) -> Callable[[], int]:
    files = [dumps(random_game(seed)).encode() for seed in range(20 if quick else 100)]

    def work() -> int:
        return sum(loads(data).move_count for data in files)

    return work


def edited(quick: bool) -> Callable[[], int]:
    """As `read`, of files that are not just as the program writes them: a comment was added."""
    files = [dumps(random_game(seed)).encode() for seed in range(10 if quick else 50)]
    files = [b"# from the archive\n" + data for data in files]

    def work() -> int:
        return sum(loads(data).move_count for data in files)

    return work


def engine(quick: bool) -> Callable[[], int]:
    games = 30 if quick else 150
    random = Random(1)

    def work() -> int:
        return sum(play_at_random(Game(), random) for _ in range(games))

    return work


def write_files(folder: Path, distinct: int, count: int) -> None:
    texts = [dumps(random_game(seed)).encode() for seed in range(distinct)]
    for number in range(count):
        (folder / f"game-{number:05}.yaml").write_bytes(texts[number % distinct])


def write_midgame(file: Path) -> None:
    game = random_game(3, 150)
    file.write_text(dumps(game), encoding="utf-8")
    move = game.legal_moves()[0]
    assert isinstance(move, Play)
    print(move.card)


if __name__ == "__main__":
    if sys.argv[1] == "files":
        write_files(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[1] == "midgame":
        write_midgame(Path(sys.argv[2]))
    else:
        serve({"read": read, "edited": edited, "engine": engine})
