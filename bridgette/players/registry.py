"""Players by name: ours, or a class in a module of the user's."""

from __future__ import annotations

import importlib

from bridgette.errors import BridgetteError
from bridgette.players.player import Player

PLAYERS = {
    "random": "bridgette.players.chance:RandomPlayer",
    "simple": "bridgette.players.simple:SimplePlayer",
    "expert": "bridgette.players.expert:ExpertPlayer",
}


def player_of(name: str) -> Player:
    """The player of a name: `random`, `simple`, `expert`, or `module:Class` for one's own.

    Errors: BridgetteError: usage.

    >>> player_of("random").__class__.__name__
    'RandomPlayer'
    """
    place = PLAYERS.get(name, name)
    module, colon, attribute = place.partition(":")
    if not (colon and module and attribute.isidentifier()):
        known = ", ".join(PLAYERS)
        raise _wrong(f"there is no player “{name}”: {known}, or module:Class for one of your own")
    try:
        found = importlib.import_module(module)
        kind = getattr(found, attribute, None)
    except (Exception, SystemExit) as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name == module
        why = "no such module" if missing else f"{type(error).__name__}: {error}"
        raise _wrong(f"the player “{name}” cannot be imported ({why})") from None
    if kind is None:
        file = getattr(found, "__file__", None) or f"the module {module}"
        raise _wrong(f"the player “{name}” is not there: {file} has no {attribute}")
    try:
        player: Player = kind()
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise _wrong(f"the player “{name}” cannot be made without arguments ({why})") from None
    if not callable(getattr(player, "choose", None)):
        raise _wrong(f"“{name}” is no player: it has no method choose(view, rng, budget)")
    return player


def _wrong(message: str) -> BridgetteError:
    return BridgetteError(message, code="usage")
