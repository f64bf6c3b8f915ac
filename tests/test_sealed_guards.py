"""Sealed games: guards that no other test would miss, of commands that race or are cut short too.

What races is done by processes of their own, at a call to the system of the one that waits.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from children import AFTER, Prepare, check, game_in, hook, run
from children import play as play_open
from sealed import (
    ANN,
    BOB,
    SEATS,
    act,
    begun,
    contract,
    discards,
    do,
    exchange,
    exchanged,
    lay_open,
    play,
    read,
    refused,
    secret,
    true_deck,
    turn,
)
from sealeddesk import BID, FOLLOWED, LED, NORTH, PASSED, SOUTH, Desk, desk_in, recorded
from test_crash import set_up
from test_sealed_crash import Bench, Disk, at_home, step_of

from bridgette import Seat, parse_card
from bridgette.errors import RecordError
from bridgette.sealed.group import product
from bridgette.sealedgame import Record
from bridgette.sealedgame.ledger import UP_CARD
from bridgette.sealedgame.record import POSITIONS

GAME = "game-0"
TWO = (2).to_bytes(32, "little")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return desk_in(tmp_path, monkeypatch)


# What was signed stays signed.


@pytest.mark.parametrize("how", ["made again", "received"])
def test_the_second_of_two_moves_stays_signed(desk: Desk, how: str) -> None:
    """Two in one go, then the first alone once more: no other move goes after it."""
    first, second = recorded()[BID - 1], recorded()[BID]
    assert first.seat == second.seat == NORTH
    desk.state, cli = first.before, desk.cli[NORTH]
    cli.ok("apply", "g.yaml", desk.put("moves", f"{first.what}\n{second.what} -- hello".encode()))
    assert desk.data == second.after.data
    if how == "received":
        desk.data = None
        cli.ok("receive", "g.yaml", desk.put("m.txt", first.after.data))
    else:
        desk.data = first.before.data
        desk.does(NORTH, first.what)
    assert desk.data == first.after.data
    for words in (["pass"], ["resign"], ["accuse"], second.what.split()):
        error = cli.fails("memory", words[0], "g.yaml", *words[1:])
        assert f"“north {second.what} -- hello”" in error["message"]
    cli.ok(*second.words)
    assert desk.data == second.after.data


def test_an_accusation_from_an_old_state_takes_nothing_from_the_memory(desk: Desk) -> None:
    """It is received; and as long as it is not answered the game can go on where it was."""
    last = recorded()[FOLLOWED]
    desk.state = recorded()[BID - 2].after
    desk.does(SOUTH, "accuse")
    came = desk.put("m.txt", desk.data)
    desk.state = last.after
    desk.cli[NORTH].ok("receive", "accusation.yaml", came)
    assert desk.state == last.after
    desk.data = last.before.data
    desk.cli[NORTH].fails("memory", "resign", "g.yaml")
    desk.does(NORTH, last.what)
    assert desk.state == last.after


# Two commands at once: what was right before the lock is looked at again under it.


def while_waiting(desk: Desk, seat: str, *meanwhile: tuple[str, ...]) -> Prepare:
    """Other commands of the same home, just before one has the lock of its memory."""
    home, left = desk.homes[seat], list(meanwhile)

    def at_lock(descriptor: int, _: int) -> None:
        if left and os.path.samestat(os.fstat(descriptor), os.stat(home / "identity")):
            for words in left:
                assert desk.cli[seat].process(*words).code == 0, words
            left.clear()

    return at_home(home, hook("flock", at_lock, fcntl))


def test_a_move_while_another_is_made_and_answered_in_a_copy(desk: Desk) -> None:
    """What is remembered then is the answer, and no move of one's own after it: none is signed."""
    bid, passed = recorded()[BID], recorded()[PASSED]
    desk.state = bid.before
    desk.put("copy.yaml", bid.before.data)
    moves = (bid.words[0], "copy.yaml", *bid.words[2:])
    takes = ("receive", "copy.yaml", desk.put("m.txt", passed.after.data))
    prepare = while_waiting(desk, NORTH, moves, takes)
    assert run("pass", desk.file, prepare=prepare) == (30, "memory")
    assert desk.data == bid.before.data
    assert (desk.games / "copy.yaml").read_bytes() == passed.after.data
    desk.data = passed.after.data
    desk.home(SOUTH, passed.after.homes[SOUTH])
    desk.does(SOUTH, recorded()[LED].what)


