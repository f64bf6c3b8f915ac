"""Terminals and pipes: colours, signs, widths, closed and full outputs, keys, completion."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli import Answer, Cli, environment, two_deals
from helpers import EVEN, auction, cards, do, give, new_game, pass_out, score_deal, tricks
from randomplay import finished, states

from bridgette import Game, Seat
from bridgette.render.text import width

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LONG = ("S:AKQJT98765432", "H:AKQJT98765432")
SYMBOLS = set("♣♦♥♠")


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def playing(cli: Cli, **names: str) -> Game:
    """A deal in which both have played, with a remark and a deal before it."""
    game = score_deal(new_game(), "north", "4SXX", 13)
    game.header = game.header._replace(**names)
    game.deal(hands=(cards(EVEN[0]), cards(EVEN[1])))
    tricks(auction(game, "south 1NT double redouble pass"), "north KS 9S")
    cli.put(do(game, "north play AH -- a remark of some length, so that it does not fit a line"))
    return game


READING = [
    "show g.yaml", "show g.yaml --as south", "show g.yaml --all", "log g.yaml --all",
    "score g.yaml", "status g.yaml --as south", "status .", "score .",
]  # fmt: skip
ALL = [
    *READING, "replay g.yaml --all", "legal g.yaml --all", "rules", "verify g.yaml", "--help",
    "show --help", "play g.yaml AS", "play g.yaml 9C", "show gone.yaml", "show g.yaml --as west",
    "bid g.yaml 9Z", "undo g.yaml --dry-run", "play g.yaml JH --dry-run", "exchange g.yaml",
]  # fmt: skip


# Colours and signs


def test_colours_on_a_terminal_only_and_never_alone(cli: Cli) -> None:
    playing(cli)
    words = ["show", "g.yaml", "--as", "south"]
    shown = cli.terminal(*words)
    plain = cli.process(*words)
    assert COLOUR.search(shown.out)
    assert COLOUR.sub("", shown.out) == plain.out == cli.ok(*words).out
    for variable in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert cli.terminal(*words, **variable).out == plain.out
    assert "\x1b" not in cli.terminal(*words, "--json").out
    assert "\x1b" not in cli.terminal(*words, "--ascii").out


def test_no_suit_symbols_where_none_are_wanted(cli: Cli) -> None:
    playing(cli)
    for line in ALL:
        words = line.split()
        option = [] if words[0] == "--help" else ["--ascii"]
        asked, told = cli(*words, *option), cli(*words, BRIDGETTE_ASCII="1")
        assert asked == told
        assert (asked.out + asked.err).isascii(), line
    assert SYMBOLS & set(cli.ok("show", "g.yaml", "--as", "south").out)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "cp1252", "ascii:strict"])
def test_what_the_output_cannot_say(cli: Cli, encoding: str) -> None:
    playing(cli, north="Zoë", south="王さん")
    for line in ("show g.yaml --as south", "score g.yaml", "show gone.♠", "bid g.yaml 1♠", "rules"):
        answer = cli.process(*line.split(), PYTHONIOENCODING=encoding)
        assert answer.code in (0, 10, 11, 20), answer
        assert "Traceback" not in answer.err
        if encoding != "utf-8" and "♠" not in line:
            assert not SYMBOLS & set(answer.out + answer.err)
    shown = subprocess.run(
        [sys.executable, "-m", "bridgette", "show", "g.yaml"],
        cwd=cli.folder,
        env=environment(PYTHONIOENCODING=encoding),
        capture_output=True,
        check=True,
    ).stdout
    name = {"utf-8": "Zoë".encode(), "latin-1": b"Zo\xeb", "cp1252": b"Zo\xeb"}
    assert name.get(encoding, b"Zo\\xeb") in shown


# Widths


def narrow_games() -> list[Game]:
    exchanging, early = None, None
    for game, _ in states(2, deals=1, by_hands=False):
        early = early or Game(game.header._replace(north="Ann", south="Bob"))
        if exchanging is None:
            early.deal(game.current.deck, dealer=game.current.dealer)
            exchanging = early
    assert exchanging is not None
    long = new_game()
    long.deal(hands=(cards(LONG[0]), cards(LONG[1])), dealer=Seat.NORTH)
    called = auction(give(*EVEN), "north 1S double redouble")
    ended = [two_deals(), pass_out(two_deals()), finished(8), finished(3)]
    return [exchanging, long, called, *ended, do(give(*EVEN), "north resign")]


@pytest.mark.parametrize("columns", [60, 40, 24])
def test_no_line_is_wider_than_the_terminal(cli: Cli, columns: int) -> None:
    wider = set()
    for game in narrow_games():
        cli.put(game)
        for line in READING:
            out = cli.ok(*line.split(), COLUMNS=str(columns)).out
            # A command to be typed stays in one line, to be copied.
            typed = re.compile(r" *bridgette \w+ g\.yaml")
            rows = [r for r in out.splitlines() if " " in r.strip() and not typed.match(r)]
            wider |= {(line, row) for row in rows if width(row) > columns}
    (cli.folder / "bad.yaml").write_text("bridgette: 1\ngame: 'x'\ndeals: []\n")
    out = cli("status", "bad.yaml", "gone.yaml", COLUMNS=str(columns)).out
    wider |= {("status", row) for row in out.splitlines() if width(row) > columns}
    assert wider == set()


def test_a_terminals_own_width_counts(cli: Cli) -> None:
    playing(cli)
    shown = cli.terminal("show", "g.yaml", "--as", "south", wide=40, NO_COLOR="1")
    assert shown.out == cli.ok("show", "g.yaml", "--as", "south", COLUMNS="40").out


@pytest.mark.parametrize(
    "names", [("王さん", "Bob"), ("🂡🂡🂡", "e\u0301e\u0301"), ("W" * 64, "王" * 64), ("👩‍🚀", "Ann")]
)
def test_wide_names_keep_columns_in_line(cli: Cli, names: tuple[str, str]) -> None:
    playing(cli, north=names[0], south=names[1])
    out = cli.ok("score", "g.yaml", COLUMNS="400").out
    head, row, *_ = (line for line in out.splitlines() if line.startswith(("Deal ", "   1")))
    (total,) = (line for line in out.splitlines() if re.match(r" +Total ", line))
    assert width(head) == width(row) == width(total)
    for line in READING:
        assert names[0] in cli.ok(*line.split(), COLUMNS="400").out.replace("\n    ", " ")


@pytest.mark.parametrize(
    "name", ["--as", "-q", "--", "--all", "south", "$(date)", "it's", "%s", "{}"]
)
def test_names_that_look_like_something_else(cli: Cli, name: str) -> None:
    cli.ok("new", "g.yaml", f"--north={name}", "--south", "Bob", "--dealer", "north")
    for line in READING[:4]:
        assert name in cli.ok(*line.split()).out
    if name != "south":
        assert cli.json("legal", "g.yaml", "--as", "Bob")["turn"] == "south"
        assert cli.fails("not-your-turn", "legal", "g.yaml", f"--as={name}")
    else:
        assert cli.json("legal", "g.yaml", "--as", name)["turn"] == "south"


# Pipes and outputs that do not take what is printed


def into_closed_pipe(cli: Cli, *words: str) -> Answer:
    """Runs a command whose output nobody reads any more."""
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bridgette", *words],
            cwd=cli.folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(theirs)
    return Answer(done.returncode, "", done.stderr.decode())


def test_a_broken_pipe_is_silent_and_after_the_save(cli: Cli) -> None:
    cli.give()
    acting = ["bid g.yaml 1S", "bid g.yaml 2C --json", "new h.yaml"]
    reading = ["rules", "show g.yaml", "show g.yaml --json", "verify . --jobs 2", "status ."]
    for line in (*acting, *reading, "replay g.yaml --all", "--help", "bid --help", "--version"):
        answer = into_closed_pipe(cli, *line.split())
        assert answer.err == "", line
        assert answer.code == 0, line
    assert cli.moves() == ["north bid 1S", "south bid 2C"]
    assert cli.game("h.yaml").deals
    assert cli.shell("$B rules | head -n 1").err == ""


def test_a_full_disk_is_told_and_comes_after_the_save(cli: Cli) -> None:
    cli.give()
    for line in (
        "bid g.yaml 1S",
        "bid g.yaml 2C --json",
        "new h.yaml",
        "undo g.yaml",
        "pass g.yaml",
    ):
        answer = cli.shell(f"$B {line} >/dev/full")
        assert answer.code == 23, line
        assert "saved" in answer.err
        assert len(answer.err.splitlines()) <= 2
    assert cli.moves() == ["north bid 1S", "south pass"]
    for line in ("play g.yaml JS --dry-run", "show g.yaml", "status .", "--help", "--version"):
        answer = cli.shell(f"$B {line} >/dev/full")
        assert answer.code == 23, line
        assert "move was saved" not in answer.err
    assert cli.moves() == ["north bid 1S", "south pass"]
    assert cli.shell("$B play g.yaml 2C >/dev/full 2>/dev/full").code == 10


def test_closed_standard_streams(cli: Cli) -> None:
    cli.give()
    acting = ["bid g.yaml 1S >&-", "bid g.yaml 2C --json >&-", "bid g.yaml 2H 2>&-"]
    reading = ["show g.yaml >&-", "status g.yaml >&- 2>&-", "show g.yaml --as south <&-"]
    for line in (*acting, *reading, "--help >&-", "rules --json >&-"):
        answer = cli.shell(f"$B {line}")
        assert answer.code in (0, 23), (line, answer)
    assert cli.moves() == ["north bid 1S", "south bid 2C", "north bid 2H"]
    assert cli.shell("$B play g.yaml 2C 2>&-").code == 10
    assert cli.shell("$B apply g.yaml <&-").code not in (1, 130)
    assert cli.shell("$B replay g.yaml --all --step <&-").code == 0


# Keys and signals


def test_replay_by_steps(cli: Cli) -> None:
    game = playing(cli)
    words = ["replay", "g.yaml", "--all", "--step", "--deal", "2"]
    hint = "(any key: on, q: end)\r\x1b[K"
    whole = cli.terminal(*words, keys=b" " * len(game.current.moves), NO_COLOR="1")
    assert whole.code == 0
    assert whole.out.count(hint) == len(game.current.moves)
    assert whole.out.replace(hint, "") == cli.ok(*words[:3], "--deal", 2).out
    some = cli.terminal(*words, keys=b"xq", NO_COLOR="1")
    assert some.code == 0
    assert whole.out.startswith(some.out)
    assert some.out.count(hint) == 2


def test_interrupted_by_the_key_and_by_the_signal(cli: Cli) -> None:
    playing(cli)
    before = cli.files()
    for words in (
        ["replay", "g.yaml", "--step"],
        ["apply", "g.yaml"],
        ["new", "h.yaml", "--deck", "-"],
    ):
        for more in ({"keys": b"\x03"}, {"then": lambda pid: os.kill(pid, signal.SIGINT)}):
            if words[0] != "replay" and "then" in more:
                continue
            answer = cli.terminal(*words, **more, mute=words[0] != "replay")
            assert answer.code == 130, (words, answer)
            assert "Traceback" not in answer.out
            assert "nterrupted" in answer.out
    assert cli.files() == before


# The table after a move


def test_the_table_follows_a_move_of_ones_own_seat(cli: Cli) -> None:
    cli.give()
    dry = ["bid", "g.yaml", "1S", "--as", "north"]
    assert "Your hand" in cli.terminal(*dry).out
    cli.ok("undo", "g.yaml")
    assert "Your hand" in cli.terminal(*dry[:3], BRIDGETTE_SEAT="north").out
    cli.ok("undo", "g.yaml")
    for more in ("--quiet", "-q", "--dry-run", "--json"):
        assert "Your hand" not in cli.terminal(*dry, more).out
        if more != "--dry-run":
            cli.ok("undo", "g.yaml")
    assert "hand" not in cli.process(*dry).out
    cli.ok("undo", "g.yaml")
    answer = cli.terminal(*dry[:3])
    assert "hand" not in answer.out
    assert len(answer.out.splitlines()) <= 2


def test_a_progress_bar_on_a_terminal_only(cli: Cli) -> None:
    cli.give()
    cli.put(cli.game(), "h.yaml")
    assert cli.process("verify", ".").err == ""
    shown = cli.terminal("verify", ".", "--json")
    assert shown.code == 0
    assert shown.out.count('{"version":1') == 2


# Completion


def completed(cli: Cli, line: str, **env: str | None) -> list[str]:
    variables = {"COMP_WORDS": f"bridgette {line}", "COMP_CWORD": str(line.count(" ") + 1)}
    answer = cli.ok(**variables, _BRIDGETTE_COMPLETE="bash_complete", **env)
    return [row.partition(",")[2] for row in answer.out.splitlines()]


def test_completion_of_commands_seats_cards_and_bids(cli: Cli) -> None:
    cli.give()
    assert {"redouble", "resign", "replay"} <= set(completed(cli, "re"))
    assert completed(cli, "show g.yaml --as ") == ["north", "south"]
    assert completed(cli, "show g.yaml --as s") == ["south"]
    assert completed(cli, "bid g.yaml --as north 7") == ["7C", "7D", "7H", "7S", "7NT"]
    assert completed(cli, "bid g.yaml p") == ["pass"]
    assert "0NT" in completed(cli, "bid g.yaml ")
    assert len(completed(cli, "play g.yaml ")) == 55
    cli.ok("apply", "g.yaml", stdin="bid 1N\npass\n")
    assert completed(cli, "play g.yaml --as south J") == ["JD", "JH", "JS"]
    assert len(completed(cli, "play g.yaml ", BRIDGETTE_SEAT="south")) == 13
    assert len(completed(cli, "play g.yaml --as north ")) == 55
    cli.ok("play", "g.yaml", "JS")
    assert completed(cli, "play g.yaml --as north ") == ["QS", "KS", "AS"]
    cli.ok("new", "h.yaml", "--seed", "demo", "--dealer", "north")
    held = {card.text for card in cli.game("h.yaml").current.hand(Seat.SOUTH)}
    assert set(completed(cli, "exchange h.yaml --as south ")) == held
    for line in ("play gone.yaml ", "bid . ", "play {x} ", "play g.yaml --as Eve ", "play "):
        completed(cli, line)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_script_for_bash_works(cli: Cli) -> None:
    cli.give()
    script = cli.process(_BRIDGETTE_COMPLETE="bash_source").out
    assert "bridgette" in script
    (cli.folder / "script").write_text(script)
    (cli.folder / "bridgette").write_text(f'#!/bin/sh\nexec {sys.executable} -m bridgette "$@"\n')
    (cli.folder / "bridgette").chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", "set -e; PATH=.:$PATH; . ./script; COMP_WORDS=(bridgette bid g.yaml 7);"
         'COMP_CWORD=3; _bridgette_completion bridgette; echo "${COMPREPLY[@]}"'],
        cwd=cli.folder, env=environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["7C", "7D", "7H", "7S", "7NT"]
    for shell in ("zsh", "fish"):
        assert cli.process(_BRIDGETTE_COMPLETE=f"{shell}_source").code == 0
