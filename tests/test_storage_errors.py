"""Files that cannot be read or written: the right error, the old file, and nothing else."""

from __future__ import annotations

import errno
import os
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from children import (
    AFTER,
    OLD,
    OTHER,
    Prepare,
    anybody,
    check,
    game_in,
    game_of_nobody,
    hook,
    new,
    play,
    run,
)

from bridgette import storage
from bridgette.errors import StorageError


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return game_in(tmp_path)


@pytest.fixture
def theirs() -> Iterator[Path]:
    with game_of_nobody() as file:
        yield file


LIMIT = 2**20
COMMANDS: dict[str, list[str]] = {
    "play": ["2H"],
    "claim": ["3"],
    "resign": [],
    "undo": [],
    "apply": ["moves"],
}


def limited(size: int) -> Prepare:
    """The disk is full after so many bytes of a file."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("size", [0, 1, 150, 250])
@pytest.mark.parametrize("command", COMMANDS)
def test_full_disk(game: Path, tmp_path: Path, command: str, size: int) -> None:
    (tmp_path / "moves").write_text("play 2H\nplay 2S\n")
    words = [str(tmp_path / word) if word == "moves" else word for word in COMMANDS[command]]
    before = game.stat()
    assert run(command, game, *words, prepare=limited(size)) == (22, "no-space")
    check(game, OLD)
    assert game.stat().st_ino == before.st_ino
    assert run(command, game, *words) == (0, None)


@pytest.mark.parametrize("size", [0, 1, 300])
def test_full_disk_for_a_new_game(tmp_path: Path, size: int) -> None:
    file = tmp_path / "game.yaml"
    assert new(file, prepare=limited(size)) == (22, "no-space")
    assert os.listdir(tmp_path) == []
    assert new(file) == (0, None)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "no-space"),
        (errno.EDQUOT, "no-space"),
        (errno.EFBIG, "no-space"),
        (errno.EIO, "not-writable"),
        (errno.EROFS, "not-writable"),
    ],
)
@pytest.mark.parametrize("function", ["write", "fsync", "ftruncate", "replace", "link"])
def test_what_the_system_says(tmp_path: Path, function: str, number: int, code: str) -> None:
    file = tmp_path / "game.yaml"

    def fail(*args: Any) -> None:
        raise OSError(number, os.strerror(number))

    prepare = hook(function, fail)
    if function != "link":
        file.write_bytes(OLD)
        assert play(file, prepare=prepare) == (22, code)
        check(file, OLD)
        file.unlink()
    if function != "replace":
        assert new(file, prepare=prepare) == (22, code)
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_synced_is_no_failure(game: Path) -> None:
    """The rename stands: the move must not be told as not made."""

    def fail(descriptor: int) -> None:
        if os.path.samestat(os.fstat(descriptor), game.parent.stat()):
            raise OSError(errno.EINVAL, "not here")

    assert play(game, prepare=hook("fsync", fail)) == (0, None)
    check(game, AFTER)


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_read_only_file(theirs: Path, mode: int) -> None:
    theirs.chmod(mode)
    assert play(theirs, prepare=anybody) == (22, "not-writable")
    assert run("show", theirs, prepare=anybody) == (0, None)
    check(theirs, OLD)


def test_a_file_that_may_not_be_read(theirs: Path) -> None:
    for mode in (0o000, 0o200):
        theirs.chmod(mode)
        assert play(theirs, prepare=anybody) == (20, "unreadable")
        assert run("show", theirs, prepare=anybody) == (20, "unreadable")
    theirs.chmod(0o600)
    check(theirs, OLD)


def test_a_read_only_folder(theirs: Path) -> None:
    theirs.parent.chmod(0o555)
    assert play(theirs, prepare=anybody) == (22, "not-writable")
    assert new(theirs.with_name("new.yaml"), prepare=anybody) == (22, "not-writable")
    assert run("show", theirs, prepare=anybody) == (0, None)
    check(theirs, OLD)


def test_what_is_no_ordinary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, folder, end = tmp_path / "pipe", tmp_path / "folder", tmp_path / "socket"
    os.mkfifo(pipe)
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(tmp_path)  # the name of a socket is short
        listener.bind("socket")
    for file in (pipe, folder, end, Path(os.devnull), Path("/dev/zero")):
        assert play(file) == (20, "unreadable"), file
        assert new(file) == (22, "exists"), file
    assert sorted(os.listdir(tmp_path)) == ["folder", "pipe", "socket"]
    assert os.listdir(folder) == []
    assert run("show", folder) == (20, "unreadable")
    assert run("show", "/dev/zero") == (20, "too-large")
    assert run("show", os.devnull) == (20, "empty")


def test_the_largest_file(game: Path) -> None:
    most = OLD + b"#" * (LIMIT - len(OLD) - 1) + b"\n"
    for words in (["show", game], ["play", game, "2H"]):
        game.write_bytes(most + b"\n")
        assert run(*words) == (20, "too-large")
        check(game, most + b"\n")
        game.write_bytes(most)
        assert run(*words) == (0, None)


def test_files_that_are_not_there(game: Path) -> None:
    folder = game.parent
    for file in (folder / "none.yaml", folder / "no" / "game.yaml", game / "game.yaml"):
        assert play(file) == (20, "not-found"), file
        assert run("show", file) == (20, "not-found"), file
    for file in (folder / "no" / "game.yaml", game / "game.yaml"):
        assert new(file) == (22, "not-writable"), file
    check(game, OLD)


def test_a_name_with_a_zero_byte(game: Path) -> None:
    file = f"{game}\0.yaml"
    assert play(file)[0] == 20
    assert run("show", file)[0] == 20
    assert new(file) == (22, "not-writable")
    check(game, OLD)


def test_long_and_strange_names(game: Path) -> None:
    """As long as the temporary file's name can be; beyond that a failure like any other."""
    longest = os.pathconf(game.parent, "PC_NAME_MAX")
    names = ["n" * (longest - 5), "-", "a b\n.yaml", "♠.yaml"]
    if sys.platform == "linux":
        names.append("\udcff\udcfe.yaml")  # no UTF-8
    for name in names:
        file = game.with_name(name)
        assert new(file) == (0, None), name
        file.write_bytes(OLD)
        assert play(file) == (0, None), name
        assert file.read_bytes() == AFTER
        file.unlink()
    for length in (longest - 4, longest, longest + 1, 5000):
        file = game.with_name("n" * length)
        assert new(file) == (22, "not-writable"), length
        assert play(file)[0] == 20, length
    check(game, OLD)


