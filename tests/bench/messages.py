"""Counts the messages that a game by mail takes, over random games, and prints a small table.

    python tests/bench/messages.py [--games 1000]

A message is one hand-over of the file: whenever it is the other one's turn, and once more when the
game is over, so that both have it. The dealer of the first deal starts the game and so sends the
first message. The same decks, exchanges and calls are played four times: plain, with --forced (who
has the file makes every play that is the only legal one, for both), with claims, with both. A
player who is about to lead, and is sure of all the tricks that are left whatever the other plays,
claims them, and the other accepts. The cards are played at random.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from randomplay import Style, choose_call, choose_exchange, style_of

from bridgette import Accept, Claim, Game, Header, HouseRules, Move, Phase, Seat, seeded_deck
from bridgette.cards import Denomination, cards_of
from bridgette.game import forced_play
from bridgette.play import follower_wins, follows, leads


@lru_cache(maxsize=100_000)
def is_sure(mine: int, theirs: int, trump: Denomination, barred: Denomination | None) -> bool:
    """Whether the player about to lead takes every trick, whatever the other plays."""
    if not mine:
        return True
    for led in cards_of(leads(mine, barred)):
        for card in cards_of(follows(theirs, led)):
            if follower_wins(led, card, trump):
                break
            matched = card.is_colon and led.suit is not None and card.range is led.range
            bar = led.suit if matched else None
            if not is_sure(mine & ~led.bit, theirs & ~card.bit, trump, bar):
                break
        else:
            return True
    return False


def claim_of(game: Game) -> Move | None:
    """A claim of all the tricks that are left, of two or more, if it cannot fail."""
    deal, turn = game.current, game.turn
    if deal.play is None or turn is None or deal.contract is None:
        return None
    left = deal.claimable
    if left is None or left < 2:
        return None
    mine, theirs = deal.bits(turn), deal.bits(turn.other)
    if mine is None or theirs is None:
        return None
    trump = deal.contract.denomination
    return Claim(turn, left) if is_sure(mine, theirs, trump, deal.play.barred) else None


def choose(game: Game, chance: random.Random, style: Style, *, claims: bool) -> Move:
    if game.phase is Phase.EXCHANGE:
        return choose_exchange(game, chance)
    if game.phase is Phase.AUCTION:
        return choose_call(game, chance, style)
    if game.current.claim is not None and game.turn is not None:
        return Accept(game.turn)
    claim = claim_of(game) if claims else None
    return claim or chance.choice(list(game.legal_moves()))


def messages(seed: int, *, forced: bool, claims: bool) -> int:
    """How many messages the game of a seed takes."""
    style = style_of(random.Random(seed))._replace(
        rules=HouseRules(), double=0.2, bid_on=0.5, pass_out=0.05, tie=False
    )
    game = Game(Header(seed=f"messages {seed}"))
    holder = Seat(seed % 2)  # who starts the game and deals first
    count = 0

    def deal() -> None:
        number = len(game.deals) + 1
        game.deal(seeded_deck(game.header.seed, number), dealer=holder if number == 1 else None)

    def make(move: Move) -> None:
        game.apply(move)
        if game.phase is Phase.BETWEEN:
            deal()

    deal()
    while game.phase is not Phase.OVER:
        turn = game.turn
        if turn is not None and turn is not holder:
            count, holder = count + 1, turn
        # Chance is drawn afresh for each deal and phase, so that the four games stay alike.
        place = f"{seed} {len(game.deals)} {game.phase} {len(game.current.moves)}"
        make(choose(game, random.Random(place), style, claims=claims))
        while forced and (move := forced_play(game)) is not None:
            make(move)
    return count + 1


def measure(games: int, show: Callable[[str], None]) -> None:
    show(f"{games} random games of six deals (seven after a tie): messages in each game\n")
    show(f"  {'':<24}{'mean':>8}{'median':>8}{'least':>8}{'most':>8}")
    for forced in (False, True):
        for claims in (False, True):
            found = [messages(seed, forced=forced, claims=claims) for seed in range(games)]
            words = [("--forced", forced), ("claims", claims)]
            name = " and ".join(word for word, is_used in words if is_used) or "plain"
            figures = (mean(found), median(found), min(found), max(found))
            show(f"  {name:<24}" + "".join(f"{figure:>8.0f}" for figure in figures))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    measure(parser.parse_args().games, print)


if __name__ == "__main__":
    main()
