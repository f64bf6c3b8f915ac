"""What the programs know of the other hand, and what they choose, in positions made by hand."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import pytest
from cli import Cli
from helpers import TRUMPS, auction, cards, deck, do, give, names, new_game, tricks
from minimax import contract

from bridgette import Bid, CardPlay, Denomination, Game, HouseRules, Play, Seat, View
from bridgette.auction import Auction
from bridgette.cards import DECK, bits_of, cards_of
from bridgette.players import Budget, player_of
from bridgette.players.bidding import Other, others_against
from bridgette.players.expert import _play_out
from bridgette.players.eyes import NOTHING, Eyes, Listener, Standing
from bridgette.players.knowledge import Knowledge, knowledge_of
from bridgette.players.thumb import play_by_thumb, wants_tricks

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
CLUBS, SPADES, HEARTS = Denomination.CLUBS, Denomination.SPADES, Denomination.HEARTS
ALL = "AKQJT98765432"
STRONG = "S:KQJT98 H:AKQ D:AK C:AK"
WEAK = "S:32 H:5432 D:5432 C:432"


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


# What may be in the other hand


def texts(bits: int) -> set[str]:
    return {card.text for card in cards_of(bits)}


def exchanged(discards: str = "5D 6D", **house_rules: str) -> Game:
    """South deals, takes the spades and throws away four diamonds; the up-card is 5D."""
    game = new_game(**house_rules)
    game.deal(deck("south", south=f"S:{ALL}", stock="5D 6D 7D 8D 9D TD JD"), dealer=SOUTH)
    theirs = game.current.exchange.drawn(SOUTH)
    return do(game, f"north exchange {discards}", f"south exchange {' '.join(map(str, theirs))}")


def test_r6_the_dealer_knows_the_up_card_drawn() -> None:
    """North has chosen from 15 cards, 5D among them, and may have kept it or not."""
    known = knowledge_of(View(exchanged(), SOUTH))
    assert texts(known.drawn) == {"5D"}
    assert texts(known.possible) == names(f"C:{ALL} D:AKQJ65432 H:{ALL} Grand Royal Little")
    assert (known.sources, known.size) == (15, 13)


def test_r6_an_up_card_that_was_played_is_in_the_hand_no_more() -> None:
    game = auction(exchanged("2C 3C"), "south 1S pass")
    do(game, "north play 5D")
    known = knowledge_of(View(game, SOUTH))
    assert (texts(known.drawn), texts(known.played)) == (set(), {"5D"})
    assert texts(known.possible) == names(f"C:{ALL} D:AKQJ6432 H:{ALL} Grand Royal Little")
    assert (known.sources, known.size) == (15, 12)


def test_r7_the_non_dealer_knows_no_card_that_the_dealer_drew() -> None:
    """The up-card, which counts 4 for the dealer, went to north itself and is thrown away."""
    known = knowledge_of(View(exchanged(), NORTH))
    assert known.drawn == 0
    assert texts(known.possible) == names(f"D:AKQJT987432 H:{ALL} S:{ALL} Grand Royal Little")
    assert (known.sources, known.size) == (17, 13)


def test_an_up_card_set_aside_is_in_no_hand() -> None:
    """House rule `up_card`: the draws begin with 6D, and south throws away 8D 9D TD JD."""
    known = knowledge_of(View(exchanged("6D 7D", up_card="aside"), SOUTH))
    assert known.drawn == 0
    assert texts(known.possible) == names(f"C:{ALL} D:AKQ76432 H:{ALL} Grand Royal Little")
    assert (known.sources, known.size) == (15, 13)
    known = knowledge_of(View(exchanged("6D 7D", up_card="aside"), NORTH))
    assert texts(known.possible) == names(f"D:AKQJT98432 H:{ALL} S:{ALL} Grand Royal Little")


def in_spades(north: str, south: str, *played: str) -> Knowledge:
    """What south, who declares 1S, knows after these tricks."""
    game = tricks(auction(give(north, south), "north pass 1S pass"), *played)
    return knowledge_of(View(game, SOUTH))


def test_r18_who_does_not_follow_suit_has_none_of_it() -> None:
    """2S cannot be in north's hand, but all colons can: Grand need not be played to an ace."""
    played = ("north AH 3S", "south AS KH")
    known = in_spades(f"H:{ALL}", "S:AKQJT9876543 AC", *played)
    possible = f"C:KQJT98765432 D:{ALL} H:QJT98765432 Grand Royal Little"
    assert texts(known.possible) == names(possible)
    assert known.size == 11


