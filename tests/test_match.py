"""Matches: results by player and not by seat, the use of colons, and the work that is allowed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from cli import Cli
from helpers import auction, do, give, tricks

from bridgette import Accept, Bid, Claim, Denomination, Exchange, Game, Move, Pass, Resign, View
from bridgette.players import Budget
from bridgette.players.match import ColonUse, Match, _deal_result, play_number
from bridgette.players.player import WORK_A_SECOND

ALL = "AKQJT98765432"


# Players whose matches come out the same whatever the cards; `test_match:Passes` names one.


class Passes:
    """Keeps any cards, passes, and accepts every claim."""

    works: ClassVar[set[float]] = set()

    def choose(self, view: View, rng: Random, budget: Budget) -> Move:
        Passes.works.add(budget.work)
        deal, seat = view.game.current, view.seat
        assert seat is not None
        if deal.auction is None and deal.exchange is not None:
            return Exchange(seat, (view.hand(seat) or [])[: deal.exchange.draws(seat)])
        if deal.play is None:
            return self.call(view)
        return Accept(seat) if deal.open_claim else Claim(seat, self.claimed)

    claimed = 0

    def call(self, view: View) -> Move:
        return Pass(view.game.turn)


class Declares(Passes):
    """Makes the lowest suit bid, at level 1, if there is no bid yet."""

    def call(self, view: View) -> Move:
        bids = [call for call in view.legal_moves() if isinstance(call, Bid)]
        suits = [bid for bid in bids if bid.denomination is not Denomination.NO_TRUMP]
        auction = view.game.current.auction
        assert auction is not None
        return Pass(view.game.turn) if auction.bid else suits[0]


class Claims6(Passes):
    """Claims six tricks at the first lead, which leaves seven for declarer."""

    claimed = 6


class Claims7(Passes):
    """Claims seven, which leaves one too few for a bid at level 1."""

    claimed = 7


class GivesUp(Passes):
    """Resigns as soon as it is to call."""

    def call(self, view: View) -> Move:
        return Resign(view.game.turn)


@pytest.mark.parametrize(
    ("claims", "tricks", "made", "points"),
    [("Claims6", 7, True, (400, 0)), ("Claims7", 6, False, (0, 100))],
)
@pytest.mark.parametrize("declares", [0, 1])
def test_results_are_by_player_whatever_the_seat(
    declares: int, claims: str, tricks: int, made: bool, points: tuple[int, int]
) -> None:
    """Six deals of a bid at level 1, made exactly (R25: 150 + 250) or with one missing (R26)."""
    # A deal has two discards, two calls or (if the one who passes deals) three, claim and answer.
    players = ("test_match:Declares", f"test_match:{claims}")
    match = Match(players if declares == 0 else players[::-1], "by player")
    found = points if declares == 0 else points[::-1]
    games = play_number(match, 1)
    assert [game.swapped for game in games] == [False, True]
    for game in games:
        assert game.winner == (declares if made else 1 - declares)
        assert game.scores == (6 * found[0], 6 * found[1])
        assert game.moves == 3 * 6 + 3 * 7
        assert len(game.deals) == 6
        for deal in game.deals:
            assert deal.contract is not None
            assert deal.contract[0] == "1"
            assert (deal.declarer, deal.tricks, deal.made) == (declares, tricks, made)
            assert (deal.points, deal.colons) == (found, ())


def test_who_resigns_loses_in_either_seat() -> None:
    """R29: the deal in progress is not scored."""
    for players, winner in ((("GivesUp", "Passes"), 1), (("Passes", "GivesUp"), 0)):
        names = [f"test_match:{name}" for name in players]
        for game in play_number(Match((names[0], names[1]), "gives up"), 1):
            assert (game.winner, game.scores, game.deals) == (winner, (0, 0), ())


def test_seven_deals_passed_out_are_a_draw() -> None:
    """R16, R27."""
    for game in play_number(Match(("test_match:Passes",) * 2, "passes"), 1):
        assert (game.winner, game.scores, game.moves) == (None, (0, 0), 7 * 4)
        assert len(game.deals) == 7
        assert {deal[:5] for deal in game.deals} == {(None, None, 0, False, (0, 0))}


def test_simulate_adds_up_what_the_players_did(tmp_path: Path) -> None:
    words = ["--games", 4, "--north", "test_match:Claims6", "--south", "test_match:Declares"]
    value = Cli(tmp_path).json("simulate", *words)
    assert value["wins"] == {"north": 0, "south": 4}
    assert value["points"] == {"north": 0, "south": 2400}
    assert value["difference"] == {"value": -2400, "low": -2400, "high": -2400}
    assert value["declared"] == value["made"] == {"north": 0, "south": 24}
    assert value["overtricks"] == {"0": 24}
    assert (value["deals"], value["passed_out"], value["moves"]) == (24, 0, 4 * 39)


@pytest.mark.parametrize(("budget", "work"), [("0.5", 0.5 * WORK_A_SECOND), ("0", 0)])
def test_simulate_counts_work_by_the_seconds(tmp_path: Path, budget: str, work: float) -> None:
    """A second is thousands of positions, see docs/analysis.md."""
    Passes.works.clear()
    words = ["--games", 2, "--north", "test_match:Passes", "--south", "test_match:Claims7"]
    value = Cli(tmp_path).json("simulate", *words, "--budget", budget)
    assert value["budget"] == float(budget)
    assert Passes.works == {work}
    assert work == 0 or work > 1000


def test_a_budget_by_the_clock_allows_work_by_the_seconds() -> None:
    assert Budget.of_seconds(2).work == 2 * WORK_A_SECOND > 1000
    assert Budget.of_work(2).work == 2


# Deals made by hand


def in_spades(north: str, south: str, *played: str, claim: str = "") -> Game:
    """North declares 1S and south leads; the deal ends with a claim, if it is not played out."""
    game = tricks(auction(give(north, south), "north 1S pass"), *played)
    return do(game, claim, f"{game.current.turn.other} accept") if claim else game


def uses(text: str) -> tuple[ColonUse, ...]:
    """Uses of colons, such as `Royal led won, Little followed`."""
    words = [part.split() for part in text.split(", ")]
    return tuple(ColonUse(colon, use, won == ["won"]) for colon, use, *won in words)


NORTH = "S:AKQ2 H:A54 D:J54 JC Grand Little"
SOUTH = "S:43 H:KQ2 D:KQ32 C:K32 Royal"


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        # R24: neither a trump nor in range; a trump; a suit card in range.
        (("south Royal AH",), "Royal led won"),
        (("south Royal 2S",), "Royal led"),
        (("south Royal JD",), "Royal led"),
        # A colon never beats a led colon, and bars nothing.
        (("south Royal Little",), "Royal led won, Little thrown"),
        (("south Royal Grand",), "Royal led won, Grand thrown"),
        # R20: Little matches 2D, though north could follow suit; the leader wins.
        (("south 2D Little",), "Little followed"),
        # Grand is met by a trump, and Little by a king that is neither trump nor in its range.
        (("south 2H AH", "north Grand 3S"), "Grand led"),
        (("south 2H AH", "north Little KD"), "Little led won"),
        (("south 2H AH", "north Grand Royal"), "Grand led won, Royal thrown"),
        # R20, R22: Royal matches the king of trumps; Little is beaten by a card in its range.
        (("south 2H AH", "north KS Royal", "north Little 2D"), "Royal followed, Little led"),
    ],
)
def test_what_became_of_the_colons(played: tuple[str, ...], expected: str) -> None:
    game = in_spades(NORTH, SOUTH, *played)
    turn = game.current.turn
    found = _deal_result(do(game, f"{turn} claim 0", f"{turn.other} accept").current, (0, 1))
    assert found.colons == uses(expected)


def test_r21_a_colon_that_had_to_be_played_is_thrown_away() -> None:
    """North takes all 13 tricks, six more than 1S asks for: 150. South is left with Grand."""
    led = [f"north {one}S {other}H" for one, other in zip("AKQJT987654", ALL[1:12], strict=True)]
    game = in_spades(f"S:{ALL}", "H:AKQJT9876543 Grand", "south AH 2S", *led, "north 3S Grand")
    expected = ("1S", 0, 13, True, (150, 0), uses("Grand thrown"))
    assert _deal_result(game.current, (0, 1)) == expected


def test_the_result_of_a_deal_is_by_player() -> None:
    """1S by north, which the second player is in the second order; seven tricks, or six."""
    game = in_spades(NORTH, SOUTH, "south 2D Little", claim="south claim 5")
    expected = ("1S", 0, 7, True, (400, 0), uses("Little followed"))
    assert _deal_result(game.current, (0, 1)) == expected
    expected = ("1S", 1, 7, True, (0, 400), uses("Little followed"))
    assert _deal_result(game.current, (1, 0)) == expected
    game = in_spades(NORTH, SOUTH, claim="south claim 7")
    assert _deal_result(game.current, (0, 1)) == ("1S", 0, 6, False, (0, 100), ())
    assert _deal_result(game.current, (1, 0)) == ("1S", 1, 6, False, (100, 0), ())
