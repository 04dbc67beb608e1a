"""NetworkX finds the backend, asks it, keeps what was converted, and is told reasons."""

from __future__ import annotations

import copy
import logging
import pickle
from typing import TYPE_CHECKING, Any

import pytest

nx = pytest.importorskip("networkx")

if "tricycle" not in nx.utils.backends.backends:
    pytest.skip("NetworkX finds the backend of an installed package", allow_module_level=True)

import tricycle_graph as tc  # noqa: E402
from tricycle_graph import nx as backend  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "networkx.utils.backends")
    return caplog


@pytest.fixture
def first() -> Iterator[None]:
    """Let NetworkX ask the backend before itself."""
    with nx.config.backend_priority(algos=["tricycle"]):
        yield


def ran(log: pytest.LogCaptureFixture, name: str) -> bool:
    return f"Using backend 'tricycle' for call to '{name}'" in log.text


def large() -> nx.Graph[Any]:
    return nx.gnp_random_graph(300, 0.5, seed=1)


def converted(graph: nx.Graph[Any]) -> dict[Any, Any]:
    kept: dict[Any, Any] = graph.__networkx_cache__.get("backends", {}).get("tricycle", {})
    return kept


def test_what_networkx_is_told() -> None:
    names = nx.utils.backends.backend_info["tricycle"]["functions"].keys()
    interface = {"Converted", "can_run", "should_run"}
    assert names == set(backend.__all__) - interface - {"convert_from_nx", "convert_to_nx"}
    for name in names:
        assert "tricycle : Triangles, trusses" in getattr(nx, name).__doc__
        assert "threads : int" in getattr(nx, name).__doc__


@pytest.mark.usefixtures("first")
def test_priority(log: pytest.LogCaptureFixture) -> None:
    graph = large()
    found = nx.triangles(graph)
    assert ran(log, "triangles")
    assert found == nx.triangles(graph, backend="networkx")


@pytest.mark.usefixtures("first")
@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: nx.triangles(large(), 5), "one node"),
        (lambda: nx.triangles(nx.complete_graph(9)), "72 entries of the adjacency"),
        (lambda: list(nx.chordless_cycles(nx.cycle_graph(9, nx.DiGraph))), "have a direction"),
        (lambda: list(nx.all_triangles(nx.MultiGraph(large()))), "edges may be parallel"),
        (
            lambda: nx.clustering(nx.complete_graph(5, nx.DiGraph), weight="weight"),
            "weights and a direction",
        ),
        (lambda: nx.effective_size(nx.path_graph(3), weight="w"), "edges have weights"),
        (lambda: nx.triadic_census(nx.DiGraph(large()), [1]), "triads of all nodes"),
        (lambda: nx.k_truss(large(), 3.5), "3.5 is no whole number"),
        (lambda: nx.k_truss(nx.empty_graph(300), None), "None is no whole number"),
    ],
)
def test_reasons(log: pytest.LogCaptureFixture, call: Any, reason: str) -> None:  # noqa: ANN401
    with nx.config.backend_priority(generators=["tricycle"]):
        call()
    assert "Using backend 'tricycle'" not in log.text
    assert reason in log.text


@pytest.mark.usefixtures("first")
def test_a_small_graph_that_was_converted_is_asked_again(log: pytest.LogCaptureFixture) -> None:
    graph = nx.complete_graph(9)
    nx.transitivity(graph, backend="tricycle")
    log.clear()
    assert nx.triangles(graph)[0] == 28
    assert ran(log, "triangles")


@pytest.mark.usefixtures("first")
def test_what_only_the_call_can_tell_is_left_to_networkx(log: pytest.LogCaptureFixture) -> None:
    graph = nx.complete_graph(40)
    graph.add_edge(0, 0)
    assert [0] in list(nx.chordless_cycles(graph))
    assert "raised when calling 'chordless_cycles': a self-loop is a cycle" in log.text


