"""The command that lets programs play each other."""

from __future__ import annotations

import os
from functools import partial

import click

from bridgette import storage
from bridgette.cli.computer import budget_option, modules_of, named_player
from bridgette.cli.session import PLAIN, Session, command
from bridgette.cli.workers import bulk_options, progress, workers
from bridgette.errors import BridgetteError
from bridgette.players.match import GameResult, Match, play_number
from bridgette.players.player import WORK_A_SECOND
from bridgette.players.tally import Tally
from bridgette.render.contest import contest, contest_lines
from bridgette.render.text import plural

_EXIT_INTERRUPTED = BridgetteError("", code="interrupted").exit_code


@command("simulate", PLAIN)
@click.option("--games", type=click.IntRange(min=1), required=True, help="How many games.")
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
    for name in (north, south):
        named_player(name)  # a wrong name is told at once
    match = Match((north, south), seed, budget * WORK_A_SECOND, duplicate, save is not None)
    numbers = range(1, games // (1 + duplicate) + 1)
    if save is not None:
        storage.make_folder(save)
    tally = Tally()

    def take(found: list[GameResult]) -> None:
        tally.add(found)
        for game in found if save is not None else ():
            name = f"game-{game.number:06}{'b' if game.swapped else 'a' if duplicate else ''}.yaml"
            storage.create(os.path.join(save or "", name), game.text.encode())

    interrupted = False
    modules = modules_of(north, south)
    try:
        with (
            workers(jobs, dask, len(numbers), modules) as hands,
            progress(len(numbers), "Playing", take, quiet=True) as tell,
        ):
            for found in hands.stream(partial(play_number, match), numbers, 1):
                tell(found)
    except KeyboardInterrupt:
        interrupted = True
    if session.json:
        session.json_out(contest(match, tally, asked=games, budget=budget, interrupted=interrupted))
    else:
        session.out(contest_lines(match, tally))
    if interrupted:
        done = f"interrupted: these are the results of {tally.games} of {plural(games, 'game')}"
        if not session.json:
            session.out(f"Error: {done}.", err=True)
        ctx.exit(_EXIT_INTERRUPTED)
