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


def colour_of(ids: NDArray[Any], colours: int) -> NDArray[np.int64]:
    """Return the colours of integers, as docs/formats.md has them."""
    x = ids.astype(np.int64, copy=False).view(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
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

    def readers(self) -> NDArray[np.int64]:
        """Return a row for each cell (a, b), at a * colours + b: the tasks that read it, or -1."""
        rho = self.colours
        found: list[list[int]] = [[] for _ in range(rho * rho)]
        for number, task in enumerate(self.of):
            cells: Iterable[tuple[int, int]] = combinations(task, 2)
            if not self.across(number):
                cells = [*cells, *((a, a) for a in task)]
            for a, b in cells:
                found[a * rho + b].append(number)
        table = np.full((rho * rho, max(map(len, found))), -1, np.int64)
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
