"""The game of six deals, whose move it is, resignation, and heads (R4, R16, R27, R29)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers import EVEN, auction, cards, deck, do, dump, new_game, pass_out, refused, score_deal

from bridgette import Game, Header, HouseRules, Phase, RecordError, Seat, parse_move

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
HANDS = (cards(EVEN[0]), cards(EVEN[1]))


def no_deal(game: Game, code: str, dealer: Seat | None = None) -> None:
    """Another deal is refused with this code, and leaves no trace."""
    before = dump(game)
    with pytest.raises(RecordError) as caught:
        game.deal(hands=HANDS, dealer=dealer)
    assert caught.value.code == code
    assert caught.value.deal == len(game.deals) + 1
    assert dump(game) == before


def five_deals(first: int = 400) -> Game:
    """North has scored 400 (or 500, 150) and 1000, south 400 and 1000; the fifth passed out."""
    game = new_game()
    score_deal(game, "north", "1C", {400: 7, 500: 10, 150: 8}[first])
    score_deal(game, "south", "1C", 7)
    score_deal(game, "north", "4H", 10)
    score_deal(game, "south", "4S", 10)
    pass_out(game)
    assert game.scores == (first + 1000, 1400)
    return game


# R4: who deals


@pytest.mark.parametrize("first", [NORTH, SOUTH])
def test_r4_the_deal_alternates(first: Seat) -> None:
    game = new_game()
    assert game.next_dealer is None
    game.deal(hands=HANDS, dealer=first)
    for number in range(1, 7):
        assert (game.current.number, game.current.dealer) == (
            number,
            first if number in (1, 3, 5) else first.other,
        )
        assert game.turn is game.current.dealer  # R10
        do(game, f"{game.turn} pass", f"{game.turn.other} pass")
        assert game.next_dealer is game.current.dealer.other
        no_deal(game, "dealer-order", game.current.dealer)
        game.deal(hands=HANDS, dealer=game.current.dealer.other)
    assert (game.current.number, game.current.dealer) == (7, first)  # six times 0 : 0


@pytest.mark.parametrize("calls", ["north", "north 1C", "north 1C pass"])
def test_no_deal_before_the_last_one_is_over(calls: str) -> None:
    game = new_game()
    game.deal(hands=HANDS, dealer=NORTH)
    auction(game, calls)
    no_deal(game, "deal-order")
    no_deal(game, "deal-order", SOUTH)


# R27: the end


@pytest.mark.parametrize(
    ("declarer", "contract", "tricks", "scores", "winner"),
    [
        ("north", "1C", 7, (1800, 1400), NORTH),
        ("south", "1C", 8, (1400, 1550), SOUTH),
        ("south", "1C", 6, (1500, 1400), NORTH),  # failed: only the opponent scores
        ("north", "7NTX", 0, (1400, 4400), SOUTH),
    ],
)
def test_r27_the_higher_total_after_six_deals_wins(
    declarer: str, contract: str, tricks: int, scores: tuple[int, int], winner: Seat
) -> None:
    game = five_deals()
    assert (game.phase, game.winner, game.awaited) == (Phase.BETWEEN, None, "deal")
    score_deal(game, declarer, contract, tricks)
    assert game.scores == scores
    assert (game.phase, game.turn, game.winner) == (Phase.OVER, None, winner)
    assert game.awaited is None
    no_deal(game, "deal-order")
    refused(game, "north pass", "game-over")


def test_r27_the_total_counts_not_the_last_deal() -> None:
    game = score_deal(five_deals(500), "south", "1D", 5)  # two missing: 200 for north
    assert (game.scores, game.winner) == ((1700, 1400), NORTH)
    game = score_deal(five_deals(500), "south", "1D", 9)  # 150 for south
    assert (game.scores, game.winner) == ((1500, 1550), SOUTH)


def test_r27_no_game_ends_before_six_deals_however_great_the_lead() -> None:
    game = new_game()
    for _ in range(5):
        score_deal(game, "north", "7NTXX", 13)
        assert (game.phase, game.winner) == (Phase.BETWEEN, None)
    score_deal(game, "north", "7NTXX", 13)
    assert (game.scores, game.winner) == ((84000, 0), NORTH)


@pytest.mark.parametrize(
    ("seventh", "winner"),
    [
        (("north", "0NT", 6), NORTH),
        (("south", "0NT", 6), SOUTH),
        (("north", "0NT", 5), SOUTH),
        (None, "draw"),  # passed out
    ],
)
def test_r27_a_tie_is_decided_by_a_seventh_deal(
    seventh: tuple[str, str, int] | None, winner: Seat | str
) -> None:
    game = pass_out(five_deals())
    assert game.scores == (1400, 1400)
    assert (game.phase, game.winner, game.awaited) == (Phase.BETWEEN, None, "deal")
    assert game.next_dealer is NORTH  # R4
    score_deal(game, *seventh) if seventh else pass_out(game)
    assert (game.phase, game.winner, len(game.deals)) == (Phase.OVER, winner, 7)
    no_deal(game, "deal-order")
    refused(game, "south pass", "game-over")


# R16 and its house rule


def test_r16_a_passed_out_deal_counts() -> None:
    game = pass_out(new_game())
    assert (game.counted, game.scores, game.next_dealer) == (1, (0, 0), SOUTH)
    for _ in range(5):
        pass_out(game)
    assert (game.counted, game.phase) == (6, Phase.BETWEEN)  # 0 : 0
    assert pass_out(game).winner == "draw"


def test_r16_house_rule_redeal() -> None:
    game = new_game(passed_out="redeal")
    for number in (1, 2, 3):
        pass_out(game)
        assert (game.current.number, game.current.dealer, game.counted) == (number, NORTH, 0)
        assert game.next_dealer is NORTH
        no_deal(game, "dealer-order", SOUTH)
    for counted in range(1, 6):
        score_deal(game, "north", "1C", 7)
        assert (game.counted, game.phase) == (counted, Phase.BETWEEN)
    assert [str(deal.dealer) for deal in game.deals[2:]] == [
        "north",
        "north",
        *["south", "north"] * 2,
    ]
    for _ in range(9):
        pass_out(game)
        assert (game.counted, game.next_dealer) == (5, SOUTH)
    score_deal(game, "south", "1C", 7)
    assert (game.counted, game.scores, game.winner) == (6, (2000, 400), NORTH)
    assert len(game.deals) == 18


def test_r16_r27_redeal_in_the_seventh_deal() -> None:
    game = new_game(passed_out="redeal")
    for declarer in ("north", "south") * 3:
        score_deal(game, declarer, "1C", 7)
    assert (game.scores, game.phase) == ((1200, 1200), Phase.BETWEEN)
    pass_out(game)
    assert (game.phase, game.winner, game.next_dealer) == (Phase.BETWEEN, None, NORTH)
    score_deal(game, "north", "1C", 7)
    assert (game.phase, game.winner, game.counted) == (Phase.OVER, NORTH, 7)


# Every kind of move at every point of a game


def at(point: str) -> Game:
    """A game at this point of its second deal, south the dealer; south leads 1000 : 0."""
    game = score_deal(new_game(), "south", "4S", 10)
    if point == "over":
        game.deal(hands=HANDS)
        return do(game, "south resign")
    if point == "exchange":
        game.deal(deck("south", *EVEN))
    elif point != "between":
        game.deal(hands=HANDS)
    if point in ("lead", "reply", "answer"):
        auction(game, "south 1C pass")
    if point in ("reply", "answer"):
        do(game, "north play AS" if point == "reply" else "north claim 5")
    return game


MOVES = {
    "north": "exchange AS KS|bid 1C|pass|double|redouble|play AS|claim 2|accept|decline|resign",
    "south": "exchange JS TS|bid 1C|pass|double|redouble|play JS|claim 2|accept|decline|resign",
}
# For the player on turn, move by move in the order above: ok, w for wrong-phase, or the code.
ON_TURN = {
    "exchange": "ok w w w w w w w w ok",
    "auction": "w ok ok double-none redouble-none w w w w ok",
    "lead": "w w w w w ok ok claim-none claim-none ok",
    "reply": "w w w w w ok claim-lead claim-none claim-none ok",
    "answer": "w w w w w claim-open claim-open ok ok ok",
    "between": "w w w w w w w w w w",
    "over": "game-over " * 10,
}
TURN = {
    "exchange": "north",
    "auction": "south",
    "lead": "north",
    "reply": "south",
    "answer": "south",
}


@pytest.mark.parametrize("seat", ["north", "south"])
@pytest.mark.parametrize("point", ON_TURN)
def test_every_move_at_every_point(point: str, seat: str) -> None:
    game = at(point)
    assert (None if game.turn is None else str(game.turn)) == TURN.get(point)
    for move, word in zip(MOVES[seat].split("|"), ON_TURN[point].split(), strict=True):
        code = "wrong-phase" if word == "w" else word
        if seat != TURN.get(point) and code not in ("wrong-phase", "game-over"):
            code = "not-your-turn"
        if code != "ok":
            refused(game, f"{seat} {move}", code)
        else:
            assert game.is_legal(parse_move(f"{seat} {move}"))
            do(at(point), f"{seat} {move}")


def test_no_move_before_the_first_deal() -> None:
    for move in ("north pass", "south exchange AS KS", "north resign", "south play AS"):
        refused(new_game(), move, "wrong-phase")


def test_moves_of_a_finished_deal_do_not_spill_into_the_next() -> None:
    game = at("between")
    refused(game, "north play AS", "wrong-phase")
    game.deal(hands=HANDS)
    refused(game, "north play AS", "wrong-phase")
    assert game.deals[0].phase is Phase.OVER


# R29: resignation


@pytest.mark.parametrize("point", ["exchange", "auction", "lead", "reply", "answer"])
def test_r29_a_player_on_turn_may_resign(point: str) -> None:
    game = at(point)
    seat = Seat[TURN[point].upper()]
    refused(game, f"{seat.other} resign", "not-your-turn")
    tricks = game.current.tricks
    do(game, f"{seat} resign")
    assert (game.phase, game.turn, game.awaited) == (Phase.OVER, None, None)
    assert (game.winner, game.resigned, game.current.resigned) == (seat.other, seat, seat)
    assert game.scores == (0, 1000)  # south may lose with these
    assert (game.current.points, game.current.result) == ((0, 0), None)
    assert game.current.tricks == tricks  # no claim was accepted
    assert not game.current.passed_out
    refused(game, f"{seat} resign", "game-over")
    refused(game, f"{seat.other} resign", "game-over")
    no_deal(game, "deal-order")


@pytest.mark.parametrize("point", ["exchange", "auction"])
def test_r29_the_second_to_move_may_resign_too(point: str) -> None:
    game = at(point)
    do(game, "north exchange AS KS" if point == "exchange" else "south pass")
    seat = game.turn
    do(game, f"{seat} resign")
    assert seat is not None
    assert (game.winner, game.phase) == (seat.other, Phase.OVER)


def test_r29_resigning_under_redeal_is_no_redeal() -> None:
    game = new_game(passed_out="redeal")
    game.deal(hands=HANDS, dealer=NORTH)
    do(game, "north pass", "south resign")
    assert (game.phase, game.winner) == (Phase.OVER, NORTH)


def test_r29_resigning_in_the_sixth_deal_loses_a_won_game() -> None:
    game = five_deals(500)
    game.deal(hands=HANDS)
    do(game, "south pass", "north resign")
    assert (game.scores, game.winner) == ((1500, 1400), SOUTH)


# Equality, remarks and heads


def test_remarks_do_not_matter() -> None:
    plain, said = (parse_move(f"south bid 1S{remark}") for remark in ("", " -- sorry!"))
    assert plain == said
    assert hash(plain) == hash(said)
    assert (said.remark, repr(said)) == ("sorry!", "south bid 1S -- sorry!")
    assert plain != parse_move("north bid 1S")
    assert plain != parse_move("south bid 2S")


BASE = Header(game="g", north="Ann", south="Bob")
ON = "south exchange 2C 3C|north exchange AS KS 4C 5C|north bid 1D"


def sample(
    header: Header = BASE, dealer: str = "north", stock: str = "2C 3C", moves: str = ON
) -> str:
    """The head of a game of one deal."""
    game = Game(header)
    game.deal(deck(dealer, *EVEN, stock), dealer=Seat[dealer.upper()])
    return do(game, *moves.split("|") if moves else []).head


OTHERS: dict[str, Callable[[], str]] = {
    "id": lambda: sample(BASE._replace(game="h")),
    "north": lambda: sample(BASE._replace(north="Zoe")),
    "south": lambda: sample(BASE._replace(south="Zoe")),
    "names swapped": lambda: sample(BASE._replace(north="Bob", south="Ann")),
    "seed": lambda: sample(BASE._replace(seed="s")),
    "up_card": lambda: sample(BASE._replace(rules=HouseRules(up_card="aside")), moves=""),
    "opening_jump": lambda: sample(BASE._replace(rules=HouseRules(opening_jump="yes"))),
    "passed_out": lambda: sample(BASE._replace(rules=HouseRules(passed_out="redeal"))),
    "bonus": lambda: sample(BASE._replace(rules=HouseRules(bonus="flat"))),
    "no move": lambda: sample(moves=""),
    "a move less": lambda: sample(moves=ON.rpartition("|")[0]),
    "a move more": lambda: sample(moves=ON + "|south pass"),
    "another bid": lambda: sample(moves=ON.replace("1D", "1H")),
    "another discard": lambda: sample(moves=ON.replace("AS", "QS")),
    "a card never drawn": lambda: sample(stock="2C 3C 4C 5C 6C 2D 4D 3D"),
    "dealer": lambda: sample(dealer="south", moves=""),
}


def test_heads_differ_with_header_card_or_move() -> None:
    heads = {name: other() for name, other in OTHERS.items()}
    heads["itself"] = sample()
    assert len(set(heads.values())) == len(heads), heads


def test_heads_of_equal_games_are_equal() -> None:
    head = sample()
    assert head == sample()
    assert head == sample(moves=ON.replace("|", " -- what a hand|"))
    free = BASE._replace(event="cup", date="today", place="here", note="n")
    assert head == sample(free)


def test_heads_tell_given_hands_apart() -> None:
    heads = set()
    for north, south in (EVEN, EVEN[::-1], (EVEN[0], EVEN[1].replace("C:T987", "C:T986"))):
        game = new_game()
        game.deal(hands=(cards(north), cards(south)), dealer=NORTH, note="a note")
        heads.add(game.head)
    assert len(heads) == 3
