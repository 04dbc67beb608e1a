"""Graphs of NetworkX, made of some nodes and edges of a converted one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    from ._converted import Converted


def rebuilt(
    graph: Converted, nodes: NDArray[np.int64], entries: NDArray[np.int64]
) -> nx.Graph[Any]:
    """Return a graph of the same class, as `copy` would order it.

    Nodes are given by their numbers, and edges by places in the adjacency, both ascending.
    Attributes are copied as far as they were converted, and weights under their names.
    """
    made = graph.kind()
    made.graph.update(graph.graph)
    names, data = graph.nodes, graph.node_data
    if data is None:
        made.add_nodes_from([names[v] for v in nodes.tolist()])
    else:
        made.add_nodes_from([(names[v], data[v]) for v in nodes.tolist()])
    sources = [names[v] for v in graph.rows[entries].tolist()]
    targets = [names[v] for v in graph.adjacency.neighbours[entries].tolist()]
    if graph.edge_data is not None:
        kept = [graph.edge_data[place] for place in entries.tolist()]
        made.add_edges_from(zip(sources, targets, kept, strict=True))
    else:
        made.add_edges_from(zip(sources, targets, strict=True))
        for name, values in graph.weights.items():
            weights = values[entries].tolist()
            for source, target, weight in zip(sources, targets, weights, strict=True):
                made[source][target][name] = weight
    return made
