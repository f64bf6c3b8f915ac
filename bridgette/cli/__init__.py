"""The command line: every command is load, act, save, show. The only user of click."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from bridgette.cli.acting import SAVED
from bridgette.cli.session import Session, help_option
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
    "send": "post",
    "receive": "post",
    "status": "records",
    "score": "records",
    "verify": "records",
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

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; a report that cannot be printed is told apart from one not saved."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except OSError as error:
            _silence_stdout()
            if error.errno == errno.EPIPE:
                ctx.exit(0)
            done = "the move was saved, but its report" if SAVED in ctx.meta else "the output"
            raise StorageError(
                f"{done} could not be printed: {error.strerror}", code="output"
            ) from None
        except KeyboardInterrupt:
            done = "after the move was saved" if SAVED in ctx.meta else "nothing was saved"
            raise BridgetteError(f"interrupted: {done}", code="interrupted") from None
        return result

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the program and exits with its code, by way of one line for every error."""
        words = list(sys.argv[1:] if args is None else args)
        try:
            code = super().main(
                words, prog_name or "bridgette", complete_var, standalone_mode=False, **extra
            )
        except BridgetteError as error:
            code = _tell(error, words)
        except click.UsageError as error:
            code = _tell(BridgetteError(_usage_message(error), code="usage"), words)
        except (click.Abort, KeyboardInterrupt):
            code = _tell(BridgetteError("interrupted", code="interrupted"), words)
        except Exception as error:  # the last resort: a bug, told without a traceback
            if os.environ.get("BRIDGETTE_DEBUG"):
                raise
            what = f"{type(error).__name__}: {error}"
            message = f"this is a bug in bridgette, please report it: {what}"
            code = _tell(BridgetteError(message, code="internal"), words)
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def _usage_message(error: click.UsageError) -> str:
    message = error.format_message()
    if error.ctx is not None:
        message += f" (Help: {error.ctx.command_path} --help)"
    return message


def _tell(error: BridgetteError, words: Sequence[str]) -> int:
    """Prints an error, as JSON if that was asked for, and gives its exit code."""
    session = Session(json_="--json" in words, ascii_="--ascii" in words)
    with suppress(OSError):  # nobody is left to be told
        if session.json and error.code != "output":
            from bridgette.render.values import failed

            session.json_out(failed(error))
        else:
            session.out(error_lines(error), err=True)
    return error.exit_code


def _silence_stdout() -> None:
    """Lets Python's own last flush go nowhere instead of failing again."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
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
