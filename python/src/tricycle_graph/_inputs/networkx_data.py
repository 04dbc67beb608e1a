"""The adjacency of a NetworkX graph without looking a node up.

NetworkX keeps the attributes of an edge in one dictionary, which stands at both ends of the edge:
under each end in a graph, under the successors and under the predecessors in a graph of arcs. So
the entries of an edge find each other by the address of that dictionary. Reading and sorting
addresses takes a fifth of the time of looking up names, each of which is somewhere in memory.
"""

from __future__ import annotations

import ctypes
import operator
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_ALIGNED = 4  # bits that are zero in the address of an object
_SIGNED = 63  # bits of a number that sorts by its value


def by_data(graph: Any, nodes: Sequence[Any], rows: Sequence[Any]) -> NDArray[np.uint32] | None:  # noqa: ANN401
    """Return the number of the node of each entry, row by row.

    None where the entries do not find each other: in a view, or where a subclass has edges that
    share their attributes.
    """
    if sys.implementation.name != "cpython" or not _are_dicts(rows):
        return None
    if not graph.is_directed():
        return _of_edges(nodes, rows)
    before = graph.pred if not hasattr(graph, "_pred") else graph._pred  # noqa: SLF001 - no views
    if list(before) != nodes or not _are_dicts(list(before.values())):
        return None
    return _of_arcs(rows, list(before.values()))


def _are_dicts(rows: Sequence[Any]) -> bool:
    return set(map(type, rows)) <= {dict}


def _of_edges(nodes: Sequence[Any], rows: Sequence[dict[Any, Any]]) -> NDArray[np.uint32] | None:
    at, owner = _addresses(rows)
    order = _sorted(at)
    same = at[order[1:]] == at[order[:-1]]
    if (same[1:] & same[:-1]).any():
        return None  # three entries and more with one dictionary
    first = np.flatnonzero(same)
    one, other = order[first], order[first + 1]
    found = owner.copy()
    found[one], found[other] = owner[other], owner[one]
    # What has no partner must be the loops, each of which is there once.
    alone = np.ones(len(at), bool)
    alone[one] = alone[other] = False
    loops = np.fromiter(map(operator.contains, rows, nodes), bool, len(rows))
    if not np.array_equal(owner[alone], np.flatnonzero(loops)):
        return None
    return None if (owner[one] == owner[other]).any() else found


def _of_arcs(
    after: Sequence[dict[Any, Any]], before: Sequence[dict[Any, Any]]
) -> NDArray[np.uint32] | None:
    at, _ = _addresses(after)
    again, owner = _addresses(before)
    order, same_order = _sorted(at), _sorted(again)
    ascending = at[order]
    if (ascending[1:] == ascending[:-1]).any() or not np.array_equal(ascending, again[same_order]):
        return None
    found = np.empty(len(at), np.uint32)
    found[order] = owner[same_order]
    return found


def _addresses(rows: Sequence[dict[Any, Any]]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Return the address of the dictionary of each entry, and the number of its row."""
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    count = int(lengths.sum())
    entries = chain.from_iterable(map(dict.values, rows))
    # An array of objects is one of addresses; to ask each for its id would take twice as long.
    objects = np.fromiter(entries, object, count)
    words = np.ctypeslib.as_array((ctypes.c_int64 * count).from_address(objects.ctypes.data))
    return words.copy(), np.repeat(np.arange(len(rows), dtype=np.uint32), lengths)


def _sorted(at: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the order of addresses: their places, packed into the bits that they leave free."""
    if len(at) == 0:
        return np.empty(0, np.int64)
    least = int(at.min())
    bits = len(at).bit_length()
    if ((int(at.max()) - least) >> _ALIGNED).bit_length() + bits > _SIGNED:
        return at.argsort()
    keys = (((at - least) >> _ALIGNED) << bits) | np.arange(len(at))
    keys.sort()
    return keys & ((1 << bits) - 1)