def test_r23_who_leads_a_barred_suit_has_nothing_else() -> None:
    """Little bars hearts, and north goes on with them: the bar has lapsed."""
    known = in_spades(f"H:{ALL}", "S:AKQJT9876543 Little", "north 5H Little", "north 6H 3S")
    assert texts(known.possible) == names("H:AKQJT987432")
    assert known.size == 11


def test_r22_a_later_lead_of_the_suit_tells_nothing() -> None:
    """The bar was for one lead, which was a club."""
    played = ("north 5H Little", "north KC QC", "north 6H 4S")
    known = in_spades("H:AKQJT98765 C:K2 3D", "S:AKQJT987654 QC Little", *played)
    possible = f"C:AJT98765432 D:{ALL} H:AKQJT987432 S:32 Grand Royal"
    assert texts(known.possible) == names(possible)
    assert known.size == 10


def test_r21_who_plays_a_colon_that_does_not_match_has_no_other_card() -> None:
    """Grand on 4S: neither a suit card nor Little was there, so the last card is Royal."""
    led = [f"south {one}S {other}H" for one, other in zip("AKQJT98765", "KQJT987654", strict=True)]
    played = ("north AH 2S", *led, "south 4S Grand")
    known = in_spades("H:AKQJT987654 Grand Royal", f"S:{ALL}", *played)
    assert (texts(known.possible), known.size) == ({"Royal"}, 1)


@pytest.mark.parametrize(
    ("opening_jump", "bid", "spades"),
    [("no", "4S", 2), ("yes", "4S", 4), ("yes", "2S", 4), ("yes", "1S", 2)],
)
def test_r13_an_opening_bid_promises_four_cards_if_it_is_a_jump(
    opening_jump: str, bid: str, spades: int
) -> None:
    game = auction(give(STRONG, WEAK, opening_jump=opening_jump), f"north {bid}")
    assert knowledge_of(View(game, SOUTH)).lengths == (0, 0, 0, spades)


# Plays


def defended(bid: str) -> Game:
    """South declares in no trumps, has seven tricks of eleven, and leads 4S to ace and 3."""
    # North has seen all spades: the ace wins, and then the 3. If the 3 is played, south wins, and
    # wins with the other card, too, unless that is Grand, which the ace beats (R24).
    game = give("S:AQJT983 H:43 D:32 C:32", "S:K76542 H:AK2 D:AK C:AK")
    auction(game, f"north pass {bid} pass")
    spades = ("north QS 2S", "north JS 5S", "north TS 6S", "north 9S 7S", "north 8S KS")
    tricks(game, *spades, "south AH 3H", "south KH 4H", "south AD 2D", "south KD 3D")
    return do(tricks(game, "south AC 2C", "south KC 3C"), "south play 4S")


# 1NT made exactly is 500 for south, with one or two more 250; 2NT with seven tricks 100 for north.
@pytest.mark.parametrize(
    ("bid", "card", "points", "making"), [("1NT", "3S", -250, 1), ("2NT", "AS", 100, 0)]
)
def test_the_expert_defends_for_its_own_points(
    cli: Cli, bid: str, card: str, points: int, making: int
) -> None:
    view = View(defended(bid), NORTH)
    advice = player_of("expert").advise(view, Random(1), Budget.of_work(10_000))
    assert advice[:3] == (Play(NORTH, cards(card)[0]), points, making)
    cli.put(defended(bid))
    words = ["suggest", "g.yaml", "--as", "north", "--budget", 60]  # far more than it takes
    value = cli.json(*words)
    found = (value["move"], value["expected"], value["making"])
    assert found == (f"north play {card}", points, making)
    assert f"expected score {points:+}" in cli.ok(*words).out


