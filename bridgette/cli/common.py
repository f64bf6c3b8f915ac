"""What all commands share: options, the seat, loading, acting and saving, output, errors."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bridgette import savefile, storage
from bridgette.deal import Phase
from bridgette.errors import BridgetteError, NotationError, RuleError
from bridgette.game import Game, seeded_deck
from bridgette.moves import SEATS, Move, Seat, is_same_name, with_remark
from bridgette.render.text import printable, to_ascii, wrap
from bridgette.view import View

if TYPE_CHECKING:
    from bridgette.cards import Card
    from bridgette.render.values import Value

SEAT_VARIABLE = "BRIDGETTE_SEAT"
ASCII_VARIABLE = "BRIDGETTE_ASCII"
SAVED = "bridgette.saved"  # in the context's meta once the file is written: see cli.main


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
    ) -> None:
        if as_ is not None and all_:
            raise click.UsageError("--as and --all exclude each other: name a seat, or see all.")
        self.open_cards = all_
        self.json = json_
        self.quiet = quiet
        self.dry_run = dry_run
        self.say = say
        self._seat_given = as_
        self._seat_default = None if as_ or all_ else os.environ.get(SEAT_VARIABLE) or None
        self._ascii = ascii_

    @property
    def has_seat(self) -> bool:
        """Whether a seat is named, by option or environment."""
        return bool(self._seat_given or self._seat_default)

    def seat(self, game: Game) -> Seat | None:
        """The seat named by `--as` or the environment, by its word or its player's name."""
        text = self._seat_given or self._seat_default
        if text is None:
            return None
        seat = find_seat(game, text)
        if seat is None:
            where = "--as" if self._seat_given else SEAT_VARIABLE
            names = f"{printable(game.header.north)}, {printable(game.header.south)}"
            raise click.UsageError(
                f"{where}: “{printable(text)}” is neither a seat (north, south) nor a player"
                f" of this game ({names})."
            )
        return seat

    def view(self, game: Game) -> View:
        """The game as the named seat may see it."""
        return View(game, self.seat(game), open_cards=self.open_cards)

    def view_if_known(self, game: Game) -> View:
        """As `view`, but a bystander's where the environment's player has no part in the game."""
        default = self._seat_default
        if default is not None and find_seat(game, default) is None:
            return View(game, open_cards=self.open_cards)
        return self.view(game)

    def seat_option(self, seat: Seat) -> str:
        """What a command must add to act for this seat: nothing if the environment names it."""
        return "" if self._seat_default and not self._seat_given else f"--as {seat}"

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


def wants_ascii(stream: Any) -> bool:
    """Whether suits are letters: by the environment, or as the encoding has no symbols."""
    if os.environ.get(ASCII_VARIABLE):
        return True
    try:
        "♠–·".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def coloured(text: str, stream: Any) -> str:
    """Red suits in red, on a terminal only and not with NO_COLOR; the symbols say the same."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return text
    import re

    return re.sub("[2-9TJQKA0-7]?[♥♦]", lambda found: click.style(found[0], fg="red"), text)


def columns() -> int:
    """The width of the terminal, 80 if there is none."""
    if width := os.environ.get("COLUMNS", ""):
        return max(int(width), 20) if width.isdecimal() else 80
    try:
        return max(os.get_terminal_size(sys.stdout.fileno()).columns or 80, 20)
    except (OSError, ValueError, AttributeError):
        return 80


def find_seat(game: Game, text: str) -> Seat | None:
    """The seat of a word or of a player's name, names without regard to case."""
    for seat in SEATS:
        if text.casefold() == str(seat):
            return seat
    for seat in SEATS:
        if is_same_name(game.header.name(seat), text):
            return seat
    return None


def load(file: str) -> Game:
    """The game in a file. Errors: StorageError, RecordError, naming the file."""
    return _loads(storage.read(file), file)


def _loads(data: bytes, file: str) -> Game:
    try:
        return savefile.loads(data)
    except BridgetteError as error:
        error.file = file
        raise


def read_text(source: str) -> str:
    """The text of a file given for input, or of standard input for `-`."""
    data = sys.stdin.buffer.read() if source == "-" else storage.read(source)
    return data.decode("utf-8-sig", "replace")


def shell_word(file: str) -> str:
    """A file's name as it is typed in a shell."""
    import shlex

    return printable(shlex.quote(file))


def actor(session: Session, game: Game) -> Seat:
    """Whose move it is to be: the named seat's, else that of the player on turn."""
    seat = session.seat(game)
    if seat is None:
        seat = game.turn
    return Seat.NORTH if seat is None else seat


def shuffled() -> list[Card]:
    """The 55 cards in an order of the system's randomness."""
    import secrets

    from bridgette.cards import DECK

    deck = list(DECK)
    secrets.SystemRandom().shuffle(deck)
    return deck


