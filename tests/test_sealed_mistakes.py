"""What must not be held against anybody in a sealed game, or happen by mistake."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from children import hook, run
from cli import Cli
from sealeddesk import BID, desk_in, others, recorded
from test_mail_journey import text_of
from test_sealed_crash import at_home

FILE = "g.yaml"


@pytest.fixture
def homes(tmp_path: Path) -> dict[str, Cli]:
    """Ann, who has begun a game, Bob and Carl: a home each, and one folder."""
    (tmp_path / "games").mkdir()
    found = {
        name: Cli(tmp_path / "games", BRIDGETTE_HOME=str(tmp_path / name))
        for name in ("ann", "bob", "carl")
    }
    more = ("--sealed", "--as", "north", "--north", "Ann", "--south", "Bob")
    found["ann"].ok("new", FILE, *more)
    return found


def test_two_who_join_have_signed_once_each(homes: dict[str, Cli]) -> None:
    """Who joins in Bob's place with another key makes no proof against Bob."""
    folder = homes["bob"].folder
    shutil.copyfile(folder / FILE, folder / "other.yaml")
    homes["bob"].ok("join", FILE)
    homes["carl"].ok("join", "other.yaml")
    for files in ((FILE, "other.yaml"), ("other.yaml", FILE)):
        assert "2 of 2 records hold" in homes["ann"].ok("verify", *files).out
    error = homes["bob"]("receive", FILE, "other.yaml", "--json").value["error"]
    assert error["code"] == "fork"
    assert error["message"].count("joins with the key") == 2


@pytest.mark.parametrize(("key", "ends"), [(b"n", False), (b"y", True)])
def test_an_accusation_without_a_fault_is_asked_about(
    homes: dict[str, Cli], key: bytes, ends: bool
) -> None:
    """On a terminal, where a finger can slip."""
    homes["bob"].ok("join", FILE)
    homes["ann"].ok("continue", FILE)
    before = homes["bob"].files()
    answer = homes["bob"].terminal("accuse", FILE, keys=key + b"\n", mute=True)
    assert "No fault was found" in answer.out
    assert (homes["bob"].files() != before) is ends


def test_a_sealed_deal_is_not_analysed(homes: dict[str, Cli]) -> None:
    """Its cards are not there to be looked at."""
    homes["bob"].ok("join", FILE)
    assert (
        "sealed until"
        in homes["ann"].fails("sealed-rule", "analyse", FILE, "--deal", "1")["message"]
    )
    homes["ann"].ok("analyse", FILE, "--all")


def test_the_up_card_is_not_mailed_too_early(homes: dict[str, Cli]) -> None:
    """The non-dealer sees it at once, and the dealer not even in a message before the exchange."""
    bob = homes["bob"]
    bob.ok("join", FILE)
    homes["ann"].ok("continue", FILE)
    value = bob.json("show", FILE)
    assert value["up_card"] in value["hand"]
    hidden = "Up-card: sealed until Bob has discarded"
    assert hidden in text_of(bob.ok("send", FILE).out.encode())
    assert hidden in bob.ok("show", FILE, "--as", "north").out
    assert bob.json("show", FILE, "--as", "north")["up_card"] is None
    bob.ok("exchange", FILE, *value["hand"][:2])
    assert homes["ann"].json("show", FILE)["up_card"] == value["up_card"]
    assert hidden not in text_of(bob.ok("send", FILE).out.encode())


def test_who_changes_the_file_meanwhile_may_have_seen_the_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The opponent reads what is about to be saved, and makes that fail: it stays signed."""
    desk, step = desk_in(tmp_path, monkeypatch), recorded()[BID]
    other = others(desk, step)[-1]
    desk.state = step.before

    def change(descriptor: int) -> None:
        """At the flush of the temporary file of the game, not at those of the memory."""
        if (desk.games / ".g.yaml.tmp").exists():
            desk.file.write_bytes(b"# " + (step.before.data or b""))

    words = [str(desk.file) if word == "g.yaml" else word for word in step.words]
    prepare = at_home(desk.homes[step.seat], hook("fsync", change))
    assert run(*words, prepare=prepare) == (22, "changed")
    desk.data = step.before.data
    desk.cli[step.seat].fails("memory", *other)
    desk.cli[step.seat].ok(*step.words)
    assert desk.data == step.after.data
