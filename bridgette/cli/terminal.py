"""The terminal: its width, colours and signs, and errors told to people."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

import click

from bridgette.errors import BridgetteError
from bridgette.render.text import printable, sentence, wrap

ASCII_VARIABLE = "BRIDGETTE_ASCII"


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


def columns(default: int = 80, stream: TextIO | None = None) -> int:
    """The width of the terminal that a stream, by default the output, goes to; else a default."""
    width = os.environ.get("COLUMNS", "")
    if width.isdecimal() and len(width) < 6:
        return max(int(width), 20)
    try:
        return max(os.get_terminal_size((stream or sys.stdout).fileno()).columns or default, 20)
    except (OSError, ValueError, AttributeError):
        return default


def shell_word(file: str) -> str:
    """A file's name as it is typed in a shell."""
    import shlex

    # A name that looks like an option is typed with its folder.
    return printable(shlex.quote(f"./{file}" if file.startswith("-") else file))


def typing(file: str) -> Callable[[str], str]:
    """What gives the command to type for a word: `bridgette play g.yaml`."""
    return lambda command: f"bridgette {command} {shell_word(file)}"


def error_lines(error: BridgetteError) -> list[str]:
    """An error for people: what is wrong, where, what would be right, where to read on."""
    rule = f" ({error.rule})" if error.rule and error.rule not in error.message else ""
    stop = "" if error.message.endswith((".", "?", "--help)")) and not rule else "."
    lines = wrap(printable(f"Error: {sentence(error.message)}{rule}{stop}"), columns(), "  ")
    numbers = (("line", error.line), ("deal", error.deal), ("move", error.move))
    is_input = error.file == "-" and error.code != "not-found"
    file = "standard input" if is_input else error.file
    place = [*filter(None, [file]), *(f"{what} {n}" for what, n in numbers if n)]
    if place:
        text = f": {error.text}" if error.text else ""
        lines += wrap(printable(f"  in {', '.join(place)}{text}"), columns(), "    ")
    if error.legal:
        lines += wrap(f"  legal: {short_list(error.legal)}", columns(), "    ")
    if error.rule:
        lines.append(f"  more: bridgette rules {error.rule}")
    return lines


def short_list(moves: Sequence[str]) -> str:
    """Moves without their seat, alike ones together: `pass, bid 1D-7D 1NT`, `play AH QH`."""
    levels: dict[str, list[str]] = {}
    words: dict[str, list[str]] = {}
    for text in moves:
        _, word, *details = text.split(" ")
        words.setdefault(word, []).extend(details)
        if word == "bid":
            levels.setdefault(details[0][1:], []).append(details[0])
    if levels:
        bids = levels.values()
        words["bid"] = [bid[0] if len(bid) == 1 else f"{bid[0]}-{bid[-1]}" for bid in bids]
    return ", ".join(" ".join([word, *details]) for word, details in words.items())
