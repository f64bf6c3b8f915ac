"""Bytes to a tree of plain text, strictly: no magic of YAML's own. The only user of `yaml`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

import yaml

from bridgette.errors import RecordError

MAX_DEPTH = 8
# What a file may not hold at all, before any parsing: control characters (the tab too), the other
# line ends of Unicode, a byte-order mark in the middle, and what YAML does not call printable.
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_CONFLICT = re.compile(r"^(<<<<<<<|=======|>>>>>>>|\|\|\|\|\|\|\|)( .*)?$", re.MULTILINE)


class SlowParser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """PyYAML's own parser, for where libyaml is missing."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)


FastParser: Any = SlowParser
if yaml.__with_libyaml__:
    from yaml.cyaml import CParser as FastParser  # type: ignore[attr-defined]


class Node(NamedTuple):
    """A piece of the document: text, list of nodes or mapping to nodes, and its line from 1."""

    value: Any
    line: int


def fail(code: str, message: str, line: int | None = None, **where: Any) -> NoReturn:
    """Raises a RecordError."""
    raise RecordError(message, code=code, line=line, **where)


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fail("encoding", f"not UTF-8 text (byte {error.start + 1}); a game file is", line)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        what = "a tab" if found[0] == "\t" else f"control character U+{ord(found[0]):04X}"
        fail("yaml", f"{what} in a game file; blanks are spaces", line)
    if found := _CONFLICT.search(text):
        line = text.count("\n", 0, found.start()) + 1
        fail(
            "yaml",
            "a conflict marker of version control: two versions of this game were mixed",
            line,
        )
    if found := re.search("^%", text, re.MULTILINE):
        fail("yaml", "YAML directives are not used here", text.count("\n", 0, found.start()) + 1)
    return text


class _Builder:
    """Builds nodes from parser events, every scalar as text, nothing of YAML's own magic."""

    def __init__(self, next_event: Callable[[], Any]) -> None:
        self._next = next_event

    def document(self) -> Node | None:
        """The one document of the stream, or None if there is none or it is empty."""
        self._next()  # the start of the stream
        event = self._next()
        if type(event) is yaml.StreamEndEvent:
            return None
        if event.version or event.tags:
            fail("yaml", "YAML directives are not used here", event.start_mark.line + 1)
        event = self._next()
        if type(event) is yaml.ScalarEvent and not event.value and event.style is None:
            if event.anchor or event.tag:
                self._node(event, 1)
            root = None
        else:
            root = self._node(event, 1)
        self._next()  # the end of the document
        event = self._next()
        if type(event) is not yaml.StreamEndEvent:
            fail("yaml", "a second document: one file is one game", event.start_mark.line + 1)
        return root

    def _node(self, event: Any, depth: int) -> Node:
        line = event.start_mark.line + 1
        kind = type(event)
        if kind is yaml.AliasEvent or event.anchor is not None:
            fail("yaml", "YAML anchors and aliases are not used here", line)
        if event.tag is not None:
            fail("yaml", "YAML tags are not used here", line)
        if kind is yaml.ScalarEvent:
            return Node(event.value, line)
        if depth > MAX_DEPTH:
            fail("yaml", f"nested more than {MAX_DEPTH} deep", line)
        if kind is yaml.SequenceStartEvent:
            return Node(self._list(depth), line)
        return Node(self._mapping(depth), line)

    def _list(self, depth: int) -> list[Node]:
        items = []
        following = self._next
        scalar: Any = yaml.ScalarEvent
        while type(event := following()) is not yaml.SequenceEndEvent:
            if type(event) is scalar and event.anchor is None and event.tag is None:
                items.append(Node(event.value, event.start_mark.line + 1))  # as nearly all are
            else:
                items.append(self._node(event, depth + 1))
        return items

    def _mapping(self, depth: int) -> dict[str, Node]:
        items: dict[str, Node] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            key, line = self._node(event, depth + 1)
            if not isinstance(key, str):
                fail("yaml", "a key is plain text", line)
            if key == "<<":
                fail("yaml", "YAML merge keys are not used here", line)
            if key in items:
                fail(
                    "duplicate-key", f"“{key}” stands twice, first in line {items[key].line}", line
                )
            items[key] = self._node(self._next(), depth + 1)._replace(line=line)
        return items


def parse(data: bytes, parser: Any = None) -> Node:
    """The root of the one document in a file's bytes.

    `parser` is a PyYAML parser class, by default libyaml's where there is one.
    Errors: RecordError: encoding, yaml, duplicate-key, empty.
    """
    text = _decode(data)
    try:
        root = _Builder((parser or FastParser)(text).get_event).document() if text.strip() else None
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "not readable"
        fail("yaml", f"not YAML: {what}", mark and mark.line + 1)
    except (RecursionError, OverflowError, ValueError) as error:
        fail("yaml", f"not YAML: {error}")
    if root is None:
        fail("empty", "the file is empty")
    return root
