"""The user's own folder: the identity, and what is remembered of each sealed game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import click

from bridgette import storage
from bridgette.errors import SealedError, StorageError
from bridgette.sealed.secrets import Identity

HOME_VARIABLE = "BRIDGETTE_HOME"
_MARK = "bridgette identity 1: "
_SIZE = 32
_KEYS = ("version", "first", "nonce", "seen", "signed", "over")


def path_of(*names: str) -> str:
    """A file in the user's folder for this program."""
    home = os.environ.get(HOME_VARIABLE) or click.get_app_dir("bridgette")
    return os.path.join(os.path.abspath(home), *names)


def identity_file() -> str:
    """Where the identity is."""
    return path_of("identity")


def identity() -> Identity | None:
    """The identity of this home; None if there is none. Errors: StorageError: unreadable."""
    file = identity_file()
    try:
        text = storage.read(file).decode("ascii", "replace")
    except StorageError as error:
        if error.code == "not-found":
            return None
        raise
    secret = text.removeprefix(_MARK).strip()
    try:
        data = bytes.fromhex(secret)
    except ValueError:
        data = b""
    if not text.startswith(_MARK) or len(data) != _SIZE:
        raise StorageError("this is no identity", code="unreadable", file=file)
    return Identity(data)


def own_identity(*, keep: bool = True) -> Identity:
    """The identity of this home, made on first use; one for the moment if it is not to be kept."""
    found = identity()
    if found is None:
        import secrets

        secret = secrets.token_bytes(_SIZE)
        if not keep:
            return Identity(secret)
        data = f"{_MARK}{secret.hex()}\n".encode()
        try:
            storage.keep(identity_file(), data, new=True)
        except StorageError as error:
            if error.code != "exists":  # another command was first
                raise
        found = identity()
    assert found is not None
    return found


@dataclass
class Memory:
    """What a home remembers of one game: heads, as hexadecimal digits, by number of action.

    `first` is the head after the game's first action, `seen` the newest taken from the file, and
    `signed` one's own actions after that, with what they were.
    """

    first: str
    nonce: str
    seen: tuple[int, str]
    signed: list[tuple[int, str, str]] = field(default_factory=list)
    over: bool = False


def memory_file(game: str) -> str:
    """Where the memory of a game is."""
    return path_of("games", game)


def recall(game: str) -> Memory | None:
    """What is remembered of a game; None if nothing. Errors: SealedError: memory."""
    file = memory_file(game)
    try:
        return _memory(json.loads(storage.read(file)))
    except StorageError as error:
        if error.code == "not-found":
            return None
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        what = "what is remembered of this game cannot be read; without this file the game would"
        what += " have to be taken up anew (--resume)"
        raise SealedError(what, code="memory", file=file) from None


def _memory(value: Any) -> Memory:
    """The memory of a JSON object. Errors: ValueError, KeyError, TypeError."""
    number, head = value["seen"]
    rows = [(int(n), _hash(signed), str(text)) for n, signed, text in value["signed"]]
    if value["version"] != 1 or len(value) != len(_KEYS) or type(number) is not int or number < 0:
        raise ValueError(value)
    first, nonce = _hash(value["first"]), _hash(value["nonce"])
    return Memory(first, nonce, (number, _hash(head)), rows, bool(value["over"]))


def _hash(text: str) -> str:
    if len(bytes.fromhex(text)) != _SIZE:
        raise ValueError(text)
    return text


def remember(game: str, memory: Memory | None) -> None:
    """Writes what is to be remembered of a game; nothing for None."""
    file = memory_file(game)
    if memory is None:
        storage.forget(file)
    else:
        data = json.dumps({"version": 1, **asdict(memory)}, separators=(",", ":"))
        storage.keep(file, data.encode() + b"\n")


@contextmanager
def held() -> Iterator[None]:
    """Keeps other commands from this home's memory meanwhile. Errors: StorageError: busy."""
    with storage.held(identity_file()):
        yield
