"""Sheets: few numbers about all vertices, edges or trusses, a file, or what a count takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .facts import Facts, Sheet

if TYPE_CHECKING:
    from .facts import Cleaning


class _OfTriangles(Facts):
    """What the sheets of vertices, edges and trusses have in common."""

    file: str | None
    """The file as it was named; None for what was in memory."""
    format: str | None
    """The format, as option `format` takes it."""
    vertices: int
    """Vertices of the cleaned graph."""
    edges: int
    """Edges of the cleaned graph, each once."""
    triangles: int
    """Of the graph."""
    engine: str
    """`cpu` or `cuda`."""
    method: str | None
    """By which it was counted."""
    order: str
    """Of the vertices while counting."""
    parts: dict[str, Any] | None
    """How the graph was cut, if it was: `rows`, `columns`, `subtasks`."""
    cleaning: Cleaning
    """What reading made of the records."""
    seconds: dict[str, float]
    """Wall time of each phase, and `total`."""
    peak_bytes: int
    """The most memory that the process held."""


class VerticesSheet(Sheet, _OfTriangles):
    """About all vertices of a graph.

    >>> tc.vertices(tc.generate("karate"), stats=True)
    VerticesSheet(vertices=34, triangles=45, transitivity=0.255682, average_clustering=0.570638)
    """

    _short = ("vertices", "triangles", "transitivity", "average_clustering")

    wedges: int
    """Paths of two edges, exactly."""
    transitivity: float
    """Three times the triangles over the wedges, 0 to 1."""
    formula: str | None
    """Of the clustering coefficients, with `directed` or `weights`."""
    average_clustering: float
    """Mean of the local clustering coefficients of all vertices."""
    average_clustering_degree_2: float
    """The same over vertices of degree 2 and more."""
    clustering_by_degree: list[dict[str, Any]] | None
    """`from`, `to`, `vertices` and `clustering` of degrees from 2 on, by rising degree."""
    participation: list[list[int]] | None
    """Pairs of so many triangles and the vertices that are in so many, ascending."""
    top: list[dict[str, Any]] | None
    """The ten of most triangles: `vertex`, `degree`, `triangles`, `clustering`."""


class EdgesSheet(Sheet, _OfTriangles):
    """About all edges of a graph.

    >>> tc.edges(tc.generate("karate"), stats=True)
    EdgesSheet(edges=78, triangles=45, max_support=10, mean_support=1.73077)
    """

    _short = ("edges", "triangles", "max_support", "mean_support")

    max_support: int
    """The most triangles that hold an edge."""
    mean_support: float
    """Three times the triangles over the edges."""
    mean_jaccard: float
    """Mean of `jaccard` over the edges."""
    mean_ecc: float
    """Mean of `ecc` over the edges."""
    support: list[list[int]] | None
    """Pairs of a support and the edges that have it, ascending."""
    top: list[dict[str, Any]] | None
    """The ten of largest support: `source`, `target`, `support`, `jaccard`, `ecc`."""


class TrussSheet(Sheet, _OfTriangles):
    """About all k-trusses of a graph.

    >>> sheet = tc.truss(tc.generate("karate"), stats=True)
    >>> sheet
    TrussSheet(edges=78, triangles=45, max_trussness=5)
    >>> sheet.trusses[-1]
    {'k': 5, 'vertices': 6, 'edges': 14, 'components': 1}
    """

    _short = ("edges", "triangles", "max_trussness")

    max_trussness: int
    """The largest k of an edge; 2 without edges."""
    trusses: list[dict[str, int]] | None
    """`k`, `vertices`, `edges` and `components` of each k-truss, from k = 2 on."""


class Info(Sheet):
    """What is in a file.

    >>> tc.info(tc.generate("karate"))
    Info(vertices=34, edges=78, degeneracy=4, components=1)
    """

    _short = ("vertices", "edges", "degeneracy", "components")

    file: str | None
    """The file as it was named; None for what was in memory."""
    format: str
    """The format, as option `format` takes it."""
    recognised: str
    """By what the format was told."""
    compression: str | None
    """Such as `gzip`."""
    table: dict[str, Any] | None
    """How the columns of a list of edges or a table were taken."""
    bytes: int
    """Size of the file; -1 where it is not known."""
    declared_vertices: int
    """By the header; -1 where it does not tell."""
    declared_records: int
    """By the header; -1 where it does not tell."""
    vertices: int
    """Vertices of the cleaned graph."""
    edges: int
    """Edges of the cleaned graph, each once."""
    wedges: int
    """Paths of two edges, exactly."""
    degrees: dict[str, Any]
    """`min`, `median`, `mean`, `p99`, `max`, and `having`: pairs of a degree and its vertices."""
    degeneracy: int
    """The least k for which every subgraph has a vertex of degree k at most."""
    components: int
    """Connected ones."""
    largest_component: int
    """Vertices of it."""
    cleaning: Cleaning
    """What reading made of the records."""
    ingest: dict[str, Any]
    """How `count` would read it."""
    count: dict[str, Any]
    """How `count` would count it."""
    verified: bool
    """With `verify`: all that a `.tcsr` can be checked for is right."""


class Estimate(Sheet):
    """What a count, or another command, would take.

    >>> tc.estimate(vertices=1e6, edges=1e8, engine="cpu")
    Estimate(vertices=1000000, records=100000000, command='count')
    """

    _short = ("vertices", "records", "command")

    file: str | None
    """The file as it was named; None where there is none."""
    format: str | None
    """The format, as option `format` takes it, and the compression."""
    bytes: int | None
    """Size of the file; -1 where it is not known."""
    vertices: int
    """By the file, by option `vertices`, or assumed."""
    vertices_assumed: bool
    """Neither the file nor `vertices` tells them."""
    records: int
    """By the file, by option `edges`, or assumed."""
    records_assumed: bool
    """Neither the file nor `edges` tells them."""
    engine: str
    """That would be taken, if there is a GPU."""
    reason: str
    """Why this engine."""
    estimates: list[dict[str, Any]]
    """One for each engine: `memory_bytes`, `disk_bytes`, `seconds` and more."""
    command: str
    """That is estimated."""
    outputs: list[dict[str, Any]] | None
    """`form`, `rows` and `bytes` of each form of the rows, with `for_` a command with rows."""


class Devices(Sheet):
    """The GPUs of this machine."""

    driver: dict[str, str] | None
    """`cuda`, its version, and `release`; None where none can be used."""
    devices: list[dict[str, Any]]
    """`device`, `name`, `memory_bytes`, `usable` and more of each GPU."""
    problem: str | None
    """Why there is no driver, or nothing for it to do."""
    opencl: dict[str, Any]
    """`devices` of OpenCL, of any maker, which `device` takes, or why there are none: `problem`."""

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.devices)

    def __repr__(self) -> str:
        """Return their names, or why there are none."""
        names = ", ".join(device["name"] for device in self.devices)
        return f"Devices({names or self.problem})"
