"""Every answer against NetworkX or brute force, on random graphs."""

# ruff: noqa: ANN401 - networkx has no types

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tricycle_graph as tc

if TYPE_CHECKING:
    from collections.abc import Callable

nx = pytest.importorskip("networkx")

NAMES = ["numbers", "names", "sparse ids"]


def graphs() -> list[Any]:
    made = [
        nx.gnp_random_graph(n, p, seed=n) for n, p in [(8, 0.5), (20, 0.3), (40, 0.15), (15, 0.8)]
    ]
    made += [nx.karate_club_graph(), nx.path_graph(6), nx.complete_graph(7), nx.cycle_graph(9)]
    return [nx.Graph(list(graph.edges)) for graph in made]


def called(graph: Any, how: str) -> Any:
    names: dict[str, Callable[[int], Any]] = {
        "numbers": int,
        "names": "v{}".format,
        "sparse ids": lambda v: v * v * 1_000_003 + 7,
    }
    return nx.relabel_nodes(graph, names[how])


def pairs(graph: Any) -> tuple[list[Any], list[Any]]:
    src, dst = zip(*graph.edges, strict=True)
    return list(src), list(dst)


def every(test: Any) -> Any:
    test = pytest.mark.parametrize("how", NAMES)(test)
    return pytest.mark.parametrize("graph", graphs(), ids=str)(test)


@every
def test_count(graph: Any, how: str) -> None:
    found = tc.count(pairs(called(graph, how)))
    assert found == sum(nx.triangles(graph).values()) // 3
    assert isinstance(found, int)
    assert (found.vertices, found.edges) == (len(graph), graph.size())
    assert found.wedges == sum(math.comb(d, 2) for _, d in graph.degree)
    assert found.transitivity == pytest.approx(nx.transitivity(graph))
    assert found.max_degree == max(d for _, d in graph.degree)
    assert (found.engine, found.file) == ("cpu", None)
    assert found.seconds["total"] > 0
    assert found.cleaning.records == graph.size()


@every
def test_vertices(graph: Any, how: str) -> None:
    graph = called(graph, how)
    found = tc.vertices(pairs(graph))
    assert found.columns == ("vertex", "degree", "triangles", "clustering")
    assert [found[name].dtype.str for name in found.columns[1:]] == ["<u4", "<u8", "<f8"]
    assert sorted(found.vertex.tolist()) == sorted(graph)
    rows = zip(*(found[name].tolist() for name in found), strict=True)
    triangles, clustering = nx.triangles(graph), nx.clustering(graph)
    for vertex, degree, count, coefficient in rows:
        assert degree == graph.degree[vertex]
        assert count == triangles[vertex]
        assert coefficient == pytest.approx(clustering[vertex])
    sheet = tc.vertices(pairs(graph), stats=True)
    assert sheet.average_clustering == pytest.approx(nx.average_clustering(graph))
    assert dict(sheet.participation or []) == {
        t: list(triangles.values()).count(t) for t in triangles.values()
    }
    assert {row["vertex"] for row in sheet.top or []} <= set(graph)
    assert [row["triangles"] for row in sheet.top or []] == [
        triangles[row["vertex"]] for row in sheet.top or []
    ]


@every
def test_edges(graph: Any, how: str) -> None:
    graph = called(graph, how)
    found = tc.edges(pairs(graph), with_=["jaccard", "ecc", "trussness"])
    assert found.columns == ("source", "target", "support", "jaccard", "ecc", "trussness")
    assert len(found) == graph.size()
    core = trussness(graph)
    for u, v, support, jaccard, ecc, k in zip(
        *(found[name].tolist() for name in found), strict=True
    ):
        both = len(set(graph[u]) & set(graph[v]))
        least = min(graph.degree[u], graph.degree[v]) - 1
        assert support == both
        assert jaccard == pytest.approx(both / len(set(graph[u]) | set(graph[v])))
        assert ecc == pytest.approx(both / least if least else 0)
        assert k == core[frozenset((u, v))]
    sheet = tc.edges(pairs(graph), stats=True)
    assert sheet.max_support == max(found.support)
    assert sheet.mean_support == pytest.approx(found.support.mean())
    assert {v for row in sheet.top or [] for v in (row["source"], row["target"])} <= set(graph)


