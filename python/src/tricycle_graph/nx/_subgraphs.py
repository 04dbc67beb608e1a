"""Triangles one by one, and trusses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

import tricycle_graph as tc

from ._clustering import bunch
from ._rebuilt import rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ._converted import Converted

# ruff: noqa: ANN401, N803 - graphs are called G and nodes may be anything, as in NetworkX

_LEAST = 2  # every edge is in the 2-truss


def all_triangles(G: Converted, nbunch: Any = None, **options: Any) -> Iterator[tuple[Any, ...]]:
    """Yield each triangle once: nodes of nbunch before their neighbours, both in their order."""
    names = G.nodes
    first: Any = names
    places = None
    if nbunch is not None:
        # NetworkX yields what it was given, also where that only equals a node.
        first = {G.numbers[node]: node for node in dict.fromkeys(bunch(G, nbunch))}
        places = _places(G, list(first))
    with tc.triangles(G, **options) as batches:
        for batch in batches:
            corners = batch if places is None else _ordered(batch, places)
            for a, b, c in corners.tolist():
                yield first[a], names[b], names[c]


def _places(graph: Converted, numbers: list[int]) -> NDArray[np.int64]:
    """Return a place for each node: negative for those that are chosen, then their neighbours."""
    places = np.zeros(len(graph), np.int64)
    places[numbers] = np.arange(len(numbers)) - len(numbers)
    starts, neighbours = graph.adjacency.starts, graph.adjacency.neighbours
    near = np.concatenate(
        [neighbours[:0], *(neighbours[starts[v] : starts[v + 1]] for v in numbers)]
    )
    others = np.flatnonzero(places[near] == 0)
    places[near[others]] = others  # of a node that comes several times, the last
    return places


def _ordered(corners: NDArray[Any], places: NDArray[np.int64]) -> NDArray[Any]:
    order = places[corners].argsort(axis=1)
    ordered = np.take_along_axis(corners, order, axis=1)
    having: NDArray[Any] = ordered[places[ordered[:, 0]] < 0]
    return having


def k_truss(G: Converted, k: int, **options: Any) -> nx.Graph[Any]:
    """Return the k-truss, with the attributes that the graph has."""
    if G.loops:
        message = (
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
        raise nx.NetworkXNotImplemented(message)
    found = tc.truss(G, k=min(max(int(k), _LEAST), len(G) + _LEAST), report=False, **options)
    source, target = found.source.astype(np.int64), found.target.astype(np.int64)
    left = source * len(G) + target  # ascending, as the rows of the answer are
    nodes = np.unique(np.concatenate((source, target)))
    return rebuilt(G, nodes, _entries(G, nodes, left))


def _entries(
    graph: Converted, nodes: NDArray[np.int64], left: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return where the edges that are left are in the adjacency, of which only some is read."""
    starts, lengths = graph.adjacency.starts[nodes], np.diff(graph.adjacency.starts)[nodes]
    ends = np.cumsum(lengths)
    entries = np.arange(lengths.sum()) + np.repeat(starts - ends + lengths, lengths)
    rows, others = np.repeat(nodes, lengths), graph.adjacency.neighbours[entries].astype(np.int64)
    once = np.flatnonzero(rows < others)
    edges = rows[once] * len(graph) + others[once]
    found = np.searchsorted(left, edges)
    there = left.take(found, mode="clip") == edges if len(left) else found.astype(bool)
    kept: NDArray[np.int64] = entries[once[there]]
    return kept
