"""YAML to a tree of plain text, strictly: no magic of its own. The only user of `yaml`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import yaml

from bridgette.savefile.tree import Node, fail

MAX_DEPTH = 8


class SlowParser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """PyYAML's own parser, for where libyaml is missing."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)


FastParser: Any = SlowParser
if yaml.__with_libyaml__:
    # The stubs leave it out, as it is there with libyaml only.
    from yaml.cyaml import CParser as FastParser  # type: ignore[attr-defined]


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
        if type(event) is yaml.ScalarEvent and not event.value and not event.style:
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


def parse(text: str, parser: Any = None) -> Node:
    """The root of the one document in a decoded text.

    `parser` is a PyYAML parser class, by default libyaml's where there is one. The two differ in
    what they make of flow style and of faults, so there PyYAML's own always has the word.
    Errors: RecordError: yaml, duplicate-key, empty.
    """
    parser = parser or FastParser
    if parser is not SlowParser and not _has_flow(text):
        with suppress(yaml.YAMLError, ValueError):
            return _built(parser, text)
    try:
        return _built(SlowParser, text)
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "not readable"
        fail("yaml", f"not YAML: {what}", mark and mark.line + 1)
    except (RecursionError, OverflowError, ValueError) as error:
        fail("yaml", f"not YAML: {error}")


def _has_flow(text: str) -> bool:
    """Whether a text may hold a collection in brackets, other than `[]`."""
    return "{" in text or "[" in text.replace("[]", "")


def _built(parser: Any, text: str) -> Node:
    root = _Builder(parser(text).get_event).document() if text.strip() else None
    if root is None:
        fail("empty", "the file is empty")
    return root