def test_options_go_to_the_command() -> None:
    graph = nx.karate_club_graph()
    assert nx.triangles(graph, 0, backend="tricycle", threads=1, memory="1GiB") == 18
    with pytest.raises(TypeError, match="no option 'thread'"):
        nx.triangles(graph, backend="tricycle", thread=1)
    with pytest.raises(tc.UsageError):
        nx.triangles(graph, backend="tricycle", method="none")


def test_a_conversion_is_kept_until_the_graph_changes(log: pytest.LogCaptureFixture) -> None:
    graph = nx.complete_graph(5)
    assert nx.triangles(graph, 0, backend="tricycle") == 6
    (kept,) = converted(graph).values()
    assert nx.transitivity(graph, backend="tricycle") == 1
    assert list(converted(graph).values()) == [kept]
    assert "Using cached converted graph" in log.text
    graph.remove_edge(0, 1)
    assert not converted(graph)
    assert nx.triangles(graph, 0, backend="tricycle") == 3
    assert nx.triangles(kept, 0) == 6  # which is as it was
    graph.add_node("new")
    assert nx.triangles(graph, "new", backend="tricycle") == 0


def test_attributes_are_converted_where_they_are_asked_for() -> None:
    graph = nx.karate_club_graph()
    nx.triangles(graph, backend="tricycle")
    (plain,) = converted(graph).values()
    assert plain.edge_data is None
    assert not plain.weights
    nx.clustering(graph, weight="weight", backend="tricycle")
    (weighted,) = converted(graph).values()  # which answers for the other, too
    assert list(weighted.weights) == ["weight"]
    nx.k_truss(graph, 4, backend="tricycle")
    (whole,) = converted(graph).values()
    expected = nx.clustering(graph, weight="weight", backend="networkx")
    assert nx.clustering(whole, weight="weight") == pytest.approx(expected, rel=1e-14)


def test_a_converted_graph_is_one_of_the_package_and_of_networkx() -> None:
    graph = nx.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "d")])
    made = backend.convert_from_nx(graph)
    assert tc.count(made) == 1
    assert (len(made), made.number_of_edges(), list(made)) == (4, 5, list("abcd"))
    with nx.config(fallback_to_nx=True):
        assert nx.degree_centrality(made) == nx.degree_centrality(graph)
    whole = backend.convert_from_nx(graph, preserve_graph_attrs=True)
    assert nx.utils.graphs_equal(backend.convert_to_nx(whole), graph)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_there_and_back(kind: type[Any]) -> None:
    graph = kind([(0, 1, {"weight": 3}), (1, 2, {"other": "x"}), (2, 2)], name="there")
    graph.add_node("alone", colour="red")
    made = backend.convert_from_nx(
        graph, preserve_edge_attrs=True, preserve_node_attrs=True, preserve_graph_attrs=True
    )
    assert nx.utils.graphs_equal(backend.convert_to_nx(made), graph)
    weighted = backend.convert_to_nx(backend.convert_from_nx(graph, edge_attrs={"weight": 1}))
    assert [data for *_, data in weighted.edges.data("weight")] == [3, 1, 1]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])  # noqa: S301
def test_copies_of_a_graph_that_was_converted(again: Any) -> None:  # noqa: ANN401
    graph = nx.karate_club_graph()
    expected = nx.clustering(graph, backend="tricycle"), nx.k_truss(graph, 5, backend="tricycle")
    twin = again(graph)
    assert nx.clustering(twin, backend="tricycle") == expected[0]
    assert nx.utils.graphs_equal(nx.k_truss(twin, 5, backend="tricycle"), expected[1])
    twin.add_edges_from(nx.complete_graph(34).edges)
    assert nx.transitivity(twin, backend="tricycle") == 1
    made = again(backend.convert_from_nx(graph))
    assert nx.triangles(made) == nx.triangles(graph)


def test_iterators_end_when_nobody_wants_more() -> None:
    graph = nx.grid_2d_graph(12, 12)
    cycles = nx.chordless_cycles(graph, backend="tricycle")
    assert len(next(cycles)) >= 4
    cycles.close()
    found = nx.all_triangles(nx.complete_graph(200), backend="tricycle")
    assert len(next(found)) == 3
    del found
