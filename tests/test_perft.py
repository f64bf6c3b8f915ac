"""The endings of perft.txt: how many ways of playing them the rules R17-R24 allow."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from perft_count import FILE, count, main

from bridgette import DECK, CardPlay, Denomination, Play, RuleError, Seat, parse_card
from bridgette.cards import bits_of

LINES = [
    line
    for line in FILE.read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]
DENOMINATIONS = {str(denomination): denomination for denomination in Denomination}


def ending(line: str) -> tuple[CardPlay, int, int]:
    """The position of a line, its number of tricks and its count."""
    north, south, trump, leader, barred, number = [field.strip() for field in line.split("|")]
    hands = [[parse_card(card, strict=True) for card in hand.split()] for hand in (north, south)]
    play = CardPlay(
        [bits_of(hand) for hand in hands],
        DENOMINATIONS[trump],
        Seat.NORTH if leader == "north" else Seat.SOUTH,
        barred=DENOMINATIONS.get(barred),
    )
    return play, len(hands[0]), int(number)


def sequences(play: CardPlay, plays_left: int) -> int:
    """How many ways there are to play so many cards, by the library's own list of plays."""
    if not plays_left:
        return 1
    total = 0
    for move in play.legal_plays():
        after = copy.copy(play)
        after.hands, after.plays, after.tricks = play.hands[:], play.plays[:], play.tricks[:]
        after.check(move)
        after.apply(move)
        total += sequences(after, plays_left - 1)
    return total


@pytest.mark.parametrize("line", LINES)
def test_the_library_counts_as_the_file_says(line: str) -> None:
    play, tricks, number = ending(line)
    assert sequences(play, 2 * tricks) == number


def test_the_whole_file_is_as_recomputed(capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    arguments, sys.argv = sys.argv, ["perft_count.py"]
    try:
        main()
    finally:
        sys.argv = arguments
    assert capsys.readouterr().out == Path(FILE).read_text(encoding="utf-8")
    assert len(LINES) > 40


def test_the_brute_force_counts_by_hand() -> None:
    """Two endings counted on paper."""
    assert count(("AS", "KS"), ("QS", "JS"), "NT", "-") == 4
    assert count(("AS", "2H"), ("KS", "Grand"), "NT", "-") == 3  # Grand bars spades: 2H next


@pytest.mark.parametrize("line", LINES)
def test_the_judge_agrees_with_the_list_in_every_ending(line: str) -> None:
    """R17: in the first trick of each ending exactly the plays listed are let pass."""
    play, _, _ = ending(line)
    for _ in range(2):
        listed = [move.card for move in play.legal_plays()]
        for card in DECK:
            move = Play(play.turn, card)
            if card in listed:
                play.check(move)
            else:
                with pytest.raises(RuleError):
                    play.check(move)
        play.apply(play.legal_plays()[0])
