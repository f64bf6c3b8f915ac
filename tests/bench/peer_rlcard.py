"""RLCard's bridge: random play.

`engine` uses its engine directly: BridgeGame, and the judger's get_legal_actions() in every step,
which gives none at the end, so that is_over() need not be asked as well. `environment` is the
public way, rlcard.make("bridge"), where each step also encodes the state as arrays for learning.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import rlcard
from rlcard.games.bridge.game import BridgeGame
from worker import serve


def engine(quick: bool) -> Callable[[], int]:
    deals = 40 if quick else 200
    random = Random(1)
    game = BridgeGame()
    game.np_random = np.random.RandomState(1)

    def work() -> int:
        moves = 0
        for _ in range(deals):
            game.init_game()
            legal_actions = game.judger.get_legal_actions
            while legal := legal_actions():
                game.step(legal[int(random.random() * len(legal))])
                moves += 1
        return moves

    return work


def environment(quick: bool) -> Callable[[], int]:
    deals = 5 if quick else 20
    random = Random(1)
    env = rlcard.make("bridge", config={"seed": 1})

    def work() -> int:
        moves = 0
        for _ in range(deals):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(random.random() * len(legal))])
                moves += 1
        return moves

    return work


serve({"engine": engine, "environment": environment})
