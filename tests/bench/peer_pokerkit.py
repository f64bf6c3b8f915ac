"""PokerKit: reading and replaying hands in .phh, and random play, of no-limit hold'em for two.

`read` is HandHistory.loads and going through its states; what counts as a move is an action of the
record, dealing included. `engine` deals and shows by itself (PokerKit's automations), asks what is
legal with its can_... methods, and chooses; what counts as a move is what a player does.
"""

from __future__ import annotations

import random as global_random
from collections.abc import Callable
from random import Random

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem
from worker import serve

PLAYERS = 2
GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
# In a record dealing and showing are actions of their own, all else goes by itself.
RECORDED = NoLimitTexasHoldem(
    tuple(set(Automation) - {Automation.CARD_BURNING, Automation.HOLE_CARDS_SHOWING_OR_MUCKING}),
    True,
    0,
    (1, 2),
    2,
)


def play(state: object, random: Random) -> int:
    """Plays one hand at random to its end; how many moves the players made."""
    moves = 0
    while state.actor_index is not None:
        legal = []
        if state.can_fold():
            legal.append(state.fold)
        if state.can_check_or_call():
            legal.append(state.check_or_call)
        if state.can_complete_bet_or_raise_to():
            legal.append(state.complete_bet_or_raise_to)  # to the smallest amount
        legal[int(random.random() * len(legal))]()
        moves += 1
    return moves


def read(quick: bool) -> Callable[[], int]:
    random = Random(1)
    global_random.seed(1)  # PokerKit shuffles with it
    texts = []
    moves = 0
    for _ in range(20 if quick else 100):
        state = GAME((200,) * PLAYERS, PLAYERS)
        play(state, random)
        history = HandHistory.from_game_state(GAME, state)
        moves += len(history.actions)
        texts.append(history.dumps())

    def work() -> int:
        for text in texts:
            for _ in HandHistory.loads(text):
                pass
        return moves

    return work


def engine(quick: bool) -> Callable[[], int]:
    hands = 20 if quick else 100
    random = Random(1)
    global_random.seed(1)

    def work() -> int:
        return sum(play(GAME((200,) * PLAYERS, PLAYERS), random) for _ in range(hands))

    return work


serve({"read": read, "engine": engine})
