"""The command that lets programs play each other."""

from __future__ import annotations

import os
import re
import sys
from contextlib import redirect_stdout
from functools import partial

import click

from bridgette import storage
from bridgette.cli.computer import budget_option, modules_of, named_player
from bridgette.cli.session import PLAIN, Session, command
from bridgette.cli.terminal import columns
from bridgette.cli.workers import bulk_options, progress, uninterrupted, workers
from bridgette.errors import BridgetteError
from bridgette.moves import is_plain_text
from bridgette.players.match import GameResult, Match, play_number
from bridgette.players.player import WORK_A_SECOND
from bridgette.players.tally import Tally
from bridgette.render.contest import contest, contest_lines
from bridgette.render.text import plural
from bridgette.savefile.schema import MAX_TEXT

_SAVED = re.compile(r"game-(\d+)[ab]?\.yaml")


@command("simulate", PLAIN)
@click.option("--games", type=click.IntRange(1, 10**9), required=True, help="How many games.")
@click.option("--north", metavar="PLAYER", required=True, help="A program: see docs/analysis.md.")
@click.option("--south", metavar="PLAYER", required=True, help="The one it plays against.")
@click.option("--seed", metavar="TEXT", default="1", help="Makes decks and chances (1).")
@click.option(
    "--duplicate/--no-duplicate",
    default=True,
    help="Each deck from both seats (so by default), or not.",
)
@budget_option
@bulk_options
@click.option("--save", metavar="FOLDER", help="Write each game as a game file into this folder.")
@click.pass_context
def simulate_command(
    ctx: click.Context,
    session: Session,
    games: int,
    north: str,
    south: str,
    seed: str,
    duplicate: bool,
    budget: float,
    jobs: int,
    dask: str | None,
    save: str | None,
) -> None:
    """Let two programs play matches, and say which is better by how much.

    The same seed gives the same games, whoever works on them. Ctrl-C gives the results so far.
    """
    if duplicate and games % 2:
        raise click.UsageError(
            "Each deck is played from both seats: --games takes an even number, or say"
            " --no-duplicate."
        )
    if not is_plain_text(seed, MAX_TEXT):
        raise click.UsageError(f"--seed is one line of 1 to {MAX_TEXT} characters.")
    for name in (north, south):
        named_player(name)  # a wrong name is told at once
    match = Match((north, south), seed, budget * WORK_A_SECOND, duplicate, save is not None)
    numbers = range(1, games // (1 + duplicate) + 1)
    if save is not None:
        _make_folder(save, numbers)
    tally = Tally()

    def take(found: list[GameResult]) -> None:
        with uninterrupted():  # what is saved is counted
            for game in found if save is not None else ():
                letter = "b" if game.swapped else "a" if duplicate else ""
                name = f"game-{game.number:06}{letter}.yaml"
                storage.create(os.path.join(save or "", name), game.text.encode())
            tally.add(found)

    end: BridgetteError | None = None  # before the last game
    modules = modules_of(north, south)
    try:
        with (
            workers(jobs, dask, len(numbers), modules) as hands,
            progress(games, "Playing", take, quiet=True, weight=len) as tell,
            redirect_stdout(sys.stderr),  # what players print is no answer of ours
        ):
            for found in hands.stream(partial(play_number, match), numbers, 1):
                tell(found)
    except KeyboardInterrupt:
        done = f"these are the results of {tally.games} of {plural(games, 'game')}"
        end = BridgetteError(f"interrupted: {done}", code="interrupted")
    except BridgetteError as error:
        if not tally.games:
            raise
        end = error
    if session.json:
        cut = end is not None
        session.json_out(contest(match, tally, asked=games, budget=budget, interrupted=cut))
    else:
        session.out(contest_lines(match, tally, columns()))
    if end is not None and session.json and end.code == "interrupted":
        ctx.exit(end.exit_code)  # the answer says so itself
    if end is not None:
        raise end


def _make_folder(save: str, numbers: range) -> None:
    """Makes the folder for the games, in which there is none of these numbers."""
    if not save:
        raise click.UsageError("--save needs the name of a folder.")
    storage.make_folder(save)
    for file in storage.find_games(save, recursive=False):
        found = _SAVED.fullmatch(os.path.basename(file))
        if found and int(found[1]) in numbers:
            storage.check_new(file)
