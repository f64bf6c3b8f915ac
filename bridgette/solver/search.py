"""The search: whether the player on lead can bring his tricks into a goal, against any defence.

It goes trick by trick. The four suits of a position are layouts, trumps first if there are any;
the others may stand in any order, and their key is the same in every order.
"""

from __future__ import annotations

from bridgette.cards import Range
from bridgette.solver.goal import ALWAYS, NEVER, Goal
from bridgette.solver.layout import (
    NUMBER_BITS,
    TRUMP_SHIFT,
    Layout,
    Layouts,
)

Suits = tuple[Layout, Layout, Layout, Layout]

# The key of a position, from below: the weights of its suits, the colons of both players, the
# barred suit. Who leads is told by the table it is in, how many tricks are left by the suits.
_COLON_SHIFT = TRUMP_SHIFT + NUMBER_BITS
_BARRED_SHIFT = _COLON_SHIFT + 6
_TRUMPS_BARRED = 1 << _BARRED_SHIFT + NUMBER_BITS
NOT_BARRED = -1
COLONS = tuple(1 + range for range in Range)
_REST = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))


def _put(suits: Suits, place: int, layout: Layout) -> Suits:
    """The suits with another layout in one place."""
    one, two, three, four = suits
    if place == 0:
        return (layout, two, three, four)
    if place == 1:
        return (one, layout, three, four)
    return (one, two, layout, four) if place == 2 else (one, two, three, layout)


class LimitError(Exception):
    """The search has used up the work allowed; the solver is as good as before."""