class Hands(Budget):
    """Time for so many hands: each takes a thousand, whatever the work."""

    def spend(self, work: int) -> None:
        self.spent_work += 1000


@pytest.mark.parametrize(("hands", "points"), [(1, None), (2, None), (3, -250), (4, -250)])
def test_fewer_than_three_hands_say_nothing(hands: int, points: int | None) -> None:
    """By the rules of thumb it is the same card, as 1NT is made, but not what it brings."""
    view = View(defended("1NT"), NORTH)
    advice = player_of("expert").advise(view, Random(1), Hands(1000 * hands))
    assert (advice.move.text, advice.expected) == ("north play 3S", points)


@pytest.mark.parametrize(
    ("bid", "taken", "left", "wants"),
    [
        ("1C", 6, 2, True),  # not made yet
        ("1C", 7, 6, False),  # made exactly: 400, and 150 with one more
        ("1C", 8, 1, False),
        ("1C", 8, 2, True),  # three more can still be had: 500
        ("1C", 9, 1, True),
        ("1C", 10, 3, False),  # there they are
        ("4NT", 12, 1, True),  # 13 tricks: 750 + 350
        ("5C", 12, 1, False),
    ],
)
def test_both_want_tricks_until_it_is_made_or_while_three_more_can_be_had(
    bid: str, taken: int, left: int, wants: bool
) -> None:
    assert wants_tricks(contract(bid), taken, left) is wants


@pytest.mark.parametrize("declarer", list(Seat))
@pytest.mark.parametrize(
    ("declared", "card"), [(6, "AS"), (7, "3S"), (8, "AS"), (9, "AS"), (10, "3S")]
)
def test_the_rules_of_thumb_go_for_three_more(declarer: Seat, declared: int, card: str) -> None:
    """1NT with two tricks left, this one among them: for both sides the same is good."""
    mine, theirs = bits_of(cards("AS 3S")), bits_of(cards("4S 2H"))
    play = CardPlay([mine, theirs], TRUMPS["NT"], SOUTH)
    play.tricks = [declared, 11 - declared] if declarer is NORTH else [11 - declared, declared]
    play.apply(Play(SOUTH, cards("4S")[0]))
    unseen = bits_of(DECK) & ~bits_of(cards("AS 3S 4S"))
    known = Knowledge(NORTH, mine, unseen, unseen, 0, 1, 13, 0, (0, 0, 0, 0))
    assert play_by_thumb(play, contract("1NT", declarer), known).text == card


# Calls


def test_open_play_corrects_the_hands_that_it_has_no_time_for() -> None:
    """Each side takes all tricks with its own 13 trumps, but by the table 9 and 4."""
    # There is time for the first of two hands; the second goes some way up, and not beyond.
    mine, hand = bits_of(cards(f"S:{ALL}")), bits_of(cards(f"H:{ALL}"))
    others = [Other(hand, [5.0, 5.0, 5.0, 9.0, 5.0], [4.0] * 5, Eyes(hand, 4)) for _ in "12"]
    calls = Auction(SOUTH, (mine, hand))
    calls.apply(Bid(SOUTH, 1, HEARTS))
    times = itertools.chain([0.0, 0.0], itertools.repeat(1.0))
    _play_out(mine, others, calls, NORTH, Budget(1.0, clock=lambda: next(times)))
    played, corrected = others
    assert (played.tricks[SPADES], played.theirs[HEARTS]) == (13, 13)
    assert 9 < corrected.tricks[SPADES] < 13
    assert 4 < corrected.theirs[HEARTS] < 13
    assert played.theirs[CLUBS] == corrected.theirs[CLUBS] == 4  # nobody asked


