"""The play of the player `expert`: each card against hands that the opponent may hold."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.auction import Contract
from bridgette.cards import DECK, Card, cards_of
from bridgette.exchange import HAND
from bridgette.moves import Seat
from bridgette.play import CardPlay
from bridgette.players.knowledge import Knowledge
from bridgette.players.player import Budget
from bridgette.players.sampling import Sampler
from bridgette.players.thumb import play_by_thumb
from bridgette.solver import LimitError, Memory, Position, Solver

_MOST = 60  # hands looked at for one card, ...
_A_CARD = 12  # ... or so many for each card that is left, if that is less
_FEWEST = 3  # fewer say nothing: then the rules of thumb are better
# About the work of playing out one hand for each card to choose from, by the cards held.
_WORK = tuple(round(0.5 * 2.2**cards) for cards in range(HAND + 1))
_ONE_HAND = 10  # the work of setting up a position


class Weighed(NamedTuple):
    """A card to play, the points to expect from it, the chance of the contract, hands seen."""

    card: Card
    points: float | None = None
    making: float | None = None
    hands: int = 0


def hands_of(seat: Seat, mine: int, theirs: int) -> tuple[int, int]:
    """North's and south's hands."""
    return (theirs, mine) if seat else (mine, theirs)


def position_of(play: CardPlay, seat: Seat, mine: int, theirs: int) -> Position:
    """The position on the table if the other hand is this one."""
    led = play.led
    return Position(
        hands_of(seat, mine, theirs),
        play.turn if led is None else led.seat,
        None if led is None else led.card,
        play.barred,
        (play.tricks[0], play.tricks[1]),
    )


def _most(known: Knowledge) -> int:
    """How many hands are enough: there are few different ones at the end."""
    return min(_MOST, _A_CARD * known.mine.bit_count())


def worth_going_on(
    play: CardPlay,
    contract: Contract,
    known: Knowledge,
    sampler: Sampler,
    budget: Budget,
    *,
    flat: bool,
) -> float | None:
    """My points to expect if a claim is declined, both sides then playing with open cards."""
    if budget.work < _FEWEST * _WORK[known.mine.bit_count()]:
        return None
    solver = Solver(contract, flat=flat, memory=Memory())
    total = count = 0
    while count < _most(known) and not budget.is_spent:
        before = solver.nodes + sampler.work
        position = position_of(play, known.seat, known.mine, sampler.hand())
        try:
            total += solver.value(position, limit=budget.work_left)
        except LimitError:
            break
        finally:
            budget.spend(solver.nodes + sampler.work - before + _ONE_HAND)
        count += 1
    if count < _FEWEST:
        return None
    return (1 if contract.declarer is known.seat else -1) * total / count


def weigh_cards(
    play: CardPlay,
    contract: Contract,
    known: Knowledge,
    sampler: Sampler,
    budget: Budget,
    *,
    flat: bool,
) -> Weighed:
    """The card that scores most over hands of the opponent, played out with open cards."""
    thumb = play_by_thumb(play, contract, known)
    legal = play.playable or 0
    work = _WORK[known.mine.bit_count()]
    if not legal & (legal - 1) or budget.work < _FEWEST * work:
        return Weighed(thumb)
    solver = Solver(contract, flat=flat, memory=Memory())
    sums = dict.fromkeys((card.index for card in cards_of(legal)), 0)
    makes = dict.fromkeys(sums, 0)
    count = 0
    while count < _most(known) and not budget.is_spent:
        before = solver.nodes + sampler.work
        position = position_of(play, known.seat, known.mine, sampler.hand())
        try:
            values = solver.values(position, limit=budget.work_left)
        except LimitError:
            break
        finally:
            budget.spend(solver.nodes + sampler.work - before + _ONE_HAND)
        count += 1
        for card, value in values.items():
            sums[card.index] += value
            makes[card.index] += value > 0
    if count < _FEWEST:
        return Weighed(thumb)
    sign = 1 if contract.declarer is known.seat else -1
    best = max(sums, key=lambda index: (sign * sums[index], index == thumb.index, -index))
    return Weighed(DECK[best], sign * sums[best] / count, makes[best] / count, count)