class Search:
    """Positions with trumps, or without, and what is known of them; players are 0 and 1.

    `nodes` counts the positions whose plays were gone into, `limit` is where that stops.
    """

    def __init__(self, layouts: Layouts, *, trump: bool) -> None:
        self.layouts = layouts
        self.trump = trump
        self.nodes = 0
        self.limit: float = float("inf")
        # By leader, then by key: the leader can make sure of `n >> 4` of the tricks left, and
        # cannot of more than `n & 15`. And by key and goal what is known of goals less plain.
        self._bounds: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._answers: tuple[dict[int, bool], dict[int, bool]] = ({}, {})

    def __len__(self) -> int:
        return sum(len(table) for table in (*self._bounds, *self._answers))

    def key(self, suits: Suits, leader: int, mine: int, theirs: int) -> int:
        """The key of a position with colons `mine` of the leader's and `theirs`, no suit barred."""
        one, two, three, four = suits
        colons = theirs | mine << 3 if leader else mine | theirs << 3
        return one.weight + two.weight + three.weight + four.weight + (colons << _COLON_SHIFT)

    def reaches(
        self,
        suits: Suits,
        key: int,
        leader: int,
        left: int,
        goal: Goal,
        mine: int,
        theirs: int,
        barred: int = NOT_BARRED,
    ) -> bool:
        """Whether the leader can reach the goal, neither ALWAYS nor NEVER, of the tricks left.

        `mine` are the leader's colons and `theirs` the other's, bits by range; `barred` is the
        place among the suits of the one that may not be led: 0 for trumps, or 1.
        """
        here = key
        if barred != NOT_BARRED:
            held = suits[barred].length[leader]
            if not held or held == left:
                barred = NOT_BARRED  # nothing to bar, or lapsed (R23)
            elif barred:
                here += suits[barred].number << _BARRED_SHIFT
            else:
                here += _TRUMPS_BARRED
        bounds = self._bounds[leader].get(here)
        if bounds is None:
            bounds = self._first_bounds(suits, leader, left, mine, barred)
            self._bounds[leader][here] = bounds
        if bounds >> 4 >= goal.sure:
            return True
        if bounds & 15 < goal.least:
            return False
        if not goal.is_plain:
            answer = self._answers[leader].get(here << 14 | goal.mask)
            if answer is not None:
                return answer
        if self.nodes >= self.limit:
            raise LimitError
        self.nodes += 1
        answer = self._leads(suits, key, leader, left, goal, mine, theirs, barred) or (
            mine != 0 and self._leads_colon(suits, leader, left, goal, mine, theirs)
        )
        self._note(here, leader, goal, answer=answer)
        return answer

    def _note(self, here: int, leader: int, goal: Goal, *, answer: bool) -> None:
        """Keeps an answer, and what it says of other goals."""
        table = self._bounds[leader]
        bounds = table[here]
        if answer and bounds >> 4 < goal.least:
            table[here] = goal.least << 4 | bounds & 15
        elif not answer and bounds & 15 > goal.most_missed:
            table[here] = bounds & ~15 | goal.most_missed
        if not goal.is_plain:
            self._answers[leader][here << 14 | goal.mask] = answer

    def _first_bounds(self, suits: Suits, leader: int, left: int, mine: int, barred: int) -> int:
        """What can be said of a position at sight."""
        trumps, one, two, three = suits
        other = 1 - leader
        if not self.trump or trumps.draws[leader]:
            plain = one.cash[leader] + two.cash[leader] + three.cash[leader]
            least = trumps.cash[leader] + plain
            exits = least
            if mine:  # a colon that nothing matches wins as well, once there are no trumps
                matched = trumps.matched[other] | one.matched[other]
                matched |= two.matched[other] | three.matched[other]
                idle = (mine & ~matched).bit_count()
                least += idle
                exits += idle
            if barred >= 0:
                exits -= suits[barred].cash[leader]
                if not barred and trumps.length[other]:
                    exits = one.cash_ruffed[leader] + two.cash_ruffed[leader]
                    exits += three.cash_ruffed[leader]
        else:
            plain = one.cash_ruffed[leader] + two.cash_ruffed[leader] + three.cash_ruffed[leader]
            least = exits = trumps.cash_ruffed[leader] + plain
            if barred >= 0:
                exits -= suits[barred].cash_ruffed[leader]
        if not exits:
            least = 0  # the lead is lost before the barred suit can be led
        most = left
        if not least:
            most -= self._other_takes(suits, leader)
        if self.trump:
            # The highest trumps win whenever they are played.
            least = max(least, trumps.top[leader])
            most = min(most, left - trumps.top[other])
        return least << 4 | most

    def _other_takes(self, suits: Suits, leader: int) -> int:
        """What the other takes if he can win any lead: the first trick, and what he can cash."""
        trumps, one, two, three = suits
        other = 1 - leader
        if (
            not self.trump
            or not trumps.length[leader]
            # One trump more than to draw with, as he may have to trump the lead.
            or (trumps.draws[other] and trumps.length[other] > trumps.length[leader])
        ):
            cash = trumps.cash[other] + one.cash[other] + two.cash[other] + three.cash[other]
        else:
            cash = trumps.cash_ruffed[other] + one.cash_ruffed[other]
            cash += two.cash_ruffed[other] + three.cash_ruffed[other]
        return max(cash, 1)

    def _leads(
        self,
        suits: Suits,
        key: int,
        leader: int,
        left: int,
        goal: Goal,
        mine: int,
        theirs: int,
        barred: int,
    ) -> bool:
        """Whether the lead of a suit card reaches the goal."""
        other = 1 - leader
        left -= 1
        won, lost = goal.won, goal.lost
        trumps, one, two, three = suits
        order = [
            trumps.order[leader],
            one.order[leader] + 1,
            two.order[leader] + 2,
            three.order[leader] + 3,
        ]
        order.sort()
        for ranked in order:
            place = ranked & 3
            layout = suits[place]
            if place == barred or not layout.length[leader]:
                continue
            first, second, third = _REST[place]
            rest = (suits[first], suits[second], suits[third])
            for lead in layout.leads[leader] or self.layouts.leads(layout, leader):
                for loses, after, change in lead[3]:
                    now = (after, *rest) if not place else (rest[0], after, rest[1], rest[2])
                    if loses:
                        if lost is not NEVER and (
                            lost is ALWAYS
                            or self.reaches(now, key + change, other, left, lost, theirs, mine)
                        ):
                            break
                    elif won is not ALWAYS and (
                        won is NEVER
                        or not self.reaches(now, key + change, leader, left, won, mine, theirs)
                    ):
                        break
                else:
                    now = (lead[1], *rest) if not place else (rest[0], lead[1], rest[1], rest[2])
                    if lead[0] and not self._after_colon(
                        now, leader, left, won, mine, theirs, lead[0], min(place, 1)
                    ):
                        continue
                    if not layout.length[other] and not self._after_discards(
                        now, key + lead[2], leader, left, goal, mine, theirs, min(place, 1)
                    ):
                        continue
                    return True
        return False

    def _after_discards(
        self,
        now: Suits,
        key: int,
        leader: int,
        left: int,
        goal: Goal,
        mine: int,
        theirs: int,
        led: int,
    ) -> bool:
        """Whether a lead reaches the goal if the other is void and plays no colon that matches.

        `now` and `key` are without the lead, `led` is the place of its suit.
        """
        other = 1 - leader
        won, lost = goal.won, goal.lost
        if theirs.bit_count() == left + 1:
            # Nothing but colons, of which one must go (R21): he never wins a trick again.
            return goal.mask >> left + 1 & 1 == 1
        for place in _REST[led]:
            layout = now[place]
            if not layout.length[other]:
                continue
            ruffs = layout.trump
            for _, after, change in layout.discards[other] or self.layouts.discards(layout, other):
                end = _put(now, place, after)
                if ruffs:
                    if lost is not NEVER and (
                        lost is ALWAYS
                        or self.reaches(end, key + change, other, left, lost, theirs, mine)
                    ):
                        return False
                elif won is not ALWAYS and (
                    won is NEVER
                    or not self.reaches(end, key + change, leader, left, won, mine, theirs)
                ):
                    return False
        return True

    def _after_colon(
        self,
        now: Suits,
        leader: int,
        left: int,
        won: Goal,
        mine: int,
        theirs: int,
        colon: int,
        barred: int = NOT_BARRED,
    ) -> bool:
        """Whether the leader reaches the goal of a trick won, a colon of the other's being gone."""
        if won is ALWAYS or won is NEVER:
            return won is ALWAYS
        suits = self._without(now, colon)
        if not barred and not self.trump:
            suits, barred = (suits[1], suits[0], suits[2], suits[3]), 1
        theirs ^= 1 << colon - 1
        key = self.key(suits, leader, mine, theirs)
        return self.reaches(suits, key, leader, left, won, mine, theirs, barred)

    def _without(self, suits: Suits, colon: int) -> Suits:
        """The suits after a colon has left the play."""
        without = self.layouts.without
        one, two, three, four = suits
        return (
            one.without[colon] or without(one, colon),
            two.without[colon] or without(two, colon),
            three.without[colon] or without(three, colon),
            four.without[colon] or without(four, colon),
        )

    def _leads_colon(
        self, suits: Suits, leader: int, left: int, goal: Goal, mine: int, theirs: int
    ) -> bool:
        """Whether the lead of a colon reaches the goal."""
        return any(
            self._answers_to_colon(suits, leader, left - 1, goal, mine, theirs, colon)
            for colon in COLONS
            if mine >> colon - 1 & 1
        )

    def _answers_to_colon(
        self, suits: Suits, leader: int, left: int, goal: Goal, mine: int, theirs: int, colon: int
    ) -> bool:
        """Whether this colon led reaches the goal, whatever is played to it (R24)."""
        other = 1 - leader
        won, lost = goal.won, goal.lost
        mine ^= 1 << colon - 1
        for place, layout in enumerate(suits):
            if not layout.length[other]:
                continue
            for matching, after, _ in layout.discards[other] or self.layouts.discards(
                layout, other
            ):
                wins = layout.trump or matching == colon
                goal_now = lost if wins else won
                if goal_now is (NEVER if wins else ALWAYS):
                    continue
                if goal_now is (ALWAYS if wins else NEVER):
                    return False
                end = self._without(_put(suits, place, after), colon)
                key = self.key(end, leader, mine, theirs)
                if wins:
                    if self.reaches(end, key, other, left, lost, theirs, mine):
                        return False
                elif not self.reaches(end, key, leader, left, won, mine, theirs):
                    return False
        after_colon = self._without(suits, colon)
        return all(
            self._after_colon(after_colon, leader, left, won, mine, theirs, answer)
            for answer in COLONS
            if theirs >> answer - 1 & 1
        )
