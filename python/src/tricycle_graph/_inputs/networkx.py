"""The adjacency of a NetworkX graph, as arrays."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .networkx_data import by_data

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence

    from numpy.typing import NDArray

DENSE = 4  # integers that span at most so many times their number are looked up in a table


class HasAdjacency(Protocol):
    """What is asked of a graph of NetworkX, of any of its classes."""

    def adjacency(self) -> Iterator[tuple[Hashable, Collection[Hashable]]]:
        """Return the nodes, each with its neighbours."""
        ...


@dataclass(frozen=True)
class Adjacency:
    """The neighbours of each node, in the order that the graph has them.

    Those of `nodes[i]` are numbers of nodes, `neighbours[starts[i]:starts[i + 1]]`: loops
    are there once, parallel edges once, arcs at their source, other edges at both ends.
    """

    nodes: list[Any]
    starts: NDArray[np.int64]
    neighbours: NDArray[np.uint32]

    def rows(self) -> NDArray[np.uint32]:
        """Return the number of the node whose neighbour each entry is."""
        return np.repeat(np.arange(len(self.nodes), dtype=np.uint32), np.diff(self.starts))

    def ids(self) -> NDArray[Any] | None:
        """Return the nodes as an array; None where they are 0, 1, 2, ..., in this order."""
        numbers = _integers(self.nodes)
        if numbers is None:
            return np.fromiter(self.nodes, object, len(self.nodes)) if self.nodes else None
        return None if np.array_equal(numbers, np.arange(len(numbers))) else numbers


def adjacency(graph: HasAdjacency) -> Adjacency:
    """Return the adjacency of a graph."""
    nodes: list[Any] = []
    rows: list[Collection[Hashable]] = []
    for node, row in graph.adjacency():
        nodes.append(node)
        rows.append(row)
    starts = np.zeros(len(nodes) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)), out=starts[1:])
    count = int(starts[-1])
    numbers = _integers(nodes)
    if numbers is not None:
        # Neighbours that only equal the nodes, and are no numbers, are looked up.
        with suppress(TypeError):
            wanted = np.fromiter(chain.from_iterable(rows), np.int64, count)
            return Adjacency(nodes, starts, places(numbers, wanted))
    found = by_data(graph, nodes, rows)
    if found is None:
        number = dict(zip(nodes, range(len(nodes)), strict=True)).__getitem__
        found = np.fromiter(map(number, chain.from_iterable(rows)), np.uint32, count)
    return Adjacency(nodes, starts, found)


def _integers(nodes: Sequence[Any]) -> NDArray[np.int64] | None:
    """Return nodes that are plain integers, one and all; None where they are not."""
    if not nodes or set(map(type, nodes)) != {int}:
        return None
    try:
        return np.fromiter(nodes, dtype=np.int64, count=len(nodes))
    except OverflowError:
        return None


def places(ids: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Return where each of the wanted is in ids, in which all of them are, once."""
    least, most = int(ids.min()), int(ids.max())
    if most - least < DENSE * len(ids):
        table = np.zeros(most - least + 1, dtype=np.uint32)
        table[ids - least] = np.arange(len(ids), dtype=np.uint32)
        return table[wanted - least]
    order = ids.argsort()
    return order[np.searchsorted(ids, wanted, sorter=order)].astype(np.uint32)
