"""What a player on lead is after: a set of numbers of tricks, any of which will do.

Points do not grow with tricks, so a goal is any set: with 1C declarer may be after 7 or 10 of 13.
"""

from __future__ import annotations


class Goal:
    """A set of how many of the `left` tricks the player about to lead is to take, as bits.

    From `sure` tricks on every number will do, fewer than `least` never will; `most_missed` is
    the highest that will not. A goal `is_plain` if it is no more than `sure` or more. `won` and
    `lost` are the goals of the next leader after the trick: the same player's if it is won, the
    opponent's, who is after the opposite, if it is lost.
    """

    __slots__ = ("is_plain", "least", "left", "lost", "mask", "most_missed", "sure", "won")

    won: Goal
    lost: Goal

    def __init__(self, left: int, mask: int) -> None:
        self.left = left
        self.mask = mask
        self.least = (mask & -mask).bit_length() - 1
        self.most_missed = (everything(left) & ~mask).bit_length() - 1
        self.sure = self.most_missed + 1
        self.is_plain = self.sure == self.least


def everything(left: int) -> int:
    """All numbers of tricks from none to all that are left."""
    return (2 << left) - 1


def opposite(left: int, mask: int) -> int:
    """What the opponent is after: the numbers that leave this player outside of the set.

    >>> bin(opposite(3, 0b1100))  # two or more of three: the other is after two or more as well
    '0b1100'
    """
    return sum(1 << left - taken for taken in range(left + 1) if not mask >> taken & 1)


ALWAYS = Goal(0, 1)
NEVER = Goal(0, 0)
_GOALS: dict[tuple[int, int], Goal] = {}  # at most 2**14 for 13 tricks left, half of it for 12 ...


def goal_of(left: int, mask: int) -> Goal:
    """The goal of a set, ALWAYS or NEVER if it holds all numbers or none.

    >>> goal = goal_of(3, 0b0110)  # one or two of three
    >>> bin(goal.won.mask), bin(goal.lost.mask)
    ('0b11', '0b100')
    """
    mask &= everything(left)
    if mask == everything(left):
        return ALWAYS
    if not mask:
        return NEVER
    goal = _GOALS.get((left, mask))
    if goal is None:
        goal = Goal(left, mask)
        goal.won = goal_of(left - 1, mask >> 1)
        goal.lost = goal_of(left - 1, opposite(left - 1, mask))
        _GOALS[left, mask] = goal
    return goal
