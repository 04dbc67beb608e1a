"""Chordless cycles, and the graphs that are told by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import tricycle_graph as tc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._converted import Converted

# ruff: noqa: ANN401, N803 - graphs are called G, as in NetworkX

_CHORDAL = 3  # a graph of so many nodes is chordal
_TRIANGLE = 3
_ODD_HOLE = 5  # the least length of one
_FEW = 10_000  # cycles that are looked at before all are counted by length
_LARGE = 1 << 14  # a graph of more nodes has too large a complement
_LOOPED = "a self-loop is a cycle, and keeps its node out of others"


def chordless_cycles(
    G: Converted, length_bound: int | None = None, **options: Any
) -> Iterator[list[Any]]:
    """Return an iterator of the chordless cycles, triangles included, each a list of nodes."""
    if G.loops:
        raise NotImplementedError(_LOOPED)
    return _cycles(G, length_bound, options)


def _cycles(
    graph: Converted, length_bound: int | None, options: dict[str, Any]
) -> Iterator[list[Any]]:
    if length_bound is not None:
        if length_bound < 0:
            message = "length bound must be non-negative"
            raise ValueError(message)
        if length_bound < _TRIANGLE:
            return
        options["max_length"] = min(int(length_bound), max(len(graph), _TRIANGLE))
    names = graph.nodes
    with tc.chordless_cycles(graph, min_length=_TRIANGLE, **options) as cycles:
        for cycle in cycles:
            yield [names[v] for v in cycle.tolist()]


def is_chordal(G: Converted, **options: Any) -> bool:
    """Tell whether every cycle of four nodes and more has a chord."""
    if G.loops:
        raise NotImplementedError(_LOOPED)
    return len(G) <= _CHORDAL or bool(tc.is_chordal(G, **options))


def is_perfect_graph(G: Converted, **options: Any) -> bool:
    """Tell whether neither the graph nor its complement has an odd hole."""
    if G.loops:
        raise NotImplementedError(_LOOPED)
    if len(G) > _LARGE:
        message = f"the complement of a graph of {len(G)} nodes is too large"
        raise NotImplementedError(message)
    if _has_odd_hole(G, options):
        return False
    other = np.ones((len(G), len(G)), dtype=bool)
    other[G.rows, G.adjacency.neighbours] = False
    return not _has_odd_hole(np.nonzero(np.triu(other, 1)), options)


def _has_odd_hole(graph: object, options: dict[str, Any]) -> bool:
    seen = 0
    with tc.chordless_cycles(graph, min_length=_ODD_HOLE, limit=_FEW, **options) as cycles:
        for cycle in cycles:
            if len(cycle) % 2:
                return True
            seen += 1
    if seen < _FEW:
        return False
    counted = tc.count_cycles(graph, min_length=_ODD_HOLE, histogram=True, report=False, **options)
    return any(length % 2 for length, number in (counted.histogram or {}).items() if number)
