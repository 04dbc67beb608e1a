"""Calls that another thread can cancel."""

from __future__ import annotations

import contextlib
import threading
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator


class Work(Protocol):
    """What a call waits for."""

    def interrupt(self) -> None:
        """Ask it to end; it may have ended before."""


class Scope:
    """All that is begun in a context in which this is `current`."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lock = threading.RLock()  # garbage may be collected while it is held
        self._work: set[Work] = set()
        self._cancelled = False

    def cancel(self) -> None:
        """Interrupt what is under way, and what begins later."""
        with self._lock:
            self._cancelled = True
            for work in self._work:
                work.interrupt()

    def add(self, work: Work) -> None:
        """Let a piece of work be interrupted."""
        with self._lock:
            self._work.add(work)
            if self._cancelled:
                work.interrupt()

    def discard(self, work: Work) -> None:
        """Forget what has ended."""
        with self._lock:
            self._work.discard(work)

    @contextlib.contextmanager
    def holding(self, work: Work) -> Iterator[None]:
        """Let a piece of work be interrupted meanwhile."""
        self.add(work)
        try:
            yield
        finally:
            self.discard(work)


current: ContextVar[Scope | None] = ContextVar("tricycle-scope", default=None)


def cancellable(work: Work) -> contextlib.AbstractContextManager[None]:
    """Let the scope of this context interrupt the work meanwhile."""
    scope = current.get()
    return contextlib.nullcontext() if scope is None else scope.holding(work)
