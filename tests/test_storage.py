"""How a game file is replaced or made: whole, in its place, with its permissions, under a lock."""

from __future__ import annotations

import os
import resource
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from children import (
    AFTER,
    NOBODY,
    OLD,
    OTHER,
    ROOT,
    Prepare,
    anybody,
    check,
    game_in,
    game_of_nobody,
    held,
    hook,
    new,
    only_root,
    play,
    run,
    start,
    wait_at_most,
)

from bridgette import storage
from bridgette.savefile import dumps, loads


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return game_in(tmp_path)


@pytest.fixture
def theirs() -> Iterator[Path]:
    with game_of_nobody() as file:
        yield file


# The file that is replaced


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o666, 0o755])
@pytest.mark.parametrize("mask", [0o077, 0o000])
def test_permissions_stay(game: Path, mode: int, mask: int) -> None:
    game.chmod(mode)
    assert play(game, prepare=lambda: os.umask(mask)) == (0, None)
    assert stat.S_IMODE(game.stat().st_mode) == mode
    check(game, AFTER)


@only_root
def test_the_owner_stays_when_root_plays(game: Path) -> None:
    os.chown(game, 1234, 4321)
    game.chmod(0o640)
    assert play(game) == (0, None)
    now = game.stat()
    assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (1234, 4321, 0o640)


@only_root
def test_two_users_of_a_group_share_a_game(theirs: Path) -> None:
    """The file that one leaves can be read and replaced by the other."""
    for path, mode in ((theirs, 0o660), (theirs.parent, 0o770)):
        os.chown(path, 1234, 4321)
        path.chmod(mode)

    def become(user: int) -> Prepare:
        return lambda: (os.setgroups([4321]), os.setgid(user), os.setuid(user))

    assert play(theirs, "2H", become(2345)) == (0, None)
    now = theirs.stat()
    assert (now.st_gid, stat.S_IMODE(now.st_mode)) == (4321, 0o660)
    assert play(theirs, "2S", become(1234)) == (0, None)


@pytest.mark.parametrize("mask", [0o022, 0o027, 0o077, 0o002])
def test_a_new_file_has_the_usual_permissions(tmp_path: Path, mask: int) -> None:
    file = tmp_path / "game.yaml"
    (tmp_path / ".game.yaml.tmp").touch(0o755)
    assert new(file, prepare=lambda: os.umask(mask)) == (0, None)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~mask
    assert os.listdir(tmp_path) == ["game.yaml"]


def test_the_mask_of_a_program_stays(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        storage.create(str(tmp_path / "game.yaml"), OLD)
    finally:
        assert os.umask(before) == 0o027


@pytest.mark.parametrize("kind", ["absolute", "relative", "chain", "folder"])
def test_links_are_followed_and_stay(game: Path, tmp_path: Path, kind: str) -> None:
    away = tmp_path / "away"
    away.mkdir()
    link = away / "link.yaml"
    if kind == "absolute":
        link.symlink_to(game)
    elif kind == "relative":
        link.symlink_to("../games/game.yaml")
    elif kind == "chain":
        (away / "second").symlink_to("../games/game.yaml")
        link.symlink_to("second")
    else:
        link.symlink_to(game.parent)
    before = sorted((name, os.readlink(away / name)) for name in os.listdir(away))
    assert play(link / "game.yaml" if kind == "folder" else link) == (0, None)
    check(game, AFTER)
    assert sorted((name, os.readlink(away / name)) for name in os.listdir(away)) == before


@pytest.mark.parametrize("words", [["play", "3S"], ["play", "2H", "--dry-run"], ["bid", "1S"]])
def test_what_saves_nothing_leaves_the_file_alone(game: Path, words: list[str]) -> None:
    before = game.stat()
    run(words[0], game, *words[1:])
    check(game, OLD)
    assert (game.stat().st_ino, game.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


# What a crash left


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o400, 0o200, 0o000])
@pytest.mark.parametrize("command", ["play", "new"])
def test_a_leftover_is_taken_over(theirs: Path, mode: int, command: str) -> None:
    left = theirs.with_name(".game.yaml.tmp")
    left.write_bytes(b"half a game" * 1000)
    left.chmod(mode)
    theirs.chmod(0o640)
    if ROOT:
        os.chown(left, NOBODY, NOBODY)
    if command == "play":
        assert play(theirs, prepare=anybody) == (0, None)
        check(theirs, AFTER)
        assert stat.S_IMODE(theirs.stat().st_mode) == 0o640
    else:
        theirs.unlink()
        assert new(theirs, prepare=anybody) == (0, None)
        check(theirs, theirs.read_bytes())
        assert b"half" not in theirs.read_bytes()


