"""The auction (R9-R16)."""

from __future__ import annotations

import pytest
from helpers import EVEN, auction, deck, do, give, legal, new_game, refused

from bridgette import Contract, Game, NotationError, Phase, Seat, parse_move

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH

ALL_BIDS = """
0NT
1C 1D 1H 1S 1NT  2C 2D 2H 2S 2NT  3C 3D 3H 3S 3NT  4C 4D 4H 4S 4NT
5C 5D 5H 5S 5NT  6C 6D 6H 6S 6NT  7C 7D 7H 7S 7NT
"""
BIDS = ALL_BIDS.split()

# North may make any call; south has 2 spades, 3 hearts, 4 diamonds, 4 clubs.
RICH = "S:AKQJ H:AKQ D:AKQ C:AKQ"
SHAPE = "S:32 H:432 D:5432 C:5432"


def bids(text: str) -> set[str]:
    """The bids of a text in which `2C-7C` stands for all of a denomination's between."""
    found = set()
    for word in text.split():
        first, _, last = word.partition("-")
        levels = range(int(first[0]), int((last or first)[0]) + 1)
        found |= {f"{level}{first[1:]}" for level in levels}
    return found


def legal_bids(game: Game) -> set[str]:
    return legal(game) & set(BIDS)


def assert_contract(game: Game, text: str, declarer: Seat) -> None:
    """The auction is over, and declarer's opponent about to lead (R17)."""
    assert str(game.current.contract) == text
    assert game.current.contract is not None
    assert game.current.contract.declarer is declarer
    assert (game.phase, game.turn, game.awaited) == (Phase.PLAY, declarer.other, "play")


# R9, R10, R11: the bids and their order


@pytest.mark.parametrize("last", range(36))
def test_r9_r11_the_36_bids_in_order(last: int) -> None:
    assert len(BIDS) == 36
    game = auction(give(*EVEN), f"north {BIDS[last]}")
    for bid in BIDS[: last + 1]:
        refused(game, f"south bid {bid}", "bid-too-low", "R11")
    if last < 35:
        do(game, f"south bid {BIDS[last + 1]}")  # the next one up is never a jump
        assert game.turn is NORTH


def test_r9_any_bid_may_open() -> None:
    assert legal(give(*EVEN)) == {*BIDS, "pass"}