def trussness(graph: Any) -> dict[frozenset[Any], int]:
    core = {frozenset(edge): 2 for edge in graph.edges}
    k = 3
    while (inner := nx.k_truss(graph, k)).size():
        core |= {frozenset(edge): k for edge in inner.edges}
        k += 1
    return core


@every
def test_truss(graph: Any, how: str) -> None:
    graph = called(graph, how)
    core = trussness(graph)
    found = tc.truss(pairs(graph))
    ends = zip(found.source.tolist(), found.target.tolist(), strict=True)
    assert dict(zip(map(frozenset, ends), found.trussness.tolist(), strict=True)) == core
    for k in [*range(2, max(core.values()) + 2), "max"]:
        inner = tc.truss(pairs(graph), k)
        least = max(core.values()) if k == "max" else k
        ends = zip(inner.source.tolist(), inner.target.tolist(), strict=True)
        assert {frozenset(e) for e in ends} == {e for e, t in core.items() if t >= least}
    sheet = tc.truss(pairs(graph), stats=True)
    assert sheet.max_trussness == max(core.values())
    assert [row["edges"] for row in sheet.trusses or []] == [
        sum(t >= k for t in core.values()) for k in range(2, sheet.max_trussness + 1)
    ]


@every
def test_triangles(graph: Any, how: str) -> None:
    graph = called(graph, how)
    batches = list(tc.triangles(pairs(graph)))
    assert all(batch.ndim == 2 and batch.shape[1] == 3 for batch in batches)
    found = [frozenset(row) for batch in batches for row in batch.tolist()]
    want = {
        frozenset(three)
        for three in combinations(graph, 3)
        if all(graph.has_edge(*edge) for edge in combinations(three, 2))
    }
    assert len(found) == len(want)
    assert set(found) == want


@every
def test_chordless_cycles(graph: Any, how: str) -> None:
    graph = called(graph, how)
    want = [frozenset(cycle) for cycle in nx.chordless_cycles(graph) if len(cycle) > 3]
    found = [cycle.tolist() for cycle in tc.chordless_cycles(pairs(graph))]
    assert sorted(map(sorted, found)) == sorted(map(sorted, want))
    for cycle in found:
        assert all(graph.has_edge(u, v) for u, v in pairwise([*cycle, cycle[0]]))
    counted = tc.count_cycles(pairs(graph), histogram=True, per_vertex=True)
    assert counted == len(want)
    lengths = [len(cycle) for cycle in want]
    assert counted.histogram == {n: lengths.count(n) for n in sorted(set(lengths))}
    assert counted.triangles == sum(nx.triangles(graph).values()) // 3
    rows = counted.per_vertex
    assert rows is not None
    assert dict(zip(rows.vertex.tolist(), rows.cycles.tolist(), strict=True)) == {
        vertex: sum(vertex in cycle for cycle in want) for vertex in graph
    }
    longest = tc.longest_cycle(pairs(graph))
    assert (0 if longest is None else len(longest)) == max(lengths, default=0)
    answer = tc.is_chordal(pairs(graph))
    assert bool(answer) == answer.chordal == (not want)
    if answer:
        order = answer.elimination_order
        assert order is not None
        assert sorted(order.tolist()) == sorted(graph)
        place = {vertex: i for i, vertex in enumerate(order.tolist())}
        for vertex in graph:
            later = [u for u in graph[vertex] if place[u] > place[vertex]]
            assert all(graph.has_edge(*edge) for edge in combinations(later, 2))
    else:
        assert answer.hole is not None
        assert frozenset(answer.hole.tolist()) in want