@pytest.mark.parametrize("there", [True, False])
def test_a_message_while_a_newer_one_is_received(desk: Desk, there: bool) -> None:
    """Into the game's file or into a new one: the older state is written nowhere any more."""
    desk.state = recorded()[BID].after
    file = desk.file if there else desk.games / "new.yaml"
    older = desk.games / desk.put("older.txt", recorded()[PASSED].after.data)
    newer = desk.put("newer.txt", recorded()[LED].after.data)
    prepare = while_waiting(desk, NORTH, ("receive", "copy.yaml", newer))
    assert run("receive", file, older, prepare=prepare) == (30, "memory")
    assert desk.data == recorded()[BID].after.data
    assert file.exists() == there
    assert (desk.games / "copy.yaml").read_bytes() == recorded()[LED].after.data
    desk.cli[NORTH].fails("memory", "receive", "new.yaml", "older.txt")


# Cut short.


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with set_up(Bench) as found:
        yield found


@pytest.mark.parametrize("kind", ["new", "play"])
def test_interrupted_between_memory_and_file(bench: Bench, kind: str) -> None:
    """Either all is saved, or nothing and another action is possible; the message says which."""
    step = step_of(kind)
    words, disk = bench.named(step.words), bench.before(step)
    disk = disk._replace(home=disk.home or {"identity": step.after.homes[step.seat]["identity"]})
    after = Disk({"g.yaml": step.after.data}, step.after.homes[step.seat])
    bench.put(disk)
    calls = bench.run(words).calls
    begins = calls.index("replace")  # of the memory
    ends = len(calls) - calls[::-1].index("write")  # of the game
    said = set()
    places = [*range(begins, begins + 22), *range(ends, len(calls) + 1)]
    for place in places[:: 1 if kind == "play" else 5]:
        bench.put(disk)
        ended = bench.run(words, place, "SIGINT")
        where = f"call {place}, {calls[place - 1]}: {ended.error}"
        saved = "after the move was saved" in ended.error
        assert (ended.code, saved) == (130, "nothing was saved" not in ended.error), where
        left, right = bench.disk, after if saved else disk
        if kind == "play" or not saved:
            assert left == right, where
        assert [files.keys() for files in left] == [files.keys() for files in right], where
        said.add(saved)
    assert said == {True, False}
    bench.put(disk)
    bench.run(words, begins, "SIGINT")
    other = ["resign", "g.yaml"] if kind == "play" else [*step.words, "--north", "Eve"]
    assert bench.run(bench.named(other)).code == 0


def closing(descriptor: int) -> None:
    """What was open for writing is closed, and the system says that it is not well."""
    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDWR:
        os.closerange(descriptor, descriptor + 1)
        raise OSError(errno.EIO, "made to fail")


@pytest.mark.parametrize("kind", ["new", "join", "play"])
def test_a_file_that_cannot_be_closed_is_no_failure(desk: Desk, kind: str) -> None:
    """The rename stands, of the memory and of the game: neither is taken back."""
    step = step_of(kind)
    desk.state = step.before
    words = [str(desk.file) if word == "g.yaml" else word for word in step.words]
    prepare = at_home(desk.homes[step.seat], hook("close", closing))
    assert run(*words, prepare=prepare) == (0, None)
    assert sorted(os.listdir(desk.games)) == ["g.yaml"]
    assert sorted(desk.kept[step.seat]) == ["games/desk", "identity"]
    assert desk.data != step.before.data
    assert kind != "play" or desk.state == step.after


