"""The colons and the bar (R21-R24), on a few cards in the middle of the play."""

from __future__ import annotations

import pytest
from helpers import (
    COLON_OF,
    TRUMPS,
    UPWARDS,
    answers,
    cards,
    ending,
    may,
    names,
    trick,
    turned_down,
)

from bridgette import DECK


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("suit", "CDHS")
def test_r22_a_matching_colon_loses_and_bars_the_suit(suit: str, trump: str) -> None:
    one, other, _ = (letter for letter in "CDHS" if letter != suit)
    for rank in UPWARDS:
        same = ("2" if rank != "2" else "A") + suit
        leader = f"{rank}{suit} {same} 4{one} 6{other}"
        play = ending(leader, f"{COLON_OF[rank]} 7{one} 8{one} 9{one}", trump)
        assert trick(play, rank + suit, COLON_OF[rank]) == "leader"
        assert may(play) == {f"4{one}", f"6{other}"}
        assert turned_down(play, same) == ("suit-barred", "R22")


@pytest.mark.parametrize(
    ("led", "answer", "other"),
    [
        ("9H", "Royal", "Grand"),
        ("9H", "Grand", "Royal"),
        ("AH", "Little", "Royal"),
        ("KS", "Grand", "Little"),
        ("2S", "Royal", "Grand"),
    ],
)
@pytest.mark.parametrize("trump", ["S", "NT"])
def test_r21_a_colon_that_does_not_match_loses_and_bars_nothing(
    led: str, answer: str, other: str, trump: str
) -> None:
    play = ending(f"{led} 5{led[1]}", f"{answer} {other}", trump)
    assert trick(play, led, answer) == "leader"
    assert play.barred is None
    assert may(play) == {f"5{led[1]}"}


# What beats a led colon besides a trump; 4 aces, 12 court cards, 36 others.
IN_RANGE = {
    "Grand": "C:A D:A H:A S:A",
    "Royal": "C:JQK D:JQK H:JQK S:JQK",
    "Little": "C:23456789T D:23456789T H:23456789T S:23456789T",
}


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("colon", IN_RANGE)
def test_r24_what_beats_a_led_colon(colon: str, trump: str) -> None:
    trumps = set() if trump == "NT" else {rank + trump for rank in UPWARDS}
    winners = names(IN_RANGE[colon]) | trumps
    for card in DECK:
        if card.text != colon:
            found = trick(ending(colon, card.text, trump), colon, card.text)
            assert found == ("second" if card.text in winners else "leader"), card


@pytest.mark.parametrize(
    ("colon", "answer", "trump", "winner"),
    [
        ("Grand", "2S", "S", "second"),  # a trump, not in range
        ("Grand", "AH", "S", "second"),
        ("Grand", "KH", "S", "leader"),
        ("Grand", "2S", "NT", "leader"),
        ("Royal", "JC", "NT", "second"),
        ("Royal", "AC", "NT", "leader"),
        ("Royal", "TC", "D", "leader"),
        ("Little", "2C", "H", "second"),
        ("Little", "AC", "H", "leader"),
        ("Little", "AH", "H", "second"),
        ("Little", "Grand", "H", "leader"),
        ("Royal", "Little", "NT", "leader"),
    ],
)
def test_r24_who_wins_a_led_colon(colon: str, answer: str, trump: str, winner: str) -> None:
    assert trick(ending(colon, answer, trump), colon, answer) == winner


@pytest.mark.parametrize("colon", IN_RANGE)
def test_r24_to_a_led_colon_any_card_may_be_played(colon: str) -> None:
    rest = " ".join({"Grand", "Royal", "Little"} - {colon})
    hand = f"S:A2 H:K D:T C:3 {rest}"
    assert answers(hand, colon, "S") == names(hand)


@pytest.mark.parametrize("answer", ["KH", "2C", "Little", "Grand"])
def test_r24_nothing_is_barred_after_a_led_colon(answer: str) -> None:
    play = ending("Royal C:A H:A S:A D:A", f"{answer} S:2 D:2 D:3 D:4")
    trick(play, "Royal", answer)
    assert play.barred is None
    expected = "S:2 D:2 D:3 D:4" if answer == "KH" else "C:A H:A S:A D:A"
    assert may(play) == names(expected)


# R22, R23: the bar


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("C:7 D:3", "C:7 D:3"),
        ("H:52 C:7", "7C"),
        ("H:52 C:7 Little", "7C Little"),
        ("H:52 Little", "Little"),  # a colon must be led
        ("H:52 Little Royal", "Little Royal"),
        ("Little Royal", "Little Royal"),
        ("H:52", "H:52"),  # the bar lapses
        ("H:5", "5H"),
    ],
)
@pytest.mark.parametrize("trump", ["H", "S", "NT"])
def test_r23_what_a_barred_leader_may_lead(rest: str, expected: str, trump: str) -> None:
    count = len(cards(rest))
    play = ending(f"AH {rest}", f"Grand {'C:3456'[: 2 + count]}", trump)
    assert trick(play, "AH", "Grand") == "leader"
    assert may(play) == names(expected)
    for card in names(rest) - names(expected):
        assert turned_down(play, card) == ("suit-barred", "R22")


def test_r22_the_bar_is_for_one_lead_only() -> None:
    play = ending("H:A52 C:A2", "Grand H:43 C:43")
    trick(play, "AH", "Grand")
    assert may(play) == names("C:A2")
    trick(play, "AC", "3C")
    assert may(play) == names("H:52 C:2")


def test_r22_the_bar_is_not_the_opponents() -> None:
    play = ending("H:A52 C:72", "Grand H:43 C:K3")
    trick(play, "AH", "Grand")
    assert trick(play, "7C", "KC") == "second"
    assert may(play) == names("H:43 C:3")
    assert trick(play, "3H", "5H") == "second"
    assert may(play) == names("H:2 C:2")  # and it does not come back


def test_r23_a_colon_led_ends_the_bar() -> None:
    play = ending("H:A52 Little", "Grand H:43 C:Q")
    trick(play, "AH", "Grand")
    assert may(play) == {"Little"}
    assert trick(play, "Little", "QC") == "leader"
    assert may(play) == names("H:52")


def test_r22_one_bar_follows_another() -> None:
    play = ending("H:A5 C:K7 D:2", "Grand Royal D:543")
    trick(play, "AH", "Grand")
    assert may(play) == names("C:K7 D:2")
    trick(play, "KC", "Royal")
    assert may(play) == names("H:5 D:2")


@pytest.mark.parametrize("answer", ["2H", "3C", "2S"])
def test_r22_other_answers_bar_nothing(answer: str) -> None:
    hand = {"2H": "H:2 C:3 D:4", "3C": "C:3 C:4 D:4", "2S": "S:2 C:3 D:4"}[answer]
    play = ending("H:A5 C:7", hand)
    trick(play, "AH", answer)
    assert may(play) == names("H:5 C:7")


def test_r22_playing_the_match_is_a_choice() -> None:
    play = ending("H:A5 C:7", "Grand H:3 C:4")
    trick(play, "AH", "3H")
    assert may(play) == names("H:5 C:7")
