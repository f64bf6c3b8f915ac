"""Programs that play, from a seat's view; and matches between them."""

from bridgette.players.player import Advice, Budget, Player
from bridgette.players.registry import PLAYERS, player_of

__all__ = ["PLAYERS", "Advice", "Budget", "Player", "player_of"]
