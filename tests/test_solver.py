"""The solver: values worked out by hand from the rules, and in agreement with plain minimax."""

from __future__ import annotations

from random import Random

import pytest
from helpers import EVEN, auction, cards, give, tricks
from minimax import BONUSES, Ending, Minimax, contract, differences, random_ending

from bridgette import (
    CardPlay,
    Contract,
    Deal,
    Denomination,
    HouseRules,
    Play,
    Seat,
    View,
    parse_card,
    parse_move,
    seeded_deck,
)
from bridgette.cards import bits_of
from bridgette.solver import (
    LimitError,
    Memory,
    Objective,
    Position,
    Solver,
    course,
    payoffs,
)

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
TRICKS = Objective.TRICKS


def at(north: str, south: str, leader: Seat = NORTH, led: str = "", **more: object) -> Position:
    """A position by the texts of the hands, a card led not among them."""
    hands = (bits_of(cards(north)), bits_of(cards(south)))
    return Position(hands, leader, parse_card(led) if led else None, **more)


def values(solver: Solver, position: Position) -> dict[str, int]:
    return {card.text: value for card, value in solver.values(position).items()}


def points(text: str, position: Position) -> dict[str, int]:
    """The values of the plays for points, north being declarer."""
    return values(Solver(contract(text)), position)


def taken(trump: str, position: Position) -> dict[str, int]:
    """The values of the plays for tricks, north being declarer."""
    return values(Solver(contract(f"1{trump}"), objective=TRICKS), position)


# By hand. With 1C, 8 9 10 11 tricks score 150 150 500 150 (R25).


def test_r25_a_defender_throws_an_ace_to_give_a_trick() -> None:
    """With the queen kept north has one more trick and 500, with the ace kept two and 150."""
    led = at("KS", "AS QS", led="4H", tricks=(9, 2))
    assert points("1C", led) == {"QS": 500, "AS": 150}
    assert taken("C", led) == {"QS": 10, "AS": 11}
    assert points("1C", at("KS 4H", "AS QS", tricks=(9, 2))) == {"KS": 150, "4H": 150}


def test_r25_the_most_tricks_are_not_the_most_points() -> None:
    """North takes AS and QS, and if south then keeps 4D, that is ten: south keeps 2D, and gives
    all three. To tricks the queen or the three lead, south has the answers below.
    """
    position = at("S:AQ 3D", "KS D:42", tricks=(8, 2))
    assert taken("C", position) == {"AS": 10, "QS": 8, "3D": 9}
    assert points("1C", position) == {"AS": 150, "QS": 150, "3D": 150}
    assert points("1C", at("3D QS", "D:42", tricks=(9, 2))) == {"QS": 150, "3D": 150}
    thrown = at("3D", "D:42", led="QS", tricks=(9, 2))
    assert points("1C", thrown) == {"2D": 500, "4D": 150}
    assert taken("C", thrown) == {"2D": 10, "4D": 11}


def test_r26_beyond_seven_undertricks_all_is_one() -> None:
    position = at("S:A2", "S:KQ", tricks=(0, 11))
    assert taken("C", position) == {"2S": 1, "AS": 1}
    assert points("7NT", position) == {"2S": -1000, "AS": -1000}
    assert points("7NTXX", position) == {"2S": -4000, "AS": -4000}
    assert points("1C", position) == {"2S": -1000, "AS": -1000}  # one trick: six short
    assert points("1C", position._replace(tricks=(1, 10))) == {"2S": -700, "AS": -700}


def test_r20_r22_a_colon_on_the_ace_bars_the_suit() -> None:
    """AS: Grand; now 2H must be led, 3H takes it, and 4D the last. KS cannot be met by Grand:
    south throws 4D, and has a trick by Grand to AS, and 3H to 2H. 2H: 3H, then 4D; a spade is
    thrown, the king, as AS takes Grand. Without Grand on AS, KS is led, and nothing else is left
    for 2H than Grand, or 4D.
    """
    position = at("S:AK 2H", "Grand 3H 4D")
    assert taken("NT", position) == {"2H": 1, "KS": 2, "AS": 1}
    assert taken("NT", at("S:K 2H", "Grand 3H 4D", led="AS")) == {"3H": 3, "4D": 3, "Grand": 1}


