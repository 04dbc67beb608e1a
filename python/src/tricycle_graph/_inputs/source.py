"""A graph as the command line says it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from tricycle_graph._command.process import run
from tricycle_graph._errors import InputError, TricycleError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tricycle_graph._command.messages import Progress
    from tricycle_graph._command.process import Reply


PAIR = 2  # the ends of an edge, and the columns that hold them


class Runner(Protocol):
    """What runs command lines: a process for each, or one that stays."""

    def __call__(
        self, args: Sequence[str], *, progress: Progress | None = None, quiet: bool = False
    ) -> Reply:
        """Run a command line to its end."""
        ...


@dataclass(frozen=True)
class Source:
    """A graph that the command can read.

    `path` and `flags` are what its command line says. Where there are `ids`, the command calls
    the vertices 0, 1, 2, ..., and number i is `ids[i]`; where there are none, they are what the
    command calls them. Whoever uses `path` keeps the source, and so what is `held` open.
    """

    path: str
    flags: list[str] = field(default_factory=list)
    ids: NDArray[Any] | None = None
    held: object = None
    runner: Runner = run
    others: tuple[str, ...] = ()  # paths of files that are one graph with the first

    @property
    def paths(self) -> tuple[str, ...]:
        """What the command line names: all files of the graph."""
        return (self.path, *self.others) if self.path else ()

    def run(
        self, args: Sequence[str], *, progress: Progress | None = None, quiet: bool = False
    ) -> Reply:
        """Run a command line about it to its end."""
        with self.unnamed():
            return self.runner(args, progress=progress, quiet=quiet)

    @contextmanager
    def unnamed(self) -> Iterator[None]:
        """Take the name of a file in memory, which nobody has given it, out of errors."""
        try:
            yield
        except TricycleError as error:
            if self.held is not None:
                for name in (f"{self.path} and {len(self.others)} more", *self.paths):
                    error.message = error.message.replace(name, "the graph")
                if isinstance(error, InputError) and error.file in self.paths:
                    error.file = None
            raise
