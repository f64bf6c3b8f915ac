"""What a contract scores (R25, R26), against a table that stands here on its own."""

from __future__ import annotations

import pytest
from helpers import new_game, score_deal

from bridgette import Contract, Denomination, Seat, result

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH

# Each bid with the tricks it asks for, its value, and what it scores for being made exactly.
TABLE = """
0NT  6  150 250
1C   7  150 250 · 1D  7  150 250 · 1H  7  150 250 · 1S  7  150 250 · 1NT  7  250 250
2C   8  250 250 · 2D  8  250 250 · 2H  8  250 250 · 2S  8  250 250 · 2NT  8  250 250
3C   9  250 250 · 3D  9  250 250 · 3H  9  250 250 · 3S  9  250 250 · 3NT  9  750 250
4C  10  250 250 · 4D 10  250 250 · 4H 10  750 250 · 4S 10  750 250 · 4NT 10  750 250
5C  11  750 250 · 5D 11  750 250 · 5H 11  750 250 · 5S 11  750 250 · 5NT 11 1500 250
6C  12 1500 100 · 6D 12 1500 100 · 6H 12 1500 100 · 6S 12 1500 100 · 6NT 12 2200 100
7C  13 2200   0 · 7D 13 2200   0 · 7H 13 2200   0 · 7S 13 2200   0 · 7NT 13 2500   0
"""
ROWS = [row.split() for row in TABLE.strip().replace("·", "\n").splitlines()]

# The opponent's points for 1, 2, 3 ... 13 tricks too few.
MISSING = {
    "": [100, 200, 300, 400, 700, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000],
    "X": [200, 500, 800, 1100, 2000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000],
    "XX": [300, 700, 1100, 1500, 2700, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000],
}

# Whole rows: the declarer's points for the fewest tricks that make the contract, and for more.
FULL_ROWS = """
0NT    400  150  150  500  150  150  150  150
0NTX  1600 1100 1100 1800 1100 1100 1100 1100
1C     400  150  150  500  150  150  150
1CX   1600 1100 1100 1800 1100 1100 1100
1CXX  5600 4600 4600 6000 4600 4600 4600
2NT    500  250  250  600  250  250
3S     500  250  250  600  250
3NT   1000  750  750 1100  750
4D     500  250  250  600
4H    1000  750  750 1100
4SXX  8000 7000 7000 8400
5D    1000  750  750
5NT   1750 1500 1500
5NTX  4300 3800 3800
6C    1600 1500
6SX   4000 3800
6NT   2300 2200
6NTXX 13200 12800
7D    2200
7SX   5200
7NT   2500
7NTX  5800
"""

# Contract, tricks, and the points of declarer and opponent.
EXAMPLES = """
0NT 6 400 0 · 0NT 5 0 100 · 0NTXX 0 0 4000 · 1S 10 500 0 · 1NTX 7 1800 0 · 3DX 12 2000 0
4H 10 1000 0 · 4SXX 13 8400 0 · 4NT 13 1100 0 · 5NT 11 1750 0 · 6C 12 1600 0 · 6C 13 1500 0
6NTX 12 5400 0 · 6NT 11 0 100 · 7NT 13 2500 0 · 7NTXX 13 14000 0 · 7HX 7 0 3000
"""


def contract_of(text: str, declarer: Seat = NORTH) -> Contract:
    bid = text.rstrip("X")
    denomination = {str(some): some for some in Denomination}[bid[1:]]
    return Contract(int(bid[0]), denomination, text.count("X"), declarer)


def points(text: str, tricks: int, *, flat: bool = False) -> tuple[int, int]:
    found = result(contract_of(text), tricks, flat=flat)
    return found.declarer_points, found.opponent_points


def test_the_table_has_the_36_bids() -> None:
    assert len({row[0] for row in ROWS}) == len(ROWS) == 36


