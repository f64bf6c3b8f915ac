"""The player `expert`: plays against hands that the opponent may hold, for points."""

from __future__ import annotations

from random import Random

from bridgette.auction import Auction, Contract
from bridgette.cards import Denomination, cards_of
from bridgette.deal import HouseRules
from bridgette.moves import Exchange, Move, Play, Seat
from bridgette.players.bidding import Caller, Other, others_against, own_bids
from bridgette.players.eyes import Listener, straightness
from bridgette.players.hands import DENOMINATIONS, kept_for
from bridgette.players.knowledge import Knowledge, knowledge_of
from bridgette.players.player import Advice, Budget
from bridgette.players.playing import hands_of, weigh_cards, worth_going_on
from bridgette.players.sampling import Sampler
from bridgette.players.simple import answer_claim
from bridgette.solver import Memory, Objective, Position, Solver
from bridgette.view import View

_HANDS = (16, 80)  # how many are looked at for a call or an exchange, as the budget allows
_HAND_WORK = 60  # the work of that for one hand
_TRICKS_WORK = 5000  # about the work of playing out a whole deal for tricks
_TRUST = 4  # so many hands played out weigh as much as the rule by which the others are judged


class ExpertPlayer:
    """Samples the hidden hand, plays it out with open cards, and takes what scores most."""

    def choose(self, view: View, rng: Random, budget: Budget) -> Move:
        """The move that promises most points."""
        return self.advise(view, rng, budget).move

    def advise(self, view: View, rng: Random, budget: Budget) -> Advice:
        """The same with its reason."""
        deal, seat = view.game.current, view.game.turn
        if seat is None:
            raise ValueError("nobody is on turn")
        known = knowledge_of(view)
        flat = deal.rules.bonus == "flat"
        drawn = 0 if deal.exchange is None else deal.exchange.draws(seat)
        straight = straightness(view.game.deals[:-1], seat.other)
        listener = Listener(deal.auction, seat.other, drawn, straight, deal.rules)
        sampler = Sampler(known, rng, listener.fit)
        play, contract = deal.play, deal.contract
        if play is not None and contract is not None:
            if deal.open_claim is not None:
                declined = worth_going_on(play, contract, known, sampler, budget, flat=flat)
                return Advice(*answer_claim(view, seat, declined))
            found = weigh_cards(play, contract, known, sampler, budget, flat=flat)
            reason = "" if play.playable != found.card.bit else "there is no other card to play"
            return Advice(Play(seat, found.card), found.points, found.making, reason)
        fewest, most = _HANDS
        count = min(max(int(budget.work / 2 / _HAND_WORK), fewest), most)
        hands = [sampler.hand() for _ in range(count)]
        budget.spend(sampler.work + count * _HAND_WORK // 2)
        if deal.auction is not None:
            return _call(deal.auction, seat, known, hands, drawn, budget, deal.rules)
        return _exchange(seat, known, hands, drawn, deal.rules)


def _call(
    auction: Auction,
    seat: Seat,
    known: Knowledge,
    hands: list[int],
    drawn: int,
    budget: Budget,
    rules: HouseRules,
) -> Advice:
    others = others_against(known.mine, hands, drawn, rules)
    _play_out(known.mine, others, auction, seat, budget)
    best = Caller(auction, seat, known.mine, others, flat=rules.bonus == "flat").best()[0]
    return Advice(best.call, best.points, best.making)


def _play_out(mine: int, others: list[Other], auction: Auction, seat: Seat, budget: Budget) -> None:
    """Puts the tricks of open play in the place of those by rule, for the contracts in question.

    What those were wrong by on the average corrects the hands for which there is no time.
    """
    bid = auction.bid
    best = dict.fromkeys(denomination for _, _, denomination in own_bids(others))
    wanted = [(denomination, seat) for denomination in [*best][:2]]
    if bid is not None and bid.seat is not seat:
        wanted.insert(0, (bid.denomination, bid.seat))
    off = dict.fromkeys(wanted, 0.0)
    memory = Memory()
    count = 0
    for other in others:
        if budget.work_left < len(wanted) * _TRICKS_WORK:
            break
        count += 1
        hands = hands_of(seat, mine, other.hand)
        for denomination, declarer in wanted:
            tricks = _declarer_tricks(hands, denomination, declarer, memory, budget)
            values = other.tricks if declarer is seat else other.theirs
            off[denomination, declarer] += tricks - values[denomination]
            values[denomination] = tricks
    if count:
        for (denomination, declarer), total in off.items():
            for other in others[count:]:
                values = other.tricks if declarer is seat else other.theirs
                values[denomination] += total / (count + _TRUST)


def _declarer_tricks(
    hands: tuple[int, int],
    denomination: Denomination,
    declarer: Seat,
    memory: Memory,
    budget: Budget,
) -> int:
    """The tricks of a declarer with open cards."""
    contract = Contract(1, denomination, 0, declarer)
    solver = Solver(contract, objective=Objective.TRICKS, memory=memory)
    tricks = solver.value(Position(hands, declarer.other))
    budget.spend(solver.nodes)
    return tricks


def _exchange(
    seat: Seat, known: Knowledge, hands: list[int], drawn: int, rules: HouseRules
) -> Advice:
    """Discards what is worst for the best contract to be had, over hands of the opponent."""
    plans = dict.fromkeys(kept_for(known.mine, denomination)[1] for denomination in DENOMINATIONS)
    worths = []
    for kept in plans:
        others = others_against(kept, hands, drawn, rules)
        worths.append((own_bids(others)[0][0], kept))
    points, kept = max(worths)
    return Advice(Exchange(seat, cards_of(known.mine & ~kept)), points)
