"""Graphs of other packages, which are known by what they can do."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._errors import UsageError

from .arrays import as_array, column, from_array
from .files import matrix_file, undirected_file
from .networkx import adjacency, places
from .source import PAIR
from .weights import attribute_name, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from .source import Source


def from_networkx(x: Any, weights: str | None) -> Source:  # noqa: ANN401 - of any class
    """Return a graph of NetworkX, whose nodes come back as they are."""
    found = adjacency(x)
    rows, neighbours = found.rows(), found.neighbours
    times = _parallel(x) if x.is_multigraph() else None
    keep = None if x.is_directed() else neighbours <= rows  # each edge once
    values = None
    if weights is not None:
        name = attribute_name(weights)
        data = edge_data(x)
        count = int(times.sum()) if times is not None else len(rows)
        values = numbers((of_edge.get(name, 1) for of_edge in data), count, name)
    if times is not None:
        rows, neighbours = np.repeat(rows, times), np.repeat(neighbours, times)
        keep = None if keep is None else np.repeat(keep, times)
    if keep is not None:
        rows, neighbours = rows[keep], neighbours[keep]
        values = None if values is None else values[keep]
    return lists(
        found.ids(),
        starts_of(rows, len(found.nodes)),
        neighbours,
        directed=x.is_directed(),
        weights=values,
    )


def _parallel(x: Any) -> NDArray[np.int64]:  # noqa: ANN401 - of any class
    """Return how many edges stand for each entry of the lists."""
    rows = (row.values() for _, row in x.adjacency())
    return np.fromiter(map(len, chain.from_iterable(rows)), np.int64)


def edge_data(x: Any) -> Iterator[Any]:  # noqa: ANN401 - of any class
    """Yield the attributes of each entry of the lists, in their order."""
    entries = chain.from_iterable(row.values() for _, row in x.adjacency())
    if not x.is_multigraph():
        return entries
    return chain.from_iterable(parallel.values() for parallel in entries)


def from_networkit(x: Any, weights: str | None) -> Source:  # noqa: ANN401 - its module may lack
    """Return a graph of NetworKit."""
    _no_weights(weights, "NetworKit")
    nodes = np.fromiter(x.iterNodes(), np.int64, x.numberOfNodes())
    ends = np.fromiter(chain.from_iterable(x.iterEdges()), np.int64, 2 * x.numberOfEdges())
    return _between(nodes, ends[0::2], ends[1::2], directed=x.isDirected())


def from_graph_tool(x: Any, weights: str | None) -> Source:  # noqa: ANN401 - its module may lack
    """Return a graph of graph-tool, through its filters."""
    _no_weights(weights, "graph-tool")
    ends = np.asarray(x.get_edges())
    return _between(np.asarray(x.get_vertices()), ends[:, 0], ends[:, 1], directed=x.is_directed())


def from_dgl(x: Any, weights: str | None) -> Source:  # noqa: ANN401 - its module may lack
    """Return a graph of DGL, which has arcs."""
    _no_weights(weights, "DGL")
    if not getattr(x, "is_homogeneous", True):
        message = "a graph of several types has no common ids: see dgl.to_homogeneous"
        raise ValueError(message)
    src, dst = x.edges()
    return _arcs(int(x.num_nodes()), as_array(src), as_array(dst))


def from_edge_index(x: Any, weights: str | None) -> Source:  # noqa: ANN401 - its module may lack
    """Return a graph of PyTorch Geometric: 2 x E numbers of vertices, an arc a column."""
    _no_weights(weights, "PyTorch Geometric")
    if x.edge_index is None:
        message = f"this {type(x).__name__} has no edge_index"
        raise ValueError(message)
    ends = as_array(x.edge_index)
    n = getattr(x, "num_nodes", None)
    if n is None and ends.shape != (PAIR, PAIR):
        return from_array(ends)
    if ends.ndim != PAIR or len(ends) != PAIR:
        message = f"edge_index: expected the shape (2, E), found {ends.shape}"
        raise ValueError(message)
    src, dst = column(ends[0], "edge_index"), column(ends[1], "edge_index")
    n = int(max(src.max(), dst.max())) + 1 if n is None else int(n)
    return _arcs(n, src, dst)


def _no_weights(weights: str | None, package: str) -> None:
    if weights is not None:
        message = f"weights= is not for graphs of {package}: give a table, or a sparse matrix"
        raise UsageError(message)


def _arcs(n: int, src: NDArray[Any], dst: NDArray[Any]) -> Source:
    return matrix_file("coo", n, {"row": src, "col": dst}, None)


def _between(
    nodes: NDArray[Any], src: NDArray[Any], dst: NDArray[Any], *, directed: bool
) -> Source:
    """Return edges between some of the numbers from 0 on."""
    ids = None
    if not np.array_equal(nodes, np.arange(len(nodes))):
        ids, src, dst = nodes, places(nodes, src), places(nodes, dst)
    order = np.argsort(src)
    starts = starts_of(src, len(nodes))
    return lists(ids, starts, dst[order], directed=directed)


def starts_of(rows: NDArray[Any], n: int) -> NDArray[np.int64]:
    """Return where the entries of each row begin, once they are in the order of the rows."""
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=n), out=starts[1:])
    return starts


def lists(
    ids: NDArray[Any] | None,
    starts: NDArray[Any],
    neighbours: NDArray[Any],
    *,
    directed: bool,
    weights: NDArray[np.float64] | None = None,
) -> Source:
    """Return lists of neighbours: arcs at their source, or each edge at one of its ends."""
    if directed or weights is not None:
        arrays = {"indptr": starts, "indices": neighbours}
        return matrix_file("csr", len(starts) - 1, arrays, ids, weights)
    return undirected_file(starts, neighbours, ids)