@pytest.mark.parametrize("how", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_census(seed: int, how: str) -> None:
    graph = called(nx.gnp_random_graph(15, 0.2, seed=seed, directed=True), how)
    graph = nx.DiGraph(list(graph.edges))
    found = tc.census(pairs(graph))
    assert dict(found) == nx.triadic_census(graph)
    assert (found.vertices, found.arcs) == (len(graph), graph.size())
    assert sum(found.values()) == math.comb(len(graph), 3)
    assert dict(tc.census(graph)) == dict(found)


@pytest.mark.parametrize("how", NAMES)
def test_niche(how: str) -> None:
    web = called(nx.gnp_random_graph(15, 0.15, seed=3, directed=True), how)
    web = nx.DiGraph(list(web.edges))
    found = tc.edges(tc.niche(pairs(web)))
    ends = zip(found.source.tolist(), found.target.tolist(), strict=True)
    assert {frozenset(edge) for edge in ends} == {
        frozenset(two) for prey in web for two in combinations(web.successors(prey), 2)
    }
    assert set(tc.niche(pairs(web)).ids.tolist()) == set(web)


@pytest.mark.parametrize("seed", range(3))
def test_directed_and_weighted(seed: int) -> None:
    arcs = nx.gnp_random_graph(20, 0.3, seed=seed, directed=True)
    found = tc.vertices(pairs(arcs), directed="fagiolo")
    want = nx.clustering(arcs)
    assert found.clustering_fagiolo.tolist() == pytest.approx(
        [want[vertex] for vertex in found.vertex.tolist()]
    )
    graph = nx.gnp_random_graph(20, 0.4, seed=seed)
    made = np.random.default_rng(seed)
    nx.set_edge_attributes(graph, {edge: made.random() for edge in graph.edges}, "weight")
    found = tc.vertices(graph, weights="weight")
    want = nx.clustering(graph, weight="weight")
    assert found.clustering_onnela.tolist() == pytest.approx(
        [want[vertex] for vertex in found.vertex.tolist()]
    )


def test_without_edges() -> None:
    nothing: tuple[list[int], list[int]] = ([], [])
    count = tc.count(nothing)
    assert (count, count.vertices, count.edges) == (0, 0, 0)
    assert len(tc.vertices(nothing)) == 0
    assert len(tc.edges(nothing, with_="ecc").ecc) == 0
    assert len(tc.truss(nothing)) == len(tc.truss(nothing, 3)) == len(tc.truss(nothing, "max")) == 0
    assert list(tc.triangles(nothing)) == []
    assert list(tc.chordless_cycles(nothing)) == []
    cycles = tc.count_cycles(nothing, histogram=True, per_vertex=True)
    assert (cycles, cycles.histogram) == (0, {})
    assert cycles.per_vertex is not None
    assert len(cycles.per_vertex) == 0
    assert tc.longest_cycle(nothing) is None
    chordal = tc.is_chordal(nothing)
    assert chordal
    assert chordal.elimination_order is not None
    assert len(chordal.elimination_order) == 0
    assert set(tc.census(nothing).values()) == {0}
    assert tc.vertices(nothing, stats=True).participation is None
    assert tc.edges(nothing, stats=True).support is None
    assert tc.truss(nothing, stats=True).trusses is None
    assert tc.info(nothing).vertices == 0
    assert repr(tc.edges(nothing)) == "Edges: 0 edges\nsource  target  support"
    assert "0 edges" in tc.edges(nothing)._repr_html_()


def test_isolated_vertices() -> None:
    graph = nx.Graph([("a", "b")])
    graph.add_node("alone")
    found = tc.vertices(graph)
    assert dict(zip(found.vertex.tolist(), found.degree.tolist(), strict=True)) == {
        "a": 1,
        "b": 1,
        "alone": 0,
    }
