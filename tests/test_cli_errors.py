"""Every error code by command, its exit code, what the message names, and that nothing changes."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Any

import pytest
from badfiles import GOOD, HEADER, deal, put, quick
from cli import EXIT_OF, Cli, over, two_deals
from helpers import EVEN, auction, deck, do, give, new_game, tricks

from bridgette import Game, Seat
from bridgette.savefile import dumps

NORTH = "S:AKQJT9 H:AK D:2 C:32 Grand Little"  # one diamond, two colons
SOUTH = "S:876 H:QJT9876 D:AK Royal"  # no club


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def called(text: str) -> Game:
    return auction(give(NORTH, SOUTH), text)


def led() -> Game:
    """North plays 1S, south has led the jack of hearts."""
    return do(called("north 1S pass"), "south play JH")


def barred() -> Game:
    """South led a heart, north put Little on it, and south is to lead again."""
    game = auction(
        give(NORTH.replace("Grand", "Royal"), SOUTH.replace("Royal", "Grand")), "north 1S"
    )
    return tricks(do(game, "south pass"), "south TH Little")


def claimed(*more: str) -> Game:
    return do(called("north 1S pass"), "south claim 3", *more)


# Code, rule, the game, and the command.
FAULTS: list[tuple[str, str | None, Game, str]] = [
    ("wrong-phase", None, called("north 1S"), "play 8S"),
    ("wrong-phase", None, called("north 1S pass"), "bid 2S"),
    ("wrong-phase", None, called("north 1S"), "exchange 8S"),
    ("wrong-phase", None, called("north 1S"), "claim 3"),
    ("wrong-phase", None, called("north 1S"), "accept"),
    ("wrong-phase", None, two_deals(), "pass"),
    ("wrong-phase", None, called("north 1S"), "deal"),
    ("not-held", None, called("north 1S pass"), "play AS"),
    ("bid-too-low", "R11", called("north 1S"), "bid 1H"),
    ("bid-suit-length", "R12", called("north 1S"), "bid 2C"),
    ("bid-no-trump", "R12", called("north 1S"), "bid 1NT"),
    ("bid-jump", "R13", called("north 1S"), "bid 3D --as south"),
    ("bid-jump", "R13", called("north 1H"), "bid 2S"),
    ("double-own", "R14", called("north 1S double"), "double"),
    ("double-none", "R14", called("north pass"), "double"),
    ("double-again", "R14", called("north 1S double redouble"), "double"),
    ("redouble-none", "R14", called("north 1S"), "redouble"),
    ("follow-suit", "R18", led(), "play AS"),
    ("colon-range", "R21", led(), "play Grand"),
    ("colon-range", "R21", led(), "play Little"),
    ("suit-barred", "R22", barred(), "play 9H"),
    ("claim-range", "R28", called("north 1S pass"), "claim 14"),
    ("claim-lead", "R28", led(), "claim 1"),
    ("claim-again", "R28", claimed("north decline"), "claim 1"),
    ("claim-open", "R28", claimed(), "play AS"),
    ("claim-open", "R28", claimed(), "claim 2"),
    ("claim-none", "R28", called("north 1S pass"), "accept"),
    ("claim-none", "R28", led(), "decline"),
    ("game-over", None, over(), "play AS"),
    ("undo-none", None, called("north 1S"), "undo 2"),
    ("not-your-turn", None, called("north 1S"), "pass --as north"),
    ("not-your-turn", None, called("north 1S"), "legal --as north"),
    ("notation", None, called("north 1S"), "bid 9S"),
    ("notation", None, called("north 1S pass"), "play XS"),
    ("notation", None, called("north 1S pass"), "claim many"),
]  # fmt: skip


def run(cli: Cli, code: str, words: str) -> dict[str, Any]:
    command, *rest = words.split()
    error: dict[str, Any] = cli.fails(code, command, "g.yaml", *rest)
    return error


@pytest.mark.parametrize(
    ("code", "rule", "game", "words"),
    FAULTS,
    ids=[f"{code}, {words}" for code, _, _, words in FAULTS],
)
def test_a_fault_of_the_move_being_made(
    cli: Cli, code: str, rule: str | None, game: Game, words: str
) -> None:
    cli.put(game)
    error = run(cli, code, words)
    assert error["exit"] == EXIT_OF[code]
    assert error["file"] == "g.yaml"
    assert rule in (None, error["rule"])
    plain = " ".join(error["plain"].split())
    assert "g.yaml" in plain
    if rule:
        assert f"bridgette rules {rule}" in plain
    if words.split(maxsplit=1)[0] in ("bid", "play", "claim", "double", "accept", "exchange"):
        assert (error["deal"], error["move"]) == (len(game.deals), len(game.current.moves) + 1)
        assert f"deal {error['deal']}, move {error['move']}" in plain
    if code not in ("not-your-turn", "notation", "undo-none", "game-over") and game.turn:
        expected = [] if words == "deal" else [move.text for move in game.legal_moves()]
        assert sorted(error["legal"]) == sorted(expected)
        assert ("legal: " in plain) == bool(expected)
    if code == "not-your-turn":
        assert error["legal"] == []
        assert "legal" not in plain.replace("bridgette legal", "")


def exchanging() -> Game:
    """South, with ten spades among its cards, is to discard two."""
    game = new_game()
    game.deal(deck("north", south="S:AKQJT98765 H:AKQ", stock="2H 3H"), dealer=Seat.NORTH)
    return game


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("discard-count", "exchange AS"),
        ("discard-count", "exchange AS KS QS"),
        ("duplicate-card", "exchange AS AS"),
        ("duplicate-card", "exchange AC AC"),
        ("not-held", "exchange AC"),
        ("not-held", "exchange AC KC QC"),
        ("notation", "exchange AS AX"),
        ("not-your-turn", "exchange AS AS --as north"),
        ("not-your-turn", "exchange --as north"),
        ("wrong-phase", "pass --as north"),
        ("wrong-phase", "play AC --as north"),
        ("notation", "play AX --as north"),
    ],
)
def test_a_fault_in_the_exchange(cli: Cli, code: str, words: str) -> None:
    cli.put(exchanging())
    assert run(cli, code, words)["exit"] == EXIT_OF[code]


# Which code when several fit: the game, the command, and the one that is given.
FIRST = [
    (over(), "play XX", "notation"),
    (over(), "play AS --as north", "game-over"),
    (over(), "claim 99", "game-over"),
    (called("north 1S"), "play 2C --as north", "wrong-phase"),
    (two_deals(), "resign --as north", "wrong-phase"),
    (claimed(), "play 2C --as south", "not-your-turn"),
    (claimed(), "claim 99", "claim-open"),
    (claimed(), "play 2C", "claim-open"),
    (led(), "play AC", "not-held"),
    (led(), "play Royal", "not-held"),
    (called("north 2S"), "bid 1C", "bid-too-low"),
    (called("north 2S"), "bid 0NT", "bid-too-low"),
    (called("north 1S"), "bid 5C", "bid-suit-length"),
    (called("north 1S double"), "double", "double-own"),
    (led(), "play Grand", "colon-range"),
    (called("north 1S pass"), "claim 99 --as north", "not-your-turn"),
]


@pytest.mark.parametrize(("game", "words", "code"), FIRST)
def test_which_code_when_several_fit(cli: Cli, game: Game, words: str, code: str) -> None:
    cli.put(game)
    run(cli, code, words)


def test_a_colon_out_of_range_is_named_so_by_a_void_hand_too(cli: Cli) -> None:
    game = auction(give("S:AKQJT9 H:AKQJT D:2 Grand", "S:8765 C:AKQJT98 Royal Little"), "north 1S")
    cli.put(do(game, "south pass", "south play 8C"))
    run(cli, "colon-range", "play Grand")


# Faults in the file


FILES: list[tuple[str, bytes, int]] = [
    ("empty", b"", 20),
    ("encoding", b"\xff\xfe", 20),
    ("too-large", f"# {'x' * (1 << 20)}\n{GOOD}".encode(), 20),
    ("yaml", b"a: [", 20),
    ("yaml", b"a:\tb", 20),
    ("duplicate-key", put("game:", "game: 'x'\ngame:").encode(), 20),
    ("unknown-key", put("game:", "games: 'x'\ngame:").encode(), 20),
    ("schema", b"- 1", 20),
    ("schema", put("deals:", "rules:\n  bonus: big\ndeals:").encode(), 20),
    ("deck", put("AS KS", "KS").encode(), 20),
    ("dealer-order", (HEADER + quick("north") + deal("north")).encode(), 20),
    ("deal-order", (HEADER + deal("north") + deal("south")).encode(), 20),
    ("format-version", put("bridgette: 1", "bridgette: 2").encode(), 21),
    ("notation", put("north bid 1S", "north bid 1s").encode(), 20),
    ("not-your-turn", put("north bid 1S", "south bid 1S").encode(), 20),
    ("wrong-phase", put("north bid 1S", "north play AS").encode(), 20),
    ("bid-suit-length", put("north bid 1S", "north bid 1D").encode(), 20),
    ("double-none", put("north bid 1S", "north double").encode(), 20),
    ("wrong-phase", (HEADER + quick("north") + "  - north resign\n").encode(), 20),
    ("game-over", (HEADER + deal("north", "north resign", "south pass")).encode(), 20),
]
READING = "show log replay status score verify legal".split()


@pytest.mark.parametrize(("code", "data", "exit_code"), FILES)
def test_a_fault_in_the_file(cli: Cli, code: str, data: bytes, exit_code: int) -> None:
    (cli.folder / "g.yaml").write_bytes(data)
    for words in (["show"], ["legal", "--as", "north"], ["log", "--all"], ["replay"], ["exchange"],
                  ["bid", "2S"], ["undo"], ["deal"], ["resign", "--as", "south"]):  # fmt: skip
        command, *more = words
        error = cli.fails(code, command, "g.yaml", *more)
        assert error["exit"] == exit_code
        assert error["file"] == "g.yaml"
        assert "g.yaml" in error["plain"]
        assert error["legal"] == []
    for command in ("status", "score", "verify"):
        answer = cli(command, "g.yaml", "--json")
        assert answer.code == exit_code
        assert answer.value["error"]["code"] == code
        assert cli(command, "g.yaml").code == exit_code


def test_a_fault_in_the_file_is_named_by_its_place(cli: Cli) -> None:
    (cli.folder / "g.yaml").write_text(HEADER + quick("north") + deal("south", "south bid 1C"))
    for command in READING[:3]:
        error = cli.fails("bid-suit-length", command, "g.yaml")
        assert (error["deal"], error["move"], error["text"]) == (2, 1, "south bid 1C")
        assert error["rule"] == "R12"
        for part in ("line 22", "deal 2", "move 1", "south bid 1C", "R12"):
            assert part in " ".join(error["plain"].split()), part


def test_files_that_are_none(cli: Cli) -> None:
    (cli.folder / "folder").mkdir()
    cli.give()
    for command in ("show", "log", "replay", "pass", "undo", "exchange", "deal", "resign"):
        assert cli.fails("not-found", command, "gone.yaml")["exit"] == 20
        assert cli.fails("not-found", command, "g.yaml/x")["exit"] == 20
        assert cli.fails("unreadable", command, "folder")["exit"] == 20


# Saving, printing, bugs


def test_exists_and_not_writable(cli: Cli) -> None:
    cli.give()
    assert cli.fails("exists", "new", "g.yaml")["exit"] == 22
    assert cli.fails("not-writable", "new", "no/g.yaml")["exit"] == 22


def test_busy(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.give()
    monkeypatch.setattr("bridgette.storage.LOCK_SECONDS", 0.05)
    with (cli.folder / "g.yaml").open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert cli.fails("busy", "bid", "g.yaml", "1S")["exit"] == 22
        cli.ok("show", "g.yaml")


def test_changed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.give()
    path = cli.folder / "g.yaml"
    other = dumps(do(give(*EVEN), "north pass"))
    monkeypatch.setattr(os, "fsync", lambda _: path.write_text(other))
    answer = cli("bid", "g.yaml", "1S", "--json")
    assert (answer.code, answer.value["error"]["code"]) == (22, "changed")
    assert cli.files() == {"g.yaml": other.encode()}


def test_no_space(cli: Cli) -> None:
    cli.give()
    before = cli.files()
    answer = cli.shell("ulimit -f 0; $B bid g.yaml 1S --json")
    assert (answer.code, answer.value["error"]["code"]) == (22, "no-space")
    assert cli.files() == before


def test_output(cli: Cli) -> None:
    cli.give()
    answer = cli.shell("$B bid g.yaml 1S >/dev/full")
    assert answer.code == 23
    assert "saved" in answer.err
    assert cli.moves() == ["north bid 1S"]


def test_internal_and_interrupted(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.give()

    def fails_with(error: type[BaseException], code: str) -> None:
        def judge(*_: object) -> None:
            raise error("odd")

        monkeypatch.setattr(Game, "apply", judge)
        monkeypatch.setattr("bridgette.game.Game.check", judge)
        assert cli.fails(code, "bid", "g.yaml", "1S")["exit"] == EXIT_OF[code]

    fails_with(ZeroDivisionError, "internal")
    fails_with(RecursionError, "internal")
    fails_with(KeyboardInterrupt, "interrupted")


def test_every_code_is_met(cli: Cli) -> None:
    """Those of sealed games in test_sealed_commands, and without PyNaCl in test_without_pynacl."""
    met = {code for code, *_ in FAULTS} | {code for code, *_ in FILES}
    met |= {"discard-count", "duplicate-card", "usage", "not-found", "unreadable", "exists"}
    met |= {"not-writable", "busy", "changed", "no-space", "output", "internal", "interrupted"}
    assert met == {code for code, exit_code in EXIT_OF.items() if exit_code not in (30, 31)}


# Usage


@pytest.mark.parametrize(
    "words",
    [
        "show", "show g.yaml h.yaml", "show g.yaml --as", "show g.yaml --as west", "play g.yaml",
        "show g.yaml --as north --all", "bid g.yaml", "bid g.yaml 1S 2S", "pass g.yaml x",
        "status", "score", "verify", "verify g.yaml --jobs many", "claim g.yaml", "claim g.yaml -1",
        "legal g.yaml", "undo g.yaml 0", "undo g.yaml --n 2", "new", "show --wrong g.yaml",
        "show g.yaml -as north", "rules R20 R21", "rules R99", "apply g.yaml a b", "sing g.yaml",
        "new h.yaml --dealer west", "new h.yaml --rule a=b", "replay g.yaml --deal 2", "-x",
        "show g.yaml --at 9", "deal g.yaml --deck a --hands b", "show g.yaml --json=yes",
    ],
)  # fmt: skip
def test_wrong_usage(cli: Cli, words: str) -> None:
    cli.give()
    before = cli.files()
    answer = cli(*words.split())
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("Error: ")
    command, *rest = words.split()
    answer = cli(command, "--json", *rest)
    assert (answer.code, answer.value["error"]["code"]) == (2, "usage")
    assert cli.files() == before
