"""What people ask of the triangles of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

import numpy as np

from ._answers.results import Count
from ._answers.sheets import EdgesSheet, TrussSheet, VerticesSheet
from ._answers.streams import Triangles
from ._answers.table import Edges, Graphs, Vertices
from ._errors import UsageError
from ._option_words import documented
from ._question import Question
from .options import CountOptions, EdgesOptions, TrianglesOptions, TrussOptions, VerticesOptions

if TYPE_CHECKING:
    from typing import Unpack


@overload
def count(
    x: object = None, *, each: Literal[False] = False, **options: Unpack[CountOptions]
) -> Count: ...
@overload
def count(x: object = None, *, each: Literal[True], **options: Unpack[CountOptions]) -> Graphs: ...
@documented(CountOptions)
def count(
    x: object = None, *, each: bool = False, **options: Unpack[CountOptions]
) -> Count | Graphs:
    """Count the triangles of a graph, exactly.

    >>> tc.count(([0, 1, 2, 2], [1, 2, 0, 3]))
    Count(1, vertices=4, edges=4, transitivity=0.6)

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`. Optional with `resume`.
        each: return a table with a row for each graph of a file of many (graph6 and others).
        **options: those of `tricycle count`, under the same names.

    Returns:
        The number of triangles, an int with attributes; with `each`, a table of them.

    Raises:
        InputError: the graph is missing or malformed.
        MemoryLimitError: no plan fits option `memory`.
        DeviceError: the GPU that option `engine` asks for cannot be used.
        UsageError: options do not go together.
        TypeError: there is no such option, or `x` is no graph.

    """
    question = Question("count", "count", x, CountOptions, options)
    if each:
        return Graphs(*question.rows("--each"))
    return Count(question.sheet())


@overload
def vertices(
    x: object = None, *, stats: Literal[False] = False, **options: Unpack[VerticesOptions]
) -> Vertices: ...
@overload
def vertices(
    x: object = None, *, stats: Literal[True], **options: Unpack[VerticesOptions]
) -> VerticesSheet: ...
@documented(VerticesOptions)
def vertices(
    x: object = None, *, stats: bool = False, **options: Unpack[VerticesOptions]
) -> Vertices | VerticesSheet:
    """Count the triangles of each vertex, and how its neighbours cluster.

    >>> tc.vertices((["ann", "tom", "joe", "joe"], ["tom", "joe", "ann", "kim"]))
    Vertices: 4 vertices
    vertex  degree  triangles  clustering
       ann       2          1           1
       tom       2          1           1
       joe       3          1    0.333333
       kim       1          0           0

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`. Optional with `resume`.
        stats: return a summary of all rows in their place.
        **options: those of `tricycle vertices`, under the same names.

    Returns:
        Columns `vertex`, `degree`, `triangles` and `clustering`, each an array with an entry
        for every vertex. With `directed` or `weights` the last one is called
        `clustering_fagiolo` and the like; with `by_column` there are `entries` and `triangles`.

    Raises:
        InputError: the graph is missing or malformed.
        MemoryLimitError: no plan fits option `memory`.
        DeviceError: the GPU that option `engine` asks for cannot be used.
        UsageError: options do not go together.

    """
    question = Question("vertices", "vertices", x, VerticesOptions, options)
    if stats:
        return VerticesSheet(question.sheet("--stats"))
    return Vertices(*question.table())


@overload
def edges(
    x: object = None, *, stats: Literal[False] = False, **options: Unpack[EdgesOptions]
) -> Edges: ...
@overload
def edges(
    x: object = None, *, stats: Literal[True], **options: Unpack[EdgesOptions]
) -> EdgesSheet: ...
@documented(EdgesOptions)
def edges(
    x: object = None, *, stats: bool = False, **options: Unpack[EdgesOptions]
) -> Edges | EdgesSheet:
    """Count the triangles that hold each edge, its support.

    >>> tc.edges(([0, 1, 2, 2], [1, 2, 0, 3]), with_="jaccard")
    Edges: 4 edges
    source  target  support   jaccard
         0       1        1  0.333333
         0       2        1      0.25
         1       2        1      0.25
         2       3        0         0

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`. Optional with `resume`.
        stats: return a summary of all rows in their place.
        **options: those of `tricycle edges`, under the same names; `with` is `with_`.

    Returns:
        Columns `source`, `target` and `support`, and those that `with_` asks for, each an array
        with an entry for every edge.

    Raises:
        InputError: the graph is missing or malformed.
        MemoryLimitError: no plan fits option `memory`.
        DeviceError: the GPU that option `engine` asks for cannot be used.
        UsageError: options do not go together.

    """
    question = Question("edges", "edges", x, EdgesOptions, options)
    if stats:
        return EdgesSheet(question.sheet("--stats"))
    return Edges(*question.table())


@overload
def truss(
    x: object,
    k: int | Literal["max"] | None = None,
    *,
    stats: Literal[False] = False,
    **options: Unpack[TrussOptions],
) -> Edges: ...
@overload
def truss(
    x: object, k: None = None, *, stats: Literal[True], **options: Unpack[TrussOptions]
) -> TrussSheet: ...
@documented(TrussOptions)
def truss(
    x: object,
    k: int | Literal["max"] | None = None,
    *,
    stats: bool = False,
    **options: Unpack[TrussOptions],
) -> Edges | TrussSheet:
    """Find the trussness of each edge, or one k-truss.

    The k-truss is the largest subgraph in which every edge is in k-2 triangles of it and more.

    >>> heart = tc.truss(tc.generate("karate"), k="max")
    >>> len(heart), int(heart.trussness[0])
    (14, 5)
    >>> tc.count(heart)
    Count(16, vertices=6, edges=14, transitivity=0.923077)

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        k: only the edges of the k-truss; "max" for the largest k that has any. Not with `stats`
            or `min_trussness`.
        stats: return a sheet with the size of every k-truss, and no rows.
        **options: those of `tricycle truss`, under the same names.

    Returns:
        Columns `source`, `target` and `trussness`, each an array with an entry for every edge.

    Raises:
        InputError: the graph is missing or malformed.
        MemoryLimitError: no plan fits option `memory`.
        DeviceError: the GPU that option `engine` asks for cannot be used.
        UsageError: options do not go together.

    """
    if k is not None and (stats or options.get("min_trussness") is not None):
        message = f"k={k!r} goes with neither stats=True nor min_trussness="
        raise UsageError(message)
    question = Question("truss", "truss", x, TrussOptions, options)
    if stats:
        return TrussSheet(question.sheet("--stats"))
    if k is None or k == "max":
        found = Edges(*question.table())
        if k is None or len(found) == 0:
            return found
        return found.filtered(found.trussness == np.max(found.trussness))
    return Edges(*question.table(f"--min-trussness={k}"))


@documented(TrianglesOptions)
def triangles(x: object, **options: Unpack[TrianglesOptions]) -> Triangles:
    """List every triangle of a graph once, some at a time, as they are found.

    >>> for batch in tc.triangles(([0, 1, 2, 2], [1, 2, 0, 3])):
    ...     print(batch.tolist())
    [[0, 1, 2]]

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        **options: those of `tricycle triangles`, under the same names. `limit` ends the
            iterator, and is no error.

    Returns:
        An iterator of arrays of shape (rows, 3) with ids as they were given, in the order of
        the ids; up to 16384 rows each, and fewer where more would take long to be found.
        Closing it ends the work.

    Raises:
        InputError: the graph is missing or malformed. This and what follows is raised when
            the iterator is asked for the first time, or goes on.
        MemoryLimitError: the graph does not fit option `memory`.
        UsageError: options do not go together.

    """
    return Triangles(Question("triangles", "triangles", x, TrianglesOptions, options))
