"""Two options of the commands that act: --expect a head, and --forced plays made at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli import Cli
from helpers import EVEN, do, give
from test_mail_histories import alone, grown

from bridgette import Game, Phase
from bridgette.game import forced_play
from bridgette.replay import rewind


@pytest.fixture
def post(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def test_expect(post: Cli) -> None:
    game = post.give()
    head = post.json("status", "g.yaml")["head"]
    assert head == game.head
    for words in (["bid", "g.yaml", "1S"], ["pass", "g.yaml"], ["apply", "g.yaml", "-"]):
        error = post.fails("changed", *words, "--expect", "0123456789ab", stdin="pass")
        assert error["exit"] == 22
        assert head in error["message"]
    assert post.json("bid", "g.yaml", "1S", "--expect", head, "--dry-run")["ok"]
    post.ok("bid", "g.yaml", "1S", "--expect", head)
    assert post.fails("changed", "pass", "g.yaml", "--expect", head)["exit"] == 22
    assert post.fails("changed", "undo", "g.yaml", "--expect", "")["exit"] == 22
    post.ok("undo", "g.yaml", "--expect", post.game().head)
    post.put(do(give(*EVEN), "north bid 1S -- remarks are no part of it"))
    post.ok("pass", "g.yaml", "--expect", grown(give(*EVEN), "north bid 1S").head)


def late(plays: int) -> Game:
    """The same deal after so many plays, any that are legal."""
    game = alone()
    while len(game.current.moves) < 2 + plays:
        game.apply(game.legal_moves()[0])
    return game


@pytest.mark.parametrize("words", [[], ["--as", "south"], ["--all"]])
def test_forced_plays_for_the_other(post: Cli, words: list[str]) -> None:
    post.put(alone())
    value = post.json("play", "g.yaml", "AH", "--forced", *words)
    assert value["moves"] == ["south play AH", "north play 2H"]
    assert value["forced"] == ["north play 2H"]
    assert value["turn"] == "south"
    assert post.moves()[2:] == value["moves"]
    post.put(alone())
    answer = post.ok("play", "g.yaml", "AH", "--forced", *words, "--say", "here")
    assert "South plays A♥ “here”. Forced: North plays 2♥." in answer.text
    assert post.moves()[2:] == ["south play AH -- here", "north play 2H"]


def test_only_with_the_option(post: Cli) -> None:
    post.put(alone())
    value = post.json("play", "g.yaml", "AH")
    assert (value["moves"], value["turn"]) == (["south play AH"], "north")
    assert "forced" not in value


def test_nothing_is_forced(post: Cli) -> None:
    post.give()
    for words in (["bid", "g.yaml", "1S"], ["pass", "g.yaml"], ["play", "g.yaml", "JH"]):
        value = post.json(*words, "--forced")
        assert (len(value["moves"]), value["forced"]) == (1, [])
        assert "orced" not in post.json("status", "g.yaml")


def test_forced_plays_cannot_be_tried(post: Cli) -> None:
    """Or a player could see, card by card, what the opponent holds."""
    before = post.put(alone()).read_bytes()
    for words in (["play", "g.yaml", "AH"], ["apply", "g.yaml"]):
        error = post.fails("usage", *words, "--forced", "--dry-run", stdin="play AH\n")
        assert "--forced" in error["message"]
    assert (post.folder / "g.yaml").read_bytes() == before


def test_the_last_trick_plays_itself(post: Cli) -> None:
    """And the next deal is dealt, where nothing is forced."""
    for plays in (22, 23):
        game = late(plays)
        post.put(game)
        card = game.legal_moves()[-1].text.split()[-1]
        value = post.json("play", "g.yaml", card, "--forced")
        done = rewind(game, 1)
        done.apply(game.legal_moves()[-1])
        while (move := forced_play(done)) is not None:
            done.apply(move)
        assert value["moves"][1:] == value["forced"]
        assert post.game().deals[0].moves == done.current.moves
    assert len(value["forced"]) == 2
    assert (value["deal"], value["phase"]) == (2, str(Phase.EXCHANGE))
    assert [row["number"] for row in value["finished"]] == [1]


def test_forced_after_other_commands(post: Cli) -> None:
    post.put(alone())
    value = post.json("apply", "g.yaml", "-", "--forced", stdin="south play AH\n")
    assert (value["moves"], value["forced"]) == (
        ["south play AH", "north play 2H"],
        ["north play 2H"],
    )
    game = late(24)
    seat = game.turn
    post.put(do(grown(game), f"{seat} claim 0"))
    value = post.json("decline", "g.yaml", "--forced")
    assert len(value["forced"]) == 2
    assert value["finished"][0]["number"] == 1
