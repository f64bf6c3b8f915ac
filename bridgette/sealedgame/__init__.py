"""Sealed games: who publishes what and when, and what that opens to whom (docs/sealed.md).

Rules come from the rooms below, cryptography from `sealed`.
"""

from bridgette.sealedgame.record import Record, SealedDeal, Side
from bridgette.sealedgame.table import Table

__all__ = ["Record", "SealedDeal", "Side", "Table"]
