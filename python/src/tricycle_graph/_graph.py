"""A graph that is read once and asked often."""

from __future__ import annotations

import struct
import threading
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _api, _api_cycles, _api_files
from ._answers.facts import Cleaning
from ._command.memory import MemoryFile
from ._command.server import run
from ._command.warnings import warn
from ._errors import UsageError
from ._inputs import source
from ._inputs.source import Source
from ._option_words import documented
from ._options import check, flags
from .options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec, Self, TypeVar, Unpack

    from numpy.typing import NDArray

    P = ParamSpec("P")
    R = TypeVar("R")

# The header of a `.tcsr` file, as docs/formats.md has it, and its table of four sections:
# offsets, neighbours, labels, names.
_HEADER = struct.Struct("<8sII QQQ II Q QQQQQQ")
_SECTION = struct.Struct("<QQII")
_OF_FILES = {"format", "columns", "header", "trust", "union"}
_MAGIC = b"\x89TCSR\r\n\x1a"
_NUMBERS, _NAMES = 1, 2  # kinds of labels


def _method(function: Callable[Concatenate[object, P], R]) -> Callable[Concatenate[Graph, P], R]:
    """Return a function whose graph need not be given, as one that mypy takes for a method."""
    return function


class Graph:
    """A clean graph in memory: simple, undirected, without weights.

    >>> graph = tc.Graph((["ann", "tom", "joe", "joe"], ["tom", "joe", "ann", "kim"]))
    >>> graph
    <tricycle_graph.Graph: 4 vertices, 4 edges>
    >>> graph.vertices().triangles.tolist()
    [1, 1, 1, 0]

    What is asked of it reads nothing again. Its methods are the functions of the module. It is
    the same for all threads, goes to other processes by pickle, and lets go of its memory by
    `close`, at the end of a `with` block, or when nobody refers to it any more.

    All functions take these for a graph, and copy what is in memory before they begin:

    * a path of a file in any format of docs/formats.md; with `union=True` a list of paths, or a
      folder, whose files are one graph;
    * `(sources, targets)`: arrays or lists of integers or of text;
    * an array of integers of shape (m, 2) or (2, m), or a list of pairs; neither with two edges;
    * a square sparse matrix or array of SciPy: its rows are vertices, its entries edges, be
      they zero or not;
    * a table with two columns of integers or of text: of pandas, polars, pyarrow, duckdb and
      whatever else has `__arrow_c_stream__`. `columns=("a", "b")` names them where their names
      do not tell, or `columns=(1, 2)`, by number from 1 on;
    * a graph of NetworkX (of any class, with any nodes), igraph, NetworKit, graph-tool, DGL or
      PyTorch Geometric, and an `edge_index` by itself;
    * a `Graph`.

    Vertices come back under the ids that they had: integers, text, or nodes. Matrices and graphs
    have vertices without an edge; in a list of edges, vertices are what is in it.

    Args:
        x: a graph, as above.
        **options: those of `tricycle convert`, under the same names.

    Attributes:
        vertex_count: how many vertices there are, isolated ones included; `len` says it, too.
        edge_count: how many edges, each once.
        cleaning: what reading made of the records.

    Raises:
        TypeError: `x` is no graph.
        InputError: it is missing or malformed.
        MemoryLimitError: it does not fit option `memory`.

    """

    vertex_count: int
    edge_count: int
    cleaning: Cleaning

    @documented(ReadOptions)
    def __init__(self, x: object, **options: Unpack[ReadOptions]) -> None:
        """Read and clean a graph."""
        check("Graph", ReadOptions, options)
        asked: dict[str, Any] = dict(options)
        progress = asked.pop("progress", None)
        given = source(x, **{name: asked.pop(name) for name in _OF_FILES & asked.keys()})
        file = MemoryFile("tricycle-graph")
        words = ["convert", *given.flags, *flags(asked), "--to=tcsr"]
        # A warning that directions are lost would tell nobody anything: a Graph has none.
        reply = given.run([*words, "--", *given.paths, file.path], progress=progress, quiet=True)
        warn([message for message in reply.messages if "cleaning" in message])
        self._take(file, given.ids)

    def _take(self, file: MemoryFile, ids: NDArray[Any] | None) -> None:
        self._lock = threading.Lock()
        self._file: MemoryFile | None = file
        self._given = ids
        data = memoryview(file.map())
        magic, version, _, n, m, _, kind, _, base, *cleaning = _HEADER.unpack_from(data)
        if magic != _MAGIC or version != 1:
            message = "the command wrote a graph that this package cannot read"
            raise ValueError(message)
        self.vertex_count, self.edge_count = n, m
        self.cleaning = Cleaning(*cleaning)
        self._kind, self._base = kind, base

    @property
    def ids(self) -> NDArray[Any]:
        """What the vertices are called, in the order of all answers: an array of any type."""
        with self._lock:
            if self._given is not None:
                return self._given
            if self._kind == _NUMBERS:
                return self._section(2, "<u8")
            if self._kind != _NAMES:
                return np.arange(self._base, self._base + self.vertex_count)
            ends = self._section(2, "<u8").tolist()
            names = bytes(self._section(3, np.uint8))
            found = (
                names[begin:end].decode(errors="surrogateescape") for begin, end in pairwise(ends)
            )
            return np.fromiter(found, object, self.vertex_count)

    def _section(self, number: int, dtype: Any) -> NDArray[Any]:  # noqa: ANN401 - of NumPy
        data = memoryview(self._open().map())
        at, length, _, _ = _SECTION.unpack_from(data, _HEADER.size + _SECTION.size * number)
        return np.frombuffer(data[at : at + length], dtype)

    def _open(self) -> MemoryFile:
        file = self._file
        if file is None:
            message = "this Graph is closed"
            raise ValueError(message)
        return file

    def __tricycle_source__(self, *, weights: str | None, directed: bool) -> Source:
        """Return what the command reads. It stays as long as somebody holds it."""
        if weights is not None or directed:
            what = "weights" if weights is not None else "directions"
            message = f"a Graph keeps no {what}: ask with what it was made of"
            raise UsageError(message)
        with self._lock:
            file = self._open()
            return Source(file.path, ["--format=tcsr", "--trust"], self._given, file, run)

    def __len__(self) -> int:
        """Return the number of vertices."""
        return self.vertex_count

    def __bool__(self) -> bool:
        """Return True: a graph is one, also without vertices."""
        return True

    def __repr__(self) -> str:
        """Tell its size."""
        closed = ", closed" if self._file is None else ""
        return (
            f"<tricycle_graph.Graph: {self.vertex_count} vertices, {self.edge_count} edges{closed}>"
        )

    def close(self) -> None:
        """Let go of its memory, once what is under way has ended."""
        with self._lock:
            self._file = None

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what other processes make the same graph of: its bytes and its ids."""
        with self._lock:
            return _again, (bytes(self._open().map()), self._given)

    count = _method(_api.count)
    vertices = _method(_api.vertices)
    edges = _method(_api.edges)
    truss = _api.truss
    triangles = _api.triangles
    chordless_cycles = _api_cycles.chordless_cycles
    count_cycles = _api_cycles.count_cycles
    longest_cycle = _api_cycles.longest_cycle
    is_chordal = _api_cycles.is_chordal
    info = _api_files.info
    estimate = _method(_api_files.estimate)
    report = _api_files.report
    convert = _api_files.convert


def _again(data: bytes, ids: NDArray[Any] | None) -> Graph:
    file = MemoryFile("tricycle-graph")
    with open(file.fileno(), "wb", closefd=False) as out:
        out.write(data)
    return written(file, ids)


def written(file: MemoryFile, ids: NDArray[Any] | None) -> Graph:
    """Return the graph that the command has written into a file, which is the graph's then."""
    graph = Graph.__new__(Graph)
    graph._take(file, ids)  # noqa: SLF001 - this is a constructor
    return graph
