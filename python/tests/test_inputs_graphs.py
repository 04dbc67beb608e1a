# ruff: noqa: ANN401 - inputs are of any type
"""Graphs of other packages give the same answers, under their own ids."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from inputs import Sample, Tensor, found

import tricycle_graph as tc
from tricycle_graph._inputs import source

SEEDS = range(8)
NODES: dict[str, Any] = {
    "0 to n-1": lambda i: i,
    "numbers": lambda i: i * 7 - 20,
    "numbers of numpy": lambda i: np.int64(i * 7),
    "large numbers": lambda i: i << 70,
    "text": lambda i: f"v{i}",
    "odd text": lambda i: ["", "\n", "\0", "\ud800"][i % 4] + str(i // 4),
    "all sorts": lambda i: [("a", i), frozenset([i]), float(i) + 0.5, f"v{i}", i][i % 5],
}


@pytest.mark.parametrize("nodes", NODES)
@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_networkx(kind: str, nodes: str) -> None:
    nx = pytest.importorskip("networkx")
    for seed in SEEDS:
        sample = Sample(seed).called([NODES[nodes](i) for i in range(40)])
        graph = getattr(nx, kind)(sample.records)
        graph.add_nodes_from(sample.names)
        assert found(graph) == sample.answers(isolated=True)


def test_networkx_views_and_what_cleaning_finds() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.MultiGraph([(0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (5, 6)])
    view = graph.subgraph([2, 1, 0, 6])
    assert found(view) == {0: (2, 1), 1: (2, 1), 2: (2, 1), 6: (0, 0)}
    read = source(view)
    reply = read.run(["count", "--json", *read.flags, "--", read.path], quiet=True).json()
    assert reply["cleaning"]["records"] == 5
    assert reply["cleaning"]["loops"] == 1
    assert reply["cleaning"]["duplicates"] + reply["cleaning"]["reciprocal"] == 1
    assert found(nx.Graph()) == {}
    assert found(nx.empty_graph(3)) == dict.fromkeys(range(3), (0, 0))
    assert found(nx.freeze(nx.cycle_graph(3))) == dict.fromkeys(range(3), (2, 1))


def test_networkx_arcs_and_weights() -> None:
    nx = pytest.importorskip("networkx")
    sample = Sample(5)
    graph = nx.DiGraph(sample.records)
    read = source(graph, directed=True)
    counted = read.run(["census", "--json", *read.flags, "--", read.path], quiet=True).json()
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    triads = {triad["class"]: int(triad["count"]) for triad in counted["triads"]}
    assert triads == nx.triadic_census(graph)
    read = source(graph.to_undirected(), directed=True)
    with pytest.raises(tc.InputError, match="direction"):
        read.run(["census", *read.flags, "--", read.path])
    weighted = graph.to_undirected()
    for number, (_, _, data) in enumerate(weighted.edges(data=True)):
        if number % 3:
            data["cost"] = number
    read = source(weighted, weights="cost")
    rows = read.run(["vertices", *read.flags, "--to=ndjson", "--", read.path], quiet=True).lines()
    assert read.ids is not None
    assert dict(
        zip(read.ids.tolist(), [row["clustering_onnela"] for row in rows], strict=True)
    ) == (pytest.approx(nx.clustering(weighted, weight="cost")))
    weighted.add_edge(0, 1, cost="much")
    with pytest.raises(ValueError, match="'cost'"):
        source(weighted, weights="cost")


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("way", ["memory", "edge list"])
def test_igraph(monkeypatch: pytest.MonkeyPatch, way: str, *, directed: bool) -> None:
    igraph = pytest.importorskip("igraph")
    from tricycle_graph._inputs import igraph as reader

    if way == "edge list":
        monkeypatch.setattr(reader, "_in_memory", lambda _: None)
    for seed in SEEDS:
        sample = Sample(seed)
        graph = igraph.Graph(sample.n, sample.records, directed=directed)
        if way == "memory":
            assert reader._in_memory(graph) is not None
        assert found(graph) == sample.answers(isolated=True)
        if directed:
            continue
        graph.es["weight"] = list(range(1, graph.ecount() + 1))
        graph.simplify(combine_edges="sum")
        read = source(graph, weights="auto")
        args = ["vertices", *read.flags, "--formula=barrat", "--to=ndjson", "--", read.path]
        rows = read.run(args, quiet=True).lines()
        want = graph.transitivity_local_undirected(mode="zero", weights="weight")
        assert [row["clustering_barrat"] for row in rows] == pytest.approx(want)
    assert found(igraph.Graph()) == {}
    with pytest.raises(tc.UsageError, match="no attribute"):
        source(igraph.Graph.Ring(3), weights="cost")


@pytest.mark.parametrize("directed", [False, True])
def test_networkit(*, directed: bool) -> None:
    networkit = pytest.importorskip("networkit")
    for seed in SEEDS:
        sample = Sample(seed)
        graph = networkit.Graph(sample.n, directed=directed)
        for u, v in sample.records:
            graph.addEdge(u, v)
        assert found(graph) == sample.answers(isolated=True)
        graph.removeNode(0)
        sample.records = [pair for pair in sample.records if 0 not in pair]
        want = sample.answers(isolated=True)
        del want[0]
        assert found(graph) == want


class Data:
    """What a `Data` of PyTorch Geometric does that matters here."""

    def __init__(self, sample: Sample | None) -> None:
        """Make one of a graph."""
        self.edge_index: Any = None
        if sample is not None:
            self.edge_index = Tensor(np.array(sample.records, np.int64).reshape(-1, 2).T)
            self.num_nodes = sample.n


class OfDGL:
    """What a graph of DGL does that matters here."""

    is_homogeneous = True
    ndata: tuple[()] = ()

    def __init__(self, sample: Sample) -> None:
        """Make one of a graph."""
        self.sample = sample

    def num_nodes(self) -> int:
        """Return how many there are."""
        return self.sample.n

    def edges(self) -> tuple[Tensor, Tensor]:
        """Return sources and targets."""
        sources, targets = np.array(self.sample.records, np.int64).reshape(-1, 2).T
        return Tensor(sources), Tensor(targets)


class OfGraphTool:
    """What a graph of graph-tool does that matters here; its filter hides vertex 0."""

    def __init__(self, sample: Sample, *, directed: bool) -> None:
        """Make one of a graph."""
        self.sample, self.directed = sample, directed

    def is_directed(self) -> bool:
        """Return whether it has arcs."""
        return self.directed

    def get_vertices(self) -> Any:
        """Return the numbers of vertices."""
        return np.arange(1, self.sample.n)

    def get_edges(self) -> Any:
        """Return an edge a row."""
        return np.array([pair for pair in self.sample.records if 0 not in pair], int).reshape(-1, 2)


def test_stand_ins() -> None:
    for seed in SEEDS:
        sample = Sample(seed)
        want = sample.answers(isolated=True)
        assert found(Data(sample)) == want
        assert found(OfDGL(sample)) == want
        sample.records = [pair for pair in sample.records if 0 not in pair]
        want = sample.answers(isolated=True)
        del want[0]
        for directed in (False, True):
            assert found(OfGraphTool(sample, directed=directed)) == want
    with pytest.raises(ValueError, match="no edge_index"):
        source(Data(None))
    several = OfDGL(sample)
    several.is_homogeneous = False
    with pytest.raises(ValueError, match="several types"):
        source(several)
    for other in (Data(sample), several):
        with pytest.raises(tc.UsageError, match="weights="):
            source(other, weights="auto")
