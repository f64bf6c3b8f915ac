"""The house as docs/architecture.md draws it: who may look into whom, and who may touch what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent / "bridgette"
# From the bottom up: a room sees only the rooms before it.
ROOMS = (
    "errors cards bulk moves exchange auction play scoring deal solver game view replay sealed"
    " sealedgame storage savefile players render mail cli"
).split()
# What the game does not need, and who may ask for it: loaded by the commands that are about it.
OPTIONAL = {
    "solver": {"players", "render", "cli"},
    "players": {"render", "cli"},
    "sealed": {"sealedgame", "savefile", "cli"},
    "sealedgame": {"savefile", "cli"},
}
LIBRARY = [room for room in ROOMS[: ROOMS.index("storage")] if room not in OPTIONAL]
# What only some rooms may import, a stem standing for its submodules too.
ONLY_IN = {
    "yaml": {"savefile"},
    "click": {"cli"},
    "nacl": {"sealed"},
    "random": {"players", "cli"},
    "secrets": {"cli"},
    "os": {"storage", "cli"},
    "io": {"storage"},
    "pathlib": {"storage"},
    "shutil": {"storage"},
    "tempfile": {"storage"},
    "fcntl": {"storage"},
    "sys": {"cli"},
    "time": {"storage", "players", "cli"},  # a solver's work is counted, not timed
}


def room_of(path: Path) -> str:
    """The room that a file of the package lies in; the package's own files by their stem."""
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module that a file imports, at its top or inside of functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports are not used here"
            module = node.module or ""
            if module == "bridgette":
                yield from (f"bridgette.{alias.name}" for alias in node.names)
            else:
                yield module


def faults(room: str, text: str) -> list[str]:
    """What a file of this room does that it may not."""
    tree = ast.parse(text)
    found = []
    for name in imported(tree):
        first, _, rest = name.partition(".")
        if first == "bridgette":
            target = rest.split(".")[0]
            if not _may_see(room, target):
                found.append(f"imports {name}")
        elif room not in ONLY_IN.get(first, {room}):
            found.append(f"imports {name}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "open":
            found.append("opens files")
        if isinstance(node, ast.Name) and node.id == "print":
            found.append("prints")
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv") and room != "cli":
            found.append("reads the environment")
    return found


def _may_see(room: str, target: str) -> bool:
    if room == "__init__":
        return target in LIBRARY
    if room == "__main__":
        return target == "cli"
    if target in OPTIONAL and room not in {target, *OPTIONAL[target]}:
        return False
    return target == room or target in ROOMS[: ROOMS.index(room)]


FILES = sorted(HOUSE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_every_file_keeps_to_the_house(path: Path) -> None:
    assert faults(room_of(path), path.read_text("utf-8")) == []


def test_every_room_is_on_the_plan() -> None:
    assert {room_of(path) for path in FILES} == {*ROOMS, "__init__", "__main__"}


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ("cards", "from bridgette.moves import Seat"),
        ("auction", "def late():\n    from bridgette.play import CardPlay"),
        ("deal", "import bridgette.game"),
        ("storage", "from bridgette import savefile"),
        ("render", "import yaml"),
        ("savefile", "import click"),
        ("game", "import random"),
        ("view", "import os"),
        ("savefile", "text = open('game.yaml')"),
        ("storage", "import os\nos.environ['HOME']"),
        ("render", "print('hello')"),
        ("solver", "from bridgette.game import Game"),
        ("solver", "import time"),
        ("solver", "from bridgette.players import Budget"),
        ("players", "from bridgette.render.values import ok"),
        ("players", "import os"),
        ("mail", "from bridgette.players import Budget"),
        ("game", "from bridgette.solver import Solver"),
        ("__init__", "from bridgette.solver import Solver"),
        ("__init__", "from bridgette.cli import main"),
    ],
)
def test_a_planted_fault_is_found(room: str, text: str) -> None:
    assert faults(room, text)


def test_the_plan_stands_in_the_document() -> None:
    document = (HOUSE.parent / "docs" / "architecture.md").read_text("utf-8")
    places = [document.index(f"`{room}`", document.index("## Rooms")) for room in ROOMS]
    assert places == sorted(places)
