"""Random graphs of NetworkX whose nodes are of all sorts."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Hashable

LABELS: tuple[Callable[[int], Hashable], ...] = (
    lambda i: i,
    lambda i: -i - 1,
    lambda i: f"v{i}",
    lambda i: i / 7,
    lambda i: i + 2**70,
    lambda i: (i, str(i)),
    lambda i: frozenset([i]),
)
SIZES = (0, 1, 2, 3, 4, 5, 8, 13, 30, 80)
SMALL = (0, 1, 3, 5, 8, 11)
CHANCES = (0, 0.02, 0.1, 0.3, 0.6, 1)


def labels(chance: random.Random, n: int) -> list[Hashable]:
    """Return n nodes in any order: of one sort, or mixed."""
    sorts = LABELS if chance.random() < 0.3 else [chance.choice(LABELS)]
    nodes = [chance.choice(sorts)(i) for i in range(n)]
    if len(set(nodes)) < n:  # 1 is also 7 / 7
        nodes = list(range(n))
    chance.shuffle(nodes)
    return nodes


def graph(
    chance: random.Random,
    kind: type[Any] = nx.Graph,
    *,
    loops: bool = False,
    sizes: tuple[int, ...] = SIZES,
) -> nx.Graph[Any]:
    """Return a graph with attributes everywhere, and weights `w` of nearly all edges."""
    nodes = labels(chance, chance.choice(sizes))
    made = kind(name="a graph")
    made.add_nodes_from((node, {"place": i}) for i, node in enumerate(nodes))
    directed = made.is_directed()
    pairs = list((itertools.permutations if directed else itertools.combinations)(nodes, 2))
    chance.shuffle(pairs)
    likely = chance.choice(CHANCES)
    for u, v in pairs:
        if chance.random() < likely:
            weight = chance.choice([chance.random(), chance.randrange(1, 9)])
            made.add_edge(u, v, **({"w": weight} if chance.random() < 0.9 else {"other": 1}))
    if loops and nodes:
        for node in chance.sample(nodes, chance.randint(1, min(len(nodes), 4))):
            made.add_edge(node, node)
    return made


def view(chance: random.Random, whole: nx.Graph[Any]) -> nx.Graph[Any]:
    """Return a view of a graph, or the graph itself."""
    some = set(chance.sample(list(whole), len(whole) * 2 // 3))
    seen = set(chance.sample(list(whole.edges), whole.number_of_edges() * 3 // 4))
    views: list[Callable[[], nx.Graph[Any]]] = [
        lambda: whole,
        lambda: whole.subgraph(some),
        lambda: whole.edge_subgraph(seen),
        lambda: nx.subgraph_view(whole, filter_node=some.__contains__),
        lambda: whole.to_undirected(as_view=True),
        lambda: whole.to_directed(as_view=True),
    ]
    return chance.choice(views)()


def bunches(chance: random.Random, whole: nx.Graph[Any]) -> list[Any]:
    """Return nodes in the ways in which functions may be asked about some, right and wrong."""
    some = chance.sample(list(whole), chance.randint(0, len(whole)))
    ints = [float(node) for node in some if type(node) is int]
    forms = [tuple(some), set(some), dict.fromkeys(some), some + some[:2], whole.subgraph(some)]
    wrong = [[*some, "nowhere"], "nowhere", 12345, 3.5, [[1]], object, range(5), []]
    return [None, some, ints, *chance.sample(forms, 2), *chance.sample(wrong, 3), *some[:1]]
