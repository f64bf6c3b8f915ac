"""The play of the cards (R17-R21), and a whole deal of it."""

from __future__ import annotations

from itertools import product

import pytest
from helpers import (
    COLON_OF,
    TRUMPS,
    UPWARDS,
    answers,
    auction,
    cards,
    do,
    ending,
    give,
    legal,
    names,
    put,
    refused,
    trick,
    tricks,
    turned_down,
)

from bridgette import Game, Phase, Seat

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


# A deal in spades that meets most of the rules: north is declarer, south leads.

DECLARER = "S:AKQJ H:K72 D:A43 C:5 Grand Little"
DEFENDER = "S:T9 H:AQJ65 D:KQJ C:AK Royal"


@pytest.fixture
def spades() -> Game:
    return auction(give(DECLARER, DEFENDER), "north 1S pass")


def test_r17_declarers_opponent_leads_any_card(spades: Game) -> None:
    assert legal(spades) == names(DEFENDER)
    refused(spades, "north play AS", "not-your-turn")
    refused(spades, "north play 2S", "not-your-turn")  # not held either
    refused(spades, "south play AS", "not-held")
    do(spades, "south play AH")
    refused(spades, "south play QH", "not-your-turn")


def test_r18_r20_r21_the_second_player(spades: Game) -> None:
    do(spades, "south play AH")
    assert legal(spades) == names("H:K72 Grand")
    refused(spades, "north play 5C", "follow-suit", "R18")
    refused(spades, "north play AS", "follow-suit", "R18")
    refused(spades, "north play Little", "colon-range", "R21")
    refused(spades, "north play Royal", "not-held")
    refused(spades, "north play AC", "not-held")
    refused(spades, "north play AH", "not-held")  # it lies on the table


def test_r22_the_bar_and_its_end(spades: Game) -> None:
    tricks(spades, "south AH Grand")
    assert (spades.turn, spades.current.tricks) == (SOUTH, (0, 1))
    assert legal(spades) == names("S:T9 D:KQJ C:AK Royal")
    refused(spades, "south play QH", "suit-barred", "R22")
    refused(spades, "south play 5H", "suit-barred", "R22")
    refused(spades, "south play AH", "not-held")  # played, and of the barred suit
    refused(spades, "south play 2H", "not-held")  # north's, and of the barred suit
    do(spades, "south play AC")
    assert legal(spades) == names("5C")
    refused(spades, "north play Little", "colon-range", "R21")
    refused(spades, "north play Grand", "not-held")  # played
    do(spades, "north play 5C")
    assert legal(spades) == names("S:T9 H:QJ65 D:KQJ C:K Royal")  # hearts are free again
    do(spades, "south play 5H")
    assert legal(spades) == names("H:K72 Little")


def test_r24_a_led_colon_in_a_deal(spades: Game) -> None:
    tricks(spades, "south 5H KH")
    assert (spades.turn, spades.current.tricks) == (NORTH, (1, 0))
    do(spades, "north play Little")
    assert legal(spades) == names("S:T9 H:AQJ6 D:KQJ C:AK Royal")  # any card at all
    do(spades, "south play 6H")  # in range
    assert (spades.turn, spades.current.tricks) == (SOUTH, (1, 1))
    assert legal(spades) == names("S:T9 H:AQJ D:KQJ C:AK Royal")  # nothing barred
    tricks(spades, "south Royal AD", "south AC 5C", "south KC QS", "north Grand 9S")
    assert (spades.turn, spades.current.tricks) == (SOUTH, (2, 4))


def test_r24_a_colon_may_be_led_to_the_first_trick(spades: Game) -> None:
    do(spades, "south play Royal")
    assert legal(spades) == names(DECLARER)
    do(spades, "north play KH")  # hearts are no trumps, but a king is in range
    assert spades.turn is NORTH


def test_r17_r18_r21_thirteen_tricks() -> None:
    """North holds all the spades; south runs out of all but colons."""
    game = give("S:AKQJT98765432", "H:AKQ D:AKQ C:AKQJ Grand Royal Little")
    auction(game, "north 1S pass")
    tricks(game, "south AH 2S")
    do(game, "north play 3S")
    assert legal(game) == names("H:KQ D:AKQ C:AKQJ Little")  # void: any suit card, or the match
    refused(game, "south play Grand", "colon-range", "R21")
    do(game, "south play KH")
    tricks(game, "north 4S QH", "north 5S AD", "north 6S KD", "north 7S QD")
    tricks(game, "north 8S AC", "north 9S KC", "north TS QC")
    do(game, "north play JS")
    assert legal(game) == names("JC Royal")
    do(game, "south play JC", "north play KS")
    assert legal(game) == names("Royal")
    refused(game, "south play Grand", "colon-range", "R21")
    do(game, "south play Royal")
    assert legal(game) == names("S:AQ")  # barred, but there is nothing else: the bar lapses
    do(game, "north play QS")
    assert legal(game) == names("Grand Little")  # neither matches, nothing else is held
    do(game, "south play Little")
    assert (game.turn, game.current.tricks) == (NORTH, (12, 0))
    tricks(game, "north AS Grand")
    assert (game.current.phase, game.turn) == (Phase.OVER, None)
    assert game.current.tricks == (13, 0)
    assert game.scores == (150, 0)  # 1S, six more than bid
    refused(game, "north play AS", "wrong-phase")


