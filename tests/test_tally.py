"""Totals: of many games between programs, and of what plays cost, from results made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from cli import Cli
from helpers import EVEN, auction, cards, do, give, new_game, tricks

from bridgette import Game, Header, Seat
from bridgette.players.match import ColonUse, DealResult, GameResult, Match
from bridgette.players.tally import Tally
from bridgette.render.contest import contest, contest_lines
from bridgette.solver import Objective
from bridgette.solver.study import study_of

MATCH = Match(("simple", "random"), "1")


def game_of(
    scores: tuple[int, int], *deals: DealResult, swapped: bool = False, moves: int = 0
) -> GameResult:
    """A game with these scores, won by the higher."""
    winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
    return GameResult(1, swapped, winner, scores, moves, deals)


def pair(first: tuple[int, int], second: tuple[int, int]) -> list[GameResult]:
    """Two games from the same decks."""
    return [game_of(first), game_of(second, swapped=True)]


def tally_of(*pairs: Sequence[GameResult]) -> Tally:
    tally = Tally()
    for games in pairs:
        tally.add(games)
    return tally


def deal_of(contract: str, declarer: int, tricks: int, *colons: ColonUse) -> DealResult:
    """A deal whose points do not matter."""
    made = tricks >= 6 + int(contract[0])
    return DealResult(contract, declarer, tricks, made, (0, 0), colons)


def verdict(tally: Tally) -> str:
    """The sentence that says who is better."""
    return next(line for line in contest_lines(MATCH, tally, 200) if "ahead" in line)


# Which of the players is better


def test_the_difference_is_that_of_pairs_not_of_games() -> None:
    """Pairs are what is drawn at random: two that differ by 300 a game each leave no doubt."""
    tally = tally_of(pair((1000, 0), (0, 400)), pair((0, 700), (1300, 0)))
    assert tally.games == 4
    assert tally.difference.count == 2
    assert tally.difference.interval == (300, 300, 300)
    assert [points.mean for points in tally.points] == [575, 275]
    assert [points.count for points in tally.points] == [4, 4]
    assert (tally.wins, tally.draws) == ([2, 2], 0)


def test_the_interval_is_by_students_distribution() -> None:
    """Pairs of 100 and 300: the error of the mean is 100, and Student's factor 12.706."""
    found = tally_of(pair((100, 0), (100, 0)), pair((600, 0), (0, 0))).difference.interval
    assert found == pytest.approx((200, 200 - 1270.6, 200 + 1270.6), abs=0.1)


def test_games_that_share_no_decks_count_one_by_one() -> None:
    tally = tally_of([game_of((500, 200))], [game_of((100, 100))], [game_of((0, 900))])
    assert tally.difference.count == 3
    assert tally.difference.mean == pytest.approx(-200)
    assert (tally.wins, tally.draws) == ([1, 1], 1)


def test_a_lead_that_may_be_chance_is_called_so() -> None:
    """Pairs of +1000 and -900: the interval has 0 in it."""
    said = verdict(tally_of(pair((1000, 0), (1000, 0)), pair((0, 900), (0, 900))))
    assert said.startswith("simple is ahead by 50 points a game (95 % interval -")
    assert said.endswith(", which may be chance.")
    said = verdict(tally_of(pair((900, 0), (900, 0)), pair((0, 1000), (0, 1000))))
    assert said.startswith("random is ahead by 50 points a game (95 % interval -")
    assert said.endswith(", which may be chance.")


@pytest.mark.parametrize(("better", "name"), [(0, "simple"), (1, "random")])
def test_a_sure_lead_is_not_called_chance(better: int, name: str) -> None:
    """Ten pairs of 290 and 310 by turns, for either player: 300 and 2.262 times 3.33 about it."""
    scores = [(290, 0), (310, 0)] if better == 0 else [(0, 290), (0, 310)]
    tally = tally_of(*(pair(score, score) for score in scores * 5))
    said = f"{name} is ahead by 300 points a game (95 % interval 292 to 308)."
    assert verdict(tally) == said


def test_one_pair_has_no_interval_and_equals_no_leader() -> None:
    assert verdict(tally_of(pair((500, 0), (0, 100)))) == "simple is ahead by 200 points a game."
    assert verdict(tally_of(pair((500, 0), (0, 500)))) == "Neither is ahead."


# Contracts and colons

DEALS = (
    deal_of("1S", 0, 7),
    deal_of("1SX", 0, 6),
    deal_of("1SX", 0, 10),
    deal_of("1SXX", 0, 5),
    deal_of("3NT", 1, 12),
    deal_of("4HX", 1, 9),
    DealResult(None, None, 0, False, (0, 0), ()),
)


def test_contracts_are_counted_by_declarer() -> None:
    tally = tally_of([game_of((100, 0), *DEALS, moves=99)])
    assert (tally.deals, tally.passed_out, tally.moves) == (7, 1, 99)
    assert (tally.declared, tally.made_by) == ([4, 2], [2, 1])
    assert tally.contracts == {"1S": 1, "1SX": 2, "1SXX": 1, "3NT": 1, "4HX": 1}
    assert +tally.made == {"1S": 1, "1SX": 1, "3NT": 1}
    assert tally.by_over == {0: 1, -1: 2, 3: 2, -2: 1}
    value = contest(MATCH, tally, asked=1, budget=2.0, interrupted=False)
    assert value["declared"] == {"north": 4, "south": 2}
    assert value["made"] == {"north": 2, "south": 1}
    assert value["contracts"]["1SX"] == {"played": 2, "made": 1}
    assert value["contracts"]["4HX"] == {"played": 1, "made": 0}
    assert value["overtricks"] == {"-2": 1, "-1": 2, "0": 1, "3": 2}


