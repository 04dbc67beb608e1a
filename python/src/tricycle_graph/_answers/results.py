"""Totals and answers about whole graphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .facts import Facts, Sheet, Total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from .facts import Cleaning
    from .table import CyclesOfVertices


class _OfGraph(Facts):
    """What is known of every graph that was read from a file or from memory."""

    file: str | None
    """The file as it was named; None for what was in memory."""
    format: str | None
    """The format, as option `format` takes it."""
    vertices: int
    """Vertices of the cleaned graph."""
    edges: int
    """Edges of the cleaned graph, each once."""


class Count(Total, _OfGraph):
    """The triangles of a graph: an int that knows what else was found out.

    >>> karate = tc.count(tc.generate("karate"))
    >>> karate
    Count(45, vertices=34, edges=78, transitivity=0.255682)
    >>> karate + 1, karate.wedges
    (46, 528)
    """

    _what = "triangles"
    _short = ("vertices", "edges", "transitivity")

    wedges: int
    """Paths of two edges, exactly."""
    transitivity: float
    """Three times the triangles over the wedges, 0 to 1."""
    max_degree: int
    """The most neighbours of a vertex."""
    max_out_degree: int
    """The same in the order that was taken, of neighbours that come before."""
    engine: str
    """`cpu` or `cuda`."""
    note: str | None
    """Why another engine than the first choice did some of the work, or that a GPU failed."""
    device: str | None
    """Name of the GPU."""
    method: str
    """How it was counted."""
    order: str
    """Of the vertices."""
    parts: dict[str, Any] | None
    """How the graph was cut, if it was: `rows`, `columns`, `subtasks`."""
    verified: bool | None
    """True if a second count agreed."""
    cleaning: Cleaning
    """What reading made of the records."""
    seconds: dict[str, float]
    """Wall time of each phase, and `total`."""
    edges_per_second: float | None
    """Edges over the total time."""
    peak_bytes: int
    """The most memory that the process held."""
    device_peak_bytes: int | None
    """The same on the GPU."""


class CycleCount(Total, _OfGraph):
    """The chordless cycles of a graph, of four vertices and more: an int that knows more.

    >>> cycles = tc.count_cycles(tc.generate("karate"), histogram=True)
    >>> cycles
    CycleCount(58, vertices=34, edges=78, triangles=45)
    >>> cycles.histogram
    {4: 36, 5: 20, 6: 2}
    """

    _what = "chordless"
    _short = ("vertices", "edges", "triangles")

    triangles: int
    """Counted apart."""
    histogram: dict[int, int] | None
    """Cycles by their length, with option `histogram`, unless a limit ended the search."""
    per_vertex: CyclesOfVertices | None
    """How many each vertex is on, with option `per_vertex`."""
    partial: bool | None
    """True if a limit ended the search: there are at least as many."""
    method: str
    """How they were counted."""
    engine: str
    """`cpu` or `cuda`."""
    seconds: dict[str, float]
    """Wall time of each phase, and `total`."""
    peak_bytes: int
    """The most memory that the process held."""


class Chordality(Sheet, _OfGraph):
    """Whether a graph is chordal, true or false, with a certificate.

    >>> answer = tc.is_chordal(tc.generate("cycle", vertices=5))
    >>> bool(answer), answer.hole.tolist()
    (False, [0, 1, 2, 3, 4])
    """

    _short = ("chordal", "vertices", "edges")

    chordal: bool
    """What the answer itself is, too."""
    elimination_order: NDArray[Any] | None
    """All vertices, each of whose later neighbours are neighbours of each other."""
    hole: NDArray[Any] | None
    """The vertices of a chordless cycle of four and more, in order around it."""

    def __bool__(self) -> bool:
        """Return whether it is chordal."""
        return self.chordal


class Census(Sheet, Mapping[str, int]):
    """The triads of a directed graph by their sixteen classes, as NetworkX calls these.

    >>> arcs = ([0, 1, 2], [1, 2, 0])
    >>> tc.census(arcs)["030C"]
    1
    """

    _short = ("vertices", "arcs", "mutual", "asymmetric")

    file: str | None
    format: str | None
    vertices: int
    """Vertices of the cleaned graph."""
    arcs: int
    """Arcs of the cleaned graph."""
    mutual: int
    """Pairs of vertices with arcs in both directions."""
    asymmetric: int
    """Pairs of vertices with one arc."""
    triads: dict[str, int]
    """How many triples of vertices there are of each class."""
    cleaning: Cleaning
    """What reading made of the records; reciprocal edges are mutual pairs."""

    def __getitem__(self, name: str) -> int:
        """Return how many triads of a class there are."""
        return self.triads[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the classes, in their usual order."""
        return iter(self.triads)

    def __len__(self) -> int:
        """Return how many classes there are, 16."""
        return len(self.triads)
