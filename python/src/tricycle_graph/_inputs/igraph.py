"""Graphs of igraph, without a Python object an edge."""

from __future__ import annotations

import ctypes
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._errors import UsageError

from .graphs import lists
from .weights import attribute_name, numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .source import Source

_WORD = 8  # bytes of an integer of igraph, and of a pointer


class _Vector(ctypes.Structure):
    """An `igraph_vector_int_t`: where its numbers begin, end, and where its memory ends."""

    _fields_ = (
        ("begin", ctypes.c_void_p),
        ("room", ctypes.c_void_p),
        ("end", ctypes.c_void_p),
    )

    def holds(self, size: int) -> bool:
        """Tell whether this can be a vector of so many numbers."""
        begin, room, end = self.begin or 0, self.room or 0, self.end or 0
        return 0 < begin <= end <= room and end - begin == _WORD * size

    def numbers(self) -> NDArray[np.int64]:
        """Return a copy."""
        return np.frombuffer(ctypes.string_at(self.begin, self.end - self.begin), np.int64)


class _Graph(ctypes.Structure):
    """An `igraph_t` as igraph 0.10 and 1.0 have it, with integers of 64 bits.

    `from_order` has the numbers of edges in the order of their `source`, and `starts` where
    those of each vertex begin in it.
    """

    _fields_ = (
        ("n", ctypes.c_int64),
        ("directed", ctypes.c_bool),
        ("source", _Vector),
        ("target", _Vector),
        ("from_order", _Vector),
        ("to_order", _Vector),
        ("starts", _Vector),
    )


def from_igraph(x: Any, weights: str | None) -> Source:  # noqa: ANN401 - its module may lack
    """Return a graph of igraph; the ids are its numbers of vertices."""
    n, directed = x.vcount(), x.is_directed()
    found = _in_memory(x)
    if found is None:
        ends = np.fromiter(chain.from_iterable(x.get_edgelist()), np.int64, 2 * x.ecount())
        order = np.argsort(ends[0::2])
        found = order, np.searchsorted(ends[0::2][order], np.arange(n + 1)), ends[1::2][order]
    order, starts, neighbours = found
    values = None
    if weights is not None:
        name = attribute_name(weights)
        if name not in x.es.attributes():
            message = f"weights={weights!r}: no attribute of the edges is called {name!r}"
            raise UsageError(message)
        values = numbers(x.es[name], len(order), name)[order]
    return lists(None, starts, neighbours, directed=directed, weights=values)


def _in_memory(x: Any) -> tuple[NDArray[Any], ...] | None:  # noqa: ANN401 - its module may lack
    """Return order, starts and neighbours from the memory of igraph's C library.

    None where that is not as expected. It takes a fiftieth of the time of `get_edgelist`.
    """
    if not hasattr(x, "_raw_pointer") or ctypes.sizeof(ctypes.c_void_p) != _WORD:
        return None
    graph = _Graph.from_address(x._raw_pointer())  # noqa: SLF001 - it is for just this
    n, m = x.vcount(), x.ecount()
    if (graph.n, graph.directed) != (n, x.is_directed()):
        return None
    vectors = (graph.source, m), (graph.target, m), (graph.from_order, m), (graph.starts, n + 1)
    if not all(vector.holds(size) for vector, size in vectors):
        return None
    source, target, order, starts = (vector.numbers() for vector, _ in vectors)
    neighbours = target.take(order, mode="clip")
    rows = source.take(order, mode="clip")
    # Each edge once, at its source: then all four are what they seem to be.
    if (
        np.array_equal(np.bincount(order, minlength=m), np.ones(m, np.int64))
        and np.array_equal(np.searchsorted(rows, np.arange(n + 1)), starts)
        and all({source[i], target[i]} == set(x.es[i].tuple) for i in range(0, m, m // 16 + 1))
    ):
        return order, starts, neighbours
    return None
