"""Which calls the backend can answer, and which are worth it, with reasons for NetworkX's log."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_PARAMETERS = {
    "all_triangles": ("G", "nbunch"),
    "average_clustering": ("G", "nodes", "weight", "count_zeros"),
    "chordless_cycles": ("G", "length_bound"),
    "clustering": ("G", "nodes", "weight"),
    "effective_size": ("G", "nodes", "weight"),
    "generalized_degree": ("G", "nodes"),
    "is_chordal": ("G",),
    "is_perfect_graph": ("G",),
    "k_truss": ("G", "k"),
    "transitivity": ("G",),
    "triadic_census": ("G", "nodelist"),
    "triangles": ("G", "nodes"),
}
_DIRECTED = {"average_clustering", "clustering", "triadic_census"}
_WHOLE_NUMBERS = {"chordless_cycles": "length_bound", "k_truss": "k"}

# Entries of the adjacency from which on a conversion and a process are worth their time.
_LEAST = {
    "all_triangles": 40_000,
    "chordless_cycles": 200,
    "is_chordal": 20_000,
    "is_perfect_graph": 100,
    "triangles": 15_000,
}
_LEAST_OF_OTHERS = 5_000


def can_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    """Tell whether the backend can answer a call, or why it cannot."""
    return next(_obstacles(name, _asked(name, args, kwargs)), True)


def _obstacles(name: str, asked: Mapping[str, Any]) -> Iterator[str]:
    graph = asked["G"]
    if graph.is_multigraph():
        yield "edges may be parallel, and NetworkX says what that means"
    if graph.is_directed() and name not in _DIRECTED:
        yield "edges have a direction, which would be lost"
    if asked.get("weight") is not None and name == "effective_size":
        yield "edges have weights, which the command does not know here"
    if asked.get("weight") is not None and graph.is_directed():
        yield "edges have weights and a direction, and the command knows either"
    if asked.get("nodelist") is not None:
        yield "the command counts the triads of all nodes"
    number = asked.get(_WHOLE_NUMBERS.get(name, ""))
    unbounded = number is None and name != "k_truss"
    if not unbounded and not isinstance(number, Integral):
        yield f"{number!r} is no whole number"


def _asked(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    return {**dict(zip(_PARAMETERS[name], args, strict=False)), **kwargs}


def should_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    """Tell whether a call that the backend can answer is worth a conversion, or why not."""
    asked = _asked(name, args, kwargs)
    graph, nodes = asked["G"], asked.get("nodes")
    if nodes is not None and nodes in graph:
        return "one node: its neighbours are soon looked at"
    kept = getattr(graph, "__networkx_cache__", None) or {}
    if kept.get("backends", {}).get("tricycle"):
        return True  # it was converted before
    least = _LEAST.get(name, _LEAST_OF_OTHERS)
    entries = 0
    for _, row in graph.adjacency():
        entries += len(row)
        if entries >= least:
            return True
    return f"{entries} entries of the adjacency: NetworkX is done before a process has begun"
