"""What people ask of the chordless cycles of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ._answers.columns import Column
from ._answers.results import Chordality, CycleCount
from ._answers.streams import ChordlessCycles
from ._answers.table import CyclesOfVertices, Graphs
from ._errors import PartialResult
from ._option_words import documented
from ._question import Question, numbers
from .options import ChordalOptions, CountCyclesOptions, CyclesOptions

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray


@documented(CyclesOptions)
def chordless_cycles(x: object, **options: Unpack[CyclesOptions]) -> ChordlessCycles:
    """List the chordless cycles of a graph, each once, as they are found.

    A chordless cycle has no edge between two of its vertices but those that it runs along.
    Those of four vertices and more are listed, and with `min_length=3` triangles, too.

    >>> [cycle.tolist() for cycle in tc.chordless_cycles(([0, 1, 2, 3], [1, 2, 3, 0]))]
    [[0, 1, 2, 3]]

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        **options: those of `tricycle cycles`, under the same names. `limit` ends the iterator,
            and is no error. `timeout`, in seconds, raises `PartialResult` where it ends it.

    Returns:
        An iterator of arrays, each with the ids of the vertices of a cycle in order around it.
        Closing it ends the search.

    Raises:
        InputError: the graph is missing or malformed. This and what follows is raised when
            the iterator is asked for the first time, or goes on.
        PartialResult: `timeout` ended the search.
        MemoryLimitError: the graph does not fit option `memory`.
        UsageError: options do not go together.

    """
    return ChordlessCycles(Question("chordless_cycles", "cycles", x, CyclesOptions, options))


@overload
def count_cycles(
    x: object, *, each: Literal[False] = False, **options: Unpack[CountCyclesOptions]
) -> CycleCount: ...
@overload
def count_cycles(
    x: object, *, each: Literal[True], **options: Unpack[CountCyclesOptions]
) -> Graphs: ...
@documented(CountCyclesOptions)
def count_cycles(
    x: object, *, each: bool = False, **options: Unpack[CountCyclesOptions]
) -> CycleCount | Graphs:
    """Count the chordless cycles of four vertices and more, which can be faster than listing.

    >>> tc.count_cycles(tc.generate("grid", rows=6, cols=6))
    CycleCount(3436, vertices=36, edges=60, triangles=0)

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        each: return a table with a row for each graph of a file of many (graph6 and others).
        **options: those of `tricycle cycles --count`, under the same names. `histogram=True`
            counts by length, too, and `per_vertex=True` by vertex.

    Returns:
        The number of cycles, an int with attributes; with `each`, a table of them.

    Raises:
        PartialResult: `limit` or `timeout` ended the search; `partial` is what was counted.
        InputError: the graph is missing or malformed.
        MemoryLimitError: no plan fits option `memory` or `method`.
        UsageError: options do not go together.

    """
    question = Question("count_cycles", "cycles", x, CountCyclesOptions, options)
    if each:
        return Graphs(*question.rows("--count", "--each"))
    try:
        return _counted(question, options, question.sheet("--count"))
    except PartialResult as stopped:
        stopped.partial = _counted(question, options, stopped.partial)
        raise


def _counted(question: Question, options: CountCyclesOptions, found: dict[str, Any]) -> CycleCount:
    if "by_length" in found:
        lengths = found.pop("by_length")
        found["histogram"] = {int(length): number for length, number in lengths.items()}
    if options.get("per_vertex"):
        rows = found.get("per_vertex", ())
        columns = {
            "vertex": Column(question.labels.all([row["vertex"] for row in rows])),
            "cycles": numbers([row["cycles"] for row in rows]),
        }
        found["per_vertex"] = CyclesOfVertices(columns)
    return CycleCount(found)


@documented(CyclesOptions)
def longest_cycle(x: object, **options: Unpack[CyclesOptions]) -> NDArray[Any] | None:
    """Return a longest chordless cycle of four vertices and more, or None where there is none.

    >>> tc.longest_cycle(tc.generate("wheel", rim=5)).tolist()
    [1, 2, 3, 4, 5]

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        **options: those of `tricycle cycles --longest`, under the same names.

    Returns:
        The ids of its vertices, in order around it.

    Raises:
        PartialResult: `timeout` ended the search; `partial` is a longest one of those found.
        InputError: the graph is missing or malformed.
        MemoryLimitError: the graph does not fit option `memory`.
        UsageError: options do not go together.

    """
    question = Question("longest_cycle", "cycles", x, CyclesOptions, options)

    def longest(found: list[dict[str, Any]]) -> NDArray[Any] | None:
        return question.labels.some(found[0]["vertices"]) if found else None

    try:
        return longest(question.run("--longest", "--json").lines())
    except PartialResult as stopped:
        stopped.partial = longest(stopped.partial.lines())
        raise


@documented(ChordalOptions)
def is_chordal(x: object, **options: Unpack[ChordalOptions]) -> Chordality:
    """Say whether there is no chordless cycle of four vertices and more, with a certificate.

    >>> tc.is_chordal(([0, 1, 2], [1, 2, 0])).elimination_order.tolist()
    [1, 2, 0]

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        **options: those of `tricycle cycles --is-chordal`, under the same names.

    Returns:
        An answer that is true or false, with a perfect elimination order or a hole.

    Raises:
        InputError: the graph is missing or malformed.
        MemoryLimitError: the graph does not fit option `memory`.

    """
    question = Question("is_chordal", "cycles", x, ChordalOptions, options)
    found = question.sheet("--is-chordal")
    if found["chordal"]:
        order = found.pop("perfect_elimination_order")
        found["elimination_order"] = question.labels.all(order)
    else:
        found["hole"] = question.labels.some(found["hole"])
    return Chordality(found)
