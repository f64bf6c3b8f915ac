"""A file's bytes as decoded text, and pieces of it as a tree."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn

from bridgette.errors import RecordError
from bridgette.storage import MAX_BYTES

# What a file may not hold at all, before any parsing: control characters (the tab too), the other
# line ends of Unicode, a byte-order mark in the middle, and what YAML does not call printable.
_CONTROL = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]"
_TAME = bytes([0x0A, *range(0x20, 0x7F)])


class Node(NamedTuple):
    """A piece of the document: text, list of nodes or mapping to nodes, and its line from 1."""

    value: Any
    line: int


def fail(code: str, message: str, line: int | None = None, **where: Any) -> NoReturn:
    """Raises a RecordError."""
    raise RecordError(message, code=code, line=line, **where)


def _is_tame(data: bytes) -> bool:
    """Whether a file is ASCII without control characters, as most are: a quick look."""
    return not data.translate(None, _TAME)


def decode(data: bytes) -> str:
    """A file's bytes as text with plain line ends. Errors: too-large, encoding, yaml."""
    if len(data) > MAX_BYTES:
        fail("too-large", f"a game file has at most {MAX_BYTES >> 20} MiB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fail("encoding", f"not UTF-8 text (byte {error.start + 1}); a game file is", line)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    found = None if _is_tame(data) else re.search(_CONTROL, text)
    if found:
        what = "a tab" if found[0] == "\t" else f"control character U+{ord(found[0]):04X}"
        fail("yaml", f"{what} in a game file; blanks are spaces", _line_of(text, found))
    for mark in ("<<<<<<<", "=======", ">>>>>>>", "|||||||"):
        if mark in text and (found := re.search(rf"^{re.escape(mark)}( .*)?$", text, re.MULTILINE)):
            why = "a conflict marker of version control: two versions of this game were mixed"
            fail("yaml", why, _line_of(text, found))
    if "%" in text and (found := re.search("^%", text, re.MULTILINE)):
        fail("yaml", "YAML directives are not used here", _line_of(text, found))
    return text


def _line_of(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1
