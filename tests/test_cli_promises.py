"""Promises that are easily broken from afar: no leak by a side door, no half-done command."""

from __future__ import annotations

import signal
from email import message_from_string, policy
from pathlib import Path

import pytest
from cli import Cli, over, two_deals
from helpers import auction, do, give

from bridgette import Game
from bridgette.mail import block
from bridgette.savefile import dumps


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def read_body(cli: Cli, sender: str) -> str:
    """The text of a message as a mail program shows it."""
    sent = cli.ok("send", "g.yaml", "--as", sender).out
    text = message_from_string(sent, policy=policy.default).get_body()
    assert text is not None
    content: str = text.get_content()
    return content


def barred_at_the_end(last: str) -> Game:
    """North has one card left and may not lead clubs, if it is no club (R22, R23)."""
    north = {"JC": "S:AKQJT987654 C:J8", "JD": "S:AKQJT987654 D:J C:8"}[last]
    game = auction(give(north, "H:AKQJT9876543 Little"), "north 1S pass")
    do(game, "south play 3H", "north play 4S")
    for spade, heart in zip("AKQJT98765", "456789TJQK", strict=True):
        do(game, f"north play {spade}S", f"south play {heart}H")
    return do(game, "north play 8C", "south play Little")


@pytest.mark.parametrize(
    "words", ["score", "show", "status", "log", "replay", "verify", "score --json", "show --json"]
)
def test_whether_a_bar_lapsed_shows_a_hidden_card(tmp_path: Path, words: str) -> None:
    seen = []
    for last in ("JC", "JD"):
        cli = Cli(tmp_path / last)
        (tmp_path / last).mkdir()
        cli.put(barred_at_the_end(last))
        command, *rest = words.split()
        who = [] if command in ("score", "verify") else ["--as", "south"]
        out = cli.ok(command, "g.yaml", *rest, *who).out
        seen.append([part for part in out.split(",") if not part.startswith('"head":')])
    assert seen[0] == seen[1]
    assert words not in ("score", "show", "status") or "not clubs" in str(seen[0])


def test_whoever_is_nobody_here_changes_nothing(cli: Cli) -> None:
    game = two_deals()
    game.deals.pop()
    for words in (["deal", "g.yaml"], ["apply", "g.yaml"], ["undo", "g.yaml"]):
        cli.put(game)
        cli.fails("usage", *words, "--as", "carl", stdin="# nothing\n")


def test_the_end_of_the_game_comes_before_the_turn(cli: Cli) -> None:
    cli.put(over())
    cli.fails("game-over", "apply", "g.yaml", "--as", "north", stdin="south pass\n")


def test_a_line_for_the_other_seat_lists_none_of_its_cards(cli: Cli) -> None:
    cli.put(barred_at_the_end("JC"))
    error = cli.fails("not-your-turn", "apply", "g.yaml", "--as", "south", stdin="north play JC\n")
    assert error["legal"] == []


def test_nothing_ends_where_nothing_is_moved(cli: Cli) -> None:
    cli.put(over())
    assert cli.json("apply", "g.yaml", stdin="# nothing\n")["finished"] == []


def test_receive_tells_how_a_deal_ended(cli: Cli) -> None:
    game = barred_at_the_end("JD")
    cli.put(game)
    do(game, "north play JD", "south play AH")
    (cli.folder / "m.txt").write_text(block(dumps(game).encode()))
    assert "Deal 1: 1♠ by North, made with 13 tricks" in cli.ok("receive", "g.yaml", "m.txt").out


@pytest.mark.parametrize("move", ["resign", "claim 1"])
def test_a_forced_play_forces_nothing_else(cli: Cli, move: str) -> None:
    """A play may be made for the receiver if it is the only one; no claim, no resignation."""
    game = barred_at_the_end("JD")
    cli.put(game)
    (cli.folder / "m.txt").write_text(block(dumps(do(game, f"north {move}")).encode()))
    answer = cli("receive", "g.yaml", "m.txt", "--as", "north")
    assert answer.code == 41
    assert "they moved for you" in answer.err


def test_an_odd_header_of_a_stranger_is_no_bug(cli: Cli) -> None:
    game = over()
    odd = "Content-Type: text/plain; charset*=a%00b''x\n\n" + block(dumps(game).encode())
    (cli.folder / "m.eml").write_text(odd)
    cli.ok("receive", "new.yaml", "m.eml")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_command(cli: Cli, number: signal.Signals) -> None:
    """Or whoever waits for the output would wait for ever."""
    text = dumps(over())
    for place in range(2000):
        (cli.folder / f"{place}.yaml").write_text(text)
    with cli.begun("verify", ".", "--jobs", "2") as command:
        assert command.stdout is not None
        assert command.stdout.readline().startswith(b"ok")
        command.send_signal(number)
        _, errors = command.communicate(timeout=60)
    assert command.returncode == (130 if number == signal.SIGINT else -number)
    assert b"Traceback" not in errors


def test_a_message_shows_the_receiver_the_way_to_their_own_hand(cli: Cli) -> None:
    """Whosever turn it is: the one who reads it is the one it is for."""
    cli.put(barred_at_the_end("JD"))  # north is on turn
    for sender, receiver in (("north", "south"), ("south", "north")):
        text = read_body(cli, sender)
        assert f"bridgette show g.yaml --as {receiver}" in text
        assert f"--as {sender}" not in text


def test_a_mailbox_of_two_continuations_is_a_fork(cli: Cli) -> None:
    """A move, and what replaced it: which of them counts is for the players to say."""
    before = auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 1S pass")
    parts = []
    for card in ("AH", "2C"):
        game = auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 1S pass")
        parts.append(f"From x\n\n{block(dumps(do(game, f'south play {card}')).encode())}\n\n")
    for order in (parts, parts[::-1]):
        cli.put(before)
        (cli.folder / "m.mbox").write_text("".join(order))
        answer = cli("receive", "g.yaml", "m.mbox", "--json")
        assert (answer.code, answer.value["outcome"]) == (41, "fork")
        assert answer.value["error"]["move"] == 3
    cli.put(before)
    (cli.folder / "m.mbox").write_text(parts[0] * 2)
    assert cli.json("receive", "g.yaml", "m.mbox")["moves"] == ["south play AH"]


def test_a_line_for_the_other_seat_says_so(cli: Cli) -> None:
    """Not that it is the turn of the one whom the line moves for."""
    cli.put(barred_at_the_end("JD"))  # north is on turn
    error = cli.fails("not-your-turn", "apply", "g.yaml", "--as", "south", stdin="north play JD\n")
    assert "moves for north, and you are south" in error["message"]
    error = cli.fails("not-your-turn", "play", "g.yaml", "AH", "--as", "south")
    assert error["message"] == "It is the turn of North"
