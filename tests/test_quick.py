"""The quick reader: it serves the files that we wrote, and never has the last word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bridgette.savefile import dumps, loads
from bridgette.savefile.document import SlowParser
from bridgette.savefile.quick import quick_record

GOLDEN = Path(__file__).with_name("golden") / "v1.yaml"
SCRIPT = """
import sys
from bridgette import savefile
savefile.loads(sys.stdin.buffer.read())
print("yaml" in sys.modules)
"""


@pytest.mark.parametrize(
    ("change", "needs_yaml"),
    [
        (lambda text: text, False),
        (lambda text: f"# a second comment\n{text}", True),
        (lambda text: text.replace("  moves:", "  moves:  "), True),
    ],
)
def test_only_files_of_others_need_yaml(change, needs_yaml) -> None:
    text = change(GOLDEN.read_text("utf-8"))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().strip() == str(needs_yaml)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game: 'golden-1'", "game: 'golden-1' # mine"),
        ("game: 'golden-1'", 'game: "golden-1"'),
        ("bridgette: 1", "bridgette: 1 "),
        ("players:", "players: # two"),
    ],
)
def test_what_it_misreads_is_read_by_yaml(old: str, new: str) -> None:
    """Each is another spelling of the same game, which a reader by lines may get wrong."""
    text = GOLDEN.read_text("utf-8")
    data = text.replace(old, new).encode()
    assert data != text.encode()
    assert dumps(loads(data)) == dumps(loads(data, parser=SlowParser)) == text


def test_it_reads_the_golden_file_as_yaml_does() -> None:
    header, records = quick_record(GOLDEN.read_text("utf-8"))
    game = loads(GOLDEN.read_bytes(), parser=SlowParser)
    assert header == game.header
    assert [len(record.moves) for record in records] == [len(deal.moves) for deal in game.deals]
