"""Graphs as people have them, and how the command gets them.

What is in memory is copied once, into a file in memory, in the binary format that the command
reads fastest and that holds all there is: what becomes of the original afterwards does not
matter.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._errors import UsageError

from .arrays import from_array, from_list, from_pair, is_array
from .graphs import (
    from_dgl,
    from_edge_index,
    from_graph_tool,
    from_networkit,
    from_networkx,
)
from .igraph import from_igraph
from .source import PAIR, Source
from .sparse import from_sparse
from .tables import from_table
from .words import field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Source", "source"]


# Graphs and matrices are known by what they can do, so that nothing is imported to look.
_GRAPHS: tuple[tuple[tuple[str, ...], Callable[[Any, str | None], Source]], ...] = (
    (("tocoo", "shape", "nnz"), from_sparse),
    (("adjacency", "is_directed", "is_multigraph"), from_networkx),
    (("vcount", "ecount", "get_edgelist"), from_igraph),
    (("iterNodes", "iterEdges", "isDirected"), from_networkit),
    (("get_edges", "get_vertices", "is_directed"), from_graph_tool),
    (("edges", "num_nodes", "ndata"), from_dgl),
    (("edge_index",), from_edge_index),
)


def source(  # noqa: PLR0913 - the flags of the command that say how a file is read
    x: object,
    *,
    format: str | None = None,  # noqa: A002 - as the command calls it
    columns: Sequence[str | int] | None = None,
    header: str | None = None,
    trust: bool = False,
    weights: str | None = None,
    directed: bool = False,
    union: bool = False,
) -> Source:
    """Return a source of what somebody calls a graph.

    `weights` names those that are wanted: a column, an attribute of edges, or "auto". With
    `directed`, the question is one about arcs.

    Raises:
        TypeError: this is no graph.
        ValueError: it is one, but not as it should be. `UsageError`: an option does not go
            with it.

    """
    named = {"format": format, "columns": columns, "header": header, "weights": weights}
    if union and (paths := _paths(x)):
        first, *others = (_file(path, named, trust=trust) for path in paths)
        return Source(first.path, [*first.flags, "--union"], others=tuple(o.path for o in others))
    if isinstance(x, str | os.PathLike):
        return _file(x, named, trust=trust)
    _refuse("of files", format=format, header=header, trust=trust or None, union=union or None)
    ready = getattr(x, "__tricycle_source__", None)
    if ready is not None and not isinstance(x, type):
        _refuse("of tables and files", columns=columns)
        made: Source = ready(weights=weights, directed=directed)
        return made
    if isinstance(x, type):
        message = f"{x.__name__} is a class, and no graph"
        raise TypeError(message)
    if not _is_graph(x) and _is_table(x):
        return from_table(x, columns, weights)
    _refuse("of tables and files", columns=columns)
    for abilities, convert in _GRAPHS:
        if all(hasattr(x, ability) for ability in abilities):
            return convert(x, weights)
    _refuse("of files, tables, matrices and graphs that have some", weights=weights)
    return _numbers(x)


def _paths(x: object) -> list[str | os.PathLike[str]]:
    """Return the paths of files that are one graph; none where `x` is something else."""
    given: Sequence[object] = x if isinstance(x, list | tuple) else [x]
    paths = [path for path in given if isinstance(path, str | os.PathLike)]
    return paths if len(paths) == len(given) else []


def _file(x: str | os.PathLike[str], options: dict[str, Any], *, trust: bool) -> Source:
    path = os.fspath(x)
    if not isinstance(path, str):
        message = f"a path is a str, or an object that stands for one, and not {path!r}"
        raise TypeError(message)
    if path == "-":
        message = "standard input is Python's own here: give the path of a file"
        raise UsageError(message)
    if not path or "\0" in path:
        message = f"no path of a file: {path!r}"
        raise ValueError(message)
    flags = []
    for name, value in options.items():
        if value is None:
            continue
        several = isinstance(value, Iterable) and not isinstance(value, str)
        flags.append(f"--{name}={','.join(map(field, value)) if several else value}")
    if trust:
        flags.append("--trust")
    return Source(os.path.abspath(path), flags)


def _refuse(of: str, **options: object) -> None:
    for name, value in options.items():
        if value is not None:
            message = f"{name}= is {of}"
            raise UsageError(message)


def _is_graph(x: object) -> bool:
    return any(all(hasattr(x, ability) for ability in abilities) for abilities, _ in _GRAPHS)


def _is_table(x: object) -> bool:
    if isinstance(x, np.ndarray | list | tuple):
        return False
    # In this order, for a LazyFrame of polars warns when it is asked for its columns.
    return hasattr(x, "__arrow_c_stream__") or (hasattr(x, "iloc") and hasattr(x, "columns"))


def _numbers(x: object) -> Source:
    if isinstance(x, tuple) and len(x) == PAIR and not _is_edge(x[0]):
        return from_pair(*x)
    if isinstance(x, list | tuple):
        return from_list(x)
    if is_array(x):
        return from_array(x)
    message = f"no graph that could be read: {type(x).__name__}"
    if hasattr(x, "read") and hasattr(x, "fileno"):
        message = f"a {type(x).__name__} is no graph: give the path of a file"
    elif isinstance(x, Iterator):
        message = "an iterator is read only once, and how long it is cannot be told: make a list"
    elif isinstance(x, bytes | bytearray | memoryview):
        message = "bytes are no graph: a path is a str, and numbers are arrays"
    elif hasattr(x, "collect_schema"):
        message = f"a {type(x).__name__} has no rows yet: collect() it"
    elif isinstance(x, set | frozenset | dict):
        message = f"a {type(x).__name__} is no graph: make lists of sources and targets of it"
    raise TypeError(message)


def _is_edge(x: object) -> bool:
    """Tell what is one edge rather than a list of sources: a tuple of two."""
    return isinstance(x, tuple) and len(x) == PAIR
