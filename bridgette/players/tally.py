"""Running totals of many games between two programs, with intervals; no game is kept."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bridgette.players.match import GameResult

_Z = 1.959964  # of the normal distribution: 95 % lie between it and its negative
_T = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706)  # the same of Student's, from 1 degree of freedom


class Interval(NamedTuple):
    """An estimate, and the bounds between which the true value lies with 95 % confidence."""

    value: float
    low: float
    high: float


def wilson(hits: float, count: int) -> Interval | None:
    """A share with Wilson's interval (1927), which is right for shares near 0 and 1, too.

    >>> [round(bound, 3) for bound in wilson(19, 20)]
    [0.95, 0.764, 0.991]
    """
    if not count:
        return None
    share, square = hits / count, _Z * _Z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    half *= _Z / (1 + square / count)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def student(degrees: int) -> float:
    """What 95 % of Student's distribution lie between, and its negative.

    From six degrees of freedom on by Abramowitz and Stegun, 26.7.5, right to the second digit.

    >>> [round(student(degrees), 2) for degrees in (1, 3, 10, 100)]
    [12.71, 3.18, 2.23, 1.98]
    """
    if degrees <= len(_T):
        return _T[degrees - 1]
    z, n = _Z, float(degrees)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


class Mean:
    """The mean of numbers that come one by one, with an interval by Student's distribution.

    >>> mean = Mean()
    >>> for number in (1, 2, 3, 4): mean.add(number)
    >>> [round(bound, 2) for bound in mean.interval]
    [2.5, 0.45, 4.55]
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, number: float) -> None:
        """Takes in one more number (by Welford's way, which loses no digits)."""
        self.count += 1
        step = number - self.mean
        self.mean += step / self.count
        self._squares += step * (number - self.mean)

    @property
    def interval(self) -> Interval | None:
        """Mean and bounds; None of nothing, and bounds without end of a single number."""
        if not self.count:
            return None
        if self.count == 1:
            return Interval(self.mean, -math.inf, math.inf)
        half = student(self.count - 1) * math.sqrt(self._squares / (self.count - 1) / self.count)
        return Interval(self.mean, self.mean - half, self.mean + half)


class Tally:
    """What many games came to, for the first player of a match against the second."""

    def __init__(self) -> None:
        self.games = 0
        self.deals = 0
        self.moves = 0
        self.passed_out = 0
        self.wins = [0, 0]
        self.draws = 0
        self.difference = Mean()  # first player's points minus the second's: a game, or pair's mean
        self.points = [Mean(), Mean()]
        self.contracts: Counter[str] = Counter()
        self.made: Counter[str] = Counter()
        self.by_over: Counter[int] = Counter()
        self.declared = [0, 0]
        self.made_by = [0, 0]
        self.colons: Counter[tuple[str, str, bool]] = Counter()

    def add(self, games: Sequence[GameResult]) -> None:
        """Counts the games of one number: one game, or two from the same decks."""
        self.difference.add(sum(g.scores[0] - g.scores[1] for g in games) / len(games))
        for game in games:
            self.games += 1
            self.moves += game.moves
            if game.winner is None:
                self.draws += 1
            else:
                self.wins[game.winner] += 1
            for player in (0, 1):
                self.points[player].add(game.scores[player])
            for deal in game.deals:
                self._add_deal(deal.contract, deal.declarer, deal.tricks, made=deal.made)
                self.colons.update((use.colon, use.use, use.won) for use in deal.colons)

    def _add_deal(
        self, contract: str | None, declarer: int | None, tricks: int, *, made: bool
    ) -> None:
        self.deals += 1
        if contract is None or declarer is None:
            self.passed_out += 1
            return
        self.contracts[contract] += 1
        self.made[contract] += made
        self.declared[declarer] += 1
        self.made_by[declarer] += made
        self.by_over[tricks - 6 - int(contract[0])] += 1

    def win_share(self, player: int) -> Interval | None:
        """The share of all games that a player won."""
        return wilson(self.wins[player], self.games)
