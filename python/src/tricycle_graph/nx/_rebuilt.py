"""Graphs of NetworkX, made of some nodes and edges of a converted one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

    from ._converted import Converted


def rebuilt(
    graph: Converted, nodes: NDArray[np.int64], entries: NDArray[np.int64]
) -> nx.Graph[Any]:
    """Return a graph of the same class, in the order that `copy` gives it.

    Nodes are given by their numbers, and edges by places in the adjacency, both ascending; an
    edge without direction by its place at the end that comes first. Attributes are copied as
    far as they were converted, and weights under their names.
    """
    made = graph.kind()
    made.graph.update(graph.graph)
    names, data = graph.nodes, graph.node_data
    if data is None:
        made.add_nodes_from([names[v] for v in nodes.tolist()])
    else:
        made.add_nodes_from([(names[v], data[v]) for v in nodes.tolist()])
    sources, targets = graph.rows[entries], graph.adjacency.neighbours[entries]
    attributes = _attributes(graph, entries)
    if graph.directed:
        ends = ([names[v] for v in column.tolist()] for column in (sources, targets))
        made.add_edges_from(zip(*ends, attributes, strict=True))
    else:
        _join(made, names, sources, targets, attributes)
    return made


def _attributes(graph: Converted, entries: NDArray[np.int64]) -> list[dict[str, Any]]:
    if graph.edge_data is not None:
        return [graph.edge_data[place].copy() for place in entries.tolist()]
    found: list[dict[str, Any]] = [{} for _ in entries]
    for name, values in graph.weights.items():
        for data, weight in zip(found, values[entries].tolist(), strict=True):
            data[name] = weight
    return found


def _join(
    made: nx.Graph[Any],
    names: list[Any],
    sources: NDArray[np.uint32],
    targets: NDArray[np.uint32],
    attributes: list[dict[str, Any]],
) -> None:
    """Add edges without direction, five times as fast as one after the other."""
    # A row begins with the nodes that come before its own, which `copy` has met by then.
    back = np.flatnonzero(sources != targets)
    rows = np.concatenate((targets[back], sources))
    order = np.argsort(rows, kind="stable")
    others = np.concatenate((sources[back], targets))[order]
    edges = np.concatenate((back, np.arange(len(sources))))[order]
    rows = rows[order]
    begins = np.flatnonzero(np.diff(rows, prepend=-1))
    neighbours = [names[v] for v in others.tolist()]
    data = [attributes[edge] for edge in edges.tolist()]
    ends = pairwise([*begins.tolist(), len(rows)])
    for row, (begin, end) in zip(rows[begins].tolist(), ends, strict=True):
        made._adj[names[row]].update(  # noqa: SLF001 - there is no other way to be fast
            zip(neighbours[begin:end], data[begin:end], strict=True)
        )
