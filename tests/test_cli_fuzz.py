"""Random words on the command line: an exit code of the table, never a bug, never a traceback."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from cli import EXIT_OF, Cli, over, two_deals
from helpers import EVEN, auction, give
from test_cli_looking import ALL_COMMANDS

FILES = ["g.yaml", "play.yaml", "between.yaml", "over.yaml", "bad.yaml", "empty", "sub", "gone"]
ODD = [
    "", " ", "--", "-", "-1", "0", "1e9", "1" * 30, "9" * 5000, "x" * 5000, "é", "王さん", "\udcff",
    "{x}.yaml", "{}", "{0}", "%s", "%(a)s", "$HOME", "*", "[", "\\", "\n", "a\nb", "\x1b[2J",
    "\x7f", "\u202e", "\ufeff", "\uffff", "🂡", "e\u0301", "../nowhere/x", "/dev/null", "/dev/full",
    ".", "'", "--=", "--as=", "---", "-q-", "--no-json", "'\"'", "#", "south", "NORTH", "None",
    "True", "nan",
]  # fmt: skip
GOOD = [
    "AS", "2C", "Grand", "10s", "S10", "♥", "1S", "7NT", "0nt", "pass", "x", "xx", "3", "R20", "13",
    "colon", "north", "south", "1.2", "1", "2", "up_card=aside", "moves.txt", "JS", "deck.txt",
]  # fmt: skip
OPTIONS = [
    "--as", "--all", "--json", "--ascii", "--quiet", "-q", "--dry-run", "--say", "--at", "--deal",
    "--step", "--redeal", "--jobs", "--seed", "--dealer", "--deck", "--hands", "--rule", "--id",
    "--north", "--south", "--event", "--note", "-h", "--version", "--help",
]  # fmt: skip
INPUTS = [
    "",
    "pass\n",
    "bid 1S\npass\n",
    "\0",
    "# x",
    " -- ",
    "exchange\n",
    "AS KS\nQS JS\n",
    "\n\n",
]


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    cli = Cli(tmp_path)
    fill(cli)
    return cli


def fill(cli: Cli) -> None:
    cli.give()
    cli.put(auction(give(*EVEN), "north 1NT pass"), "play.yaml")
    cli.put(two_deals(), "between.yaml")
    cli.put(over(), "over.yaml")
    (cli.folder / "bad.yaml").write_text("deals: {")
    (cli.folder / "empty").write_text("")
    (cli.folder / "sub").mkdir(exist_ok=True)
    (cli.folder / "moves.txt").write_text("pass\nresign\n")
    (cli.folder / "deck.txt").write_text("AS KS")


def words_of(chance: random.Random) -> list[str]:
    words = [chance.choice(ALL_COMMANDS)] if chance.random() < 0.95 else []
    words += [chance.choice(FILES)] if chance.random() < 0.8 else []
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 5))):
        words.append(chance.choice(chance.choice((ODD, GOOD, GOOD, OPTIONS, OPTIONS, FILES))))
    return words


def check(cli: Cli, words: list[str], chance: random.Random, stdin: str) -> None:
    env = {"BRIDGETTE_SEAT": chance.choice((None, None, "north", "Eve", "")),
           "COLUMNS": chance.choice(("80", "24", "", "0", "x", "-5"))}  # fmt: skip
    before = cli.files()
    answer = cli(*words, stdin=stdin, **env)
    told = (words, env, answer)
    assert answer.code in {0, *EXIT_OF.values()}, told
    assert answer.code != 1, told
    assert "Traceback" not in answer.out + answer.err, told
    if answer.code:
        assert cli.files() == before, told
        assert answer.err or "--json" in words or words[0] in ("status", "verify", "score"), told
    if "--json" in words and "--" not in words and not {"-h", "--help", "--version"} & {*words}:
        for line in answer.out.splitlines():
            assert "ok" in json.loads(line), told


@pytest.mark.parametrize("seed", range(4))
def test_random_words(cli: Cli, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(200):
        if number % 20 == 0:
            fill(cli)
        check(cli, words_of(chance), chance, chance.choice(INPUTS))


def test_every_odd_word_in_every_place(cli: Cli) -> None:
    chance = random.Random(1)
    for command in ALL_COMMANDS:
        for word in chance.sample(ODD, 12):
            check(cli, [command, word], chance, "")
            check(cli, [command, "play.yaml", word], chance, "")
    for option in ("--as", "--say", "--at", "--deck", "--id", "--north", "--seed", "--rule"):
        for word in ODD:
            for command in ("new", "show", "bid"):
                more = ["x.yaml"] if command == "new" else ["g.yaml", "1S", "--dry-run"]
                check(cli, [command, *more, option, word], chance, "")
                (cli.folder / "x.yaml").unlink(missing_ok=True)


def test_odd_bytes_as_a_process(cli: Cli) -> None:
    for words in ("show \udcff", "bid g.yaml \udcff\udcfe", "show g.yaml --as \udcff"):
        for option in ([], ["--json"]):
            answer = cli.process(*words.split(" "), *option)
            assert answer.code in (2, 12, 20), answer
            assert "Traceback" not in answer.err
    assert cli.process("new", "\udcff.yaml").code == 0
    assert cli.process("show", "\udcff.yaml").code == 0
    assert cli.process("status", ".").code == 20  # one of the files is bad


def test_names_with_braces_and_blanks(cli: Cli) -> None:
    for name in ("{x}.yaml", "{}.yaml", "{0}", "a b.yaml", "it's.yaml", "-.yaml", "$x.yaml"):
        cli.ok("new", "--dealer", "north", "--", name)
        for option in ([], ["--as", "south"], ["--as", "north"], ["--all"]):
            cli.ok("show", *option, "--", name)
        assert cli.json("status", "--", name)["file"] == name


def test_an_endless_number_of_columns(cli: Cli) -> None:
    for columns in ("9" * 5000, "٣", "1e9", " ", "+80", "0"):
        cli.ok("show", "g.yaml", COLUMNS=columns)