def test_r22_a_barred_suit_may_not_be_led() -> None:
    position = at("KS 5H", "AS 2H", barred=Denomination.SPADES)
    assert taken("NT", position) == {"5H": 1}
    assert taken("NT", position._replace(barred=None)) == {"5H": 1, "KS": 1}


def test_r23_the_bar_lapses_with_nothing_else_and_a_colon_must_be_led() -> None:
    barred = Denomination.SPADES
    assert taken("NT", at("S:KQ", "AS 2H", barred=barred)) == {"QS": 0, "KS": 0}
    assert taken("NT", at("S:KQ", "S:J2", barred=barred)) == {"QS": 2, "KS": 2}
    assert taken("NT", at("KS Little", "AS 2H", barred=barred)) == {"Little": 0}
    assert taken("NT", at("KS Little", "AS JH", barred=barred)) == {"Little": 1}


def test_r21_a_colon_that_does_not_match_goes_only_as_the_last_resort() -> None:
    """South is void and holds nothing but colons, which win nothing."""
    position = at("KS", "Grand Little", led="QS")
    assert taken("NT", position) == {"Little": 2, "Grand": 2}


def test_r24_a_colon_led_wins_unless_trumped_or_met_in_its_range() -> None:
    """TH is not in the range of Royal: south keeps 3S over 2S. JH is, and both are lost."""
    assert taken("NT", at("Royal 2S", "TH 3S")) == {"2S": 0, "Royal": 1}
    assert taken("NT", at("Royal 2S", "JH 3S")) == {"2S": 0, "Royal": 0}
    assert taken("H", at("Royal 2S", "TH 3S")) == {"2S": 0, "Royal": 0}


def test_r24_nothing_is_barred_after_a_colon_led() -> None:
    """Grand is lost to Royal, and the spades can be led."""
    assert taken("NT", at("Royal S:KQ", "Grand S:32")) == {"QS": 3, "KS": 3, "Royal": 3}
    met = at("S:KQ", "Grand S:32", led="Royal")
    assert taken("NT", met) == {"2S": 3, "3S": 3, "Grand": 3}


def test_the_value_is_the_best_play_of_whoever_is_on_turn() -> None:
    position = at("S:AQ 3D", "KS D:42", tricks=(8, 2))
    assert Solver(contract("1C"), objective=TRICKS).value(position) == 10
    assert Solver(contract("1C", SOUTH), objective=TRICKS).value(position) == 3
    led = at("KS", "AS QS", led="4H", tricks=(9, 2))
    assert Solver(contract("1C")).value(led) == 150
    assert Solver(contract("1C")).is_worth(led, 150)
    assert not Solver(contract("1C")).is_worth(led, 151)


def test_the_end_of_a_deal_has_a_value_and_no_plays() -> None:
    position = at("", "", tricks=(10, 3))
    assert points("1C", position) == {}
    assert Solver(contract("1C")).value(position) == 500


@pytest.mark.parametrize(
    ("text", "flat", "expected"),
    [
        ("1C", False, "-1000 -1000 -700 -400 -300 -200 -100 400 150 150 500 150 150 150"),
        (
            "1NTX",
            False,
            "-4000 -3000 -2000 -1100 -800 -500 -200 1800 1300 1300 2000 1300 1300 1300",
        ),
        ("1NTX", True, "-4000 -3000 -2000 -1100 -800 -500 -200 1150 900 900 1250 900 900 900"),
    ],
)
def test_r25_r26_what_tricks_are_worth(text: str, flat: bool, expected: str) -> None:
    worth = payoffs(contract(text), flat=flat)
    assert worth[2:] == tuple(map(int, expected.split()))[2:]
    assert payoffs(contract(text), TRICKS) == tuple(range(14))


# From the engine's objects