def test_a_leftover_that_is_the_game_itself(game: Path) -> None:
    """As a start that was killed between its last two steps leaves it."""
    left = game.with_name(".game.yaml.tmp")
    left.hardlink_to(game)
    assert new(game) == (22, "exists")
    check(game, OLD, left.name)
    assert play(game, "2S") == (10, "not-held")
    assert game.read_bytes() == OLD
    assert play(game) == (0, None)
    check(game, AFTER)
    left.hardlink_to(game)
    limit = (resource.RLIMIT_FSIZE, (10, 10))
    assert play(game, "2S", lambda: resource.setrlimit(*limit)) == (22, "no-space")
    check(game, AFTER)


@pytest.mark.parametrize("how", ["link", "symlink"])
@pytest.mark.parametrize("command", [play, new])
def test_a_strange_leftover_does_no_harm(tmp_path: Path, how: str, command: Any) -> None:
    """Whatever it is a name of is not written to."""
    file, precious = tmp_path / "game.yaml", tmp_path / "precious"
    if command is play:
        file.write_bytes(OLD)
    precious.write_text("precious")
    getattr(os, how)(precious, tmp_path / ".game.yaml.tmp")
    code, _ = command(file)
    assert code in (0, 22)
    assert precious.read_text() == "precious"
    assert not file.is_symlink()


# A new game


def test_a_new_game_overwrites_nothing(game: Path) -> None:
    folder = game.parent
    (folder / "folder.yaml").mkdir()
    (folder / "dangling.yaml").symlink_to("nowhere.yaml")
    (folder / "loop.yaml").symlink_to("loop.yaml")
    (folder / "link.yaml").symlink_to("game.yaml")
    os.mkfifo(folder / "pipe.yaml")
    (folder / "empty.yaml").touch()
    before = sorted(os.listdir(folder))
    for name in before:
        inode = os.lstat(folder / name).st_ino
        assert new(folder / name) == (22, "exists"), name
        assert os.lstat(folder / name).st_ino == inode
    check(game, OLD, *(name for name in before if name != game.name))
    assert os.path.getsize(folder / "empty.yaml") == 0


def test_of_two_new_games_at_once_one_wins(tmp_path: Path) -> None:
    winners = set()
    for number in range(25):
        file = tmp_path / f"game{number}.yaml"
        go = time.monotonic() + 0.01

        def wait(until: float = go) -> None:
            while time.monotonic() < until:
                pass

        first = start(["new", str(file), "--north", "Ann"], wait)
        second = start(["new", str(file), "--north", "Eve"], wait)
        results = {"Ann": first(), "Eve": second()}
        assert sorted(results.values(), key=str) == [(0, None), (22, "exists")]
        winner = min(results, key=lambda name: results[name][0])
        assert f"'{winner}'" in file.read_text()
        winners.add(winner)
    assert len(os.listdir(tmp_path)) == 25


def test_without_hard_links_a_new_game_is_renamed(tmp_path: Path) -> None:
    def refuse(*args: Any) -> None:
        raise PermissionError(1, "no links here")

    file = tmp_path / "game.yaml"
    assert new(file, prepare=hook("link", refuse)) == (0, None)
    assert new(file, prepare=hook("link", refuse)) == (22, "exists")
    assert os.listdir(tmp_path) == ["game.yaml"]


