"""Iterators whose work ends when they are closed."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import numpy as np

from tricycle_graph._command.scope import Scope
from tricycle_graph._errors import PartialResult

from .columns import blocks
from .cycles import Cycles

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from numpy.typing import NDArray

    from tricycle_graph._question import Question

T = TypeVar("T")


class Stream(Generic[T]):
    """An iterator over what the command finds, while it goes on searching.

    It begins when the first is asked for, and waits when nobody asks. Closing it ends the
    work: by `close()`, by leaving its context, or when nobody has it any more. Any thread may
    close it: for who waits for the next in another thread, the iterator ends, too.
    """

    def __init__(self, begin: Callable[[Scope], Generator[T]]) -> None:
        """Iterate over what this finds, until the scope is cancelled."""
        self._scope = Scope()
        self._work = begin(self._scope)
        self._working = Lock()  # CPython 3.12 may crash where a generator that runs is closed
        self._closed = False

    def __iter__(self) -> Self:
        """Return the iterator."""
        return self

    def __next__(self) -> T:
        """Return the next."""
        if not self._working.acquire(blocking=False):
            if self._closed:
                raise StopIteration
            message = "another thread waits for the next: the iterator is already executing"
            raise ValueError(message)
        try:
            found = next(self._work)
        except Exception as error:
            if not self._closed:
                raise
            raise StopIteration from error  # it was ended in the midst of something
        finally:
            self._working.release()
        if self._closed:
            self._end()  # which the thread that closed it could not
            raise StopIteration
        return found

    def close(self) -> None:
        """End the work, whatever thread waits for it. There is nothing more to come."""
        self._closed = True
        self._scope.cancel()
        self._end()

    def _end(self) -> None:
        if self._working.acquire(blocking=False):
            try:
                self._work.close()
            finally:
                self._working.release()

    def __enter__(self) -> Self:
        """Return the iterator."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the work."""
        self.close()


class Triangles(Stream["NDArray[Any]"]):
    """Triangles, in arrays of shape (rows, 3)."""

    def __init__(self, question: Question) -> None:
        """List the triangles that are asked for."""
        super().__init__(partial(_triangles, question))


class ChordlessCycles(Stream["NDArray[Any]"]):
    """Chordless cycles, each an array of its vertices in order."""

    def __init__(self, question: Question) -> None:
        """List the cycles that are asked for."""
        super().__init__(partial(_cycles, question))


def _triangles(question: Question, scope: Scope) -> Generator[NDArray[Any]]:
    try:
        with question.stream(scope, "--to=binary") as pipe:
            for block in blocks(pipe):
                corners = [column.array() for column in question.labels.columns(block).values()]
                if len(corners[0]):
                    yield np.stack(corners, axis=1)
    except PartialResult:
        pass  # a limit was asked for, and reached


def _cycles(question: Question, scope: Scope) -> Generator[NDArray[Any]]:
    try:
        with question.stream(scope, "--to=binary") as pipe:
            cycles = Cycles(pipe)
            yield from cycles.under(question.labels.all(cycles.labels))
    except PartialResult as stopped:
        if not (stopped.stopped_by or "").startswith("--limit"):
            raise
