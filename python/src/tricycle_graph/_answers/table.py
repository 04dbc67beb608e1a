"""Answers with a row for every vertex or edge, as columns."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from tricycle_graph._inputs import source

from . import html

if TYPE_CHECKING:
    from collections.abc import Iterator, KeysView, Mapping
    from typing import Self

    from numpy.typing import NDArray

    from tricycle_graph._inputs.source import Source

    from .columns import Column
    from .facts import Cleaning

_FEW = 5  # rows that repr shows
_SOME = 10  # rows that a notebook shows


class Table:
    """Columns of one length, each an array of NumPy: `table["degree"]` or `table.degree`.

    `len` is the number of rows, and iterating gives the names of the columns. Arrays may not
    be written to: they are what the command has written. `cleaning` says what reading made of
    the records of the graph. `page` is the report with pictures, as HTML, or None: it is there
    with option `report=True`, and by itself in notebooks, which show it.
    """

    _rows = "rows"

    def __init__(
        self,
        columns: Mapping[str, Column],
        cleaning: Cleaning | None = None,
        page: str | None = None,
    ) -> None:
        """Make a table of columns."""
        self._columns = dict(columns)
        self._arrays: dict[str, NDArray[Any]] = {}
        self.cleaning = cleaning
        self.page = page

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._columns)

    def keys(self) -> KeysView[str]:
        """Return the names of the columns, so that `dict(table)` has all of them."""
        return self._columns.keys()

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(next(iter(self._columns.values())).values)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the columns."""
        return iter(self._columns)

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a column of this name."""
        return name in self._columns

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a column."""
        if name not in self._arrays:
            self._arrays[name] = self._columns[name].array()
        return self._arrays[name]

    def __getattr__(self, name: str) -> NDArray[Any]:
        """Return a column."""
        if name.startswith("_") or name not in self._columns:
            there = f", but {', '.join(self._columns)}" if not name.startswith("_") else ""
            message = f"{type(self).__name__} has no {name!r}{there}"
            raise AttributeError(message)
        return self[name]

    def __dir__(self) -> list[str]:
        """List the columns, too."""
        return [*super().__dir__(), *self._columns]

    def to_pandas(self) -> Any:  # noqa: ANN401 - pandas need not be there
        """Return a `pandas.DataFrame`."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(dict(self), copy=False)

    def to_polars(self) -> Any:  # noqa: ANN401 - polars need not be there
        """Return a `polars.DataFrame`."""
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(dict(self))

    def to_arrow(self) -> Any:  # noqa: ANN401 - pyarrow need not be there
        """Return a `pyarrow.Table`."""
        import pyarrow as pa  # noqa: PLC0415

        return pa.table(dict(self))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the columns to whoever takes data of Arrow, by pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the columns, and not the files in memory that they are in."""
        whole = {name: column.kept() for name, column in self._columns.items()}
        return {**self.__dict__, "_columns": whole, "_arrays": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was pickled."""
        self.__dict__.update(state)

    def __repr__(self) -> str:
        """Return the first rows, and how many there are."""
        head = self._head(_FEW)
        width = [max(map(len, column)) for column in zip(*head, strict=True)]
        lines = [
            "  ".join(cell.rjust(w) for cell, w in zip(row, width, strict=True)) for row in head
        ]
        left = len(self) - (len(head) - 1)
        more = [f"… {left:,} more"] if left else []
        return "\n".join([f"{type(self).__name__}: {len(self):,} {self._rows}", *lines, *more])

    def _head(self, rows: int) -> list[list[str]]:
        firsts = [column.first(rows) for column in self._columns.values()]
        body = itertools.zip_longest(*firsts)
        return [list(self._columns), *([_cell(value) for value in row] for row in body)]

    def _repr_html_(self) -> str:
        names, *rows = self._head(_SOME)
        shown = html.table(names, rows, f"{len(self):,} {self._rows}")
        return shown + (html.frame(self.page) if self.page else "")

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._columns)

    def filtered(self, chosen: NDArray[Any]) -> Self:
        """Return a table of the rows for which an array says true."""
        rows = {name: column.chosen(chosen) for name, column in self._columns.items()}
        return type(self)(rows, self.cleaning, self.page)


class Vertices(Table):
    """A row for every vertex, in the order of their ids, those without an edge included.

    >>> friends = tc.vertices((["ann", "tom", "joe", "joe"], ["tom", "joe", "ann", "kim"]))
    >>> int(friends.triangles.sum())
    3
    """

    _rows = "vertices"

    vertex: NDArray[Any]
    """Ids, as they were given."""
    degree: NDArray[Any]
    """Neighbours, each once (uint32)."""
    triangles: NDArray[Any]
    """Triangles that it is a corner of (uint64)."""
    clustering: NDArray[Any]
    """Local clustering coefficients, 0 to 1 (float64)."""


class Graphs(Table):
    """A row for each graph of a file of many, in their order. All columns are uint64."""

    _rows = "graphs"

    index: NDArray[Any]
    """Of the graph in the file, from 1."""
    vertices: NDArray[Any]
    """Of the cleaned graph."""
    edges: NDArray[Any]
    """Of the cleaned graph, each once."""
    triangles: NDArray[Any]
    """Of each graph."""
    chordless: NDArray[Any]
    """Chordless cycles of four vertices and more, where these are counted."""


class CyclesOfVertices(Table):
    """A row for every vertex, and the chordless cycles that it is on."""

    _rows = "vertices"

    vertex: NDArray[Any]
    """Ids, as they were given."""
    cycles: NDArray[Any]
    """Cycles that it is on: uint64, or objects of type int where that is too small."""


class Edges(Table):
    """A row for every edge, once, in the order of sources, then of targets.

    It is a graph, which every function takes.
    """

    _rows = "edges"

    source: NDArray[Any]
    """Ids, as they were given, of the end that comes first in the order of the ids."""
    target: NDArray[Any]
    """Ids of the other end."""
    support: NDArray[Any]
    """Triangles that hold the edge (uint32)."""
    jaccard: NDArray[Any]
    """Of all neighbours of either end, the part that are neighbours of both (float64)."""
    ecc: NDArray[Any]
    """Edge clustering: of the triangles that there could be, the part that there are (float64)."""
    trussness: NDArray[Any]
    """The largest k for which it is in the k-truss, from 2 on (uint32)."""

    def __tricycle_source__(self, *, weights: str | None, directed: bool) -> Source:
        """Give the edges to whatever takes a graph."""
        return source((self.source, self.target), weights=weights, directed=directed)


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