def test_a_name_in_the_present_folder(game: Path) -> None:
    def there() -> None:
        os.chdir(game.parent)

    assert play("game.yaml", prepare=there) == (0, None)
    check(game, AFTER)
    assert new("other.yaml", prepare=there) == (0, None)
    check(game, AFTER, "other.yaml")


def test_errors_name_the_path_as_given(game: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.yaml"
    link.symlink_to(game)
    with storage.locked(str(link)) as target:
        for act in (lambda: game.write_bytes(OTHER), game.unlink):
            act()
            with pytest.raises(StorageError) as caught:
                target.replace(AFTER)
            assert caught.value.file == str(link)


# In which order it happens


def record(events: Path) -> Prepare:
    """Notes what is done to which file, each by its device and inode, in the child."""

    def prepare() -> None:
        for name in ("write", "fsync", "replace", "link", "rename", "read"):
            prepare_one(name, getattr(os, name))

    def prepare_one(name: str, real: Callable[..., Any]) -> None:
        def noted(target: Any, *rest: Any) -> Any:
            found = os.stat(target)
            with open(events, "a", encoding="utf-8") as file:
                file.write(f"{name} {found.st_ino}\n")
            return real(target, *rest)

        setattr(os, name, noted)

    return prepare


@pytest.mark.parametrize("command", ["play", "new"])
def test_written_through_before_and_after_the_rename(game: Path, command: str) -> None:
    """Write, fsync, compare with what was read, rename, fsync of the folder."""
    events = game.parent.parent / "events"
    old = game.stat().st_ino
    if command == "new":
        game.unlink()
        assert new(game, prepare=record(events)) == (0, None)
    else:
        assert play(game, prepare=record(events)) == (0, None)
    lines = events.read_text().splitlines()
    told = [line for number, line in enumerate(lines) if line not in lines[:number]]
    file, folder = game.stat().st_ino, game.parent.stat().st_ino
    rename = f"replace {file}" if command == "play" else f"link {file}"
    last = lines[lines.index(f"write {file}") :]
    compare = [f"read {old}", f"read {old}"] if command == "play" else []
    assert last == [f"write {file}", f"fsync {file}", *compare, rename, f"fsync {folder}"]
    assert told[0] == (f"read {old}" if command == "play" else f"write {file}")
