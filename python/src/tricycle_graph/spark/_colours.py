"""The scheme of colours: which tasks a graph is cut into, and which edges each of them reads.

Every vertex has a colour by a hash of its id. A task is the graph of the edges within one colour,
within a pair of colours, or between the colours of a triple. Each triangle is in one task more
with weight 1 than with weight -1, so that the weighted counts of all tasks add up to the whole
graph's; so do the counts of a vertex and of an edge. docs/cluster.md says more.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

MOST = 184  # colours, as for the command


def mixed(ids: NDArray[Any]) -> NDArray[np.uint64]:
    """Return a hash of integers, that of the command's cells (docs/formats.md)."""
    x = ids.view(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def colour_of(x: NDArray[np.uint64], colours: int) -> NDArray[np.int64]:
    """Return the colours of vertices whose ids are mixed."""
    # The high half of x * colours, in two steps, as NumPy has no 128 bits.
    half, factor = np.uint64(32), np.uint64(colours)
    low = (x & np.uint64(0xFFFFFFFF)) * factor >> half
    return ((x >> half) * factor + low >> half).astype(np.int64)


class Tasks:
    """The tasks of so many colours: task number i is about the colours `of[i]`."""

    def __init__(self, colours: int) -> None:
        """List them: single colours, unless their weight is 0, pairs and triples."""
        self.colours = colours
        sizes = (2, 3) if colours == 2 else (1, 2, 3)  # noqa: PLR2004
        self.of = [task for size in sizes for task in combinations(range(colours), size)]

    def __len__(self) -> int:
        """Return how many tasks there are."""
        return len(self.of)

    def weight(self, task: int) -> int:
        """Return how often the counts of a task are added."""
        return 2 - self.colours if self.single(task) else 1

    def single(self, task: int) -> bool:
        """Tell a task of one colour."""
        return len(self.of[task]) == 1

    def across(self, task: int) -> bool:
        """Tell a task that reads what lies between three colours, and nothing within one."""
        return len(self.of[task]) == 3  # noqa: PLR2004

    def cells(self, task: int) -> list[int]:
        """Return the cells that a task reads: a * colours + b lies between colours a <= b."""
        colours = self.of[task]
        pairs: Iterable[tuple[int, int]] = combinations(colours, 2)
        if not self.across(task):
            pairs = [*pairs, *((a, a) for a in colours)]
        return [a * self.colours + b for a, b in pairs]

    def readers(self) -> NDArray[np.int64]:
        """Return a row for each cell: the tasks that read it, and -1."""
        found: list[list[int]] = [[] for _ in range(self.colours**2)]
        for task in range(len(self)):
            for cell in self.cells(task):
                found[cell].append(task)
        table = np.full((len(found), max(map(len, found))), -1, np.int64)
        for row, tasks in zip(table, found, strict=True):
            row[: len(tasks)] = tasks
        return table


def enough(edges: int, most: int) -> int:
    """Return how few colours make tasks of no more edges than `most`, on average.

    A triple of colours reads 3 of about colours²/2 cells, so 6/colours² of the edges; a pair reads
    4/colours² of them.
    """
    if edges <= most:
        return 1
    return max(3, math.isqrt(6 * edges // most) + 1)