# Others at work on the file


@pytest.mark.parametrize("how", ["written", "longer", "shorter", "renamed", "gone", "huge"])
def test_a_change_by_another_program_is_not_lost(game: Path, how: str) -> None:
    changed = {"longer": OLD + b"# a comment\n", "shorter": OLD[:-1], "huge": OLD + b"#" * 2**20}
    data = changed.get(how, OTHER)

    def change(*args: Any) -> None:
        if how in ("gone", "renamed"):
            game.unlink()
        if how != "gone":
            game.write_bytes(data)

    result = play(game, prepare=hook("fsync", change))
    assert result == (22, "changed")
    if how == "gone":
        assert os.listdir(game.parent) == []
    else:
        check(game, data)


def test_the_same_bytes_in_another_file_are_no_change(game: Path) -> None:
    def rewrite(*args: Any) -> None:
        data = game.read_bytes()
        game.unlink()
        game.write_bytes(data)

    assert play(game, prepare=hook("fsync", rewrite)) == (0, None)
    check(game, AFTER)


def test_a_lock_that_is_not_given_up(game: Path) -> None:
    assert 1 <= storage.LOCK_SECONDS <= 10
    with held(game, 60):
        assert play(game, prepare=wait_at_most(0.3)) == (22, "busy")
        check(game, OLD)
        assert run("show", game) == (0, None)
    assert play(game) == (0, None)
    check(game, AFTER)


@pytest.mark.parametrize("command", [play, new])
def test_a_temporary_file_that_is_in_use(tmp_path: Path, command: Any) -> None:
    """It is not taken over as long as another command writes it."""
    file, used = tmp_path / "game.yaml", tmp_path / ".game.yaml.tmp"
    if command is play:
        file.write_bytes(OLD)
    used.write_text("in use")
    with held(used, 60):
        assert command(file, prepare=wait_at_most(0.1)) == (22, "busy")
        assert used.read_text() == "in use"
        assert not file.exists() or file.read_bytes() == OLD
    assert command(file) == (0, None)
    assert os.listdir(tmp_path) == ["game.yaml"]


def test_a_lock_that_is_given_up_in_time(game: Path) -> None:
    """What its holder has put in place of the game is what the move is made in."""

    def replace() -> None:
        other = game.with_name("other")
        other.write_bytes(OTHER)
        other.rename(game)

    with held(game, 0.3, replace):
        assert play(game) == (0, None)
    check(game, dumps(loads(AFTER.replace(b"North", b"Nadia"))).encode())


def test_a_game_that_goes_while_its_lock_is_awaited(game: Path) -> None:
    with held(game, 0.2, game.unlink):
        assert play(game) == (20, "not-found")
    assert os.listdir(game.parent) == []


def test_a_lock_is_given_up_when_a_command_fails(game: Path) -> None:
    with storage.locked(str(game)):
        assert play(game, prepare=wait_at_most(0.05)) == (22, "busy")
    with pytest.raises(ZeroDivisionError), storage.locked(str(game)):
        raise ZeroDivisionError
    assert play(game, prepare=wait_at_most(0.05)) == (0, None)


@only_root
def test_the_temporary_file_of_another_user_that_is_in_use(theirs: Path) -> None:
    """In a folder that both may write: it is not removed either, but a leftover is."""
    used = theirs.with_name(".game.yaml.tmp")
    used.write_text("in use")
    used.chmod(0o644)
    theirs.unlink()
    with held(used, 60):

        def prepare() -> None:
            anybody()
            storage.LOCK_SECONDS = 0.1

        assert new(theirs, prepare=prepare) == (22, "busy")
        assert used.read_text() == "in use"
        assert not theirs.exists()
    assert new(theirs, prepare=anybody) == (0, None)
    check(theirs, theirs.read_bytes())