@pytest.mark.parametrize("bid", ["0C", "0D", "0H", "0S", "8C", "8NT", "1X", "NT", "-1NT"])
def test_r9_no_such_bid(bid: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(f"north bid {bid}")
    assert caught.value.code == "notation"


@pytest.mark.parametrize(("bid", "goal"), [("0NT", 6), ("1C", 7), ("4S", 10), ("7NT", 13)])
def test_r9_a_bid_contracts_for_six_more_than_its_level(bid: str, goal: int) -> None:
    game = auction(give(*EVEN), f"north {bid} pass")
    assert isinstance(game.current.contract, Contract)
    assert game.current.contract.goal == goal


@pytest.mark.parametrize("dealer", ["north", "south"])
def test_r10_the_dealer_calls_first_then_calls_alternate(dealer: str) -> None:
    other = {"north": "south", "south": "north"}[dealer]
    game = give(*EVEN, dealer=dealer)
    refused(game, f"{other} bid 1C", "not-your-turn")
    refused(game, f"{other} pass", "not-your-turn")
    refused(game, f"{other} double", "not-your-turn")
    do(game, f"{dealer} bid 1C")
    refused(game, f"{dealer} bid 1D", "not-your-turn")
    refused(game, f"{dealer} bid 1C", "not-your-turn")  # and too low
    refused(game, f"{dealer} redouble", "not-your-turn")
    do(game, f"{other} bid 1D", f"{dealer} bid 1H")
    assert str(game.turn) == other


def test_r11_outbidding_oneself_after_a_double() -> None:
    game = auction(give(*EVEN), "north 1H double")
    for bid in ("1C", "1D", "1H", "0NT"):
        refused(game, f"north bid {bid}", "bid-too-low", "R11")
    do(game, "north bid 1S")
    assert legal(game) >= {"pass", "double", "1NT"}
    auction(game, "south double redouble 2C double 2S pass")
    assert_contract(game, "2S", SOUTH)  # who has outbid 2C of his own


# R12: suit lengths and no trumps


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("H:AKQJT9 D:AKQ C:AKQJ", "bid-suit-length"),  # none
        ("S:A H:AKQJT D:AKQ C:AKQJ", "bid-suit-length"),  # one
        ("S:A H:AKQ D:AKQ C:AKQ Grand Royal Little", "bid-suit-length"),  # one, and colons
        ("S:A2 H:AKQJ D:AKQ C:AKQJ", None),  # two
        ("S:A2 H:AKQ D:AKQ C:AK Grand Royal Little", None),
    ],
)
@pytest.mark.parametrize("bid", ["1S", "3S", "7S"])
def test_r12_a_suit_bid_needs_two_cards_of_the_suit(hand: str, code: str | None, bid: str) -> None:
    game = give(hand, "S:T98 H:432 D:5432 C:543")
    if code:
        refused(game, f"north bid {bid}", code, "R12")
    else:
        do(game, f"north bid {bid}")


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("length", [0, 1, 2])
def test_r12_in_every_suit(suit: str, length: int) -> None:
    first, second, third = (other for other in "CDHS" if other != suit)
    short = f"{suit}:{'A2'[:length]} " if length else ""
    hand = f"{short}{first}:AKQJ {second}:AKQJ {third}:{'AKQJT'[: 5 - length]}"
    south = f"{suit}:9876 {first}:987 {second}:987 {third}:987"
    game = give(hand, south)
    expected = bids(f"1{first}-7{first} 1{second}-7{second} 1{third}-7{third}")
    expected |= bids(f"1{suit}-7{suit}") if length == 2 else set()
    expected |= bids("0NT-7NT") if length else set()
    assert legal_bids(game) == expected
    if length < 2:
        refused(game, f"north bid 1{suit}", "bid-suit-length", "R12")
    if length == 0:
        refused(game, "north bid 0NT", "bid-no-trump", "R12")


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("S:AKQJT9876 H:A D:A C:A Grand", True),  # one of each is enough
        ("S:AKQJT9876 H:AK D:A Grand", False),
        ("S:AKQJT98 H:A D:AK Grand Royal Little", False),  # colons count for nothing
        ("C:AKQJT98 H:A D:AK Grand Royal Little", False),
        ("S:AKQJT98 H:A C:AK Grand Royal Little", False),
        ("S:AKQJT98 C:A D:AK Grand Royal Little", False),
        ("S:AKQJT9 C:A D:A H:AK Grand Royal Little", True),
    ],
)
@pytest.mark.parametrize("bid", ["0NT", "1NT", "7NT"])
def test_r12_no_trump_needs_a_card_of_every_suit(hand: str, allowed: bool, bid: str) -> None:
    game = give(hand, "S:5432 H:432 D:432 C:432")
    if allowed:
        do(game, f"north bid {bid}")
    else:
        refused(game, f"north bid {bid}", "bid-no-trump", "R12")


def test_r12_the_cards_after_the_exchange_count() -> None:
    game = new_game()
    north = "S:K H:AKQ32 D:AKQ C:AKQJ"
    game.deal(deck("north", north=north, stock="9C 8C AS 2S 3S 4S"), dealer=NORTH)
    do(game, "south exchange 9C 8C", "north exchange KS 2S 3S 4S")  # one spade is left
    refused(game, "north bid 1S", "bid-suit-length", "R12")
    do(game, "north bid 0NT")


