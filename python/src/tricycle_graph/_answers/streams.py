"""Iterators whose work ends when they are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import numpy as np

from tricycle_graph._errors import PartialResult

from .columns import blocks
from .cycles import Cycles

if TYPE_CHECKING:
    from collections.abc import Generator

    from numpy.typing import NDArray

    from tricycle_graph._question import Question

T = TypeVar("T")


class Stream(Generic[T]):
    """An iterator over what the command finds, while it goes on searching.

    It begins when the first is asked for, and waits when nobody asks. Closing it ends the
    work: by `close()`, by leaving its context, or when nobody has it any more.
    """

    def __init__(self, work: Generator[T]) -> None:
        """Iterate over this."""
        self._work = work

    def __iter__(self) -> Self:
        """Return the iterator."""
        return self

    def __next__(self) -> T:
        """Return the next."""
        return next(self._work)

    def close(self) -> None:
        """End the work. There is nothing more to come."""
        self._work.close()

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
        super().__init__(_triangles(question))


class ChordlessCycles(Stream["NDArray[Any]"]):
    """Chordless cycles, each an array of its vertices in order."""

    def __init__(self, question: Question) -> None:
        """List the cycles that are asked for."""
        super().__init__(_cycles(question))


def _triangles(question: Question) -> Generator[NDArray[Any]]:
    try:
        with question.stream("--to=binary") as pipe:
            for block in blocks(pipe):
                corners = [column.array() for column in question.labels.columns(block).values()]
                if len(corners[0]):
                    yield np.stack(corners, axis=1)
    except PartialResult:
        pass  # a limit was asked for, and reached


def _cycles(question: Question) -> Generator[NDArray[Any]]:
    try:
        with question.stream("--to=binary") as pipe:
            cycles = Cycles(pipe)
            yield from cycles.under(question.labels.all(cycles.labels))
    except PartialResult as stopped:
        if not (stopped.stopped_by or "").startswith("--limit"):
            raise
