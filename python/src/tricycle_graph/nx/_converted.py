"""Graphs as NetworkX hands them over, converted once and asked often."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from networkx.classes.coreviews import FilterAdjacency

from tricycle_graph._graph import Graph
from tricycle_graph._inputs.graphs import lists, starts_of
from tricycle_graph._inputs.networkx import adjacency

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    import networkx as nx
    from numpy.typing import NDArray

    from tricycle_graph._inputs.networkx import Adjacency
    from tricycle_graph._inputs.source import Source

# Of all these NetworkX makes numbers of 64 bits when it divides one by another.
_COUNTED = {int, float, bool, np.float64, *(np.dtype(code).type for code in "bhilqBHILQ")}


class Converted:
    """A graph of NetworkX as it was when it was converted.

    It keeps the nodes and the neighbours of each as numbers, 0 to n-1 in the order of the
    graph, and of the attributes what NetworkX said would be needed. The functions of the
    package take it as a graph whose vertices are these numbers.
    """

    __networkx_backend__ = "tricycle"

    def __init__(self, graph: nx.Graph[Any]) -> None:
        """Take the nodes and edges of a graph, loops included."""
        self.kind: type[nx.Graph[Any]] = graph.__class__
        self.directed: bool = graph.is_directed()
        found = adjacency(graph)
        self.adjacency: Adjacency = replace(found, nodes=_together(found.nodes))
        self.filtered: bool = isinstance(graph._adj, FilterAdjacency)  # noqa: SLF001 - no other sign
        self.weights: dict[str, NDArray[np.float64]] = {}
        self.edge_data: list[dict[str, Any]] | None = None
        self.node_data: list[dict[str, Any]] | None = None
        self.graph: dict[str, Any] = {}
        self.__networkx_cache__: dict[str, Any] = {}

    @property
    def nodes(self) -> list[Any]:
        """The nodes, in their order."""
        return self.adjacency.nodes

    @cached_property
    def numbers(self) -> dict[Hashable, int]:
        """The number of each node."""
        return dict(zip(self.nodes, range(len(self.nodes)), strict=True))

    @property
    def _adj(self) -> dict[Hashable, int]:
        """What `networkx.Graph.nbunch_iter` looks for nodes in."""
        return self.numbers

    @cached_property
    def rows(self) -> NDArray[np.uint32]:
        """For each entry of the adjacency, the node whose neighbour it is."""
        return self.adjacency.rows()

    @cached_property
    def loops(self) -> int:
        """How many nodes are their own neighbour."""
        return int(np.count_nonzero(self.rows == self.adjacency.neighbours))

    def weight(self, name: str) -> NDArray[np.float64]:
        """Return an attribute of the edges, 1 where an edge has none, for each entry.

        Raises:
            NotImplementedError: some of them are no finite numbers of 64 bits.

        """
        if name not in self.weights:
            if self.edge_data is None:
                message = f"the graph was converted without the edge attribute {name!r}"
                raise NotImplementedError(message)
            self.weights[name] = floats(name, [data.get(name, 1) for data in self.edge_data])
        return self.weights[name]

    def __tricycle_source__(self, *, weights: str | None, directed: bool) -> Source:
        """Return what the command reads; loops, which nobody asks for, are left out."""
        if weights is not None:
            return self._lists(self.rows > self.adjacency.neighbours, self.weight(weights))
        if directed:
            return self._arcs
        return self._edges.__tricycle_source__(weights=None, directed=False)

    @cached_property
    def _arcs(self) -> Source:
        return self._lists(self.rows != self.adjacency.neighbours)

    @cached_property
    def _edges(self) -> Graph:
        return Graph(_Ready(self._lists(self.rows > self.adjacency.neighbours)))

    def _lists(self, keep: NDArray[np.bool], weights: NDArray[np.float64] | None = None) -> Source:
        return lists(
            None,
            starts_of(self.rows[keep], len(self)),
            self.adjacency.neighbours[keep],
            directed=self.directed,
            weights=None if weights is None else weights[keep],
        )

    def is_directed(self) -> bool:
        """Tell whether edges have a direction."""
        return self.directed

    def is_multigraph(self) -> bool:
        """Tell whether edges may be parallel, which none are."""
        return False

    def number_of_nodes(self) -> int:
        """Return how many nodes there are."""
        return len(self.nodes)

    order = __len__ = number_of_nodes

    def number_of_edges(self) -> int:
        """Return how many edges there are, loops included."""
        entries = len(self.adjacency.neighbours)
        return entries if self.directed else (entries + self.loops) // 2

    def __iter__(self) -> Iterator[Any]:
        """Go through the nodes."""
        return iter(self.nodes)

    def __contains__(self, node: object) -> bool:
        """Tell whether something is a node."""
        try:
            return node in self.numbers
        except TypeError:
            return False

    def __getstate__(self) -> dict[str, Any]:
        """Return what makes it, without the files that the command reads."""
        derived = {"numbers", "rows", "loops", "_arcs", "_edges", "__networkx_cache__"}
        return {name: held for name, held in self.__dict__.items() if name not in derived}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Be what was kept."""
        self.__dict__.update(state)
        self.__networkx_cache__ = {}


@dataclass
class _Ready:
    """A source, for who takes graphs."""

    source: Source

    def __tricycle_source__(self, *, weights: str | None, directed: bool) -> Source:
        return self.source


def _together(nodes: list[Any]) -> list[Any]:
    """Return the nodes; integers anew, so that they lie side by side.

    Those of a graph are strewn over memory, and a dict of all is made three times as fast of
    such as are not.
    """
    if set(map(type, nodes)) != {int}:
        return nodes
    with suppress(OverflowError):
        anew: list[Any] = np.fromiter(nodes, np.int64, len(nodes)).tolist()
        return anew
    return nodes


def floats(name: str, values: list[Any]) -> NDArray[np.float64]:
    """Return the values of an attribute of the edges as weights.

    Raises:
        NotImplementedError: some of them are no finite numbers of 64 bits.

    """
    message = f"the edge attribute {name!r} has values other than finite numbers of 64 bits"
    if not set(map(type, values)) <= _COUNTED:
        raise NotImplementedError(message)
    try:
        weights = np.fromiter(values, dtype=np.float64, count=len(values))
    except OverflowError as error:
        raise NotImplementedError(message) from error
    if not math.isfinite(weights.sum()):
        raise NotImplementedError(message)
    return weights
