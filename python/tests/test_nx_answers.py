"""Each function of the backend answers as NetworkX does: values, types, order, errors."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

nx = pytest.importorskip("networkx")

if "tricycle" not in nx.utils.backends.backends:
    pytest.skip("NetworkX finds the backend of an installed package", allow_module_level=True)

import networkx_graphs  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")

LAST_DIGITS = 4e-15
NOT_OURS = "not ours"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("loops", [False, True], ids=["simple", "loops"])
class TestRandomGraphs:
    """Random graphs, of all kinds of nodes."""

    def test_at_nodes(self, seed: int, loops: bool) -> None:  # noqa: FBT001
        chance = random.Random(seed)
        graph = networkx_graphs.graph(chance, loops=loops)
        some = chance.sample(list(graph), chance.randint(0, len(graph)))
        for name in ("triangles", "clustering", "generalized_degree"):
            for nodes in (None, some, [*some, "nowhere"], "nowhere", 12345, [[1]], *some[:1]):
                assert_same(name, graph, nodes)
        for nodes in (some, [*some, "nowhere"]):
            assert_same("effective_size", graph, nodes)
            assert_same("average_clustering", graph, nodes)
        assert_same("effective_size", graph, close=1e-9)
        assert_same("average_clustering", graph)
        assert_same("average_clustering", graph, count_zeros=False)
        assert_same("transitivity", graph)

    def test_triangles_and_trusses(self, seed: int, loops: bool) -> None:  # noqa: FBT001
        chance = random.Random(seed)
        graph = networkx_graphs.graph(chance, loops=loops)
        some = chance.sample(list(graph), chance.randint(0, len(graph)))
        for nodes in (None, some, [*some, "nowhere"], 12345, *some[:1]):
            assert_same("all_triangles", graph, nodes, shape=any_order)
        for k in range(6):
            assert_same("k_truss", graph, k, shape=in_full)

    def test_cycles(self, seed: int, loops: bool) -> None:  # noqa: FBT001
        chance = random.Random(seed)
        graph = networkx_graphs.graph(chance, loops=loops, sizes=networkx_graphs.SMALL)
        for bound in (None, 0, 1, 2, 3, 4, 6, -1):
            assert_same("chordless_cycles", graph, bound, shape=cycles_in_any_order)
        assert_same("is_chordal", graph)
        assert_same("is_chordal", networkx_graphs.graph(chance, loops=loops))
        assert_same("is_perfect_graph", graph)

    def test_directions_and_weights(self, seed: int, loops: bool) -> None:  # noqa: FBT001
        chance = random.Random(seed)
        graph = networkx_graphs.graph(chance, nx.DiGraph, loops=loops)
        some = chance.sample(list(graph), len(graph) // 2)
        assert_same("clustering", graph)
        assert_same("clustering", graph, some)
        assert_same("average_clustering", graph)
        assert_same("triadic_census", graph)
        assert_same("triadic_census", graph, some)
        weighted = networkx_graphs.graph(chance, loops=loops)
        for weight in ("w", "absent"):
            assert_same("clustering", weighted, weight=weight, close=LAST_DIGITS)
            assert_same("average_clustering", weighted, weight=weight, close=LAST_DIGITS)


@pytest.mark.parametrize(
    ("graph", "perfect"),
    [
        (nx.cycle_graph(7), False),
        (nx.complement(nx.cycle_graph(7)), False),
        (nx.cycle_graph(8), True),
        (nx.grid_2d_graph(7, 7), True),  # has 10 million holes, all of them even
        (nx.complete_graph(30), True),
        (nx.petersen_graph(), False),
    ],
    ids=str,
)
def test_perfect_graphs(graph: nx.Graph[Any], perfect: bool) -> None:  # noqa: FBT001
    assert nx.is_perfect_graph(graph, backend="tricycle") is perfect


def test_a_graph_of_its_own_class_stays_one() -> None:
    class Roads(nx.Graph):  # type: ignore[misc] # NetworkX has no types
        pass

    made = nx.k_truss(Roads(nx.complete_graph(5)), 4, backend="tricycle")
    assert type(made) is Roads
    assert len(made) == 5


@pytest.mark.parametrize("seed", range(20))
def test_views_and_bunches_of_all_kinds(seed: int) -> None:
    chance = random.Random(seed)
    kind = chance.choice([nx.Graph, nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
    graph = networkx_graphs.view(chance, networkx_graphs.graph(chance, kind, loops=seed % 3 == 0))
    for nodes in networkx_graphs.bunches(chance, graph):
        assert_same("all_triangles", graph, nodes, shape=any_order)
        for name in ("average_clustering", "clustering", "generalized_degree", "triangles"):
            assert_same(name, graph, nodes)
        assert_same("effective_size", graph, nodes, close=1e-9 if nodes is None else 0)
    assert_same("k_truss", graph, chance.randrange(6), shape=in_full)


@pytest.mark.parametrize("given", [True, 1.0, Fraction(1), [1, True], [3, 1.0, 1]], ids=repr)
def test_triangles_begin_with_what_was_given(given: object) -> None:
    graph = nx.complete_graph(5)
    assert_same("all_triangles", graph, given, shape=lambda found: sorted(map(repr, found)))


def test_a_view_is_answered_as_what_it_shows() -> None:
    graph = nx.complete_graph(9)
    view = nx.subgraph_view(graph, filter_node=lambda v: v < 5)
    assert nx.triangles(view, backend="tricycle") == dict.fromkeys(range(5), 6)


def test_an_edge_that_shows_two_arcs_is_left_to_networkx() -> None:
    arcs = nx.DiGraph([(0, 1, {"w": 1}), (1, 0, {"w": 9}), (1, 2, {"w": 2}), (2, 0, {"w": 3})])
    view = arcs.to_undirected(as_view=True).subgraph(range(3))
    assert nx.triangles(view, backend="tricycle") == {0: 1, 1: 1, 2: 1}
    with pytest.raises(NotImplementedError):
        nx.clustering(view, weight="w", backend="tricycle")
    with pytest.raises(NotImplementedError):
        nx.k_truss(view, 3, backend="tricycle")


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("equal", [True, 1.0, Fraction(1), complex(1)], ids=repr)
def test_neighbours_that_only_equal_a_node(kind: type[Any], equal: object) -> None:
    graph = kind()
    graph.add_nodes_from(range(5))
    graph.add_edges_from([(equal, 2), (2, 3), (3, equal), (4, equal), (3, 4)])
    assert_same("clustering", graph)
    assert_same("triangles", graph)
    assert_same("k_truss", graph, 3, shape=in_full)


def test_bounds_beyond_any_graph() -> None:
    graph = nx.cycle_graph(5)
    for bound in (10**25, -(10**25)):
        assert_same("chordless_cycles", graph, bound, shape=cycles_in_any_order)
        assert_same("k_truss", graph, bound, shape=in_full)


@pytest.mark.parametrize(
    "weight",
    [
        *(-1, "much", None, 1j, math.nan, math.inf, 10**400, Fraction(1, 3)),
        *(np.float16(0.3), np.float32(0.3), np.longdouble(0.3)),
    ],
)
def test_weights_that_are_left_to_networkx(weight: object) -> None:
    graph = nx.complete_graph(4)
    graph[0][1]["weight"] = weight
    with pytest.raises(NotImplementedError):
        nx.clustering(graph, weight="weight", backend="tricycle")


def assert_same(
    name: str,
    graph: nx.Graph[Any],
    *args: object,
    shape: Callable[[Any], Any] = lambda found: found,
    close: float = 0,
    **kwargs: object,
) -> None:
    """Compare an answer with NetworkX's own, unless the backend leaves the call to it."""
    found = outcome(getattr(nx, name), graph, *args, backend="tricycle", **kwargs)
    if found == NOT_OURS:
        return
    expected = outcome(getattr(nx, name), graph, *args, backend="networkx", **kwargs)
    if not isinstance(expected, Exception):
        found, expected = shape(found), shape(expected)
    assert same(found, expected, close), (name, args, kwargs, list(graph.edges))