# R13: jumps


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("0NT", "1S 1H 1D-7D 1C-7C 1NT-7NT"),
        ("1C", "1S 1H 1D-7D 2C-7C 1NT-7NT"),
        ("1D", "1S 1H 2D-7D 2C-7C 1NT-7NT"),
        ("1H", "1S 2H 2D-7D 2C-7C 1NT-7NT"),
        ("1S", "2S 2H 2D-7D 2C-7C 1NT-7NT"),
        ("1NT", "2S 2H 2D-7D 2C-7C 2NT-7NT"),
        ("3S", "4S 4H 4D-7D 4C-7C 3NT-7NT"),
        ("4D", "4S 4H 5D-7D 5C-7C 4NT-7NT"),
        ("6C", "6S 6H 6D-7D 7C 6NT-7NT"),
        ("6H", "6S 7H 7D 7C 6NT-7NT"),
        ("6NT", "7S 7H 7D 7C 7NT"),
        ("7C", "7S 7H 7D 7NT"),
        ("7S", "7NT"),
    ],
)
def test_r13_a_jump_needs_four_cards(last: str, expected: str) -> None:
    game = auction(give(RICH, SHAPE), f"north {last}")
    assert legal(game) == bids(expected) | {"pass", "double"}
    for bid in set(BIDS[BIDS.index(last) + 1 :]) - bids(expected):
        refused(game, f"south bid {bid}", "bid-jump", "R13")


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("length", [2, 3, 4])
def test_r13_four_cards_of_the_suit_itself(suit: str, length: int) -> None:
    first, second, third = (other for other in "CDHS" if other != suit)
    fill = {2: ("5432", "5432", "543"), 3: ("5432", "543", "543"), 4: ("543", "543", "543")}[length]
    south = f"{suit}:{'5432'[:length]} {first}:{fill[0]} {second}:{fill[1]} {third}:{fill[2]}"
    game = auction(give(f"{suit}:AKQ {first}:AKQJ {second}:AKQ {third}:AKQ", south), "north 0NT")
    assert f"1{suit}" in legal(game)
    if length < 4:
        refused(game, f"south bid 2{suit}", "bid-jump", "R13")
        refused(game, f"south bid 7{suit}", "bid-jump", "R13")
    else:
        do(game, f"south bid 2{suit}")


def test_r13_colons_do_not_help_a_jump() -> None:
    game = give(RICH, "S:432 H:432 D:5432 Grand Royal Little")
    auction(game, "north 1H")
    assert legal_bids(game) == bids("1S 2H 2D-7D")


def test_r13_the_jump_over_ones_own_bid() -> None:
    game = auction(give(RICH, SHAPE, dealer="south"), "south 1H double")
    assert legal(game) == bids("1S 2H 2D-7D 2C-7C 1NT-7NT") | {"pass", "redouble"}
    refused(game, "south bid 3H", "bid-jump", "R13")


@pytest.mark.parametrize("calls", ["south", "north pass"])
@pytest.mark.parametrize(
    ("opening_jump", "expected"),
    [
        ("no", "1S-7S 1H-7H 1D-7D 1C-7C 0NT-7NT"),
        ("yes", "1S 1H 1D-7D 1C-7C 0NT-7NT"),
    ],
)
def test_r13_opening_bids(calls: str, opening_jump: str, expected: str) -> None:
    game = give(RICH, SHAPE, dealer=calls.split(maxsplit=1)[0], opening_jump=opening_jump)
    auction(game, calls)
    assert legal_bids(game) == bids(expected)
    if opening_jump == "yes":
        refused(game, "south bid 2S", "bid-jump", "R13")
        refused(game, "south bid 7H", "bid-jump", "R13")
    else:
        do(game, "south bid 7S")


def test_r13_opening_jump_leaves_later_bids_as_they_are() -> None:
    game = auction(give(RICH, SHAPE, opening_jump="yes"), "north 1H")
    assert legal_bids(game) == bids("1S 2H 2D-7D 2C-7C 1NT-7NT")


@pytest.mark.parametrize(
    ("bid", "code"),
    [
        ("1S", "bid-too-low"),  # and not one spade
        ("0NT", "bid-too-low"),  # and not a card of every suit
        ("2S", "bid-suit-length"),
        ("4S", "bid-suit-length"),  # and a jump
        ("2NT", "bid-no-trump"),
        ("2H", "bid-suit-length"),
        ("4H", "bid-suit-length"),
        ("3D", "bid-jump"),
    ],
)
def test_which_fault_of_a_bid_is_named(bid: str, code: str) -> None:
    game = give(RICH, "H:2 D:432 C:98765432 Royal")
    auction(game, "north 1S")
    refused(game, f"south bid {bid}", code)


# R14: double and redouble