@pytest.mark.parametrize(
    ("bid", "south", "call", "low", "high"),
    [
        ("7C", STRONG, "south double", 1100, 3000),  # four tricks missing, or seven
        ("1S", WEAK, "south pass", -500, -150),  # what 1S made scores
    ],
)
def test_a_call_is_worth_points_of_the_seat_that_asks(
    cli: Cli, bid: str, south: str, call: str, low: int, high: int
) -> None:
    north = {"7C": "S:A2 H:5432 D:432 C:5432", "1S": "S:AKQJT H:AKQ D:AKQ C:AK"}[bid]
    cli.put(auction(give(north, south), f"north {bid}"))
    value = cli.json("suggest", "g.yaml", "--as", "south", "--budget", "0.1")
    assert value["move"] == call
    assert low <= value["expected"] <= high
    assert (value["making"] > 0.5) == (bid == "1S")
    assert cli.json("suggest", "g.yaml", "--as", "south", "--player", "simple")["move"] == call


def test_a_bid_is_worth_points_to_the_eyes_that_see_it_fail() -> None:
    """R26: the other player's 7CX pays whoever has the high cards, 1S pays its declarer."""
    strong, weak = (Eyes(bits_of(cards(hand)), 2) for hand in (STRONG, WEAK))
    assert strong.points(Standing(7, CLUBS, 1, mine=True)) > 1000
    assert weak.points(Standing(1, SPADES, 0, mine=True)) < 0
    assert weak.points(Standing(7, CLUBS, 1, mine=False)) < -1000
    assert strong.points(Standing(1, SPADES, 0, mine=False)) > 150


@pytest.mark.parametrize(
    ("over", "bid", "legal", "opening_jump"),
    [
        (None, "4S", False, "yes"),
        (None, "5D", True, "yes"),
        ("1C", "1S", True, "yes"),
        (None, "4S", True, "no"),  # no jump, as there is nothing to jump over: two spades will do
        ("1C", "1S", True, "no"),
        ("1C", "2S", False, "no"),  # a jump with three spades
        ("1C", "3D", True, "no"),  # a jump with four diamonds
        (None, "1H", False, "no"),
        (None, "1NT", False, "no"),  # no hearts
        ("2S", "2D", False, "no"),  # too low
    ],
)
def test_r11_r12_r13_a_hand_that_may_not_bid_so_has_not_bid_so(
    over: str | None, bid: str, legal: bool, opening_jump: str
) -> None:
    """How likely a call is with this hand: 0 if the rules forbid it."""
    rules = HouseRules(opening_jump=opening_jump)
    hand = bits_of(cards(SHORT))
    eyes = others_against(bits_of(cards(WEAK)), [hand], 2, rules)[0].eyes
    last = contract(over) if over else None
    standing = Standing(last.level, last.denomination, 0, mine=True) if last else NOTHING
    level, denomination, *_ = contract(bid)
    found = eyes.likelihood(standing, Bid(SOUTH, level, denomination))
    assert (min(found) > 0, max(found) > 0) == (legal, legal)
    if over is None:
        heard = Auction(SOUTH, (None, None))
        heard.apply(Bid(SOUTH, level, denomination))
        listener = Listener(heard, SOUTH, 2, 0.5, rules)
        assert (listener.fit(hand) > 0) == legal


# Ten tricks or more, no hearts: 4S is worth 750, and with `opening_jump` it needs four spades.
SHORT = "S:AKQ C:AKJ8 D:AKQJ Grand Little"


@pytest.mark.parametrize(("opening_jump", "suits"), [("no", "S"), ("yes", "CD")])
def test_simple_opens_no_jump_that_it_may_not_make(opening_jump: str, suits: str) -> None:
    game = give(SHORT, "S:5432 H:5432 D:432 C:32", opening_jump=opening_jump)
    call = player_of("simple").choose(View(game, NORTH), Random(1), Budget.of_work(0))
    game.check(call)
    assert isinstance(call, Bid)
    assert call.level >= 4
    assert str(call.denomination) in suits
