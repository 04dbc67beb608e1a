"""What is asked of the triangles at each node."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

import tricycle_graph as tc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._converted import Converted

# ruff: noqa: ANN401, N803 - graphs are called G and nodes may be anything, as in NetworkX


def triangles(G: Converted, nodes: Any = None, **options: Any) -> Any:
    """Return the triangles of each node, or of one."""
    return _chosen(G, nodes, tc.vertices(G, report=False, **options).triangles.tolist())


def clustering(G: Converted, nodes: Any = None, weight: str | None = None, **options: Any) -> Any:
    """Return the clustering coefficient of each node, or of one; 0 where it has no triangle."""
    column = "clustering"
    if weight is not None:
        _check(G, weight)
        column, options["weights"] = "clustering_onnela", weight
    elif G.directed:
        column, options["directed"] = "clustering_fagiolo", "fagiolo"
    found = tc.vertices(G, report=False, **options)[column].tolist()
    return _chosen(G, nodes, [coefficient or 0 for coefficient in found])


def _check(graph: Converted, weight: str) -> None:
    weights = graph.weight(weight)
    between = weights[graph.rows != graph.adjacency.neighbours]
    if (between < 0).any():
        message = "weights below 0"
        raise NotImplementedError(message)
    if len(weights) and between.max(initial=0) < max(weights.max(), 1e-300):
        message = "the largest weight is that of a loop, or 0"
        raise NotImplementedError(message)


def average_clustering(
    G: Converted,
    nodes: Any = None,
    weight: str | None = None,
    count_zeros: bool = True,  # noqa: FBT001, FBT002 - as NetworkX has it
    **options: Any,
) -> float:
    """Return the mean of the clustering coefficients, added up in the order of the nodes."""
    found = clustering(G, nodes, weight=weight, **options).values()
    if not count_zeros:
        found = [coefficient for coefficient in found if abs(coefficient) > 0]
    mean: float = sum(found) / len(found)
    return mean


def transitivity(G: Converted, **options: Any) -> float:
    """Return three times the triangles over the paths of two edges; 0 where there are none."""
    found = tc.count(G, **options)
    return 3 * int(found) / found.wedges if found else 0


def generalized_degree(G: Converted, nodes: Any = None, **options: Any) -> Any:
    """Return for each node, or for one, how many of its edges are in so many triangles."""
    found = tc.edges(G, report=False, **options)
    source, target, support = (
        column.astype(np.int64) for column in (found.source, found.target, found.support)
    )
    several = int(support.max(initial=0)) + 1
    keys, counted = np.unique(
        np.concatenate((source * several + support, target * several + support)),
        return_counts=True,
    )
    ends = np.searchsorted(keys, np.arange(1, len(G) + 1) * several)
    entries = zip((keys % several).tolist(), counted.tolist(), strict=True)
    counters: list[Counter[int]] = []
    for length in np.diff(ends, prepend=0).tolist():
        # To call Counter, which is written in Python, takes as long as all else.
        counter: Counter[int] = Counter.__new__(Counter)
        dict.update(counter, islice(entries, length))
        counters.append(counter)
    return _chosen(G, nodes, counters)


def effective_size(
    G: Converted,
    nodes: Any = None,
    weight: None = None,  # noqa: ARG001 - can_run has seen that there is none
    **options: Any,
) -> dict[Any, float]:
    """Return how many neighbours of each node are not redundant (Borgatti)."""
    if G.loops or not G.number_of_edges():
        message = "NetworkX has rules of its own for self-loops, and for graphs without edges"
        raise NotImplementedError(message)
    found = tc.vertices(G, report=False, **options)
    with np.errstate(invalid="ignore"):  # NaN where there are no neighbours
        sizes = (found.degree - 2 * found.triangles.astype(np.int64) / found.degree).tolist()
    if nodes is None:
        return dict(zip(G.nodes, sizes, strict=True))
    return {v: sizes[_number(G, v)] for v in nodes}


def _number(graph: Converted, node: Any) -> int:
    try:
        return graph.numbers[node]
    except KeyError:
        # A view that shows some of a graph has words of its own.
        raise KeyError(f"Key {node} not found" if graph.filtered else node) from None


def _chosen(graph: Converted, nodes: Any, values: Sequence[Any]) -> Any:
    """Return the values of all nodes, of some, or of one, as NetworkX is asked for them."""
    if nodes is None:
        return dict(zip(graph.nodes, values, strict=True))
    if nodes in graph:
        return values[graph.numbers[nodes]]
    return {v: values[graph.numbers[v]] for v in bunch(graph, nodes)}


def bunch(graph: Converted, nodes: Any) -> Any:
    """Return those of some nodes that a graph has, with the errors of NetworkX."""
    return nx.Graph.nbunch_iter(graph, nodes)
