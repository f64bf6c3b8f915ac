"""The examples hold, show what they promise, and look as their golden transcripts say."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest
import transcripts
from transcripts import EXAMPLES, GAMES, TRANSCRIPTS, example, path_of, run_play_by_turns

from bridgette import (
    Accept,
    Card,
    Contract,
    Deal,
    Decline,
    Denomination,
    Double,
    Game,
    Phase,
    Play,
    Redouble,
    Seat,
)
from bridgette.cli.records import Record, verdict
from bridgette.replay import steps
from bridgette.savefile import dumps, loads
from bridgette.savefile.document import FastParser, SlowParser

# Golden transcripts


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcript_is_up_to_date(name: str) -> None:
    golden = path_of(name).read_text(encoding="utf-8").splitlines()
    now = TRANSCRIPTS[name]().splitlines()
    diff = list(difflib.unified_diff(golden, now, "golden", "now", lineterm="", n=2))
    shown = "\n".join(diff[:80])
    assert not diff, f"python tests/transcripts.py --write, if this is meant:\n{shown}"


def test_there_is_no_transcript_too_many() -> None:
    found = {file.name for file in transcripts.FOLDER.iterdir()}
    assert found == {path_of(name).name for name in TRANSCRIPTS}
    assert sum(file.stat().st_size for file in transcripts.FOLDER.iterdir()) < 250_000


# The game files


def test_every_example_is_named_in_the_readme() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for file in EXAMPLES.iterdir():
        assert file.name == "README.md" or f"**{file.name}**" in text, file.name
    assert {file.stem for file in EXAMPLES.glob("*.yaml")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_example_verifies(name: str) -> None:
    found = verdict(Record(str(EXAMPLES / f"{name}.yaml")))
    assert (found.exit_code, found.value["ok"], found.value["error"]) == (0, True, None)


@pytest.mark.parametrize("name", GAMES)
def test_example_is_canonical_and_the_same_by_both_back_ends(name: str) -> None:
    data = (EXAMPLES / f"{name}.yaml").read_bytes()
    for parser in (None, FastParser, SlowParser):
        game = loads(data, parser=parser)
        assert dumps(game).encode() == data
        assert game.head == example(name).head


# What everything.yaml is there for


class Trick(NamedTuple):
    """A trick with what its two players held before it."""

    deal: int
    led: Play
    followed: Play
    leader_hand: frozenset[Card]
    follower_hand: frozenset[Card]
    trump: Denomination
    is_won_by_leader: bool


def tricks_of(game: Game) -> Iterator[Trick]:
    """Every trick of a game."""
    hands: dict[Seat, frozenset[Card]] = {}
    led: Play | None = None
    for grown, move in steps(game):
        deal = grown.current
        if isinstance(move, Play) and led is None:
            led = move
        elif isinstance(move, Play) and led is not None and deal.contract is not None:
            yield Trick(
                deal.number,
                led,
                move,
                hands[led.seat],
                hands[move.seat],
                deal.contract.denomination,
                deal.play is not None
                and deal.play.winner(len(deal.play.plays) // 2 - 1) is led.seat,
            )
            led = None
        elif not isinstance(move, Play):
            led = None
        if led is None:  # the hands before a trick
            hands = {seat: frozenset(deal.hand(seat)) for seat in Seat}


def follows_as_match(trick: Trick) -> bool:
    return (
        trick.followed.card.is_colon
        and trick.led.card.suit is not None
        and trick.followed.card.range is trick.led.card.range
    )


@pytest.fixture(scope="module")
def everything() -> Game:
    return example("everything")


def moves_of(game: Game, kind: type) -> int:
    return sum(isinstance(move, kind) for deal in game.deals for move in deal.moves)


def contracts_of(game: Game) -> list[tuple[Contract, Deal]]:
    return [(deal.contract, deal) for deal in game.deals if deal.contract is not None]


def test_everything_is_a_whole_game_with_notes(everything: Game) -> None:
    header = everything.header
    assert (header.north, header.south, everything.phase) == ("Ann", "Bob", Phase.OVER)
    assert len(everything.deals) == 6
    assert all([header.event, header.date, header.place, header.note])
    assert all(deal.note and deal.deck for deal in everything.deals)
    remarks = [move for deal in everything.deals for move in deal.moves if move.remark]
    assert len(remarks) > 3


def test_everything_has_double_redouble_and_claims(everything: Game) -> None:
    for kind in (Double, Redouble, Accept, Decline):
        assert moves_of(everything, kind), kind
    assert {contract.doubled for contract, _ in contracts_of(everything)} == {0, 1, 2}


def test_everything_has_every_outcome(everything: Game) -> None:
    assert sum(deal.passed_out for deal in everything.deals) == 1
    over = {
        deal.tricks[contract.declarer] - contract.goal
        for contract, deal in contracts_of(everything)
    }
    assert {0, 1, 3} < over
    assert min(over) < 0


def test_everything_has_each_colon_follow_and_lead(everything: Game) -> None:
    found = list(tricks_of(everything))
    matches = list(filter(follows_as_match, found))
    assert {str(trick.followed.card) for trick in matches} == {"Grand", "Royal", "Little"}
    assert any(
        trick.led.card.suit in {card.suit for card in trick.follower_hand} for trick in matches
    )
    assert all(trick.is_won_by_leader for trick in matches)
    led = [trick for trick in found if trick.led.card.is_colon]
    assert {str(trick.led.card) for trick in led} == {"Grand", "Royal", "Little"}
    beaten = Counter(
        "kept"
        if trick.is_won_by_leader
        else "trump"
        if trick.followed.card.suit is trick.trump
        else "range"
        for trick in led
    )
    assert all(beaten[how] for how in ("kept", "trump", "range"))


def test_everything_has_a_bar_that_matters(everything: Game) -> None:
    found = list(tricks_of(everything))
    matter = 0
    for before, after in pairwise(found):
        if before.deal == after.deal and follows_as_match(before):
            suits = {card.suit for card in after.leader_hand}
            matter += before.led.card.suit in suits and len(suits) > 1
            assert after.led.card.suit is not before.led.card.suit or len(suits) == 1
    assert matter


# The other games


def test_given_hands_has_seven_no_trumps_redoubled() -> None:
    game = example("given-hands")
    assert all(deal.given for deal in game.deals)
    assert "7NTXX" in [str(contract) for contract, _ in contracts_of(game)]
    assert game.phase is Phase.BETWEEN


def test_house_rules_are_all_set_and_all_matter() -> None:
    game = example("house-rules")
    assert game.header.rules == ("aside", "yes", "redeal", "flat")
    assert (game.phase, len(game.deals), game.counted) == (Phase.OVER, 7, 6)
    out = next(deal for deal in game.deals if deal.passed_out)
    assert game.deals[out.number].dealer is out.dealer
    openings = [deal.auction.calls[0].text for deal in game.deals if deal.auction]
    assert "north bid 4S" in openings
    assert any(c.doubled and deal.points[c.declarer] for c, deal in contracts_of(game))


# The scripts


def test_play_by_turns_runs_to_the_end() -> None:
    done = run_play_by_turns()
    assert (done.returncode, done.stderr) == (0, "")
    sheet = done.stdout.partition("== The score sheet")[2].splitlines()
    assert [line.split()[0] for line in sheet if line[:4].strip().isdecimal()] == list("123456")
    assert any(line.startswith("The game is over: ") for line in sheet)


def test_moves_apply_to_the_game_that_they_name() -> None:
    lines = (EXAMPLES / "moves.txt").read_text(encoding="utf-8").splitlines()
    command = f"#     bridgette new {' '.join(transcripts.KITE)}"
    assert command in lines[:4]
    assert any(line.startswith("play ") for line in lines)
    assert any(line.startswith("south play ") for line in lines)
    text = path_of("moves").read_text(encoding="utf-8")  # up to date: see the first test
    assert "Deal 1: 4♠ by Ann, made with 10 tricks" in text
    assert "deal 2 of 6, play" in text
