"""The processes of --jobs, as real ones: interrupted in the midst of work, deaf, or killed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from cli import Cli
from randomplay import finished

from bridgette.cli.workers import workers

# Players that say which process they are in, and then never move.
PLAYERS = """
import os
from pathlib import Path

class Slow:
    def choose(self, view, rng, budget):
        Path(f"worker-{os.getpid()}").touch()
        self.think()

    def think(self):
        count = 0
        while True:
            count += 1

class Deaf(Slow):
    def think(self):
        while True:
            try:
                super().think()
            except BaseException:
                pass
"""


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    (tmp_path / "own.py").write_text(PLAYERS)
    return Cli(tmp_path)


def working(cli: Cli, command: subprocess.Popen[bytes]) -> list[int]:
    """The processes that the command's two games are played in, once both have begun."""
    while len(found := list(cli.folder.glob("worker-*"))) < 2:
        assert command.poll() is None
        time.sleep(0.01)
    return [int(file.name.partition("-")[2]) for file in found]


def simulate(player: str) -> tuple[str, ...]:
    return ("simulate", "--games", "8", "--north", player, "--south", "simple", "--jobs", "2")


@pytest.mark.parametrize("player", ["own:Slow", "own:Deaf"])
def test_nobody_waits_for_a_player_who_never_moves(cli: Cli, player: str) -> None:
    with cli.begun(*simulate(player)) as command:
        workers = working(cli, command)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert (command.returncode, out) == (130, b"No game was finished.\n")
    assert err == b"Error: Interrupted: these are the results of 0 of 8 games.\n"
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_a_process_that_is_killed_is_told(cli: Cli) -> None:
    with cli.begun(*simulate("own:Slow")) as command:
        os.kill(working(cli, command)[0], signal.SIGKILL)
        out, err = command.communicate(timeout=60)
    assert (command.returncode, out) == (1, b"")
    assert b"one of the processes was ended from outside" in err.lower()
    assert b"bug" not in err


def is_blocked(_: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, set())


def test_a_process_begins_out_of_reach_of_interruptions() -> None:
    """Those of a terminal come to all processes, and it is not ready for them at once."""
    with workers(2, None, 4) as hands:
        assert all(hands.stream(is_blocked, range(4), 1))
    assert not is_blocked(0)


def test_an_interruption_while_results_are_handed_over(cli: Cli) -> None:
    """They are larger than a pipe takes at once, so that a part may have come."""
    cli.put(finished(1, deals=2), "0.yaml")
    folder = cli.folder / ("long" * 50)
    folder.mkdir()
    for number in range(500):
        os.link(cli.folder / "0.yaml", folder / f"{number}.yaml")
    for wait in range(8):
        with cli.begun("verify", ".", "--json", "--jobs", "2") as command:
            assert command.stdout is not None
            command.stdout.readline()
            time.sleep(0.01 * wait)
            command.send_signal(signal.SIGINT)
            _, err = command.communicate(timeout=60)
        assert command.returncode in (0, 130)  # it may have ended before
        assert b"Traceback" not in err
