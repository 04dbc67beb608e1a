"""What runs in the tasks: the edges of each go to the command, and its answer goes on."""

from __future__ import annotations

import warnings
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

import tricycle_graph as tc

from ._columns import DST, SRC
from ._spread import TASK, refuse_missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ._colours import Tasks

    Ask = Callable[[int, pa.RecordBatchReader], Iterable[pa.RecordBatch]]

COUNTED = ("edges", "records", "loops", "duplicates", "reciprocal")


def each_task(
    batches: Iterable[pa.RecordBatch], ask: Ask, *, marked: bool
) -> Iterator[pa.RecordBatch]:
    """Ask for each task, with a stream of its edges.

    The rows of a task come one after the other; no more than a batch of them is held here. Where
    tasks are marked, one row of each has no ends.
    """
    pieces = _pieces(batches, marked=marked)
    piece = next(pieces, None)
    while piece is not None:
        number, first = piece
        following: list[tuple[int, pa.RecordBatch]] = []
        yield from ask(number, _stream(number, first, pieces, following))
        piece = following[0] if following else None


def _pieces(
    batches: Iterable[pa.RecordBatch], *, marked: bool
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Return batches of which each has edges of one task, or none where it has but the mark."""
    for batch in batches:
        tasks = batch.column(0).to_numpy()
        cuts = [0, *(np.flatnonzero(np.diff(tasks)) + 1).tolist(), len(tasks)]
        for begin, end in pairwise(cuts):
            if begin < end:
                piece = batch.slice(begin, end - begin).select([SRC, DST])
                if marked:  # and without nulls: these were refused before the shuffle
                    piece = piece.filter(piece.column(0).is_valid())
                refuse_missing(piece.columns)
                yield int(tasks[begin]), piece


def _stream(
    number: int,
    first: pa.RecordBatch,
    pieces: Iterator[tuple[int, pa.RecordBatch]],
    following: list[tuple[int, pa.RecordBatch]],
) -> pa.RecordBatchReader:
    """Return the edges of a task; the first piece of the next one is kept in `following`."""

    def edges() -> Iterator[pa.RecordBatch]:
        yield first
        for task, piece in pieces:
            if task != number:
                following.append((task, piece))
                return
            yield piece

    return pa.RecordBatchReader.from_batches(first.schema, edges())


def counter(options: Mapping[str, Any]) -> Ask:
    """Return what counts the triangles of a task, and what was cleaned."""

    def ask(number: int, edges: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
        found = _quietly(tc.count, edges, options)
        told = [found.edges, *(getattr(found.cleaning, name) for name in COUNTED[1:])]
        # The triangles are text, for they may be more than Spark's integers hold.
        columns = [pa.array([number]), pa.array([str(int(found))]), *(pa.array([x]) for x in told)]
        yield pa.RecordBatch.from_arrays(columns, [TASK, "triangles", *COUNTED])

    return ask


def vertex_counter(tasks: Tasks, options: Mapping[str, Any]) -> Ask:
    """Return what counts the triangles and neighbours of each vertex of a task, by its weight."""

    def ask(number: int, edges: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
        found = _quietly(tc.vertices, edges, options)
        weight, across = tasks.weight(number), tasks.across(number)
        triangles = found["triangles"].astype(np.int64) * weight
        degrees = found["degree"].astype(np.int64) * (0 if across else weight)
        # Every vertex is in a pair of colours: triples say only what they add.
        rows = (triangles != 0) | (degrees != 0) | (not across and weight > 0)
        columns = [found["vertex"], degrees, triangles]
        yield _batch(columns, rows, ["vertex", "degree", "triangles"], edges.schema.types[0])

    return ask


def edge_counter(tasks: Tasks, options: Mapping[str, Any]) -> Ask:
    """Return what counts the triangles of each edge of a task, by its weight."""

    def ask(number: int, edges: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
        found = _quietly(tc.edges, edges, options)
        weight = tasks.weight(number)
        support = found["support"].astype(np.int64) * weight
        rows = (support != 0) | (not tasks.across(number) and weight > 0)
        columns = [found["source"], found["target"], support]
        yield _batch(columns, rows, [SRC, DST, "support"], edges.schema.types[0])

    return ask


def _quietly(function: Callable[..., Any], edges: object, options: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Ask without warnings of what was cleaned: nobody reads them where tasks run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tc.CleaningWarning)
        return function(edges, **options)


def _batch(columns: list[Any], rows: Any, names: list[str], ids: pa.DataType) -> pa.RecordBatch:  # noqa: ANN401
    """Return some rows of columns, the ids in a type of Arrow, and the rest as integers."""
    kinds = [ids if name in (SRC, DST, "vertex") else pa.int64() for name in names]
    arrays = [
        pa.array(column[rows] if rows.any() else [], kind)
        for column, kind in zip(columns, kinds, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, names)