def deal_next(game: Game) -> None:
    """Deals the next deal if the last one is over and the game is not."""
    if game.phase is Phase.BETWEEN:
        seed, number = game.header.seed, len(game.deals) + 1
        game.deal(seeded_deck(seed, number) if seed else shuffled())


@contextmanager
def placed(game: Game, file: str) -> Iterator[None]:
    """Errors of the move being made name the file and its place in the game."""
    try:
        yield
    except (NotationError, RuleError) as error:
        error.file, error.deal, error.move = file, game.current.number, len(game.current.moves) + 1
        raise


def make_move(game: Game, move: Move) -> None:
    """Makes a move, and deals the next deal if it ended one."""
    game.apply(move)
    deal_next(game)


T = TypeVar("T")


def change(session: Session, file: str, act: Callable[[Game], tuple[Game, T]]) -> tuple[Game, T]:
    """Loads a game, saves what `act` makes of it, all under the lock; or only tries (dry run)."""
    if session.dry_run:
        return act(load(file))
    with storage.locked(file) as target:
        game, answer = act(_loads(target.data, file))
        target.replace(savefile.dumps(game).encode())
        click.get_current_context().meta[SAVED] = True
    return game, answer


def play_out(session: Session, file: str, choose: Callable[[Game, Seat], Move]) -> None:
    """The whole of an acting command of one move: choose, check, save, report."""
    first = 0

    def act(game: Game) -> tuple[Game, Move]:
        nonlocal first
        first = len(game.deals)
        with placed(game, file):
            move = choose(game, actor(session, game))
            if session.say:
                move = with_remark(move, session.say)
            make_move(game, move)
        return game, move

    game, move = change(session, file, act)
    report(session, file, game, [move], first)


def report(
    session: Session,
    file: str,
    game: Game,
    moves: Sequence[Move],
    first: int,
    *,
    opening: str = "",
    **more: Any,
) -> None:
    """Says what happened and who is next, and shows the seat's table on a terminal.

    `first` is the number of the deal that stood open before; `more` goes into the JSON.
    """
    view = session.view(game)
    if session.json:
        from bridgette.render.values import acted

        dry = {"dry_run": True} if session.dry_run else {}
        session.json_out({**acted(view, file, moves, first), **more, **dry})
        return
    from bridgette.render.table import narrate, next_text, result_text, table_lines

    said = [opening] if opening else []
    said += [f"{narrate(game, move)}." for move in moves]
    lines = wrap(" ".join(said), columns()) if said else []
    for deal in view.game.deals:
        if deal.number >= first and deal.phase is Phase.OVER:
            lines += wrap(f"Deal {deal.number}: {result_text(game, deal)}.", columns(), "    ")
    if session.dry_run:
        session.out([*lines, "Nothing was saved (dry run)."])
        return
    if view.seat is None or session.quiet or not sys.stdout.isatty():
        session.out([*lines, *wrap(next_text(view.game), columns())])
        return
    command = f"bridgette {{}} {shell_word(file)}"
    table = table_lines(view, columns(), command, session.seat_option(view.seat))
    session.out([*lines, "", *table])


def error_lines(error: BridgetteError) -> list[str]:
    """An error for people: what is wrong, where, what would be right, where to read on."""
    rule = f" ({error.rule})" if error.rule and error.rule not in error.message else ""
    stop = "" if error.message.endswith((".", ")", "?")) and not rule else "."
    message = error.message[:1].upper() + error.message[1:]
    lines = wrap(printable(f"Error: {message}{rule}{stop}"), columns(), "  ")
    numbers = (("line", error.line), ("deal", error.deal), ("move", error.move))
    place = [*filter(None, [error.file]), *(f"{what} {n}" for what, n in numbers if n)]
    if place:
        text = f": {error.text}" if error.text else ""
        lines += wrap(printable(f"  in {', '.join(place)}{text}"), columns(), "    ")
    if error.legal:
        lines += wrap(f"  legal: {short_list(error.legal)}", columns(), "    ")
    if error.rule:
        lines.append(f"  more: bridgette rules {error.rule}")
    return lines


def short_list(moves: Sequence[str]) -> str:
    """Moves without their seat, the bids of a denomination as a range: `pass, bid 1D-7D 1NT`."""
    levels: dict[str, list[str]] = {}
    words = []
    for text in moves:
        word = text.partition(" ")[2]
        if word.startswith("bid "):
            levels.setdefault(word[5:], []).append(word[4:])
        else:
            words.append(word)
    bids = [bid[0] if len(bid) == 1 else f"{bid[0]}-{bid[-1]}" for bid in levels.values()]
    return ", ".join([*words, *([f"bid {' '.join(bids)}"] if bids else [])])


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
    "say": click.option("--say", metavar="TEXT", default="", help="Add a remark to the opponent."),
}
LOOKING = ("as_", "all_", "json_", "ascii_")
ACTING = ("as_", "all_", "say", "dry_run", "quiet", "json_", "ascii_")
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
