"""The player `random`: any legal move."""

from __future__ import annotations

from random import Random

from bridgette.moves import Exchange, Move
from bridgette.players.player import Budget
from bridgette.view import View


class RandomPlayer:
    """Calls, plays and discards anything legal, each with the same chance; claims nothing."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Move:
        """Any legal move."""
        deal, seat = view.game.current, view.game.turn
        if seat is None:
            raise ValueError("nobody is on turn")
        if deal.auction is None and deal.exchange is not None:
            return Exchange(seat, rng.sample(deal.hand(seat), deal.exchange.draws(seat)))
        return rng.choice(view.legal_moves())
