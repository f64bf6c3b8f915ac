"""Claims (R28)."""

from __future__ import annotations

import pytest
from helpers import EVEN, auction, do, give, legal, names, refused, tricks

from bridgette import Game, Phase, Seat

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH

SPLIT = ("S:AQT H:AQT D:AQT C:AQT9", "S:KJ9 H:KJ9 D:KJ9 C:KJ87")


@pytest.fixture
def game() -> Game:
    """North plays 1C; south is to lead to the first trick."""
    return auction(give(*SPLIT), "north 1C pass")


def assert_answer_due(game: Game, seat: Seat) -> None:
    assert (game.phase, game.turn, game.awaited) == (Phase.PLAY, seat, "answer")
    assert legal(game) == {"accept", "decline"}
    assert game.current.claimable is None


@pytest.mark.parametrize("claimed", range(14))
def test_r28_the_first_leader_may_claim_none_to_all(game: Game, claimed: int) -> None:
    do(game, f"south claim {claimed}")
    assert_answer_due(game, NORTH)
    assert game.current.tricks == (0, 0)  # not yet
    do(game, "north accept")
    assert game.current.tricks == (13 - claimed, claimed)
    assert (game.phase, game.current.phase, game.turn) == (Phase.BETWEEN, Phase.OVER, None)
    # North's tricks from 13 down to 0 with 1C, where 7 are exact and 10 three more.
    won = [150, 150, 150, 500, 150, 150, 400]
    lost = [100, 200, 300, 400, 700, 1000, 1000]
    assert game.scores == ((won[claimed], 0) if claimed < 7 else (0, lost[claimed - 7]))


PLAYED = ["south KS AS", "north TS JS", "south KH AH"]  # north 1 : 0, 1 : 1, 2 : 1


@pytest.mark.parametrize(
    ("played", "seat", "left", "claimed", "expected", "scores"),
    [
        (1, "north", 12, 0, (1, 12), (0, 1000)),
        (1, "north", 12, 12, (13, 0), (150, 0)),
        (1, "north", 12, 6, (7, 6), (400, 0)),  # declarer claims
        (2, "south", 11, 0, (12, 1), (150, 0)),
        (2, "south", 11, 11, (1, 12), (0, 1000)),
        (2, "south", 11, 2, (10, 3), (500, 0)),  # declarer's opponent claims
        (3, "north", 10, 4, (6, 7), (0, 100)),
    ],
)
def test_r28_a_claim_later_on(
    game: Game,
    played: int,
    seat: str,
    left: int,
    claimed: int,
    expected: tuple[int, int],
    scores: tuple[int, int],
) -> None:
    tricks(game, *PLAYED[:played])
    assert game.current.claimable == left
    refused(game, f"{seat} claim {left + 1}", "claim-range", "R28")
    refused(game, f"{seat} claim 13", "claim-range", "R28")
    other = {"north": "south", "south": "north"}[seat]
    refused(game, f"{other} claim 1", "not-your-turn")
    do(game, f"{seat} claim {claimed}")
    assert_answer_due(game, Seat[other.upper()])
    do(game, f"{other} accept")
    assert (game.current.tricks, game.scores) == (expected, scores)
    refused(game, f"{seat} play 9C", "wrong-phase")


@pytest.mark.parametrize("claimed", [14, 15, 99, 999])
def test_r28_no_more_than_are_left(game: Game, claimed: int) -> None:
    assert game.current.claimable == 13
    refused(game, f"south claim {claimed}", "claim-range", "R28")
    do(game, "south claim 13")


@pytest.mark.parametrize(("claimed", "score"), [(0, 1600), (1, 1500)])
def test_r28_at_the_last_trick(claimed: int, score: int) -> None:
    game = auction(give(*EVEN), "north 6C pass")
    tricks(game, "south JS AS", "north KS TS", "north QS 9S", "north AH JH", "north KH TH")
    tricks(game, "north QH 9H", "north AD JD", "north KD TD", "north QD 9D", "north AC TC")
    tricks(game, "north KC 9C", "north QC 8C")
    assert (game.current.tricks, game.current.claimable) == ((12, 0), 1)
    refused(game, "north claim 2", "claim-range", "R28")
    do(game, f"north claim {claimed}", "south accept")
    assert (game.current.tricks, game.scores) == ((12 + claimed, 1 - claimed), (score, 0))