def outcome(function: Callable[..., Any], *args: object, **kwargs: object) -> Any:  # noqa: ANN401
    """Return what a function returns, as a list if it is an iterator, or raises."""
    try:
        found = function(*args, **kwargs)
        return list(found) if isinstance(found, Iterator) else found
    except nx.NetworkXException as error:
        return error
    except NotImplementedError:
        return NOT_OURS
    except Exception as error:  # noqa: BLE001 - whatever it is
        return error


def same(found: Any, expected: Any, close: float) -> bool:  # noqa: ANN401
    """Compare types, too, the order of dicts, and floats to the last digit unless told."""
    if type(found) is not type(expected):
        return False
    if isinstance(expected, Exception):
        return str(found) == str(expected)
    if isinstance(expected, dict) and not isinstance(expected, Counter):
        return list(found) == list(expected) and all(
            same(found[key], expected[key], close) for key in expected
        )
    if isinstance(expected, float):
        both_nan = math.isnan(found) and math.isnan(expected)
        return both_nan or found == expected or math.isclose(found, expected, rel_tol=close)
    return bool(found == expected)


def any_order(found: list[Any]) -> list[Any]:
    return sorted(found, key=repr)


def cycles_in_any_order(found: list[list[Any]]) -> list[list[Any]]:
    """Let each cycle begin at one place and go one way round."""
    turned = []
    for cycle in found:
        first = min(range(len(cycle)), key=lambda place: repr(cycle[place]))
        one_way = cycle[first:] + cycle[:first]
        turned.append(min(one_way, one_way[:1] + one_way[:0:-1], key=repr))
    return any_order(turned)


def in_full(graph: nx.Graph[Any]) -> tuple[Any, ...]:
    """Return all of a graph, in its order; an edge has one dict of attributes for both ends."""
    shared = all(graph.adj[u][v] is graph.adj[v][u] for u, v in graph.edges)
    rows = [(node, list(row.items())) for node, row in graph.adjacency()]
    return type(graph), graph.graph, list(graph.nodes(data=True)), rows, shared
