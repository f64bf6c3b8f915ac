"""One function over many items, by any executor: results in order, few at a time in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def streamed(
    function: Callable[[Item], Answer],
    items: Iterable[Item],
    executor: Executor | None = None,
    *,
    chunk: int = 50,
    ahead: int = 8,
) -> Iterator[Answer]:
    """What a function gives for each item, in their order; without an executor here and now.

    An executor gets `chunk` items at a time, and at most `ahead` such chunks beyond the one whose
    results are waited for. The function and what it takes and gives must be fit to be pickled.

    >>> list(streamed(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if executor is None:
        yield from map(function, items)
        return
    rest = iter(items)
    running: deque[Future[list[Answer]]] = deque()
    while some := list(islice(rest, chunk)):
        running.append(executor.submit(_each, function, some))
        if len(running) > ahead:
            yield from running.popleft().result()
    while running:
        yield from running.popleft().result()


def _each(function: Callable[[Item], Answer], items: Sequence[Item]) -> list[Answer]:
    return [function(item) for item in items]
