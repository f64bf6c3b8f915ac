"""The auction in the eyes of a player who sees one hand only, and goes by its average."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from bridgette.auction import Auction
from bridgette.cards import SUIT_BITS, Denomination, bits_of
from bridgette.deal import Deal, HouseRules
from bridgette.exchange import HAND
from bridgette.moves import Bid, Double, Move, Pass, Redouble, Seat, bid_rank, lowest_level
from bridgette.players.hands import DENOMINATIONS, expected_tricks, mean_of, mean_score, step_of

_BIDDER_SPREAD = 1.6
_DOUBTS = 250.0  # by so much a double must be better than a pass
_ROUGHLY = 80.0  # so many points a call may be worse than the best, before it is a surprise
_BOLDNESS = 1.3  # tricks by which a bid may miss what its hand is worth
_CHOICE = 3.0  # so much more often than another a straight player makes the best call
_STRAIGHT, _SUREST = 0.15, 0.95  # the share of straight players, and the most of certainty
_LEAST = 0.01  # no call is taken for impossible
_USUAL = HouseRules()

_Worths = list[tuple[float, int]]
_BidTable = tuple[_Worths, _Worths]


class Standing(NamedTuple):
    """The last bid of an auction, or none yet (`level` -1); `mine`: not made by these eyes."""

    level: int
    denomination: Denomination
    doubled: int
    mine: bool

    @property
    def rank(self) -> int:
        """Its place among the bids (R9), -1 for none."""
        return -1 if self.level < 0 else 5 * self.level + self.denomination - 4

    @property
    def raised(self) -> Standing:
        """The same doubled, or redoubled."""
        return Standing(self.level, self.denomination, self.doubled + 1, self.mine)


NOTHING = Standing(-1, Denomination.CLUBS, 0, mine=False)


def standing_of(auction: Auction, eyes: Seat) -> Standing:
    """How an auction stands in the eyes of a seat."""
    bid = auction.bid
    if bid is None:
        return NOTHING
    return Standing(bid.level, bid.denomination, auction.doubled, mine=bid.seat is not eyes)


def lengths_of(hand: int) -> list[int]:
    """The cards of a hand in each suit."""
    return [(hand & suit).bit_count() for suit in SUIT_BITS]


def may_bid(
    bid: Standing, rank: int, lengths: Sequence[int], *, opening_jump: bool = False
) -> bool:
    """Whether a hand of these lengths may bid over that rank (R11-R13)."""
    if bid.rank <= rank:
        return False
    suit = bid.denomination
    if suit is Denomination.NO_TRUMP:
        return min(lengths) > 0
    jump = (rank >= 0 or opening_jump) and bid.level > lowest_level(rank, suit)
    return lengths[suit] >= (4 if jump else 2)


class Eyes:
    """What a player thinks of calls who holds this hand, against one chosen from `drawn` more."""

    def __init__(self, hand: int, drawn: int, rules: HouseRules = _USUAL) -> None:
        self.alone = [expected_tricks(hand, denomination, drawn) for denomination in DENOMINATIONS]
        self._lengths = lengths_of(hand)
        self._flat = rules.bonus == "flat"
        self._opening_jump = rules.opening_jump == "yes"
        self._tables: list[_BidTable] | None = None
        self._bids: dict[int, tuple[float, int]] = {}

    def points(self, bid: Standing) -> float:
        """What a bid is worth to these eyes if it is played."""
        if bid.level < 0:
            return 0.0
        level, denomination, doubled, mine = bid
        alone = self.alone[denomination]
        if not mine:
            return mean_score(level, denomination, doubled, alone, flat=self._flat)
        # Half of it is what the bidder must think, who sees the other hand.
        likely = ((HAND - alone) + (6 + level)) / 2
        return -mean_score(level, denomination, doubled, likely, _BIDDER_SPREAD, flat=self._flat)

    def raising(self, bid: Standing) -> float:
        """What a double of my bid, or a redouble of one's own, is worth to these eyes."""
        if bid.level < 0 or bid.doubled > 1 or bid.mine == bool(bid.doubled):
            return -math.inf
        return self.points(bid.raised) - _DOUBTS * bid.mine

    def best_bid(self, rank: int) -> tuple[float, int]:
        """The worth and rank of the best bid over a rank."""
        found = self._bids.get(rank)
        if found is None:
            if self._tables is None:
                self._tables = [
                    _bid_table(denomination, step_of(mean))
                    for denomination, mean in zip(DENOMINATIONS, self.alone, strict=True)
                ]
            lengths = self._lengths
            found = (-math.inf, -1)
            for denomination in DENOMINATIONS:
                level = lowest_level(rank, denomination)
                if level > 7:
                    continue
                exact, upwards = self._tables[denomination]
                if denomination is Denomination.NO_TRUMP:
                    free = may = min(lengths) > 0
                else:
                    may = lengths[denomination] >= 2
                    no_jump = rank < 0 and not self._opening_jump
                    free = lengths[denomination] >= 4 or (may and no_jump)
                if may:
                    found = max(found, upwards[level] if free else exact[level])
            self._bids[rank] = found
        return found

    def answer(self, standing: Standing) -> Standing | None:
        """What these eyes make of a standing bid: double, redouble, bid on; None if they pass."""
        best, answer = self.points(standing), None
        value = self.raising(standing)
        if value > best:
            best, answer = value, standing.raised
        value, rank = self.best_bid(standing.rank)
        if value > best:
            level, suit = divmod(rank + 4, 5)
            answer = Standing(level, DENOMINATIONS[suit], 0, mine=False)
        return answer

    def likelihood(self, standing: Standing, call: Move) -> tuple[float, float]:
        """How likely a call is of two kinds of players with this hand, up to 1; 0 if illegal.

        One always makes the call that is best in these eyes, or nearly so. The other bids low at
        first, waits, or doubles on a venture: from what that one does nothing follows but the hope
        to make what is bid.
        """
        hopeful = 1.0
        if isinstance(call, Bid):
            level, denomination = call.level, call.denomination
            bid = Standing(level, denomination, 0, mine=False)
            jumps = self._opening_jump
            if not may_bid(bid, standing.rank, self._lengths, opening_jump=jumps):
                return 0.0, 0.0
            value = self.points(bid)
            lacking = max(6 + level - self.alone[denomination], 0.0)
            hopeful = math.exp(-((lacking / _BOLDNESS) ** 2) / 2)
        elif isinstance(call, Pass):
            value = self.points(standing)
        else:
            value = self.raising(standing)
        best = max(self.points(standing), self.raising(standing), self.best_bid(standing.rank)[0])
        return math.exp(-max(best - value, 0.0) / _ROUGHLY), hopeful


