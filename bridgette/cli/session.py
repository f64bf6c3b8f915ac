"""One run of a command: its common options, and the options themselves."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from bridgette import savefile, storage
from bridgette.cli.terminal import coloured, shell_word, wants_ascii
from bridgette.errors import BridgetteError, SealedError, StorageError
from bridgette.game import Game
from bridgette.moves import SEATS, Seat, is_same_name
from bridgette.render.text import printable, to_ascii
from bridgette.view import View

if TYPE_CHECKING:
    from bridgette.render.values import Value

SEAT_VARIABLE = "BRIDGETTE_SEAT"


class State:
    """What must outlive a command for its errors to be told: click's `obj` of this run."""

    saved = False  # the file is written
    json = False
    ascii = False


def state() -> State:
    """The state of this run."""
    found: State = click.get_current_context().obj
    return found


def note_saved() -> None:
    """Notes that the file is written, so that a failure afterwards says so."""
    state().saved = True


class Session:
    """One run of a command: its common options, and where its output goes."""

    def __init__(
        self,
        *,
        as_: str | None = None,
        all_: bool = False,
        json_: bool = False,
        ascii_: bool = False,
        quiet: bool = False,
        dry_run: bool = False,
        say: str = "",
        expect: str | None = None,
        forced: bool = False,
        resume: bool = False,
    ) -> None:
        if as_ is not None and all_:
            raise click.UsageError("--as and --all exclude each other: name a seat, or see all.")
        if forced and dry_run:
            raise click.UsageError("--forced cannot be tried: it would show the opponent's cards.")
        self.open_cards = all_
        self.json = json_
        self.quiet = quiet
        self.dry_run = dry_run
        self.say = say
        self.expect = expect
        self.forced = forced
        self.resume = resume
        self._seat_given = as_
        given = as_ is not None or all_
        self._seat_default = None if given else os.environ.get(SEAT_VARIABLE) or None
        self._ascii = ascii_

    @property
    def has_seat(self) -> bool:
        """Whether a seat is named, by option or environment."""
        return self._seat_given is not None or self._seat_default is not None

    @property
    def seat_is_named(self) -> bool:
        """Whether a seat is named by the option."""
        return self._seat_given is not None

    def seat(self, game: Game) -> Seat | None:
        """The seat named by `--as` or the environment, by its word or its player's name.

        In a sealed game else that of the player whose key is here.
        """
        text = self._seat_default if self._seat_given is None else self._seat_given
        if text is None:
            return None if game.seal is None or self.open_cards else game.seal.me
        seat = find_seat(game, text)
        if seat is None:
            where = SEAT_VARIABLE if self._seat_given is None else "--as"
            names = f"{printable(game.header.north)}, {printable(game.header.south)}"
            raise click.UsageError(
                f"{where}: “{printable(text)}” is neither a seat (north, south) nor a player"
                f" of this game ({names})."
            )
        return seat

    def named_seat(self, game: Game) -> Seat | None:
        """The seat named by `--as` or the environment alone."""
        return self.seat(game) if self.has_seat else None

    def view(self, game: Game) -> View:
        """The game as the named seat may see it."""
        return View(game, self.seat(game), open_cards=self.open_cards)

    def view_if_known(self, game: Game) -> View:
        """As `view`, but a bystander's where the environment's player has no part in the game."""
        default = self._seat_default
        if default is not None and find_seat(game, default) is None:
            return View(game, open_cards=self.open_cards)
        return self.view(game)

    def seat_if_any(self, game: Game) -> Seat | None:
        """The named seat in this game, None also if its player has no part in it."""
        text = self._seat_default if self._seat_given is None else self._seat_given
        if text is None:
            return self.seat(game)
        return find_seat(game, text)

    def seat_option(self, seat: Seat) -> str:
        """What a command must add to act for this seat: nothing if that is known without."""
        return f"--as {seat}" if self._seat_given is not None else ""

    def json_out(self, value: Value) -> None:
        """Prints one object on one line."""
        import json

        click.echo(json.dumps(value, separators=(",", ":")))

    def out(self, lines: Sequence[str] | str, *, err: bool = False) -> None:
        """Prints lines, made plain where the terminal or the user asks for it."""
        stream = sys.stderr if err else sys.stdout
        text = "\n".join([lines] if isinstance(lines, str) else lines)
        plain = self._ascii or wants_ascii(stream)
        encoding = getattr(stream, "encoding", None) or "utf-8"
        text = to_ascii(text) if plain else coloured(text, stream)
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)


def find_seat(game: Game, text: str) -> Seat | None:
    """The seat of a word or of a player's name, names without regard to case."""
    for seat in SEATS:
        if text.casefold() == str(seat):
            return seat
    for seat in SEATS:
        if is_same_name(game.header.name(seat), text):
            return seat
    return None


