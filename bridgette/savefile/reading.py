"""Reading a game file: strictly by YAML, or quickly where the file is just as we write it."""

from __future__ import annotations

from typing import Any

from bridgette.errors import BridgetteError
from bridgette.game import Game
from bridgette.replay import replay
from bridgette.savefile.quick import quick_record
from bridgette.savefile.schema import game_of
from bridgette.savefile.tree import decode
from bridgette.savefile.writing import dumps


def loads(data: bytes, *, parser: Any = None, judging: bool = True) -> Game:
    """The game that a file's bytes hold, strictly read and replayed from its first move.

    A file that we wrote ourselves is read by its lines, and that is believed only if the game
    gives the same text again; every other file, or any with a `parser` (a PyYAML parser class),
    is read as YAML. Errors: RecordError, with line, deal and move where known; SealedError, for a
    cheat that anybody can see only if `judging`.

    >>> loads(b"bridgette: 2")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    bridgette.errors.RecordError: the file has format version 2, ...
    """
    text = decode(data)
    if parser is None:
        game = _quickly(text)
        if game is not None:
            return game
    from bridgette.savefile.document import parse  # YAML costs a fifth of a command's time

    return game_of(parse(text, parser), judging=judging)


def _quickly(text: str) -> Game | None:
    try:
        game = replay(*quick_record(text))
    except (BridgetteError, ValueError, LookupError):
        return None
    return game if dumps(game) == text else None
