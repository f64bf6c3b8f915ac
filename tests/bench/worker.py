"""The common part of the measured scripts: one round of work for every line on standard input.

The driver starts all scripts of a table, waits until each is ready, and then asks them in turn, so
that only one works at any time and a noisy moment hits none of them alone. A script's preparation
(making its random games) is never timed.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable


def serve(kinds: dict[str, Callable[[bool], Callable[[], int]]]) -> None:
    """Prepares what the command line names (`KIND [quick]`), then works when told to.

    A kind is a function that prepares and returns the work of one round; the work returns how many
    moves it made. The time is the processor's, not the clock's: all of them use one thread, and
    other programs on the machine count for less.
    """
    work = kinds[sys.argv[1]](sys.argv[2:] == ["quick"])
    work()  # warm
    print("ready", flush=True)
    for _ in sys.stdin:
        gc.collect()
        start = time.process_time()
        moves = work()
        print(moves, time.process_time() - start, flush=True)
