"""The auction (R9-R16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bridgette.cards import SUIT_BITS, Denomination
from bridgette.errors import RuleError
from bridgette.moves import SEATS, Bid, Double, Move, Pass, Redouble, Seat, lowest_level

DOUBLED_SUFFIX = ("", "X", "XX")
# By seat, denomination and level; there is no suit bid at level 0 and nothing ever looks for one.
_BIDS: tuple[tuple[list[Bid], ...], ...] = tuple(
    tuple([Bid(seat, level, suit) for level in range(8)] for suit in Denomination) for seat in SEATS
)
_PASS, _DOUBLE, _REDOUBLE = (
    tuple(kind(seat) for seat in SEATS) for kind in (Pass, Double, Redouble)
)


class Contract(NamedTuple):
    """What the auction ended in; `doubled` is 0, 1 (doubled) or 2 (redoubled).

    >>> str(Contract(4, Denomination.SPADES, 1, Seat.NORTH))
    '4SX'
    """

    level: int
    denomination: Denomination
    doubled: int
    declarer: Seat

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{DOUBLED_SUFFIX[self.doubled]}"

    @property
    def goal(self) -> int:
        """The tricks to be made, of 13 (R9)."""
        return 6 + self.level


class Auction:
    """The auction of one deal over two hands; a hand of None is unknown and bids anything."""

    def __init__(
        self, dealer: Seat, hands: Sequence[int | None], *, opening_jump: bool = False
    ) -> None:
        self.turn: Seat | None = dealer
        self.calls: list[Move] = []
        self.bid: Bid | None = None
        self.doubled = 0
        self._opening_jump = opening_jump
        self._lengths = [
            None if hand is None else [(hand & suit).bit_count() for suit in SUIT_BITS]
            for hand in hands
        ]

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; None before, and if passed out (R15, R16)."""
        if self.turn is not None or self.bid is None:
            return None
        return Contract(self.bid.level, self.bid.denomination, self.doubled, self.bid.seat)

    def lowest_level(self, denomination: Denomination) -> int:
        """The lowest level at which a bid there outranks the last one; 8 if none does (R11)."""
        return lowest_level(self.bid.rank if self.bid else -1, denomination)

    def levels(self, seat: Seat, denomination: Denomination) -> range:
        """The levels at which this seat may bid the denomination now: the judge of R11-R13."""
        lowest = self.lowest_level(denomination)
        lengths = self._lengths[seat]
        if lengths is None:
            return range(lowest, 8)
        if denomination is Denomination.NO_TRUMP:
            return range(lowest, 8) if all(lengths) else range(0)
        if lengths[denomination] < 2:
            return range(0)
        if lengths[denomination] >= 4 or (self.bid is None and not self._opening_jump):
            return range(lowest, 8)
        return range(lowest, min(lowest + 1, 8))

    def check(self, call: Move) -> None:
        """Errors: RuleError: not-your-turn (R10), and those of R11-R14."""
        if call.seat is not self.turn:
            raise RuleError(f"it is {self.turn}'s turn", code="not-your-turn", rule="R10")
        if isinstance(call, Bid):
            if call.level not in self.levels(call.seat, call.denomination):
                raise self._why_not(call)
        elif isinstance(call, Double):
            self._check_double(call)
        elif isinstance(call, Redouble) and not self._may_redouble(call.seat):
            raise RuleError(
                "only one's own last bid, doubled by the opponent, can be redoubled",
                code="redouble-none",
                rule="R14",
            )

    def _why_not(self, bid: Bid) -> RuleError:
        suit = bid.denomination
        lowest = self.lowest_level(suit)
        lengths = self._lengths[bid.seat] or ()
        if bid.level < lowest:
            last = f"{self.bid.level}{self.bid.denomination}" if self.bid else ""
            return RuleError(
                f"{bid.level}{suit} does not outrank the last bid, {last}",
                code="bid-too-low",
                rule="R11",
            )
        if suit is Denomination.NO_TRUMP:
            return RuleError(
                "a no-trump bid needs a card of every suit in hand (colons do not count)",
                code="bid-no-trump",
                rule="R12",
            )
        if lengths[suit] < 2:
            return RuleError(
                f"a bid in {suit.word} needs at least 2 {suit.word} in hand",
                code="bid-suit-length",
                rule="R12",
            )
        return RuleError(
            f"{bid.level}{suit} is a jump ({lowest}{suit} would do), and a jump in {suit.word}"
            f" needs at least 4 {suit.word} in hand",
            code="bid-jump",
            rule="R13",
        )

    def _check_double(self, call: Move) -> None:
        if self.bid is None:
            raise RuleError("there is no bid to double yet", code="double-none", rule="R14")
        if self.bid.seat is call.seat:
            raise RuleError(
                "the last bid is one's own, and only the opponent's can be doubled",
                code="double-own",
                rule="R14",
            )
        if self.doubled:
            raise RuleError("the last bid is doubled already", code="double-again", rule="R14")

    def _may_redouble(self, seat: Seat) -> bool:
        return self.bid is not None and self.bid.seat is seat and self.doubled == 1

    def legal_calls(self) -> list[Move]:
        """Every call of the seat on turn: pass, double or redouble, then bids upwards."""
        seat = self.turn
        if seat is None:
            return []
        calls: list[Move] = [_PASS[seat]]
        if self.bid is not None and self.bid.seat is not seat and not self.doubled:
            calls.append(_DOUBLE[seat])
        if self._may_redouble(seat):
            calls.append(_REDOUBLE[seat])
        for bids, suit in zip(_BIDS[seat], Denomination, strict=True):
            levels = self.levels(seat, suit)
            calls += bids[levels.start : levels.stop]
        return calls

    def apply(self, call: Move) -> None:
        """Checks and makes a call; the first pass after a bid, or a second pass, is the last."""
        self.check(call)
        self.turn = call.seat.other
        if isinstance(call, Bid):
            self.bid, self.doubled = call, 0
        elif isinstance(call, Pass):
            if self.bid is not None or self.calls:
                self.turn = None
        else:
            self.doubled += 1
        self.calls.append(call)