@pytest.mark.parametrize("bonus", ["multiplied", "flat"])
@pytest.mark.parametrize("crosses", ["", "X", "XX"])
@pytest.mark.parametrize(("bid", "goal", "value", "exact"), ROWS, ids=[row[0] for row in ROWS])
def test_r25_r26_every_contract_with_every_number_of_tricks(
    bid: str, goal: str, value: str, exact: str, crosses: str, bonus: str
) -> None:
    times, completion = {"": (1, 0), "X": (2, 400), "XX": (4, 1000)}[crosses]
    for tricks in range(14):
        over = tricks - int(goal)
        accuracy = {0: int(exact), 3: 350}.get(over, 0)
        if over < 0:
            expected = (0, MISSING[crosses][-over - 1])
        elif bonus == "flat":
            expected = (times * int(value) + accuracy + completion, 0)
        else:
            expected = (times * (int(value) + accuracy + completion), 0)
        assert points(bid + crosses, tricks, flat=bonus == "flat") == expected, tricks


@pytest.mark.parametrize("row", FULL_ROWS.strip().splitlines())
def test_r25_more_tricks_are_not_always_better(row: str) -> None:
    contract, *expected = row.split()
    goal = 14 - len(expected)
    assert goal == 6 + int(contract[0])
    found = [points(contract, tricks) for tricks in range(goal, 14)]
    assert found == [(int(score), 0) for score in expected]


@pytest.mark.parametrize("crosses", ["", "X", "XX"])
def test_r26_more_than_seven_tricks_missing_count_as_seven(crosses: str) -> None:
    found = [points("7C" + crosses, tricks) for tricks in range(13)]
    assert found == [(0, score) for score in reversed(MISSING[crosses])]


@pytest.mark.parametrize(
    ("contract", "tricks", "multiplied", "flat"),
    [
        ("1NTX", 7, 1800, 1150),  # 2 x 250 + 250 + 400
        ("3DX", 12, 2000, 1250),  # 2 x 250 + 350 + 400
        ("4SXX", 13, 8400, 4350),  # 4 x 750 + 350 + 1000
        ("6NTX", 12, 5400, 4900),  # 2 x 2200 + 100 + 400
        ("7NTXX", 13, 14000, 11000),  # 4 x 2500 + 0 + 1000
        ("1CX", 8, 1100, 700),  # 2 x 150 + 0 + 400
        ("1C", 7, 400, 400),
        ("1C", 10, 500, 500),
    ],
)
def test_r25_house_rule_bonus(contract: str, tricks: int, multiplied: int, flat: int) -> None:
    assert points(contract, tricks) == (multiplied, 0)
    assert points(contract, tricks, flat=True) == (flat, 0)
    for bonus, score in (("multiplied", multiplied), ("flat", flat)):
        game = score_deal(new_game(bonus=bonus), "north", contract, tricks)
        assert game.scores == (score, 0)


@pytest.mark.parametrize("example", EXAMPLES.strip().replace("·", "\n").splitlines())
@pytest.mark.parametrize("declarer", ["north", "south"])
def test_r25_r26_worked_examples_as_deals(example: str, declarer: str) -> None:
    contract, tricks, own, theirs = example.split()
    game = score_deal(new_game(), declarer, contract, int(tricks))
    expected = (int(own), int(theirs))
    assert game.scores == (expected if declarer == "north" else expected[::-1])
    assert str(game.current.contract) == contract
    assert game.current.tricks[declarer == "south"] == int(tricks)


def test_r25_the_parts_of_a_result() -> None:
    found = result(contract_of("4SX"), 10)
    assert found == (10, 750, 250, 400, 2, 2800, 0)
    assert (found.tricks, found.value, found.accuracy, found.completion) == (10, 750, 250, 400)
    assert (found.multiplier, found.declarer_points, found.opponent_points) == (2, 2800, 0)
    failed = result(contract_of("4SX", SOUTH), 7)
    assert (failed.tricks, failed.declarer_points, failed.opponent_points) == (7, 0, 800)