def test_r19_no_trumps() -> None:
    """North declares 1NT, so spades win nothing that they do not follow."""
    game = give("S:AKQJT9 H:3 D:AKQ C:AKQ", "S:2 H:AKQJT9876 D:2 C:2 Little")
    auction(game, "north 1NT pass")
    tricks(game, "south AH 3H", "south KH AS", "south Little KS", "south 6H 9S")
    assert (game.turn, game.current.tricks) == (SOUTH, (0, 4))
    tricks(game, "south 2S TS")
    assert (game.turn, game.current.tricks) == (NORTH, (1, 4))


# R18, R20, R21: what may be answered


@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        ("H:K72 C:5", "9H", "H:K72"),
        ("H:2 S:AK", "9H", "2H"),  # no trumping while able to follow
        ("S:2 D:3 C:4", "9H", "S:2 D:3 C:4"),  # void: trump or not
        ("D:3 C:4", "9S", "D:3 C:4"),
        ("S:A D:3", "9S", "AS"),
        ("S:2 D:3 Royal Grand", "9H", "S:2 D:3"),  # void, the colons do not match
        ("S:2 D:3 Little", "9H", "S:2 D:3 Little"),
        ("H:2 Little Royal", "9H", "2H Little"),
        ("H:2 Little Royal", "KH", "2H Royal"),
        ("H:2 Little Royal", "AH", "2H"),
        ("S:2 Little Royal", "KS", "2S Royal"),  # trumps led
        ("C:2 Royal Grand", "9H", "2C"),  # any suit card comes before a wrong colon
        ("S:2 Royal Grand", "9H", "2S"),
        ("Royal Grand Little", "9H", "Little"),
        ("Royal Grand Little", "JD", "Royal"),
        ("Royal Grand Little", "AS", "Grand"),
        ("Royal Grand", "9H", "Royal Grand"),  # nothing else that is legal
        ("Little Royal", "AH", "Little Royal"),
        ("Little Grand", "KS", "Little Grand"),
        ("Grand", "9H", "Grand"),
    ],
)
@pytest.mark.parametrize("trump", ["S", "NT"])
def test_r18_r20_r21_answers(hand: str, led: str, expected: str, trump: str) -> None:
    assert answers(hand, led, trump) == names(expected)


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("suit", "CDHS")
def test_r20_every_card_has_its_colon(suit: str, trump: str) -> None:
    """With all three colons only the one whose range it is may be played, able to follow or not."""
    other = "CDHS"["CDHS".index(suit) - 1]
    for rank in UPWARDS:
        same = ("2" if rank != "2" else "A") + suit
        colons = "Grand Royal Little"
        able = answers(f"{same} 5{other} {colons}", rank + suit, trump)
        void = answers(f"3{other} K{other} {colons}", rank + suit, trump)
        assert able == {same, COLON_OF[rank]}
        assert void == {f"3{other}", f"K{other}", COLON_OF[rank]}


@pytest.mark.parametrize(
    ("hand", "led", "card", "code", "rule"),
    [
        ("H:2 C:5 Royal", "9H", "5C", "follow-suit", "R18"),
        ("H:2 C:5 Royal", "9H", "Royal", "colon-range", "R21"),  # able to follow
        ("S:2 C:5 Royal", "9H", "Royal", "colon-range", "R21"),  # void
        ("Little Royal", "9H", "Royal", "colon-range", "R21"),  # the match would do
        ("H:2 C:5 Royal", "9H", "6C", "not-held", None),
        ("H:2 C:5 Royal", "9H", "3H", "not-held", None),
        ("H:2 C:5 Royal", "9H", "Little", "not-held", None),
        ("H:2 C:5 Royal", "9H", "Grand", "not-held", None),
        ("H:2 C:5 Royal", "9H", "9H", "not-held", None),
        ("H:2 C:5", "Royal", "Grand", "not-held", None),
    ],
)
def test_which_fault_of_a_play_is_named(
    hand: str, led: str, card: str, code: str, rule: str | None
) -> None:
    play = put(ending(led + " AD KD"[: 3 * (len(cards(hand)) - 1)], hand), led)
    found = turned_down(play, card)
    assert found[0] == code
    assert rule in (None, found[1])


# R19: who wins a trick


@pytest.mark.parametrize(
    ("led", "answer", "trump", "winner"),
    [
        ("9H", "TH", "NT", "second"),
        ("TH", "9H", "NT", "leader"),
        ("KH", "AH", "S", "second"),
        ("JS", "TS", "S", "leader"),
        ("2S", "3S", "S", "second"),
        ("AH", "2S", "S", "second"),
        ("AH", "2S", "NT", "leader"),
        ("2H", "AS", "D", "leader"),
        ("2S", "AH", "S", "leader"),  # a trump led
        ("2C", "AS", "C", "leader"),
        ("AS", "2C", "C", "second"),
    ],
)
def test_r19_who_wins(led: str, answer: str, trump: str, winner: str) -> None:
    assert trick(ending(led, answer, trump), led, answer) == winner


@pytest.mark.parametrize("trump", TRUMPS)
def test_r19_every_pair_of_suit_cards(trump: str) -> None:
    suit_cards = [rank + suit for suit in "CDHS" for rank in UPWARDS]
    for led, answer in product(suit_cards, suit_cards):
        higher = UPWARDS.index(answer[0]) > UPWARDS.index(led[0])
        wins = higher if answer[1] == led[1] else answer[1] == trump
        if led != answer:
            found = trick(ending(led, answer, trump), led, answer)
            assert found == ("second" if wins else "leader"), (led, answer)
