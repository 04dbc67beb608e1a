"""The adjacency of a NetworkX graph is what the graph says, whatever its nodes are."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tricycle_graph._inputs.networkx import adjacency
from tricycle_graph._inputs.networkx_data import by_data

nx = pytest.importorskip("networkx")

LABELS = {
    "numbers": lambda v: v,
    "numbers from 7": lambda v: v + 7,
    "numbers far apart": lambda v: (v * 7919) % 101 * 10**15,
    "negative numbers": lambda v: -v,
    "numbers beyond 64 bits": lambda v: v + 2**70,
    "truth values and numbers": lambda v: bool(v) if v < 2 else v,
    "floats": lambda v: v / 3,
    "text": str,
    "all sorts": lambda v: (v, str(v), (v, v), None if v == 3 else float(v))[v % 4],
}


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_adjacency_is_that_of_the_graph(labels: str, kind: type[Any]) -> None:
    chance = random.Random(labels)
    graph = kind()
    nodes = [n for n in map(LABELS[labels], range(1, 40)) if n is not None]
    chance.shuffle(nodes)
    graph.add_nodes_from(nodes)
    graph.add_edges_from((chance.choice(nodes), chance.choice(nodes)) for _ in range(200))
    found = adjacency(graph)
    assert found.nodes == list(graph)
    for number, node in enumerate(graph):
        row = found.neighbours[found.starts[number] : found.starts[number + 1]]
        assert [found.nodes[v] for v in row] == list(graph.adj[node])


def test_a_view_and_an_empty_graph() -> None:
    assert adjacency(nx.Graph()).nodes == []
    view = nx.subgraph_view(nx.path_graph(5), filter_node=lambda v: v != 2)
    found = adjacency(view)
    assert found.nodes == [0, 1, 3, 4]
    assert found.neighbours.tolist() == [1, 0, 3, 2]


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_entries_of_an_edge_find_each_other_by_its_attributes(kind: type[Any]) -> None:
    chance = random.Random(7)
    graph = kind()
    graph.add_nodes_from("isolated")
    graph.add_edges_from((str(chance.randrange(30)), str(chance.randrange(30))) for _ in range(99))
    nodes, rows = list(graph), [row for _, row in graph.adjacency()]
    found = by_data(graph, nodes, rows)
    assert found is not None
    assert [nodes[v] for v in found] == [v for row in rows for v in row]
    assert by_data(kind(), [], []) is not None


def test_attributes_that_edges_share() -> None:
    everybody: dict[str, Any] = {}

    class Thin(nx.Graph):
        """A graph whose edges share their attributes, as NetworkX describes it."""

        edge_attr_dict_factory = staticmethod(lambda: everybody)

    class ThinDigraph(Thin, nx.DiGraph):
        """The same of arcs."""

    for kind in (Thin, ThinDigraph):
        for edges in (["aa", "bb"], ["aa", "bc"], ["ab", "ac"], ["ab", "cc"], ["ab"], ["aa"]):
            graph = kind([tuple(edge) for edge in edges])
            found = adjacency(graph)
            assert [found.nodes[v] for v in found.neighbours] == [
                v for _, row in graph.adjacency() for v in row
            ]
