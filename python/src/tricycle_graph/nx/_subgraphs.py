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
    places = None if nbunch is None else _places(G, bunch(G, nbunch))
    names = G.nodes
    with tc.triangles(G, **options) as batches:
        for batch in batches:
            corners = batch if places is None else _ordered(batch, places)
            for a, b, c in corners.tolist():
                yield names[a], names[b], names[c]


def _places(graph: Converted, chosen: Any) -> NDArray[np.int64]:
    """Return a place for each node: negative for those that are chosen, then their neighbours."""
    numbers = [graph.numbers[node] for node in dict.fromkeys(chosen)]
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
    rows, neighbours = G.rows, G.adjacency.neighbours
    once = np.flatnonzero(rows < neighbours)
    edges = rows[once].astype(np.int64) * len(G) + neighbours[once]
    kept = once[np.searchsorted(left, edges, "right") > np.searchsorted(left, edges)]
    return rebuilt(G, np.unique(np.concatenate((source, target))), kept)
