"""A deal looked at afterwards: what each play cost, and the contracts that could have been had."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.auction import Contract
from bridgette.cards import UNKNOWN, Card, bits_of
from bridgette.deal import Deal
from bridgette.moves import SEATS, Accept, Move, Play, Seat
from bridgette.solver.best import Best, best_contract
from bridgette.solver.memory import Memory
from bridgette.solver.position import Position, course
from bridgette.solver.values import Objective, Solver


class Judged(NamedTuple):
    """A play: its place among the deal's moves from 1, its value, its cost, the best cards."""

    move: int
    play: Play
    value: int
    cost: int
    best: tuple[Card, ...]


class Agreed(NamedTuple):
    """An accepted claim: the move that was wrong to make, if it cost anything, its value and cost.

    That is the claim, or if it was the claimer's gain, its acceptance.
    """

    move: int
    made: Move
    value: int
    cost: int


class Standing(NamedTuple):
    """A deal in its play: who is on turn, the value, and that of each card that may be played."""

    turn: Seat
    value: int
    cards: tuple[tuple[Card, int], ...]


class Study(NamedTuple):
    """What there is to say of a deal; values are declarer's, `value` that from the first lead.

    Of a deal without a contract there is no value; `best` is by declarer, north and south. All
    costs together, that of an accepted `claim` too, lead from the value to the score.
    """

    number: int
    objective: Objective
    contract: Contract | None
    value: int | None
    plays: tuple[Judged, ...]
    claim: Agreed | None
    best: tuple[Best | None, Best | None]
    now: Standing | None

    def cost(self, seat: Seat) -> int:
        """What a seat's plays cost in all."""
        return sum(judged.cost for judged in self.plays if judged.play.seat is seat)


def study_of(deal: Deal, objective: Objective = Objective.POINTS) -> Study:
    """Every play of a deal against best play from there on, with both hands open.

    >>> from bridgette.cards import DECK
    >>> deal = Deal(1, Seat.NORTH, hands=(DECK[26:39], DECK[39:52]))
    >>> study_of(deal).best[Seat.SOUTH].contract
    Contract(level=7, denomination=<Denomination.SPADES: 3>, doubled=0, declarer=<Seat.SOUTH: 1>)
    """
    memory = Memory()
    hands = [deal.entry(seat) for seat in SEATS]
    best: list[Best | None] = [None, None]
    if all(hands) and not any(UNKNOWN in hand for hand in hands):
        north, south = map(bits_of, hands)
        best = [best_contract((north, south), seat, memory=memory) for seat in SEATS]
    value, plays, claim, now = None, [], None, None
    if deal.contract is not None and deal.play is not None:
        solver = Solver.of(deal, objective=objective, memory=memory)
        moves = [place for place, move in enumerate(deal.moves, 1) if isinstance(move, Play)]
        for move, (position, play) in zip(moves, course(deal), strict=True):
            plays.append(_judged(solver, position, move, play))
        if plays:
            value = _best_value(solver, plays[0].play.seat, plays[0])
        else:
            value = solver.value(Position.of(deal.play))
        if deal.turn is not None:
            now = _standing(solver, deal, Position.of(deal.play))
        elif isinstance(deal.moves[-1], Accept):
            claim = _agreed(solver, deal, Position.of(deal.play))
    return Study(
        deal.number, objective, deal.contract, value, tuple(plays), claim, (best[0], best[1]), now
    )


def _judged(solver: Solver, position: Position, move: int, play: Play) -> Judged:
    values = solver.values(position)
    declares = play.seat is solver.contract.declarer
    best = max(values.values()) if declares else min(values.values())
    value = values[play.card]
    cards = tuple(card for card, worth in values.items() if worth == best)
    return Judged(move, play, value, abs(best - value), cards)


def _best_value(solver: Solver, seat: Seat, judged: Judged) -> int:
    """The value before a play."""
    sign = 1 if seat is solver.contract.declarer else -1
    return judged.value + sign * judged.cost


def _agreed(solver: Solver, deal: Deal, position: Position) -> Agreed:
    declarer = solver.contract.declarer
    value = solver.payoffs[deal.tricks[declarer]]
    gain = value - solver.value(position)  # declarer's
    loser = declarer if gain < 0 else declarer.other
    accepted = deal.moves[-1].seat is loser and gain != 0
    place = len(deal.moves) - (not accepted)
    return Agreed(place, deal.moves[place - 1], value, abs(gain))


def _standing(solver: Solver, deal: Deal, position: Position) -> Standing:
    turn = deal.turn if deal.turn is not None else position.turn
    if deal.open_claim is not None:  # an answer is awaited, not a card
        return Standing(turn, solver.value(position), ())
    values = solver.values(position)
    declares = turn is solver.contract.declarer
    best = max(values.values()) if declares else min(values.values())
    return Standing(turn, best, tuple(values.items()))
