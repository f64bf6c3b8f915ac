"""Bytes on disk: read, lock, replace whole or not at all. The only room with files."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from bridgette.errors import StorageError

MAX_BYTES = 1 << 20
LOCK_SECONDS = 5.0
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP)
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
_SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT}


def read(path: str, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a file. Errors: StorageError: not-found, unreadable, too-large."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            return _read_all(descriptor, path, limit)
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        raise _reading_failed(error, path) from None


def _read_all(descriptor: int, path: str, limit: int = MAX_BYTES) -> bytes:
    chunks, size = [], 0
    while chunk := os.read(descriptor, limit + 1 - size):
        chunks.append(chunk)
        size += len(chunk)
        if size > limit:
            raise StorageError(
                f"the file is larger than {limit >> 20} MiB", code="too-large", file=path
            )
    return b"".join(chunks)


def _reading_failed(error: Exception, path: str) -> StorageError:
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return StorageError("there is no such file", code="not-found", file=path)
    if isinstance(error, IsADirectoryError):
        why = "this is a folder: name a game file (some commands also take a folder with *.yaml or"
        why += " *.yml in it)"
        return StorageError(why, code="unreadable", file=path)
    return StorageError(f"cannot be read: {_reason(error)}", code="unreadable", file=path)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def _writing(path: str) -> Iterator[None]:
    """Turns what the system says into one of our errors."""
    try:
        yield
    except OSError as error:
        code = "no-space" if error.errno in _FULL else "not-writable"
        if error.errno == errno.ENOENT:
            error.strerror = "there is no such folder"
        raise StorageError(f"cannot be written: {_reason(error)}", code=code, file=path) from None


@contextmanager
def _signals_held() -> Iterator[None]:
    """Lets an interruption wait until the temporary file is gone or has become the game."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _try_lock(path: str, flags: int) -> int | None:
    """A locked descriptor of the file that has this name, or None while another holds it."""
    descriptor = os.open(path, flags | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Whoever held the lock before may have put another file in this place.
        if os.path.samestat(os.fstat(descriptor), os.stat(path)):
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def _busy(path: str) -> StorageError:
    return StorageError(
        "another command is at work on this file; try again", code="busy", file=path
    )


def _lock(path: str, flags: int, named: str, *, leftover: bool = False) -> int:
    """Waits a few seconds for the lock of a file; an unfit `leftover` is removed under its own."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        fit = True
        try:
            descriptor = _try_lock(path, flags)
        except PermissionError:
            if not leftover or not os.path.lexists(path):
                raise
            with suppress(PermissionError):
                os.chmod(path, 0o600)
            descriptor = _try_lock(path, os.O_RDONLY | os.O_NOFOLLOW)
            fit = False  # of another user or mode: we may not write it, but in its place
        if descriptor is not None:
            # To empty one that is a game by another name, too, would empty both.
            if not leftover or (fit and os.fstat(descriptor).st_nlink == 1):
                return descriptor
            os.unlink(path)
            os.close(descriptor)
        elif time.monotonic() > deadline:
            raise _busy(named)
        else:
            time.sleep(0.01)


def _nothing() -> None:
    pass


class LockedFile:
    """A game file under our lock: its bytes as read, and the one way to replace them."""

    def __init__(self, path: str, real: str, descriptor: int) -> None:
        self.path = path
        self._real = real
        self._stat = os.fstat(descriptor)
        if not stat.S_ISREG(self._stat.st_mode):
            raise StorageError("this is no ordinary file", code="unreadable", file=path)
        self.data = _read_all(descriptor, path)

    def replace(self, data: bytes, done: Callable[[], None] = _nothing) -> None:
        """Puts new bytes in place of those read, and calls `done` before anything can interrupt.

        Errors: StorageError: changed, no-space, not-writable.
        """
        with (
            _writing(self.path),
            _signals_held(),
            _temporary(self._real, self._stat) as (name, descriptor),
        ):
            _take_after(descriptor, self._stat)
            _write_through(descriptor, data)
            if not self._is_unchanged():
                raise StorageError(
                    "another program has changed the file meanwhile; look again",
                    code="changed",
                    file=self.path,
                )
            os.replace(name, self._real)
            done()
            _sync_folder(self._real)

    def _is_unchanged(self) -> bool:
        try:
            return read(self._real) == self.data
        except StorageError:
            return False


def _take_after(descriptor: int, before: os.stat_result) -> None:
    """Gives a file the owner, group and mode of the one it replaces, as far as that is allowed."""
    for owner in (before.st_uid, -1):
        with suppress(PermissionError):
            os.fchown(descriptor, owner, before.st_gid)
            break
    with suppress(PermissionError):
        os.fchmod(descriptor, stat.S_IMODE(before.st_mode))


@contextmanager
def locked(path: str) -> Iterator[LockedFile]:
    """Holds a game file for one change, waiting a few seconds for others.

    Errors: StorageError: not-found, unreadable, too-large, not-writable, busy.
    """
    descriptor = None
    try:
        real = os.path.realpath(path) if path else path
        descriptor = _lock(real, os.O_RDWR, path)
        target = LockedFile(path, real, descriptor)
    except (OSError, ValueError) as error:
        if descriptor is not None:
            os.close(descriptor)
        if getattr(error, "errno", 0) in _NO_LOCKS:
            why = "this disk cannot lock files; keep the game on another one"
            raise StorageError(why, code="not-writable", file=path) from None
        if isinstance(error, PermissionError) or getattr(error, "errno", 0) == errno.EROFS:
            read(path)  # says so if it cannot even be read
            raise StorageError(
                f"cannot be written: {_reason(error)}", code="not-writable", file=path
            ) from None
        raise _reading_failed(error, path) from None
    except StorageError:
        if descriptor is not None:
            os.close(descriptor)
        raise
    try:
        yield target
    finally:
        _close(descriptor)


@contextmanager
def held(path: str) -> Iterator[None]:
    """Keeps other commands that ask for the same file waiting; it is neither read nor written.

    Errors: StorageError: not-found, unreadable, busy.
    """
    try:
        descriptor = _lock(os.path.realpath(path), os.O_RDONLY, path)
    except (OSError, ValueError) as error:
        raise _reading_failed(error, path) from None
    try:
        yield
    finally:
        _close(descriptor)


@contextmanager
def _temporary(real: str, own: os.stat_result | None = None) -> Iterator[tuple[str, int]]:
    """The one temporary file of a game, empty and locked; a leftover is taken over."""
    folder, base = os.path.split(real)
    name = os.path.join(folder, f".{base}.tmp")
    with suppress(FileNotFoundError):
        # The game itself by another name, as a crash leaves it: it is locked by us already.
        if own is not None and os.path.samestat(os.lstat(name), own):
            os.unlink(name)
    try:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        descriptor = _lock(name, flags, real, leftover=True)
    except OSError:
        with suppress(OSError):  # made just now, but not to be locked here
            if os.stat(name).st_size == 0:
                os.unlink(name)
        raise
    try:
        os.ftruncate(descriptor, 0)
        yield name, descriptor
    finally:
        # Still ours by the lock: after a rename another may have made a new one of this name.
        with suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), os.stat(name)):
                os.unlink(name)
        _close(descriptor)


def _write_through(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)
    if full := getattr(fcntl, "F_FULLFSYNC", None):  # macOS: fsync stops at the disk's own memory
        with suppress(OSError):
            fcntl.fcntl(descriptor, full)


def _close(descriptor: int) -> None:
    """Closes what was written through already, or only read: no failure of that is news."""
    with suppress(OSError):
        os.close(descriptor)


def _sync_folder(path: str) -> None:
    with suppress(OSError):  # some file systems cannot; the rename stands all the same
        descriptor = os.open(os.path.dirname(path), os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _exists(path: str) -> StorageError:
    why = "there is a file of this name already, and a new one overwrites nothing"
    return StorageError(why, code="exists", file=path)


def check_new(path: str) -> None:
    """Whether a new file may take this name. Errors: StorageError: exists, not-writable."""
    if not path or "\0" in path or path.endswith(os.sep):
        raise StorageError("no file can have this name", code="not-writable", file=path)
    if os.path.lexists(path):
        raise _exists(path)


def keep(path: str, data: bytes, *, new: bool = False) -> None:
    """Writes a file that is for its owner's eyes only, whole or not at all; folders are made.

    Errors: StorageError: no-space, not-writable, busy; exists, if it is to be `new`.
    """
    with _writing(path):
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    real = os.path.realpath(path)
    with _writing(path), _signals_held(), _temporary(real) as (name, descriptor):
        if new:
            check_new(path)  # under the lock that every writer of it takes
        os.fchmod(descriptor, 0o600)
        _write_through(descriptor, data)
        os.replace(name, real)
        _sync_folder(real)


def forget(path: str) -> None:
    """Removes a file if it is there. Errors: StorageError: not-writable."""
    with _writing(path), suppress(FileNotFoundError):
        os.unlink(path)


def create(path: str, data: bytes, done: Callable[[], None] = _nothing) -> None:
    """Writes a new file, whole or not at all, and calls `done` before anything can interrupt.

    Errors: StorageError: exists, no-space, not-writable, busy.
    """
    check_new(path)
    real = os.path.realpath(path)
    with _writing(path), _signals_held(), _temporary(real) as (name, descriptor):
        mask = os.umask(0)
        os.umask(mask)
        with suppress(PermissionError):
            os.fchmod(descriptor, 0o666 & ~mask)
        _write_through(descriptor, data)
        try:
            os.link(name, real)
        except FileExistsError:
            raise _exists(path) from None
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            # No hard links here, as on a memory stick: who has the lock looks again, and renames.
            check_new(path)
            os.rename(name, real)
        done()
        _sync_folder(real)


def make_folder(path: str) -> None:
    """Makes a folder, and those above it, unless it is there. Errors: StorageError."""
    try:
        os.makedirs(path, exist_ok=True)
    except FileExistsError:
        raise StorageError("this is a file, not a folder", code="exists", file=path) from None
    except (OSError, ValueError) as error:
        why = f"this folder cannot be made: {_reason(error)}"
        raise StorageError(why, code="not-writable", file=path) from None


def find_games(path: str, *, recursive: bool) -> list[str]:
    """The game files (`*.yaml`, `*.yml`) of a folder, sorted, none hidden; a file as itself.

    A folder that cannot be read stands for itself, and so does one without a game file.
    """
    if not os.path.isdir(path):
        return [path]
    found: list[str] = []
    closed: list[str] = []
    walk = os.walk(path, onerror=lambda error: closed.append(error.filename or path))
    for folder, folders, files in walk:
        folders[:] = sorted(f for f in folders if recursive and not f.startswith("."))
        found.extend(
            os.path.join(folder, file)
            for file in files
            if file.lower().endswith((".yaml", ".yml"))
            and not file.startswith(".")
            and os.path.isfile(os.path.join(folder, file))
        )
    return sorted([*found, *closed]) or [path]


def changed_at(path: str) -> float | None:
    """When a file was last changed, in seconds since 1970; None if that cannot be said."""
    try:
        return os.stat(path).st_mtime
    except (OSError, ValueError):
        return None
