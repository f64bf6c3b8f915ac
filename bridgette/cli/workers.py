"""Who does bulk work: processes of this machine, or a Dask cluster; and how far it has come."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from bridgette.bulk import streamed
from bridgette.cli.terminal import columns
from bridgette.errors import BridgetteError

if TYPE_CHECKING:
    from concurrent.futures import Executor

Item = TypeVar("Item")
Answer = TypeVar("Answer")
_CONNECT_SECONDS = 10
_STOP = signal.SIGUSR1  # asks a worker to stop
_SECONDS_TO_STOP = 2
_CLEAR = "\r\033[K"
_BESIDE_BAR = 22  # columns: brackets, blanks, the time to come, one for the cursor


class Workers(NamedTuple):
    """An executor (None: this process), and how many pieces of work it may have at a time."""

    executor: Executor | None = None
    ahead: int = 8
    remote: bool = False  # another machine's, which need not see our files

    def stream(
        self, function: Callable[[Item], Answer], items: Iterable[Item], chunk: int
    ) -> Iterator[Answer]:
        """What the function gives for each item, in their order; see `bulk.streamed`."""
        if self.executor is not None and not self.remote:
            function = partial(_work, function)
        return streamed(function, items, self.executor, chunk=chunk, ahead=self.ahead)


def bulk_options(function: Any) -> Any:
    """The options --jobs and --dask."""
    for option in (
        click.option("--dask", metavar="ADDRESS", help="Work on the Dask cluster at this address."),
        click.option("--jobs", type=click.IntRange(min=1), default=1, help="Processes to use (1)."),
    ):
        function = option(function)
    return function


@contextmanager
def workers(jobs: int, dask: str | None, items: int, modules: Iterable[str] = ()) -> Iterator[Any]:
    """The workers that --jobs and --dask ask for, for so many items; they end with the block.

    `modules` are files of the user's own players, which a cluster needs to have, too.
    """
    if dask is not None:
        if jobs > 1:
            raise click.UsageError("--jobs and --dask exclude each other.")
        with _cluster(dask, modules) as found:
            yield found
    elif jobs > 1 and items > 1:
        with _processes(min(jobs, items)) as found:
            yield found
    else:
        yield Workers()


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    class Processes(ProcessPoolExecutor):
        def submit(self, *words: Any, **more: Any) -> Any:
            with uninterrupted():  # a process may be begun here, which is not ready for it
                return super().submit(*words, **more)

    executor = Processes(count, initializer=_as_a_worker)
    try:
        yield Workers(executor, max(8, 2 * count))
    except BrokenProcessPool:
        message = "one of the processes was ended from outside, perhaps for want of memory: try"
        raise BridgetteError(f"{message} fewer --jobs", code="internal") from None
    except BaseException:
        _stop(executor)
        raise
    executor.shutdown(cancel_futures=True)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Lets an interruption wait until the block is done."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(executor: Executor) -> None:
    """Ends the processes in the midst of their work: nobody waits for it any more.

    Each is asked to end, since one killed while it hands over its result would leave the executor
    waiting for the rest of it. The executor has to end before the interpreter: the two would race.
    """
    from multiprocessing import active_children

    children = active_children()

    def kill() -> None:
        for child in children:
            child.kill()

    for child in children:
        if child.pid is not None:
            os.kill(child.pid, _STOP)
    late = threading.Timer(_SECONDS_TO_STOP, kill)
    late.daemon = True
    late.start()
    executor.shutdown(cancel_futures=True)
    late.cancel()


class _Worker:
    """What a worker process does at this moment."""

    working = False
    stopped = False


def _as_a_worker() -> None:
    """Leaves interruptions and answers to the command, and ends when that has, however it did."""
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(_STOP, _on_stop)
    command = os.getppid()

    def watch() -> None:
        while os.getppid() == command:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _on_stop(number: int, frame: object) -> None:
    _Worker.stopped = True
    if _Worker.working:
        raise KeyboardInterrupt


def _work(function: Callable[[Item], Answer], item: Item) -> Answer:
    """What the function gives, in a worker. Errors: KeyboardInterrupt: it was asked to stop."""
    _Worker.working = True
    try:
        if _Worker.stopped:
            raise KeyboardInterrupt
        return function(item)
    finally:
        _Worker.working = False


@contextmanager
def _cluster(address: str, modules: Iterable[str]) -> Iterator[Workers]:
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise click.UsageError(
            "--dask needs Dask, which is not installed: pip install 'bridgette[dask]'."
        ) from None
    try:
        distributed.comm.resolve_address(address)  # a client that fails over it leaves a traceback
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except Exception as error:
        raise _no_cluster(f"no cluster answers at “{address}”", error) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise _no_cluster(f"the cluster at “{address}” has no workers yet")
        for file in modules:
            try:
                client.upload_file(file)
            except Exception as error:
                raise _no_cluster(f"“{file}” cannot be imported there", error) from None
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, max(8, 2 * threads), remote=True)
        except Exception as error:
            if not type(error).__module__.startswith(("distributed", "concurrent", "asyncio")):
                raise
            raise _no_cluster(f"the cluster at “{address}” failed", error) from None
        finally:
            executor.shutdown(wait=False)  # cancels what nobody waits for any more


def _no_cluster(what: str, error: Exception | None = None) -> BridgetteError:
    why = "" if error is None else f" ({str(error) or type(error).__name__})"
    return BridgetteError(f"--dask: {what}{why}", code="usage")


@contextmanager
def progress(
    count: int,
    label: str,
    show: Callable[[Answer], None],
    *,
    quiet: bool = False,
    weight: Callable[[Answer], int] = lambda _: 1,
) -> Iterator[Callable[[Answer], None]]:
    """A way to show results as they come, on a terminal above a progress bar.

    A `quiet` way prints nothing itself, so that the bar may stay where it is. A result may count
    for more than one by its `weight`.
    """
    if not sys.stderr.isatty():
        yield show
        return
    wide = min(
        max(columns(stream=sys.stderr) - len(label) - 2 * len(str(count)) - _BESIDE_BAR, 4), 36
    )
    with click.progressbar(
        length=count, label=label, width=wide, show_pos=True, file=sys.stderr
    ) as bar:

        def above(found: Answer) -> None:
            if not quiet:
                click.echo(_CLEAR, nl=False, err=True)
            show(found)
            bar.update(weight(found))

        try:
            yield above
        finally:
            if not quiet:  # the bar goes, with the line that click ends it by
                click.echo(f"{_CLEAR}\033[A", nl=False, err=True)
