"""Processes of the command: how they start, are ended, and outlive no fork."""

from __future__ import annotations

import atexit
import contextlib
import errno
import io
import os
import subprocess
import threading
import weakref
from typing import TYPE_CHECKING, cast

from tricycle_graph._errors import TOO_LONG, UsageError

from .binary import binary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

GRACE = 2.0  # seconds in which an interrupted command gives its answer or goes

# Held while a process starts, and while this one forks: else a fork in another thread could
# keep the writing end of a pipe open, and who reads from it would wait for ever.
_starting = threading.RLock()
_living: weakref.WeakSet[Child] = weakref.WeakSet()


@contextlib.contextmanager
def _short_enough() -> Iterator[None]:
    """Refuse options that the system does not let through, such as one that names all vertices."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.E2BIG:
            raise
        raise UsageError(TOO_LONG) from error


class Child:
    """A process of the command, with raw pipes.

    Leaving the context ends it, if it has not ended by itself, and waits for it. Who started it
    reads the pipes and closes them; any thread may interrupt or end it.
    """

    def __init__(
        self,
        args: Sequence[str],
        *,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        alone: bool = False,
    ) -> None:
        """Start it; `alone` keeps from it what a terminal sends to the programs in front."""
        with _starting, _short_enough():
            self._process = subprocess.Popen(
                [binary(), *args],
                bufsize=0,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                process_group=0 if alone and os.name == "posix" else None,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            _living.add(self)
        self.pid = self._process.pid
        self.disowned = False
        # Those that were asked for are there. They are raw, for a lock around a buffer could
        # be held by a thread that a fork leaves behind.
        self.stdin = cast("io.FileIO", self._process.stdin)
        self.stdout = cast("io.FileIO", self._process.stdout)
        self.stderr = cast("io.FileIO", self._process.stderr)

    def running(self) -> bool:
        """Tell whether it has not ended yet."""
        return self._process.poll() is None

    def wait(self) -> int:
        """Wait until it has ended, and return its exit code; that of a signal is negative."""
        return self._process.wait()

    def interrupt(self) -> None:
        """Ask it to end, which any thread may do, as often as it likes."""
        self._process.terminate()

    def end(self) -> int:
        """End it, if it has not ended by itself, wait for it, and return its exit code."""
        try:
            if self.running():
                self.interrupt()
                self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if self.running():
                self._process.kill()
                self._process.wait()
        return self.wait()

    def said(self) -> Iterator[bytes]:
        """Yield the lines of its standard error as they come."""
        with io.BufferedReader(self.stderr) as lines:
            yield from lines

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.end()
        self.close()

    def close(self) -> None:
        """Close the pipes, from which nobody reads any more."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def disown(self) -> None:
        """Forget it in a process that was forked from the one that started it."""
        self.disowned = True
        self.close()
        self._process.returncode = 0


def _end_all() -> None:
    for child in list(_living):
        child.end()


def _disown_all() -> None:
    _starting.release()
    for child in list(_living):
        child.disown()
    _living.clear()


atexit.register(_end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_starting.acquire,
        after_in_parent=_starting.release,
        after_in_child=_disown_all,
    )
