"""Many real processes at work on one file: no move is lost or doubled, no reader sees a part."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers import cards, do

import bridgette
from bridgette import Game, Header, savefile, seeded_deck

# Waits for its standard input to be closed, so that all begin at once. Each word after the
# number of tries is one of a command; prints the code of every try.
WORKER = r"""
import io, json, sys, time
from contextlib import redirect_stdout
from bridgette.cli import main

tries, *words = sys.argv[1:]
with redirect_stdout(io.StringIO()):  # imports all there is to import
    main([*words, "--json", "--dry-run"], standalone_mode=False)
print("ready", flush=True)
sys.stdin.read()
codes = []
end = time.monotonic() + 60
while len(codes) < int(tries) and time.monotonic() < end:
    output = io.StringIO()
    with redirect_stdout(output):
        code = main([*words, "--json"], standalone_mode=False)
    codes.append(json.loads(output.getvalue())["error"]["code"] if code else "done")
    if not code:
        break
    time.sleep(0.005)
print(json.dumps(codes))
"""
# Shows the game until its standard input is closed; prints how many moves it saw each time.
READER = r"""
import io, json, select, sys
from contextlib import redirect_stdout
from bridgette import savefile
from bridgette.cli import main

file = sys.argv[1]
seen = []
print("ready", flush=True)
while not select.select([sys.stdin], [], [], 0)[0]:
    output = io.StringIO()
    with redirect_stdout(output):
        main(["show", file, "--json", "--all"], standalone_mode=False)
    shown = json.loads(output.getvalue())
    if not shown["ok"]:
        seen.append(shown["error"])
        break
    seen.append(shown["moves"])
    with open(file, "rb") as opened:
        data = opened.read()
    if savefile.dumps(savefile.loads(data)).encode() != data:
        seen.append("not as it was written")
        break
