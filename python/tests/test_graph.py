"""A Graph is read once and answers as often as anybody asks."""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from inputs import Sample, found

import tricycle_graph as tc

pytestmark = pytest.mark.filterwarnings("ignore::tricycle_graph.CleaningWarning")

TRIANGLE = [(5, 6), (6, 7), (7, 5), (5, 6), (6, 5), (9, 9)]


def test_what_a_graph_tells() -> None:
    with pytest.warns(tc.CleaningWarning) as warned:
        graph = tc.Graph(TRIANGLE)
    assert len(warned) == 1
    assert len(graph) == graph.vertex_count == 4
    assert graph.edge_count == 3
    assert graph.ids.tolist() == [5, 6, 7, 9]
    assert graph.cleaning._asdict() == {
        "records": 6,
        "loops": 1,
        "duplicates": 1,
        "reciprocal": 1,
        "isolated": 1,
        "one_way": 2,
    }
    assert repr(graph) == "<tricycle_graph.Graph: 4 vertices, 3 edges>"
    assert graph.count() == tc.count(graph) == 1
    assert found(graph) == {5: (2, 1), 6: (2, 1), 7: (2, 1), 9: (0, 0)}


def test_methods_are_the_functions(tmp_path: Path) -> None:
    graph = tc.Graph((["a", "b", "c", "c"], ["b", "c", "a", "d"]))
    assert graph.vertices().triangles.tolist() == [1, 1, 1, 0]
    assert graph.edges(with_=["jaccard"]).source.tolist() == ["a", "a", "b", "c"]
    assert graph.truss().trussness.tolist() == [3, 3, 3, 2]
    assert [list(batch[0]) for batch in graph.triangles()] == [["a", "b", "c"]]
    assert graph.count_cycles().triangles == 1
    assert list(graph.chordless_cycles()) == []
    assert graph.is_chordal()
    assert graph.longest_cycle() is None
    assert graph.info().vertices == graph.estimate().vertices == 4
    assert "</html>" in graph.report().html
    graph.convert(tmp_path / "x.mtx")
    assert tc.Graph(tmp_path / "x.mtx").edge_count == 4


def test_ids_of_any_kind(karate: Path) -> None:
    assert tc.Graph(karate).ids.tolist() == list(range(1, 35))
    assert tc.Graph([]).ids.tolist() == []
    for names in ("text", "negative", "64 bits", "text in the file"):
        sample = Sample(6).called(
            [
                {"text": f"v{i}", "negative": -i, "64 bits": (1 << 64) - 1 - i}.get(
                    names, f"é\0\n{i}"
                )
                for i in range(40)
            ]
        )
        given: object = sample.records
        if names == "text in the file":
            src, dst = zip(*sample.records, strict=True)
            given = pytest.importorskip("pyarrow").table({"a": src, "b": dst})
        graph = tc.Graph(given)
        want = sample.answers(isolated=False)
        assert set(graph.ids.tolist()) == set(want)
        assert found(graph) == found(given) == want
        assert found(pickle.loads(pickle.dumps(graph))) == want  # noqa: S301 - our own


def test_isolated_vertices_stay() -> None:
    graph = tc.Graph(pytest.importorskip("scipy.sparse").csr_array((4, 4)))
    assert len(graph) == 4
    assert bool(tc.Graph([]))


def test_closing() -> None:
    with tc.Graph(TRIANGLE) as graph:
        assert graph.count() == 1
        ids = graph.ids
    assert "closed" in repr(graph)
    for use in (graph.count, lambda: pickle.dumps(graph), lambda: tc.count(graph)):
        with pytest.raises(ValueError, match="closed"):
            use()
    assert ids.tolist() == [5, 6, 7, 9]
    graph.close()


def test_no_file_stays_open() -> None:
    def opened() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    tc.Graph(TRIANGLE).count()
    gc.collect()
    before = opened()
    graphs = [tc.Graph(TRIANGLE) for _ in range(5)]
    known = [weakref.ref(graph) for graph in graphs]
    assert [graph.count() for graph in graphs] == [1] * 5
    del graphs
    gc.collect()
    assert [ref() for ref in known] == [None] * 5
    assert opened() == before


def triangles(graph: tc.Graph) -> int:
    return int(graph.count())


def test_threads_and_processes() -> None:
    sample = Sample(6)
    graph = tc.Graph(sample.records)
    want = sample.answers(isolated=False)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: found(graph), range(16))) == [want] * 16
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(triangles, [graph]) == [sum(t for _, t in want.values()) // 3]


def test_closing_while_others_ask() -> None:
    graph = tc.Graph((np.arange(200_000), np.arange(200_000) // 2))
    answers: list[int | str] = []

    def ask(_: int) -> None:
        try:
            answers.append(int(graph.count()))
        except ValueError as error:
            answers.append(str(error))

    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(ask, i) for i in range(12)]
        asked[3].result()
        graph.close()
    assert set(answers) <= {0, "this Graph is closed"}
    assert 0 in answers


def test_what_a_graph_does_not_keep() -> None:
    from tricycle_graph._inputs import source

    graph = tc.Graph(TRIANGLE)
    with pytest.raises(tc.UsageError, match="weights"):
        source(graph, weights="auto")
    with pytest.raises(tc.UsageError, match="directions"):
        source(graph, directed=True)
    with pytest.raises(tc.UsageError, match="columns"):
        source(graph, columns=[1, 2])
    with pytest.raises(TypeError):
        tc.Graph(5)
    with pytest.raises(tc.InputError):
        tc.Graph("gone.txt")
