"""The auction of the player `expert`: what each call comes to over hands the opponent may hold.

For each sampled hand the tricks of both sides are known, about. The opponent is taken for a player
who looks at that hand alone: it passes, doubles, or bids on, and the first player's next call is
the best for all hands that would have made the opponent do so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bridgette.auction import Auction
from bridgette.cards import Denomination
from bridgette.deal import HouseRules
from bridgette.moves import Bid, Double, Move, Pass, Redouble, Seat
from bridgette.players.eyes import NOTHING, Eyes, Standing, lengths_of, may_bid, standing_of
from bridgette.players.hands import (
    DENOMINATIONS,
    PAIR_SPREAD,
    making_chance,
    mean_score,
    pair_worth,
    trick_chances,
    tricks_between,
)

_CANDIDATES = 8  # bids that are looked at closely, ...
_FOLLOW_UPS = 3  # ... and later in the auction
_RULE = 5  # all hands weigh as much as so many when a later call is chosen
_DEPTH = 1  # calls of mine after this one that are thought about with the answers to them


class Other(NamedTuple):
    """One hand that the opponent may hold, and how it sees things.

    `tricks` are mine in each denomination if I declare, `theirs` the opponent's if it declares.
    """

    hand: int
    tricks: list[float]
    theirs: list[float]
    eyes: Eyes


class Worth(NamedTuple):
    """A call with the points to expect, and the making chance of what is then the contract."""

    call: Move
    points: float
    making: float | None = None


class Caller:
    """Weighs the calls of one seat at one moment."""

    def __init__(
        self,
        auction: Auction,
        seat: Seat,
        hand: int,
        others: Sequence[Other],
        *,
        flat: bool = False,
    ) -> None:
        self._auction = auction
        self._seat = seat
        self._others = others
        self._flat = flat
        self._lengths = lengths_of(hand)
        self._own_bids = own_bids(others)
        self._values: dict[Standing, list[float]] = {}
        self._general: dict[tuple[Standing, int, bool], float] = {}

    def best(self) -> list[Worth]:
        """My legal calls of interest, best first."""
        auction, seat = self._auction, self._seat
        now = standing_of(auction, seat.other)
        legal = auction.legal_calls()
        calls: list[tuple[Move, Standing]] = [
            (call, now.raised) for call in legal if isinstance(call, (Double, Redouble))
        ]
        bids = {(call.level, call.denomination): call for call in legal if isinstance(call, Bid)}
        chosen = [found for found in self._own_bids if found[1:] in bids][:_CANDIDATES]
        calls += [
            (bids[level, suit], Standing(level, suit, 0, mine=True)) for _, level, suit in chosen
        ]
        everyone = range(len(self._others))
        worths = [
            Worth(call, self._after(standing, everyone, _DEPTH), self._making(standing))
            for call, standing in calls
        ]
        if not auction.calls:
            passed = self._after(NOTHING, everyone, _DEPTH)
        else:
            passed = self._mean(now, everyone)
        worths.append(Worth(Pass(seat), passed, self._making(now)))
        return sorted(worths, key=lambda worth: (-worth.points, worth.call.text))

    def _mean(self, bid: Standing, group: Sequence[int]) -> float:
        """What a bid is worth to me if it is played, over the hands of a group."""
        if bid.level < 0:
            return 0.0
        values = self._values.get(bid)
        if values is None:
            sign = 1 if bid.mine else -1
            values = self._values[bid] = [
                sign
                * mean_score(
                    bid.level,
                    bid.denomination,
                    bid.doubled,
                    (other.tricks if bid.mine else other.theirs)[bid.denomination],
                    PAIR_SPREAD,
                    flat=self._flat,
                )
                for other in self._others
            ]
        return sum(values[place] for place in group) / len(group)

    def _making(self, bid: Standing) -> float | None:
        """The chance that a bid is made."""
        if bid.level < 0:
            return None
        chances = 0.0
        for other in self._others:
            tricks = (other.tricks if bid.mine else other.theirs)[bid.denomination]
            chances += making_chance(trick_chances(tricks, PAIR_SPREAD), bid.level)
        return chances / len(self._others)

    def _after(self, standing: Standing, group: Sequence[int], depth: int) -> float:
        """What comes of leaving the opponent this to answer, over the hands of a group."""
        answers: dict[Standing | None, list[int]] = {}
        for place in group:
            answers.setdefault(self._others[place].eyes.answer(standing), []).append(place)
        total = 0.0
        for answer, places in answers.items():
            if answer is None:
                value = self._mean(standing, places)
            else:
                value = self._follow_up(answer, places, depth)
            total += len(places) * value
        return total / len(group)

    def _follow_up(self, now: Standing, group: Sequence[int], depth: int) -> float:
        """What my best call comes to, after an answer that any of these hands would give.

        A few hands out of all make no rule: what is best for all weighs in when it is chosen.
        """
        calls: list[tuple[Standing, bool]] = [(now, False)]
        if now.doubled < 2 and now.mine == bool(now.doubled):
            calls.append((now.raised, True))
        for _, level, denomination in self._own_bids:
            bid = Standing(level, denomination, 0, mine=True)
            if may_bid(bid, now.rank, self._lengths):
                calls.append((bid, True))
                if len(calls) > 1 + _FOLLOW_UPS:
                    break
        best, points = -math.inf, 0.0
        for call, goes_on in calls:
            value = self._carefully(call, group, depth) if goes_on else self._mean(call, group)
            whole = self._in_general(call, depth, goes_on=goes_on)
            rank = len(group) * value + _RULE * whole
            if rank > best:
                best, points = rank, value
        return points

    def _in_general(self, call: Standing, depth: int, *, goes_on: bool) -> float:
        """The same of a call, over all hands."""
        key = (call, depth, goes_on)
        value = self._general.get(key)
        if value is None:
            everyone = range(len(self._others))
            value = self._carefully(call, everyone, 0) if goes_on else self._mean(call, everyone)
            self._general[key] = value
        return value

    def _carefully(self, standing: Standing, group: Sequence[int], depth: int) -> float:
        """What comes after a call of mine; where the look ahead ends, the opponent may double."""
        if depth:
            return self._after(standing, group, depth - 1)
        value = self._mean(standing, group)
        if standing.doubled < 2:
            value = min(value, self._mean(standing.raised, group))
        return value


def others_against(mine: int, hands: Iterable[int], drawn: int, rules: HouseRules) -> list[Other]:
    """Hands of the opponent with the tricks to expect against mine, for which I drew so many."""
    own = [pair_worth(mine, denomination) for denomination in DENOMINATIONS]
    others = []
    for hand in hands:
        tricks, theirs = [], []
        for denomination in DENOMINATIONS:
            worth = pair_worth(hand, denomination)
            tricks.append(tricks_between(own[denomination], worth, denomination, leads=False))
            theirs.append(tricks_between(worth, own[denomination], denomination, leads=False))
        others.append(Other(hand, tricks, theirs, Eyes(hand, drawn, rules)))
    return others


def own_bids(others: Sequence[Other]) -> list[tuple[float, int, Denomination]]:
    """All bids, legal or not, with the points to expect if I declare undoubled; best first."""
    bids = []
    for denomination in DENOMINATIONS:
        means = [other.tricks[denomination] for other in others]
        for level in range(denomination is not Denomination.NO_TRUMP, 8):
            points = sum(mean_score(level, denomination, 0, mean, PAIR_SPREAD) for mean in means)
            bids.append((points / len(means), level, denomination))
    return sorted(bids, key=lambda bid: (-bid[0], bid[1], bid[2]))
