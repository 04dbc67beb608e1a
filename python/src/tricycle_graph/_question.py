"""How a question of Python becomes a command line, and its answer one of Python."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ._answers.columns import Column, columns
from ._answers.facts import Cleaning
from ._answers.labelled import labelled, names_of
from ._answers.labels import Labels
from ._answers.page import Page, wanted
from ._command import server
from ._command.memory import MemoryFile
from ._command.process import stream
from ._errors import PartialResult, UsageError
from ._inputs import Source, source
from ._options import check, flags

if TYPE_CHECKING:
    import io
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ._command.process import Reply
    from ._command.scope import Scope

_OF_SOURCE = ("format", "columns", "header", "trust", "weights", "union")
_LIMITS = ("threads", "memory")
_NO_NUMBERS = {"file", "chordless_string", "by_length"}


class Question:
    """One command line about one graph."""

    def __init__(
        self, function: str, command: str, x: object, known: type, options: Mapping[str, Any]
    ) -> None:
        """Check the options, and take the graph as the command can read it."""
        check(function, known, options)
        asked = dict(options)
        goes_on = x is None and asked.get("resume") is not None
        read = {name: asked.pop(name) for name in _OF_SOURCE if name in asked and not goes_on}
        if isinstance(read.get("weights"), int):
            read["weights"] = str(read["weights"])
        if asked.get("directed") or command in ("census", "niche"):
            read["directed"] = True
        self._messages: dict[str, Any] = {
            "progress": asked.pop("progress", None),
            # What is clean already has been warned of, when it was made.
            "quiet": hasattr(x, "__tricycle_source__"),
        }
        self._command = command
        self._options = asked
        self.source = Source("") if goes_on else source(x, **read)
        kept = asked.get("checkpoint") is not None or asked.get("resume") is not None
        if kept and self.source.held is not None:
            message = "checkpoint= and resume= are of files: what is in memory is gone meanwhile"
            raise UsageError(message)
        ids = self.source.ids
        self._shown = wanted(command, asked, 0 if ids is None else len(ids))
        if asked.get("report") is False or self._shown:
            asked.pop("report", None)
        plain = not read.get("directed") and not read.get("weights")
        self.labels = Labels(ids, self._write_names() if plain else {})
        if asked.get("through") is not None:
            asked["through"] = self.labels.through(asked["through"], command)

    def _write_names(self) -> dict[str, int]:
        """Let the file say what vertices are called, where what is written names them."""
        ids = self.source.ids
        written = self._command in ("convert", "report") or "report" in self._options
        if ids is None or not (written or self._shown):
            return {}
        numbers = names_of(ids)
        if len(numbers) < len(ids) and self._command == "convert":
            message = "several vertices have one name, once they are written as text"
            raise ValueError(message)
        if len(numbers) < len(ids) and self._command != "report":
            return {}
        limits = flags({name: self._options.get(name) for name in _LIMITS})
        self.source = labelled(self.source, limits, numbers=self._command == "convert")
        return numbers

    def _args(self, more: Iterable[str]) -> list[str]:
        words = [self._command, *self.source.flags, *flags(self._options), *more]
        # What goes on with a count has no graph of its own.
        return [*words, "--", *self.source.paths] if self.source.path else words

    def run(self, *more: str, behind: Iterable[str] = ()) -> Reply:
        """Return what the command says, with flags that the package itself adds."""
        # The process that stays has its GPU open, which takes a quarter of a second.
        on_device = self._options.get("engine") in {"cuda", "opencl"}
        on_device = on_device or str(self._options.get("device")).startswith("opencl:")
        run = server.run if on_device else self.source.runner
        with self.source.unnamed():
            return run([*self._args(more), *behind], **self._messages)

    @contextmanager
    def stream(self, scope: Scope, *more: str) -> Iterator[io.BufferedReader]:
        """Give what the command prints, as it comes, until the scope is cancelled."""
        with self.source.unnamed(), stream(self._args(more), scope, **self._messages) as pipe:
            yield pipe

    def sheet(self, *more: str) -> dict[str, Any]:
        """Return the object that the command prints with `--json`.

        Raises:
            PartialResult: a limit ended the work; `partial` is the object.

        """
        with Page(wanted=self._shown) as page:
            try:
                return self._object(self.run("--json", *page.flags, *more), page)
            except PartialResult as stopped:
                stopped.partial = self._object(stopped.partial, page)
                raise

    def _object(self, reply: Reply, page: Page) -> dict[str, Any]:
        lines = reply.lines()
        if len(lines) != 1 or "index" in lines[0]:
            message = f"the file holds {len(lines)} graphs: count and count_cycles take each=True"
            raise UsageError(message)
        found: dict[str, Any] = {**lines[0], "page": page.text()}
        if self.source.held is not None:
            found.pop("file", None)
        if found.get("top"):
            found["top"] = [self.labels.row(row) for row in found["top"]]
        return found

    def rows(self, *more: str) -> tuple[dict[str, Column], Cleaning | None]:
        """Return the objects that the command prints with `--json` as columns of numbers."""
        reply = self.run("--json", *more)
        lines = reply.lines()
        names = [name for name in (lines or [{"index": 0}])[0] if name not in _NO_NUMBERS]
        found = {name: numbers([line[name] for line in lines]) for name in names}
        return found, cleaning(reply)

    def table(self, *more: str) -> tuple[dict[str, Column], Cleaning | None, str | None]:
        """Return the rows of an answer as columns, what cleaning did, and the report."""
        with MemoryFile("tricycle-answer") as rows, Page(wanted=self._shown) as page:
            reply = self.run("--to=binary", f"--output={rows.path}", *page.flags, *more)
            found = columns(memoryview(rows.map()))
            return self.labels.columns(found), cleaning(reply), page.text()


def numbers(values: Sequence[int]) -> Column:
    """Return a column of 64 bits, or of objects where that is too small."""
    wide = any(value >= 1 << 64 for value in values)
    return Column(np.array(values, dtype=object if wide else np.uint64))


def cleaning(reply: Reply) -> Cleaning | None:
    """Return what cleaning did, as the command said."""
    for message in reply.messages:
        if "cleaning" in message:
            return Cleaning.of(message["cleaning"])
    return None
