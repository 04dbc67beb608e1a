"""How a question of Python becomes a command line, and its answer one of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from . import _html
from ._columns import Column, columns
from ._errors import PartialResult, UsageError
from ._facts import Cleaning
from ._inputs import source
from ._labelled import labelled, names_of
from ._memory import MemoryFile
from ._options import check, flags
from ._process import stream

if TYPE_CHECKING:
    import io
    from collections.abc import Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    from ._process import Reply

_OF_SOURCE = ("format", "columns", "header", "trust", "weights")
_DRAWN = {"vertices", "edges", "truss", "cycles"}
_NOT_DRAWN = {"through", "by_column"}
_NO_NUMBERS = {"file", "chordless_string", "by_length"}
_VERTICES = {"vertex", "source", "target", "a", "b", "c"}


class Question:
    """One command line about one graph."""

    def __init__(
        self, function: str, command: str, x: object, known: type, options: Mapping[str, Any]
    ) -> None:
        """Check the options, and take the graph as the command can read it."""
        check(function, known, options)
        asked = dict(options)
        read = {name: asked.pop(name) for name in _OF_SOURCE if name in asked}
        if isinstance(read.get("weights"), int):
            read["weights"] = str(read["weights"])
        if asked.get("directed") or command in ("census", "niche"):
            read["directed"] = True
        self._said: dict[str, Any] = {
            "progress": asked.pop("progress", None),
            # What is clean already has been warned of, when it was made.
            "quiet": hasattr(x, "__tricycle_source__"),
        }
        self.source = source(x, **read)
        self._command = command
        self._shown = self._wants_page(asked)
        self._numbers = self._label_vertices(named=self._shown or "report" in asked, read=read)
        if asked.get("through") is not None:
            asked["through"] = self._through(asked["through"])
        self.options = asked

    def _args(self, more: Iterable[str]) -> list[str]:
        words = [self._command, *self.source.flags, *flags(self.options), *more]
        return [*words, "--", self.source.path]

    def run(self, *more: str, behind: Iterable[str] = ()) -> Reply:
        """Return what the command says, with flags that the package itself adds."""
        return self.source.run([*self._args(more), *behind], **self._said)

    def stream(self, *more: str) -> AbstractContextManager[io.BufferedReader]:
        """Return what the command prints, as it comes."""
        return stream(self._args(more), **self._said)

    def sheet(self, *more: str) -> dict[str, Any]:
        """Return the object that the command prints with `--json`.

        Raises:
            PartialResult: a limit ended the work; `partial` is the object.

        """
        with self._page() as page:
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
        for row in found.get("top") or ():
            for name in _VERTICES & row.keys():
                row[name] = self.vertices([row[name]]).tolist()[0]
        return found

    def table(self, *more: str) -> tuple[dict[str, Column], Cleaning | None, str | None]:
        """Return the rows of an answer as columns, what cleaning did, and the report."""
        with MemoryFile("tricycle-answer") as rows, self._page() as page:
            reply = self.run("--to=binary", f"--output={rows.path}", *page.flags, *more)
            found = columns(memoryview(rows.map()))
            return self.named(found), cleaning(reply), page.text()

    def _wants_page(self, asked: dict[str, Any]) -> bool:
        """Tell whether option `report` asks for a page to keep, as notebooks do by themselves."""
        report = asked.get("report")
        if self._command == "niche":  # answers with a graph, which has no page
            return False
        if report is None or isinstance(report, bool):
            asked.pop("report", None)
        if report is None and self._command in _DRAWN and not asked.keys() & _NOT_DRAWN:
            return _html.in_notebook()
        return report is True

    def _label_vertices(self, *, named: bool, read: Mapping[str, Any]) -> dict[str, int]:
        """Let the file say what vertices are called, where what is written names them."""
        ids = self.source.ids
        named = named or self._command in ("convert", "report")
        if ids is None or not named or read.get("directed") or read.get("weights"):
            return {}
        numbers = names_of(ids)
        if len(numbers) < len(ids) and self._command != "report":
            if self._command == "convert":
                message = "several vertices have one name, once they are written as text"
                raise ValueError(message)
            return {}
        self.source = labelled(self.source, numbers=self._command == "convert")
        return numbers

    def _page(self) -> Page:
        return Page(wanted=self._shown)

    def rows(self, *more: str) -> tuple[dict[str, Column], Cleaning | None]:
        """Return the objects that the command prints with `--json` as columns of numbers."""
        reply = self.run("--json", *more)
        lines = reply.lines()
        names = lines[0].keys() - _NO_NUMBERS if lines else {"index"}
        columns = {
            n: numbers([row[n] for row in lines]) for n in (lines or [names])[0] if n in names
        }
        return columns, cleaning(reply)

    def named(self, found: Mapping[str, Column]) -> dict[str, Column]:
        """Return columns whose vertices are called as they were given."""
        ids = self.source.ids
        return {
            name: Column(column.values, ids) if name in _VERTICES and ids is not None else column
            for name, column in found.items()
        }

    def vertices(self, labels: Sequence[int | str]) -> NDArray[Any]:
        """Return labels that the command printed as ids, as they were given."""
        ids = self.source.ids
        if ids is not None:
            places = [self._numbers[str(label)] for label in labels] if self._numbers else labels
            return ids[np.array(places, dtype=np.int64)]
        if not all(isinstance(label, int) for label in labels):
            return _objects(labels)
        numbers = np.array(labels, dtype=np.uint64)
        return numbers if (numbers >> 32).any() else numbers.astype(np.uint32)

    def all_vertices(self, labels: Sequence[int | str]) -> NDArray[Any]:
        """Return the labels of all vertices, of which those that are numbers may be text."""
        if self.source.ids is not None:
            return self.vertices([label if self._numbers else int(label) for label in labels])
        if all(isinstance(label, int) or _is_number(label) for label in labels):
            return self.vertices([int(label) for label in labels])
        return self.vertices(labels)

    def _through(self, asked: Any) -> list[str]:  # noqa: ANN401 - one vertex, or several
        several = isinstance(asked, list | tuple | np.ndarray)
        names = [self._label(vertex) for vertex in (asked if several else [asked])]
        if self._command == "cycles":
            return names
        return [",".join(_quoted(name) for name in names)]

    def _label(self, vertex: object) -> str:
        ids = self.source.ids
        if ids is None:
            return str(vertex)
        (places,) = np.nonzero(ids == vertex)
        if len(places) == 0:
            message = f"through={vertex!r}: the graph has no such vertex"
            raise UsageError(message)
        return str(vertex) if self._numbers else str(places[0])


class Page:
    """The report that the command writes beside an answer, if somebody wants to see it."""

    def __init__(self, *, wanted: bool) -> None:
        """Make a file for it."""
        self._file = MemoryFile("tricycle-report") if wanted else None

    @property
    def flags(self) -> list[str]:
        """The flags that ask for it."""
        return [f"--report={self._file.path}"] if self._file else []

    def text(self) -> str | None:
        """Return it as HTML, or None."""
        return bytes(self._file.map()).decode() if self._file else None

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the file."""
        if self._file:
            self._file.close()


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


def _is_number(label: str) -> bool:
    return label.isascii() and label.isdigit() and (label == "0" or label[0] != "0")


def _quoted(name: str) -> str:
    if not any(special in name for special in ',"\n\r'):
        return name
    return '"' + name.replace('"', '""') + '"'


def _objects(labels: Sequence[Any]) -> NDArray[Any]:
    array = np.empty(len(labels), object)
    array[:] = labels
    return array