def load(file: str, *, judging: bool = True) -> Game:
    """The game in a file. Errors: StorageError, RecordError, SealedError, naming the file."""
    return loads(storage.read(file), file, judging=judging)


def loads(data: bytes, file: str, *, judging: bool = True) -> Game:
    """The game in a file's bytes; if it is sealed, with the cards of this home's player.

    Errors: RecordError, SealedError, naming the file.
    """
    try:
        game = savefile.loads(data, judging=judging)
    except BridgetteError as error:
        error.file = file
        raise
    try:
        return opened(game, file, judging=judging)
    except SealedError as error:
        if error.private:
            error.message += f". To prove it to others: bridgette accuse {shell_word(file)}"
        raise


def opened(game: Game, file: str, *, judging: bool = True) -> Game:
    """A game as it is; a sealed one with the cards of this home's player, if he plays in it.

    Errors: SealedError, naming the file.
    """
    if game.seal is None:
        return game
    from bridgette.cli import sealing

    try:
        return sealing.opened(game, judging=judging)
    except BridgetteError as error:
        error.file = error.file or file
        raise


def read_input(source: str, limit: int = storage.MAX_BYTES) -> bytes:
    """The bytes of a file given for input, or of standard input for `-`."""
    if source != "-":
        return storage.read(source, limit)
    if sys.stdin.isatty():
        click.echo("Type or paste it, and end with Ctrl+D:", err=True)
    try:
        data = sys.stdin.buffer.read(limit + 1)
    except (OSError, ValueError) as error:
        why = f"standard input cannot be read: {error}"
        raise StorageError(why, code="unreadable", file=source) from None
    if len(data) > limit:
        message = f"standard input is larger than {limit >> 20} MiB"
        raise StorageError(message, code="too-large", file=source)
    return data


def read_text(source: str) -> str:
    """The text of a file given for input, or of standard input for `-`."""
    return read_input(source).decode("utf-8-sig", "replace")


# Options as decorators. A command's function takes a Session first, then its own parameters.

_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "as_": click.option(
        "--as",
        "as_",
        metavar="SEAT",
        help=f"Whose eyes and hands: north, south or a player's name (or {SEAT_VARIABLE}).",
        shell_complete=lambda ctx, param, start: [
            word for word in ("north", "south") if word.startswith(start.lower())
        ],
    ),
    "all_": click.option("--all", "all_", is_flag=True, help="With all cards open, for any seat."),
    "json_": click.option("--json", "json_", is_flag=True, help="Print JSON, one object a line."),
    "ascii_": click.option("--ascii", "ascii_", is_flag=True, help="No suit symbols."),
    "quiet": click.option("-q", "--quiet", is_flag=True, help="Do not show the table."),
    "dry_run": click.option("--dry-run", is_flag=True, help="Check only, save nothing."),
    "expect": click.option(
        "--expect", metavar="HEAD", help="Act only if the game is at this head (see status --json)."
    ),
    "forced": click.option(
        "--forced",
        is_flag=True,
        help="Go on, for either seat, while only one play is legal.",
    ),
    "resume": click.option(
        "--resume",
        is_flag=True,
        help="Go on with a sealed game that this computer does not remember (a risk).",
    ),
    "say": click.option("--say", metavar="TEXT", default="", help="Add a remark to the opponent."),
}
LOOKING = ("as_", "all_", "json_", "ascii_")
CHANGING = ("as_", "all_", "expect", "resume", "dry_run", "quiet", "json_", "ascii_")
ACTING = ("say", "forced", *CHANGING)
PLAIN = ("json_", "ascii_")


def _print_help(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help())
        ctx.exit()


# As click's own, without its look for translations at every start.
help_option = click.option(
    "-h",
    "--help",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_help,
    help="Show this message and exit.",
)


def command(name: str, options: Sequence[str]) -> Callable[[Callable[..., None]], click.Command]:
    """Makes a click command whose common options come as a Session."""

    def decorate(function: Callable[..., None]) -> click.Command:
        @functools.wraps(function)
        def run(**values: Any) -> None:
            common = {key: values.pop(key) for key in options}
            state().json, state().ascii = common["json_"], common["ascii_"]
            function(Session(**common), **values)

        decorated: Any = run
        for key in reversed(options):
            decorated = _OPTIONS[key](decorated)
        return click.command(name, add_help_option=False)(help_option(decorated))

    return decorate


def game_argument(function: Any) -> Any:
    """The argument GAME: a file, judged by us."""
    return click.argument("game", metavar="GAME", shell_complete=_complete_games)(function)


def games_argument(function: Any) -> Any:
    """The argument GAME...: files and folders."""
    return click.argument(
        "games", metavar="GAME...", nargs=-1, required=True, shell_complete=_complete_games
    )(function)


def _complete_games(ctx: click.Context, param: click.Parameter, start: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(start, type="file")]
