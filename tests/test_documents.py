"""The documents tell the truth, as far as a program can see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cli import Cli

from bridgette.cli import _COMMANDS
from bridgette.cli.rulebook import HOUSE_RULES, RULES
from bridgette.deal import HOUSE_RULE_VALUES
from bridgette.errors import EXIT_CODES
from bridgette.savefile import dumps, loads

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGES.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_game_file_in_a_document_is_sound_and_canonical(path: Path) -> None:
    for block in re.findall(r"```yaml\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
        assert dumps(loads(block.encode())) == block


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text("utf-8")):
        assert (path.parent / target).is_file(), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_nothing_is_left_to_be_filled_in(path: Path) -> None:
    assert not re.search(r"\b(FIGURES|TODO|TESTED_\w+)\b", path.read_text("utf-8"))


def test_every_command_and_code_is_described() -> None:
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for word in [*_COMMANDS, *EXIT_CODES]:
        assert f"`{word}`" in text or f"`{word} " in text, word
    for code, exit_code in EXIT_CODES.items():
        rows = [line for line in text.splitlines() if line.startswith(f"| {exit_code} |")]
        assert any(f"`{code}`" in row for row in rows), code


def test_the_examples_of_programs_that_play_run(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "analysis.md").read_text("utf-8")
    own, library = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "mymodule.py").write_text(own)
    cli = Cli(tmp_path)
    words = ["--games", 2, "--north", "mymodule:Cautious", "--south", "random"]
    assert cli.json("simulate", *words)["games"] == 2
    cli.ok("new", "game.yaml")
    cli.ok("auto", "game.yaml", "--player", "mymodule:Cautious")
    names: dict[str, Any] = {}
    exec(library, names)
    assert names["tally"].games == 10


def test_every_rule_is_printed_and_documented() -> None:
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert list(RULES) == [f"R{number}" for number in range(1, 30)]
    for number in RULES:
        assert re.search(rf"\*\*{number}\b", text), number
    assert set(HOUSE_RULES) == set(HOUSE_RULE_VALUES)
    for name, values in HOUSE_RULE_VALUES.items():
        assert name in text
        for value in values:
            assert value in HOUSE_RULES[name]


def test_every_ruling_is_called_one() -> None:
    rulings = {number for number, text in RULES.items() if "Ruling: " in text}
    assert rulings == {"R6", "R13", "R15", "R16", "R21", "R23", "R25", "R26", "R27"}
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    listed = text[text.index("## Rulings") :]
    for number in [*rulings, "R28", "R29"]:
        assert re.search(rf"\b{number}\b", listed), number
