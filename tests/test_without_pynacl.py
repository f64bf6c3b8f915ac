"""Without PyNaCl: open games are as ever, and of a sealed game it is said how to install it.

A package that fails to be imported stands before the one that may be installed, so that these
tests are about the same thing wherever they run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from badfiles import GOOD, HEADER, quick
from cli import ROOT, Answer, Cli, environment

from bridgette.mail import block

CODE = "A" * 43
# In the form of a sealed game; what it holds can be judged only with the library.
SEALED = f"""\
# Deal 1 of 6, exchange: Bob (south) to join. Ann 0, Bob 0.
bridgette: 1
game: 'sealed'
players:
  north: 'Ann'
  south: 'Bob'
sealed:
  creator: north
  cards: '{CODE}'
  head: '{CODE}'
  north:
    key: '{CODE}'
    nonce: '{CODE}'
    signed:
    - 1
    - '{CODE}'
    - '{CODE}'
    commitments:
    - '{CODE}'
  decks:
  - hashes:
    - '{CODE}'
deals:
- dealer: north
  moves: []
"""
# Runs many commands in one process.
WORKER = """
import json, sys
from pathlib import Path
from cli import Cli

cli = Cli(Path("."), **json.loads(sys.argv[1]))
for words in json.load(sys.stdin):
    print(json.dumps(cli(*words)))
"""
ACTING = [
    "exchange", "exchange AS KS", "bid 1S", "pass", "double", "redouble", "play AS", "claim 3",
    "accept", "decline", "resign", "deal", "apply moves", "undo", "join", "continue", "accuse",
]  # fmt: skip
LOOKING = ["show", "show --all", "legal --all", "log", "replay", "send", "identity"]
COMMANDS = [
    *(f"{command.split()[0]} g.yaml {command.partition(' ')[2]}" for command in LOOKING + ACTING),
    "identity",
    "new h.yaml --sealed --as north",
    "new h.yaml --sealed --as north --dry-run",
    "receive h.yaml m.txt",
    "receive h.yaml g.yaml",
    "receive g.yaml m.txt",
    "receive g.yaml open.yaml",
]


class Bare(Cli):
    """The program where the library is missing."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        nacl = folder / "packages" / "nacl"
        nacl.mkdir(parents=True)
        (nacl / "__init__.py").write_text("raise ImportError('No module named nacl')\n")
        (folder / "games").mkdir()
        path = ":".join([str(nacl.parent), str(ROOT), str(ROOT / "tests")])
        super().__init__(folder / "games", PYTHONPATH=path, BRIDGETTE_HOME=str(self.home))
        for name, text in (
            ("g.yaml", SEALED),
            ("open.yaml", GOOD),
            ("m.txt", block(SEALED.encode())),
            ("moves", "pass\n"),
        ):
            (self.folder / name).write_text(text)

    def all(self, commands: Sequence[str]) -> list[Answer]:
        """What many commands print, one after the other."""
        done = subprocess.run(
            [sys.executable, "-c", WORKER, json.dumps({"BRIDGETTE_HOME": str(self.home)})],
            cwd=self.folder,
            env=environment(**self.env),
            input=json.dumps([command.split() for command in commands]),
            capture_output=True,
            text=True,
            check=True,
        )
        return [Answer(*json.loads(line)) for line in done.stdout.splitlines()]


@pytest.fixture
def bare(tmp_path: Path) -> Bare:
    return Bare(tmp_path)


def check_message(text: str) -> None:
    """One clear sentence."""
    text = " ".join(text.split())
    assert "pip install 'bridgette[sealed]'" in text
    assert "PyNaCl" in text
    assert "Traceback" not in text
    assert "bug" not in text
    assert len(text) < 250


def test_what_needs_the_library(bare: Bare) -> None:
    """Every command on a sealed game says so, in text and in JSON, and changes nothing."""
    before = bare.files()
    plain = bare.all(COMMANDS)
    for command, answer in zip(COMMANDS, plain, strict=True):
        assert (answer.code, answer.out) == (31, ""), (command, answer)
        assert answer.err.startswith("Error: "), command
        check_message(answer.err)
    answers = bare.all([f"{command} --json" for command in COMMANDS])
    for command, answer in zip(COMMANDS, answers, strict=True):
        assert answer.code == 31, (command, answer)
        error = answer.value["error"]
        assert error["code"] == "needs-pynacl"
        if command.split()[0] in [*LOOKING[:-1], *ACTING[:-3], "receive"]:
            assert error["file"], command
        check_message(error["message"])
    assert bare.files() == before
    assert not bare.home.exists()


def test_as_a_process_of_its_own(bare: Bare) -> None:
    """As a person starts it."""
    for command in ("show g.yaml", "new h.yaml --sealed --as north", "identity"):
        answer = bare.process(*command.split())
        assert (answer.code, answer.out) == (31, "")
        check_message(answer.err)
    answer = bare.process("show", "g.yaml", BRIDGETTE_DEBUG="1")
    assert answer.code == 31
    complete = {"_BRIDGETTE_COMPLETE": "bash_complete", "COMP_CWORD": "3"}
    for command, start in (("play", ""), ("exchange", "A"), ("bid", "1")):
        words = f"bridgette {command} g.yaml {start}"
        answer = bare.process(COMP_WORDS=words, **complete)
        assert "Traceback" not in answer.err
        assert answer.err == ""
    assert not bare.home.exists()