print(json.dumps(seen))
"""
HANDS = (
    cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
    cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
)
PLAYS = {"north": HANDS[0], "south": HANDS[1]}
RETRIED = {"not-your-turn", "wrong-phase", "busy", "changed", "redouble-none"}


def new_game(file: Path) -> Game:
    game = Game(Header("many", seed="many"))
    game.deal(hands=HANDS)
    file.write_bytes(savefile.dumps(game).encode())
    return game


@contextmanager
def processes(script: str, calls: Sequence[Sequence[object]]) -> Iterator[list[Any]]:
    """Starts one process a call, lets all begin at once, and gives what each one printed.

    With readers the body runs meanwhile; the list is filled at its end.
    """
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, *map(str, call)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(bridgette.__file__).parents[1])},
        )
        for call in calls
    ]
    answers: list[Any] = []
    try:
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        yield answers
        for process in started:
            assert process.stdin is not None
            process.stdin.close()
        for process in started:
            assert process.stdout is not None
            answers.append(json.loads(process.stdout.read()))
            assert process.wait() == 0
    finally:
        for process in started:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                pipe.close()


def all_at_once(calls: Sequence[Sequence[object]]) -> list[list[str]]:
    """Runs commands, each tried as often as its first word says; gives the codes of all tries."""
    with processes(WORKER, calls) as answers:
        pass
    return answers


def moves_in(file: Path) -> list[str]:
    """The moves of a game file, in order; it must be a whole and legal one."""
    game = savefile.loads(file.read_bytes())
    return [move.text for deal in game.deals for move in deal.moves]


def test_thirty_processes_that_insist_on_their_move(tmp_path: Path) -> None:
    """A whole deal and the start of the next: every move is in once, whoever came first."""
    file = tmp_path / "game.yaml"
    game = new_game(file)
    (tmp_path / "last calls").write_text("north redouble\nsouth pass\n")
    after = ["north bid 1S", "south double", "north redouble", "south pass"]
    do(game, *after, "south claim 0", "north accept")
    deal = game.deal(seeded_deck("many", 2))
    assert deal.turn is not None
    assert deal.exchange is not None
    given = deal.hand(deal.turn)[: deal.exchange.draws(deal.turn)]
    discards = [card.text for card in given]

    words: list[list[object]] = [
        ["bid", file, "1S", "--as", "north"],
        ["double", file, "--as", "south"],
        ["apply", file, tmp_path / "last calls"],
        ["exchange", file, *discards],
    ]
    for seat, hand in PLAYS.items():
        words += [["play", file, card, "--as", seat] for card in hand]
    assert len(words) == 30
    with processes(READER, [[file]]) as seen:
        codes = all_at_once([[10**6, *word] for word in reversed(words)])
    assert [tries.count("done") for tries in codes] == [1] * 30
    assert {code for tries in codes for code in tries[:-1]} <= RETRIED
    assert any(len(tries) > 1 for tries in codes)

    moves = moves_in(file)
    plays = [f"{seat} play {card}" for seat in PLAYS for card in PLAYS[seat]]
    assert moves[:4] == after
    assert sorted(moves[4:-1]) == sorted(plays)
    assert moves[-1] == f"{deal.turn} exchange {' '.join(discards)}"
    assert sorted(os.listdir(tmp_path)) == [file.name, "last calls"]
    check_seen(seen[0], 31)


def check_seen(seen: list[Any], last: int) -> None:
    """A reader saw whole games only, never an older one after a newer one, and several."""
    assert all(isinstance(moves, int) for moves in seen), seen[-1]
    assert seen == sorted(seen)
    assert seen[0] == 0
    assert seen[-1] <= last
    assert len(set(seen)) > 3


def test_eight_processes_with_the_same_move(tmp_path: Path) -> None:
    """One makes it, and it is there once."""
    file = tmp_path / "game.yaml"
    new_game(file)
    made = []
    for seat, *words in (
        ("north", "bid", file, "1S"),
        ("south", "pass", file),
        ("south", "play", file, "2H"),
        ("north", "play", file, "2S"),
        ("north", "play", file, "AS"),
    ):
        codes = all_at_once([[1, *words, "--as", seat]] * 8)
        told = sorted(code for tries in codes for code in tries)
        assert told.count("done") == 1, told
        assert set(told) <= {"done", "not-your-turn", "not-held", "wrong-phase", "busy"}
        made.append(" ".join([seat, words[0], *words[2:]]))
        assert moves_in(file) == made
    assert os.listdir(tmp_path) == [file.name]


def test_eight_processes_that_take_back_a_move(tmp_path: Path) -> None:
    """Each takes back one, and two readers see the game shrink."""
    file = tmp_path / "game.yaml"
    game = new_game(file)
    do(game, "north bid 1S", "south pass")
    do(game, "south play 2H", "north play 2S")
    for high, low in zip(HANDS[0][:8], HANDS[1][:8], strict=True):
        do(game, f"north play {high}", f"south play {low}")
    count = game.move_count
    file.write_bytes(savefile.dumps(game).encode())
    with processes(READER, [[file]] * 2) as seen:
        codes = all_at_once([[1, "undo", file]] * 8)
    assert codes == [["done"]] * 8
    assert len(moves_in(file)) == count - 8
    for numbers in seen:
        assert numbers == sorted(numbers, reverse=True)
        assert set(numbers) <= set(range(count - 8, count + 1))
    assert os.listdir(tmp_path) == [file.name]


def test_processes_as_people_start_them(tmp_path: Path) -> None:
    """The program itself, many times: as many moves are there as were told to be made."""
    file = tmp_path / "game.yaml"
    do(game := new_game(file), "north bid 1S", "south pass")
    file.write_bytes(savefile.dumps(game).encode())
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", "bridgette", "play", str(file), str(card), "--as", seat],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=Path(bridgette.__file__).parents[1],
        )
        for pair in zip(*HANDS, strict=True)
        for seat, card in zip(PLAYS, pair, strict=True)
    ]
    ends = [program.wait() for program in programs]
    assert set(ends) <= {0, 11, 22}
    assert ends.count(0) >= 1
    assert len(moves_in(file)) == 2 + ends.count(0)
    assert os.listdir(tmp_path) == [file.name]