@cache
def _bid_table(denomination: Denomination, step: int) -> _BidTable:
    """For so many tricks, the worths and ranks of the bids by level, and the best from there."""
    mean = mean_of(step)
    exact = [
        (mean_score(level, denomination, 0, mean), bid_rank(level, denomination))
        for level in range(8)
    ]
    if denomination is not Denomination.NO_TRUMP:
        exact[0] = (-math.inf, -1)
    return exact, list(accumulate(reversed(exact), max))[::-1]


def _heard(auction: Auction, seat: Seat) -> list[tuple[Standing, Move]]:
    """The calls of a seat, each with what it was made upon."""
    heard: list[tuple[Standing, Move]] = []
    standing = NOTHING
    for call in auction.calls:
        if call.seat is seat:
            heard.append((standing, call))
        if isinstance(call, Bid):
            standing = Standing(call.level, call.denomination, 0, mine=call.seat is not seat)
        elif isinstance(call, (Double, Redouble)):
            standing = standing.raised
    return heard


def straightness(deals: Sequence[Deal], seat: Seat) -> float:
    """How likely a seat is one that calls straight what its hand is worth, by its earlier deals.

    Of a deal that was played to the end all its cards are known.
    """
    odds = _STRAIGHT / (1 - _STRAIGHT)
    for deal in deals:
        plays = [] if deal.play is None else deal.play.plays
        hand = bits_of(play.card for play in plays if play.seat is seat)
        if deal.auction is None or hand.bit_count() < HAND:
            continue
        drawn = 0 if deal.exchange is None else deal.exchange.draws(seat.other)
        eyes = Eyes(hand, drawn, deal.rules)
        for standing, call in _heard(deal.auction, seat):
            nearly, hopeful = eyes.likelihood(standing, call)
            odds *= _CHOICE * max(nearly, _LEAST) / max(hopeful, _LEAST)
    most = _SUREST / (1 - _SUREST)
    odds = min(max(odds, 1 / most), most)
    return odds / (1 + odds)


class Listener:
    """Judges hands by the calls that a seat has made; `straight` is its `straightness`."""

    def __init__(
        self,
        auction: Auction | None,
        seat: Seat,
        drawn: int,
        straight: float,
        rules: HouseRules = _USUAL,
    ) -> None:
        self._drawn = drawn
        self._straight = straight
        self._rules = rules
        self._heard = [] if auction is None else _heard(auction, seat)

    def fit(self, hand: int) -> float:
        """How well 13 cards go with the calls, from 0 (impossible) to 1."""
        if not self._heard:
            return 1.0
        eyes = Eyes(hand, self._drawn, self._rules)
        straight, other, most = self._straight, 1 - self._straight, self._straight
        for standing, call in self._heard:
            nearly, hopeful = eyes.likelihood(standing, call)
            if not hopeful:
                return 0.0
            straight *= _CHOICE * max(nearly, _LEAST)
            other *= max(hopeful, _LEAST)
            most *= _CHOICE
        return (straight + other) / (most + 1 - self._straight)