def test_a_file_is_judged_by_what_comes_first(bare: Bare) -> None:
    """What is wrong before the sealed part is told as ever."""
    for name, text in (
        ("version.yaml", SEALED.replace("bridgette: 1", "bridgette: 2")),
        ("names.yaml", SEALED.replace("'Bob'", "'Ann'")),
        ("yaml.yaml", SEALED.replace("'Bob'", "&a 'Bob'")),
    ):
        (bare.folder / name).write_text(text)
    names = ("version", "names", "yaml", "gone")
    answers = bare.all([f"show {name}.yaml --json" for name in names])
    codes = [answer.value["error"]["code"] for answer in answers]
    assert codes == ["format-version", "schema", "yaml", "not-found"]
    assert [answer.code for answer in answers] == [21, 20, 20, 20]


OPEN = [
    "new a.yaml --north Ann --south Bob --seed x --dealer north",
    "show a.yaml --as south",
    "show open.yaml --all",
    "legal open.yaml --as south",
    "pass open.yaml --as south",
    "play open.yaml AH --dry-run",
    "apply open.yaml lead",
    "undo open.yaml",
    "log open.yaml",
    "replay open.yaml",
    "score open.yaml",
    "status open.yaml",
    "verify open.yaml",
    "send open.yaml",
    "receive b.yaml open.yaml",
    "resign open.yaml --as south --resume",
    "rules",
    "rules R20",
    "rules trump",
    "--version",
    "--help",
]


def test_open_games(bare: Bare) -> None:
    """Nothing of them needs it."""
    (bare.folder / "lead").write_text("play AH\n")
    for command, answer in zip(OPEN, bare.all(OPEN), strict=True):
        assert (answer.code, answer.err) == (0, ""), (command, answer)
        assert answer.out
    wrong = ["join open.yaml", "continue open.yaml", "accuse open.yaml"]
    for command, answer in zip(wrong, bare.all(wrong), strict=True):
        assert answer.code in (30, 31), (command, answer)
        assert "Traceback" not in answer.err
    assert not bare.home.exists()


def test_help(bare: Bare) -> None:
    """Of every command, those of sealed games too."""
    listed = bare.all(["--help"])[0].out.partition("Commands:\n")[2]
    names = [
        line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "
    ]
    assert {"join", "continue", "accuse", "identity", "new", "verify"} <= set(names)
    for name, answer in zip(names, bare.all([f"{name} --help" for name in names]), strict=True):
        assert answer.code == 0
        assert answer.out.startswith(f"Usage: bridgette {name} ")
    assert "--sealed" in bare.all(["new --help"])[0].out


def rows_of(answer: Answer) -> dict[str, Any]:
    return {row["file"].removeprefix("./"): row for row in answer.rows}


def test_many_files(bare: Bare) -> None:
    """The sealed one among them is named, and the others are looked at all the same."""
    (bare.folder / "z.yaml").write_text(HEADER + quick("north"))
    (bare.folder / "bad.yaml").write_text("a: b\n")
    files = ["bad.yaml", "g.yaml", "open.yaml", "z.yaml"]
    commands = ["verify .", "verify . --jobs 2", "score .", "status ."]
    answers = bare.all([f"{command} --json" for command in commands])
    for command, answer in zip(commands, answers, strict=True):
        rows = rows_of(answer)
        assert list(rows) == files, command
        assert [rows[name]["ok"] for name in files] == [False, False, True, True]
        assert rows["g.yaml"]["error"]["code"] == "needs-pynacl"
        assert answer.code == 20
    (bare.folder / "bad.yaml").unlink()
    for command, answer in zip(commands, bare.all(commands), strict=True):
        assert answer.code == 31, command
        assert "open.yaml" in answer.out
        assert "z.yaml" in answer.out
        check = answer.err if command == "score ." else answer.out
        assert "pip install" in " ".join(check.split())
    assert "2 of 3 records hold." in bare.all(["verify ."])[0].out


def test_a_mailbox_with_a_sealed_game_in_it(bare: Bare) -> None:
    """The open game in it comes."""
    later = GOOD.replace("- north bid 1S", "- north bid 1S\n  - south pass").encode()
    for number, parts in enumerate(([later, SEALED.encode()], [SEALED.encode(), later])):
        text = "".join(f"From x\nSubject: y\n\n{block(part)}\n\n" for part in parts)
        (bare.folder / f"{number}.mbox").write_text(text)
    answers = bare.all(["receive open.yaml 0.mbox --json", "receive new.yaml 1.mbox --json"])
    assert [answer.value.get("outcome") for answer in answers] == ["applied", "created"]
    assert (bare.folder / "open.yaml").read_bytes().count(b"south pass") == 1