def test_the_plays_of_a_deal() -> None:
    """R20, R22: Grand to AS bars spades; the position has the tricks, the bar, the card led."""
    game = auction(
        give("S:AKQ H:AKQ D:AKQ C:AKQJ", "S:JT9 H:JT9 D:JT9 C:T98 Grand"), "north 1C pass"
    )
    tricks(game, "south JS AS", "north AH Grand")
    play = game.current.play
    assert play is not None
    position = Position.of(play)
    assert (position.turn, position.barred, position.tricks) == (NORTH, Denomination.HEARTS, (2, 0))
    assert position.playable == sum(move.card.bit for move in play.legal_plays())
    steps = list(course(game.current))
    assert [(step.turn, step.led, made.text) for step, made in steps] == [
        (SOUTH, None, "south play JS"),
        (NORTH, parse_card("JS"), "north play AS"),
        (NORTH, None, "north play AH"),
        (SOUTH, parse_card("AH"), "south play Grand"),
    ]
    last, made = steps[-1]
    assert last.after(made.card, Denomination.CLUBS) == position


def test_a_deal_without_contract_or_with_unknown_hands_has_no_solver() -> None:
    game = give(*EVEN)
    with pytest.raises(ValueError, match="contract"):
        Solver.of(game.current)
    with pytest.raises(ValueError, match="contract"):
        list(course(game.current))
    auction(game, "north 1C pass")
    assert list(course(game.current)) == []
    hidden = View(game, SOUTH).game.current
    with pytest.raises(ValueError, match="known"):
        list(course(hidden))
    assert hidden.play is not None
    with pytest.raises(ValueError, match="known"):
        Position.of(hidden.play)


BIDS = ("1C", "2S", "0NT", "3H", "1D", "1NT")  # that north may make in the deals below


def random_deal(seed: str, bid: str, bonus: str) -> Deal:
    """Two hands of a seeded deck in the play, north being redoubled in this bid."""
    deck = seeded_deck(seed, 1)
    rules = HouseRules(bonus=bonus)
    deal = Deal(1, NORTH, hands=(deck[:13], deck[13:26]), rules=rules)
    for text in (f"bid {bid}", "double", "redouble", "pass"):
        assert deal.turn is not None
        deal.apply(parse_move(text, seat=deal.turn))
    return deal


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("seed", range(6))
def test_best_play_of_a_whole_deal_comes_to_its_value(seed: int, objective: Objective) -> None:
    """At every play the value is that of the best, and at the end it is the result."""
    chance = Random(seed)
    deal = random_deal(f"best/{seed}", BIDS[seed], chance.choice(BONUSES))
    solver = Solver.of(deal, objective=objective)
    value = None
    while deal.play is not None and deal.turn is not None:
        position = Position.of(deal.play)
        found = solver.values(position)
        assert [Play(deal.turn, card) for card in found] == deal.legal_moves()
        best = max if deal.turn is NORTH else min
        if value is None:
            value = solver.value(position)
        assert best(found.values()) == solver.value(position) == value
        good = [card for card, worth in found.items() if worth == value]
        deal.apply(Play(deal.turn, chance.choice(good)))
    north, south = deal.points
    assert value == (deal.tricks[NORTH] if objective is TRICKS else north - south)


@pytest.mark.parametrize("seed", range(6))
def test_the_end_of_a_deal_as_by_minimax(seed: int) -> None:
    """Whole deals by the engine's own moves, played at random down to five cards, then valued."""
    chance = Random(seed)
    deal = random_deal(f"end/{seed}", BIDS[seed], chance.choice(BONUSES))
    assert deal.contract is not None
    plain = Minimax(deal.contract, bonus=deal.rules.bonus)
    solver = Solver.of(deal)
    while deal.play is not None and deal.turn is not None:
        if len(deal.play.plays) >= 16:
            assert solver.values(Position.of(deal.play)) == plain.values(deal.play)
        deal.apply(chance.choice(deal.legal_moves()))
    assert plain.worth(deal.tricks[deal.contract.declarer]) == deal.points[0] - deal.points[1]


# In agreement with plain minimax