def test_the_table_counts_doubled_contracts_with_the_others() -> None:
    """Of six contracts four were doubled, one of these redoubled; three made, two by three more."""
    lines = contest_lines(MATCH, tally_of([game_of((100, 0), *DEALS)]), 200)
    assert (
        "7 deals, 1 passed out; 4 contracts doubled, 1 redoubled; 50.0 % made:"
        " 16.7 % exactly, 33.3 % with three more." in lines
    )
    rows = {line[:8].strip(): line[8:].split() for line in lines}
    assert rows["level 1"] == ["4", "4", "50", "%"]
    assert rows["level 3"] == ["1", "1", "100", "%"]
    assert rows["level 4"] == ["1", "1", "0", "%"]
    assert rows["all"] == ["1", "4", "1", "0", "0", "6", "50", "%"]  # NT, spades, hearts and so on
    assert rows["made"] == ["100", "%", "50", "%", "0", "%"]
    assert rows["Declared"] == ["4", "2"]
    assert rows["Made"] == ["50.0", "%", "50.0", "%"]


def test_colons_are_counted_by_their_use() -> None:
    grand = [ColonUse("Grand", use, won) for use, won in (("led", True), ("led", False))]
    other = [ColonUse("Royal", "followed", False), ColonUse("Little", "thrown", False)]
    deals = [deal_of("1S", 0, 7, *grand[:1], other[0]), deal_of("1S", 1, 7, *grand[1:], *other)]
    value = contest(MATCH, tally_of([game_of((9, 0), *deals)]), asked=1, budget=2.0,
                    interrupted=False)  # fmt: skip
    assert value["colons"] == {
        "Grand": {"followed": 0, "led_won": 1, "led_lost": 1, "thrown": 0},
        "Royal": {"followed": 2, "led_won": 0, "led_lost": 0, "thrown": 0},
        "Little": {"followed": 0, "led_won": 0, "led_lost": 0, "thrown": 1},
    }


# What plays cost


def ace_led(north: str, south: str, declarer: Seat) -> Game:
    """1S with eleven spades and K2 of hearts against all other hearts and 32 of clubs."""
    # With a club led the king never takes a trick: eleven for declarer. With the ace of hearts led
    # and the 2 played it does: the lead has cost a trick. Nothing that follows costs any.
    hands = [cards("S:AKQJT987654 H:K2"), cards("H:AQJT9876543 C:32")]
    game = Game(Header(north=north, south=south))
    game.deal(hands=(hands[declarer], hands[1 - declarer]), dealer=declarer)
    auction(game, f"{declarer} 1S pass")
    tricks(game, f"{declarer.other} AH 2H", f"{declarer.other} QH KH")
    return do(game, f"{declarer} claim 11", f"{declarer.other} accept")


def test_costs_are_added_up_by_player(tmp_path: Path) -> None:
    """Ann declares in one file and leads in the other, from the other seat."""
    cli = Cli(tmp_path)
    cli.put(ace_led("Ann", "Bob", Seat.NORTH), "a.yaml")
    cli.put(ace_led("Carl", "Ann", Seat.NORTH), "b.yaml")
    cli.put(ace_led("Bob", "Ann", Seat.SOUTH), "c.yaml")
    lines = cli.ok("analyse", "a.yaml", "b.yaml", "c.yaml", "--tricks").out.splitlines()
    start = next(place for place, line in enumerate(lines) if "Tricks lost" in line)
    assert [line.split() for line in lines[start + 1 :]] == [
        ["Ann", "1", "6", "0.17"],
        ["Bob", "2", "4", "0.50"],
        ["Carl", "0", "2", "0.00"],
    ]
    study = study_of(cli.game("a.yaml").deals[0], Objective.TRICKS)
    assert study.value == 11
    assert [(play.play.card.text, play.cost, play.value) for play in study.plays] == [
        ("AH", 1, 12), ("2H", 0, 12), ("QH", 0, 12), ("KH", 0, 12),
    ]  # fmt: skip
    assert (study.cost(Seat.NORTH), study.cost(Seat.SOUTH)) == (0, 1)


@pytest.mark.parametrize(("bonus", "value"), [("multiplied", 5800), ("flat", 5400)])
def test_a_doubled_contract_is_valued_by_the_house_rule(bonus: str, value: int) -> None:
    """R25: 2 x (2500 + 0 + 400), or 2 x 2500 + 0 + 400. Undoubled it is 2500 by either."""
    game = auction(give(*EVEN, bonus=bonus), "north 7NT double pass")
    do(game, "south claim 0", "north accept")
    study = study_of(game.current)
    assert (study.value, study.claim and study.claim.value) == (value, value)
    best = study.best[Seat.NORTH]
    assert best is not None
    assert (str(best.contract), best.value) == ("7NT", 2500)
    assert new_game(bonus=bonus).header.rules.bonus == bonus