def test_an_open_game_that_cannot_be_closed_is_saved(tmp_path: Path) -> None:
    """The same without a memory."""
    file = game_in(tmp_path)
    assert play_open(file, prepare=hook("close", closing)) == (0, None)
    check(file, AFTER)


# What a file must not hold.


def test_an_up_card_that_opens_nothing() -> None:
    """Everybody sees it at once, before it is asked how many draws go with it."""
    record = begun()
    wrong = product(secret(GAME, BOB, 1).scalars[UP_CARD], TWO)
    record = act(record, BOB, discards(record, BOB), values={(1, UP_CARD): wrong})
    refused(record, "bad-share", BOB, deal=1, move=1, says="no up-card opens by what Bob")
    refused(exchange(record), "bad-share", BOB, deal=1, move=1, says="no up-card")


def resigned() -> Record:
    """A deal of two cards in which one has resigned, with both secrets."""
    record = play(contract(), 2)
    return do(record, f"{turn(record)} resign", f"{turn(record).other} continue")


def test_points_beside_a_deal_laid_open() -> None:
    """They are those that were signed, and still have no place there."""
    points, record = resigned().points, lay_open(resigned())
    read(record)
    record.points = points
    refused(record, "chain", says="holds something that no signed action has in it")


@pytest.mark.parametrize("number", [3, 4])
def test_a_move_in_place_of_the_third_step(number: int) -> None:
    """South moves before the cards are there: the actions have no gap, whatever is signed."""
    record = act(begun(steps=2), BOB, "exchange ? ?", places=[0, 2])
    scalars = record.deals[0].scalars
    record.deals[0].scalars = {key: (4, data) for key, (_, data) in scalars.items()}
    record.signatures[BOB] = (number, record.signatures[BOB][1])
    refused(record, "chain", says="lacks something")


def test_a_move_written_under_the_next_deal() -> None:
    """Which deal a move is of is not signed, as it follows; so there is one place for it."""
    passed = do(exchanged(), "north pass", "south pass")
    for record in (passed, exchange(passed)):
        read(record)
        one, two = record.deals
        two.moves.insert(0, one.moves.pop())
        refused(record, "chain", deal=2, move=1, says="deal 2 of this file is not as it was signed")


def test_a_deal_laid_open_in_which_a_rule_was_broken_for_all_to_see() -> None:
    """It is a file that was altered, which blames nobody, and not a move to be judged."""
    record = lay_open(do(exchanged(), "north bid 1S", "south bid 1C"))
    refused(record, "chain", deal=1, move=4, says="this deal was altered after it ended")
    record = lay_open(resigned())
    record.deals[0].moves[2] = "south bid 1S"
    refused(record, "chain", deal=1, move=3, says="this deal was altered after it ended")


def test_a_map_of_more_bits_than_positions() -> None:
    """Signed by its player, and refused before anything of it is read."""
    record = act(begun(), BOB, "exchange ? ?", places=[0, POSITIONS])
    with pytest.raises(RecordError, match="55 bits") as raised:
        read(record)
    assert (raised.value.code, raised.value.deal) == ("schema", 1)


# What the audit finds.


@pytest.mark.parametrize("who", SEATS)
@pytest.mark.parametrize("fewer", [0, 1])
def test_more_cards_than_were_kept(who: Seat, fewer: int) -> None:
    """A card that was let go is played, or one too few was: the discards are fixed."""
    record = begun()
    for seat in (BOB, ANN):
        what = discards(record, seat)
        gone = [true_deck(record, 1).index(parse_card(name)) for name in what.split()[1:]]
        record = act(record, seat, what, places=gone[fewer * (seat is who) :])
    record = do(record, "north bid 1S", "south pass")
    record = record if who is BOB else play(record)
    if not fewer:
        record = act(record, who, f"play {discards(begun(), who).split()[1]}")
    read(record, who.other)
    seat = turn(record)
    record = act(act(record, seat, "resign"), seat.other, "continue")
    move = (2 - who) if fewer else 5 + (who is ANN)
    says = "cards instead of" if fewer else "not among the cards kept"
    refused(record, "cheat", who, deal=1, move=move, says=says)
