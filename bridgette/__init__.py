"""Bridgette, bridge for two: the rules of the game as a library.

>>> from bridgette import Game, parse_move
>>> game = Game()
>>> deal = game.deal(seeded_deck("readme", 1))
>>> game.apply(parse_move("south exchange " + " ".join(map(str, deal.hand(deal.turn)[:2]))))
>>> print(game.phase, game.turn)
exchange north
"""

from bridgette.auction import Auction, Contract
from bridgette.cards import DECK, UNKNOWN, Card, Denomination, Range, parse_card
from bridgette.deal import Deal, HouseRules, Phase
from bridgette.errors import (
    BridgetteError,
    NotationError,
    RecordError,
    RuleError,
    SealedError,
    StorageError,
)
from bridgette.game import Game, Header, seeded_deck
from bridgette.moves import (
    Accept,
    Bid,
    Claim,
    Decline,
    Double,
    Exchange,
    Move,
    Pass,
    Play,
    Redouble,
    Resign,
    Seat,
    format_move,
    parse_move,
)
from bridgette.play import CardPlay
from bridgette.replay import replay
from bridgette.scoring import Result, result
from bridgette.view import View

__all__ = [
    "DECK",
    "UNKNOWN",
    "Accept",
    "Auction",
    "Bid",
    "BridgetteError",
    "Card",
    "CardPlay",
    "Claim",
    "Contract",
    "Deal",
    "Decline",
    "Denomination",
    "Double",
    "Exchange",
    "Game",
    "Header",
    "HouseRules",
    "Move",
    "NotationError",
    "Pass",
    "Phase",
    "Play",
    "Range",
    "RecordError",
    "Redouble",
    "Resign",
    "Result",
    "RuleError",
    "SealedError",
    "Seat",
    "StorageError",
    "View",
    "format_move",
    "parse_card",
    "parse_move",
    "replay",
    "result",
    "seeded_deck",
]