@pytest.mark.parametrize("seed", range(20))
def test_random_endings_as_by_minimax(seed: int) -> None:
    """Of every contract, bar and bonus: the values of all plays, for points and for tricks.

    `python tests/bench/solver.py check` does the same for any number of them.
    """
    chance = Random(f"ending {seed}")
    memory = Memory()
    for number in range(40):
        ending = random_ending(chance, most=6 if number < 8 else 4)
        assert differences(ending, memory) == []


def test_every_card_of_a_suit_in_every_order_with_every_colon() -> None:
    """The ranges of one suit: two cards each at both ends of each range, colons all three."""
    chance = Random("ranges")
    memory = Memory()
    pool = cards("S:AKQJT92 Grand Royal Little 2H")
    for number in range(150):
        dealt = chance.sample(pool, 2 * chance.randint(2, 4))
        half = len(dealt) // 2
        trump = (Denomination.SPADES, Denomination.HEARTS, Denomination.NO_TRUMP)[number % 3]
        play = CardPlay([bits_of(dealt[:half]), bits_of(dealt[half:])], trump, SOUTH)
        play.tricks = [number % 8, 13 - half - number % 8]
        ending = Ending(Contract(1, trump, 0, NORTH), "flat", play)
        assert differences(ending, memory) == []


# The work, and what is kept of it


def test_a_limit_stops_the_work_at_the_same_place_and_does_no_harm() -> None:
    deck = seeded_deck("limit", 1)
    position = Position((bits_of(deck[:13]), bits_of(deck[13:26])), SOUTH)
    value = Solver(contract("1C")).value(position)
    work = Solver(contract("1C"))
    work.value(position)
    assert work.nodes > 100
    for ask in (Solver.value, Solver.values):
        solver = Solver(contract("1C"))
        for total in (100, 200):
            with pytest.raises(LimitError):
                ask(solver, position, limit=100)
            assert solver.nodes == total
        assert solver.value(position) == value
    again = Solver(contract("1C"))
    assert again.value(position, limit=work.nodes) == value
    assert again.nodes == work.nodes
    assert again.value(position, limit=0) == value  # known by now


def test_a_memory_serves_any_contract_and_is_emptied_when_full() -> None:
    deck = seeded_deck("memory", 1)
    position = Position((bits_of(deck[:13]), bits_of(deck[13:26])), SOUTH)
    memory = Memory(most=2000)
    sizes = []
    for bid in ("1C", "2CX", "1NT", "1C"):
        for objective in Objective:
            alone = Solver(contract(bid), objective=objective).value(position)
            solver = Solver(contract(bid), objective=objective, memory=memory)
            assert solver.value(position) == alone
            sizes.append(len(memory))
    assert sizes != sorted(sizes)
    shared = Memory()
    first = Solver(contract("1C"), memory=shared)
    first.value(position)
    second = Solver(contract("1C"), memory=shared)
    second.value(position)
    assert second.nodes == 0 < first.nodes
    shared.forget()
    assert len(shared) == 0


def test_a_memory_tells_barred_suits_apart() -> None:
    """The same but for the suits' names, and the bar: south is let in at once, or not at all."""
    memory = Memory()
    clubs = Denomination.CLUBS
    for _ in range(2):
        solver = Solver(contract("1NT"), objective=TRICKS, memory=memory)
        high = at("C:AK 2D", "3D H:AK", barred=clubs)
        assert values(solver, high) == {"2D": 0}
        low = at("D:AK 2C", "3C H:AK", barred=clubs)
        assert values(solver, low) == {"KD": 2, "AD": 2}


def test_suits_by_other_names_are_worth_the_same() -> None:
    """Clubs and spades changed round, as trumps too; the memory knows it for the same."""
    deck = seeded_deck("names", 1)
    renamed = [parse_card(card.text.translate(str.maketrans("CS", "SC"))) for card in deck]
    memory = Memory()
    nodes = []
    for trump, pack in (("C", deck), ("S", renamed)):
        solver = Solver(contract(f"1{trump}"), memory=memory)
        position = Position((bits_of(pack[:13]), bits_of(pack[13:26])), SOUTH)
        nodes.append((solver.value(position), solver.nodes))
    assert nodes == [(nodes[0][0], nodes[0][1]), (nodes[0][0], 0)]
