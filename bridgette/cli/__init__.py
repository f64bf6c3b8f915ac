"""The command line: every command is load, act, save, show. The only user of click."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

from bridgette.cli.session import Session, State, help_option
from bridgette.cli.terminal import error_lines
from bridgette.errors import BridgetteError, StorageError

# Where each command lives; its module is imported when it is called.
_COMMANDS = {
    "new": "start",
    "exchange": "act",
    "bid": "act",
    "pass": "act",
    "double": "act",
    "redouble": "act",
    "play": "act",
    "claim": "act",
    "accept": "act",
    "decline": "act",
    "resign": "act",
    "deal": "start",
    "apply": "edit",
    "undo": "edit",
    "show": "look",
    "legal": "look",
    "log": "look",
    "replay": "look",
    "join": "seal",
    "continue": "seal",
    "accuse": "seal",
    "identity": "seal",
    "send": "post",
    "receive": "post",
    "status": "records",
    "score": "records",
    "verify": "records",
    "analyse": "study",
    "suggest": "computer",
    "auto": "computer",
    "simulate": "contest",
    "rules": "book",
}


class Program(click.Group):
    """The group of all commands; turns whatever goes wrong into a message and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of a game."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, its module imported now."""
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"bridgette.cli.{_COMMANDS[cmd_name]}")
        found: click.Command = getattr(module, f"{cmd_name}_command")
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """As click does, with a guess at what was meant."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], _COMMANDS, 1)
            if args[0].endswith((".yaml", ".yml")):
                near = [f"show {args[0]}"]
            hint = f" Did you mean: bridgette {near[0]}?" if near else ""
            raise click.UsageError(f"There is no command “{args[0]}”.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click does; help and version are printed here."""
        with _printing(extra.get("obj")):
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; a report that cannot be printed is told apart from one not saved."""
        with _printing(ctx.obj):
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the program and exits with its code, by way of one line for every error."""
        _open_closed_streams()
        words = list(sys.argv[1:] if args is None else args)
        options = words[: words.index("--")] if "--" in words else words
        state = State()
        state.json, state.ascii = "--json" in options, "--ascii" in options
        extra.setdefault("obj", state)
        name = prog_name or "bridgette"
        code: Any
        try:
            with _printing(state):  # completion prints here
                code = super().main(words, name, complete_var, standalone_mode=False, **extra)
        except BridgetteError as error:
            code = _tell(error, state)
        except click.UsageError as error:
            code = _tell(BridgetteError(_usage_message(error), code="usage"), state)
        except click.Abort:
            code = _tell(_interrupted(state), state)
        except _BrokenPipe:
            code = 0
        except Exception as error:  # the last resort: a bug, told without a traceback
            if os.environ.get("BRIDGETTE_DEBUG"):
                raise
            what = f"{type(error).__name__}: {error}"
            message = f"this is a bug in bridgette, please report it: {what}"
            code = _tell(BridgetteError(message, code="internal"), state)
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


class _BrokenPipe(Exception):  # noqa: N818 - nobody's error: the reader had enough
    pass


@contextmanager
def _printing(state: State | None) -> Iterator[None]:
    """Tells what goes wrong with the output, or an interruption, as errors of ours.

    It stands around every step of click's, which else makes exit 1 of a broken pipe.
    """
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        _silence(sys.stdout)
        if error.errno == errno.EPIPE:
            raise _BrokenPipe from None
        what = "the move was saved, but its report" if state and state.saved else "the output"
        why = f"{what} could not be printed: {error.strerror}"
        raise StorageError(why, code="output") from None
    except KeyboardInterrupt:
        raise _interrupted(state) from None


def _interrupted(state: State | None) -> BridgetteError:
    when = "after the move was saved" if state and state.saved else "nothing was saved"
    return BridgetteError(f"interrupted: {when}", code="interrupted")


def _open_closed_streams() -> None:
    """Gives a program that was started without one of its streams an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8"))


_JARGON = (
    ("is not a valid integer range", "is not a whole number"),
    ("is not a valid integer", "is not a whole number"),
    ("is not a valid float", "is not a number"),
)


def _usage_message(error: click.UsageError) -> str:
    message = error.format_message()
    for jargon, plain in _JARGON:
        message = message.replace(jargon, plain)
    if error.ctx is not None:
        message += f" (Help: {error.ctx.command_path} --help)"
    return message


def _tell(error: BridgetteError, state: State) -> int:
    """Prints an error, as JSON if that was asked for, and gives its exit code."""
    session = Session(all_=True, json_=state.json, ascii_=state.ascii)
    stream = sys.stdout if session.json and error.code != "output" else sys.stderr
    try:
        if stream is sys.stdout:
            from bridgette.render.values import failed

            session.json_out(failed(error))
        else:
            session.out(error_lines(error), err=True)
        stream.flush()
    except OSError:  # nobody is left to be told
        _silence(stream)
    return error.exit_code


def _silence(stream: TextIO) -> None:
    """Lets Python's own last flush go nowhere instead of failing again."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"bridgette {version('bridgette')}")
        ctx.exit()


@click.group(
    cls=Program,
    invoke_without_command=True,
    add_help_option=False,
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
@help_option
@click.pass_context
def main(ctx: click.Context) -> None:
    """Bridge for two, by file and mail.

    A game is one YAML file. Each command loads it, makes one move, checks it and saves it:
    hand the file to your opponent, who does the same.

    Start with: bridgette new game.yaml --north Ann --south Bob
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
