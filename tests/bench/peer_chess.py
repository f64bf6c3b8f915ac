"""python-chess: reading and replaying PGN, and random play.

`check` is `chess.pgn.read_game` alone, which parses every move against the legal ones of its
position and builds the tree of moves; `read` makes the moves of that tree on a board as well.
`engine` lists the legal moves and pushes one of them. A game is cut off after as many half-moves
as a six-deal game of this program has moves.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

import chess
import chess.pgn
from worker import serve

MOVES = 190


def random_game(random: Random) -> chess.Board:
    board = chess.Board()
    for _ in range(MOVES):
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[int(random.random() * len(legal))])
    return board


def records(count: int) -> list[str]:
    random = Random(1)
    return [str(chess.pgn.Game.from_board(random_game(random))) for _ in range(count)]


def check(quick: bool) -> Callable[[], int]:
    texts = records(5 if quick else 25)
    moves = sum(chess.pgn.read_game(io.StringIO(text)).end().ply() for text in texts)

    def work() -> int:
        for text in texts:
            chess.pgn.read_game(io.StringIO(text))
        return moves

    return work


def read(quick: bool) -> Callable[[], int]:
    texts = records(5 if quick else 25)

    def work() -> int:
        moves = 0
        for text in texts:
            game = chess.pgn.read_game(io.StringIO(text))
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
                moves += 1
        return moves

    return work


def engine(quick: bool) -> Callable[[], int]:
    games = 10 if quick else 60
    random = Random(1)

    def work() -> int:
        return sum(random_game(random).ply() for _ in range(games))

    return work


serve({"check": check, "read": read, "engine": engine})