def test_r28_only_the_player_about_to_lead(game: Game) -> None:
    refused(game, "north claim 3", "not-your-turn")
    do(game, "south play KS")
    assert game.current.claimable is None
    refused(game, "north claim 3", "claim-lead", "R28")
    refused(game, "south claim 3", "not-your-turn")
    do(game, "north play QS")
    refused(game, "north claim 3", "not-your-turn")
    do(game, "south claim 3")


def test_r28_while_a_claim_is_open(game: Game) -> None:
    do(game, "south claim 3")
    refused(game, "north play AS", "claim-open", "R28")
    refused(game, "north play 2S", "claim-open", "R28")  # not held either
    refused(game, "north claim 3", "claim-open", "R28")
    refused(game, "north claim 99", "claim-open", "R28")  # too many as well
    refused(game, "north bid 2C", "wrong-phase")
    for move in ("accept", "decline", "play KS", "claim 3", "resign"):
        refused(game, f"south {move}", "not-your-turn")


def test_r28_no_answer_without_a_claim(game: Game) -> None:
    refused(game, "south accept", "claim-none", "R28")
    refused(game, "south decline", "claim-none", "R28")
    refused(game, "north accept", "not-your-turn")
    do(game, "south play KS")
    refused(game, "north accept", "claim-none", "R28")
    refused(game, "north decline", "claim-none", "R28")


def test_r28_after_a_declined_claim_play_goes_on(game: Game) -> None:
    do(game, "south claim 13", "north decline")
    assert (game.phase, game.turn, game.awaited) == (Phase.PLAY, SOUTH, "play")
    assert game.current.tricks == (0, 0)
    assert legal(game) == names(SPLIT[1])
    assert game.current.claimable is None
    refused(game, "south claim 13", "claim-again", "R28")
    refused(game, "south claim 0", "claim-again", "R28")
    refused(game, "south accept", "claim-none", "R28")
    refused(game, "north claim 0", "not-your-turn")
    do(game, "south play KS")
    refused(game, "north claim 1", "claim-lead", "R28")


def test_r28_a_claim_at_a_later_lead_by_the_same_player(game: Game) -> None:
    do(game, "south claim 13", "north decline")
    tricks(game, "south KS QS")
    assert game.current.claimable == 12
    do(game, "south claim 3", "north decline")
    refused(game, "south claim 2", "claim-again", "R28")
    tricks(game, "south KH QH")
    do(game, "south claim 3", "north accept")
    assert (game.current.tricks, game.scores) == ((8, 5), (150, 0))


def test_r28_a_claim_at_the_next_lead_by_the_opponent(game: Game) -> None:
    do(game, "south claim 13", "north decline")
    tricks(game, "south KS AS")
    do(game, "north claim 9", "south accept")
    assert (game.current.tricks, game.scores) == ((10, 3), (500, 0))


def test_r28_a_declined_claim_binds_nobody() -> None:
    game = auction(give(*EVEN), "north 6C pass")
    do(game, "south claim 0", "north decline")
    tricks(game, "south JS AS", "north KS TS", "north QS 9S", "north AH JH", "north KH TH")
    tricks(game, "north QH 9H", "north AD JD", "north KD TD", "north QD 9D", "north JC TC")
    tricks(game, "north AC 9C", "north KC 8C", "north QC 7C")
    assert (game.current.tricks, game.scores) == ((13, 0), (1500, 0))


def test_r22_r28_a_declined_claim_leaves_the_bar() -> None:
    game = give("S:AKQJ H:K72 D:A43 C:5 Grand Little", "S:T9 H:AQJ65 D:KQJ C:AK Royal")
    tricks(auction(game, "north 1S pass"), "south AH Grand")
    do(game, "south claim 6", "north decline")
    refused(game, "south play QH", "suit-barred", "R22")
    assert legal(game) == names("S:T9 D:KQJ C:AK Royal")
