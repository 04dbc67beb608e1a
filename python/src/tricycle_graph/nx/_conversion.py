"""Graphs of NetworkX become those of the backend, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._inputs.graphs import edge_data

from ._converted import Converted, floats
from ._rebuilt import rebuilt

if TYPE_CHECKING:
    from collections.abc import Mapping

    import networkx as nx


def convert_from_nx(  # noqa: PLR0913 - as NetworkX calls it
    graph: nx.Graph[Any],
    *,
    edge_attrs: Mapping[str, Any] | None = None,
    node_attrs: Mapping[str, Any] | None = None,  # noqa: ARG001 - no function asks for them
    preserve_edge_attrs: bool = False,
    preserve_node_attrs: bool = False,
    preserve_graph_attrs: bool = False,
    name: str | None = None,  # noqa: ARG001
    graph_name: str | None = None,  # noqa: ARG001
) -> Converted:
    """Return a graph of NetworkX as the backend has it; NetworkX calls this.

    Weights are taken along where a function asks for them, other attributes where it
    returns a graph that has them, too.

    Raises:
        NotImplementedError: the graph has parallel edges, weights that are no numbers, or an
            edge that stands for two arcs with attributes of their own.

    """
    if graph.is_multigraph():
        message = "edges may be parallel"
        raise NotImplementedError(message)
    if (edge_attrs or preserve_edge_attrs) and _shows_arcs(graph):
        message = "an edge of the view has the attributes of two arcs"
        raise NotImplementedError(message)
    made = Converted(graph)
    if preserve_edge_attrs:
        made.edge_data = list(edge_data(graph))
    for attribute, default in (edge_attrs or {}).items():
        values = [data.get(attribute, default) for data in edge_data(graph)]
        made.weights[attribute] = floats(attribute, values)
    if preserve_node_attrs:
        made.node_data = [graph.nodes[node] for node in made.nodes]
    if preserve_graph_attrs:
        made.graph = dict(graph.graph)
    return made


def convert_to_nx(result: Any, *, name: str | None = None) -> Any:  # noqa: ANN401, ARG001
    """Return a converted graph as one of NetworkX, and anything else as it is."""
    if not isinstance(result, Converted):
        return result
    once = np.full(len(result.rows), fill_value=True)
    if not result.directed:
        once = result.rows <= result.adjacency.neighbours
    return rebuilt(result, np.arange(len(result)), np.flatnonzero(once))


def _shows_arcs(graph: nx.Graph[Any]) -> bool:
    """Tell whether a graph without directions is a view of one that has them."""
    shown: Any = graph
    while (shown := getattr(shown, "_graph", None)) is not None:
        if shown.is_directed():
            return not graph.is_directed()
    return False