@pytest.mark.parametrize(
    ("calls", "next_call", "code"),
    [
        ("north", "north double", "double-none"),
        ("north pass", "south double", "double-none"),
        ("north 1S double", "north double", "double-own"),  # and doubled already
        ("north 1S double redouble", "south double", "double-again"),
        ("north 1S 2S double redouble", "north double", "double-again"),
        ("north", "north redouble", "redouble-none"),
        ("north pass", "south redouble", "redouble-none"),
        ("north 1S", "south redouble", "redouble-none"),  # the opponent's, undoubled
        ("north 1S double redouble", "south redouble", "redouble-none"),  # the opponent's
        ("north 1S double 2S", "south redouble", "redouble-none"),  # cancelled
        ("north 1S double redouble 2S", "north redouble", "redouble-none"),
        ("north 1S double 1NT double 2C", "south redouble", "redouble-none"),
        ("north 1S double", "south redouble", "not-your-turn"),
        ("north 1S", "north double", "not-your-turn"),
    ],
)
def test_r14_wrong_doubles(calls: str, next_call: str, code: str) -> None:
    game = auction(give(*EVEN), calls)
    refused(game, next_call, code, None if code == "not-your-turn" else "R14")
    assert next_call.split()[1] not in legal(game) or code == "not-your-turn"


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("north", {"pass"}),
        ("north pass", {"pass"}),
        ("north 1S", {"pass", "double"}),
        ("north pass 1S", {"pass", "double"}),
        ("north 1S double", {"pass", "redouble"}),
        ("north 1S double redouble", {"pass"}),
        ("north 1S double 2S", {"pass", "double"}),  # a new bid cancels the double
        ("north 1S double redouble 2S", {"pass", "double"}),  # and the redouble
        ("north 1S double 2S double", {"pass", "redouble"}),
    ],
)
def test_r14_what_may_be_called_but_bids(calls: str, expected: set[str]) -> None:
    game = auction(give(*EVEN), calls)
    assert legal(game) - set(BIDS) == expected


@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("north 1S double 2S pass", "2S", NORTH),
        ("north 1S double redouble 2C pass", "2C", SOUTH),
        ("north 1S double 2S double pass", "2SX", NORTH),
        ("north 1S double redouble 2C double redouble pass", "2CXX", SOUTH),
        ("north 1S 1NT double 2NT double redouble pass", "2NTXX", SOUTH),
    ],
)
def test_r14_a_new_bid_cancels_both(calls: str, contract: str, declarer: Seat) -> None:
    assert_contract(auction(give(*EVEN), calls), contract, declarer)


# R15, R16: the end of the auction


@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("north 1S pass", "1S", NORTH),
        ("south 1S pass", "1S", SOUTH),
        ("north 1S 2C pass", "2C", SOUTH),
        ("north pass 0NT pass", "0NT", SOUTH),
        ("north pass 1S 2S pass", "2S", NORTH),
        ("north 1S double pass", "1SX", NORTH),  # the bidder passes
        ("north pass 1S double pass", "1SX", SOUTH),
        ("north 1S double redouble pass", "1SXX", NORTH),
        ("south 7NT double redouble pass", "7NTXX", SOUTH),
    ],
)
def test_r15_the_first_pass_after_a_bid_ends_the_auction(
    calls: str, contract: str, declarer: Seat
) -> None:
    game = auction(give(*EVEN, dealer=calls.split(maxsplit=1)[0]), calls)
    assert_contract(game, contract, declarer)
    refused(game, f"{declarer.other} bid 7NT", "wrong-phase")
    refused(game, f"{declarer} pass", "wrong-phase")


def test_r16_an_opening_pass_does_not_end_the_auction() -> None:
    game = auction(give(*EVEN), "north pass")
    assert (game.phase, game.turn) == (Phase.AUCTION, SOUTH)
    assert game.current.contract is None
    auction(game, "south 1C 1D")  # the first player calls again after a bid
    assert (game.phase, game.turn) == (Phase.AUCTION, SOUTH)


@pytest.mark.parametrize("dealer", ["north", "south"])
def test_r16_two_passes_are_passed_out(dealer: str) -> None:
    game = auction(give(*EVEN, dealer=dealer), f"{dealer} pass pass")
    deal = game.current
    assert (deal.phase, deal.turn, deal.contract, deal.passed_out) == (Phase.OVER, None, None, True)
    assert (deal.points, deal.tricks, game.scores) == ((0, 0), (0, 0), (0, 0))
    assert (game.phase, game.turn, game.counted) == (Phase.BETWEEN, None, 1)
    refused(game, "north bid 1C", "wrong-phase")


def test_r16_a_pass_only_counts_with_the_one_before() -> None:
    game = auction(give(*EVEN), "north pass 1C pass")
    assert not game.current.passed_out
    assert_contract(game, "1C", SOUTH)
