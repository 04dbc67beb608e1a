"""Random graphs with known answers, and the answers of the command to any input."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._inputs import source

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class Sample:
    """A random graph as records, with repeats, both directions and loops, and its answers."""

    def __init__(self, seed: int) -> None:
        """Make one of up to 40 vertices, some of which may have no edge."""
        chance = random.Random(seed)
        self.n = chance.choice([1, 2, 3, 7, 20, 40])
        pairs = [
            (chance.randrange(self.n), chance.randrange(self.n))
            for _ in range(chance.randrange(4 * self.n))
        ]
        repeated = [(v, u) if chance.random() < 0.5 else (u, v) for u, v in pairs]
        self.records = pairs + repeated[: len(pairs) // 3]
        chance.shuffle(self.records)

    def called(self, names: list[Any]) -> Sample:
        """Return the same graph under other names of its vertices."""
        other = Sample.__new__(Sample)
        other.n = self.n
        other.names = names[: self.n]
        other.records = [(names[u], names[v]) for u, v in self.records]
        return other

    names: list[Any]

    def vertices(self) -> list[Any]:
        """Return all of them."""
        return getattr(self, "names", list(range(self.n)))

    def answers(self, *, isolated: bool) -> dict[Any, tuple[int, int]]:
        """Return degree and triangles of each vertex, by brute force.

        Without `isolated`, of those that are in a record.
        """
        near: dict[Any, set[Any]] = defaultdict(set)
        for u, v in self.records:
            near[u].add(v)
            near[v].add(u)
        if isolated:
            for v in self.vertices():
                near[v].update()
        return {
            v: (len(row - {v}), sum(b in near[a] for a, b in combinations(row - {v}, 2)))
            for v, row in near.items()
        }


def found(x: object, **read: Any) -> dict[Any, tuple[int, int]]:  # noqa: ANN401 - any options
    """Return degree and triangles of each vertex of any input, as the command finds them."""
    graph = source(x, **read)
    args = ["vertices", *graph.flags, "--to=ndjson", "--", graph.path]
    rows = graph.run(args, quiet=True).lines()
    names = [row["vertex"] for row in rows]
    if "--format=graph500" in graph.flags:  # JSON has large numbers as text
        names = [int(name) for name in names]
    if graph.ids is not None:
        assert names == list(range(len(names)))
        names = graph.ids.tolist()
    answers = {
        name: (row["degree"], row["triangles"]) for name, row in zip(names, rows, strict=True)
    }
    assert len(answers) == len(rows)
    return answers


class Tensor:
    """What a tensor of torch does that matters here."""

    def __init__(self, values: ArrayLike) -> None:
        """Keep them."""
        self.values = np.asarray(values)

    def detach(self) -> Tensor:
        """Return it."""
        return self

    def cpu(self) -> Tensor:
        """Return it."""
        return self

    def __array__(self, dtype: object = None, *, copy: bool | None = None) -> NDArray[Any]:
        """Return its values."""
        return self.values
