"""What runs in the tasks: the edges of each go to the command, and its answer goes on."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

import tricycle_graph as tc
from tricycle_graph._errors import InputError

from ._edges import Edges, as_given
from ._pack import DST, SRC, TASK, packed
from ._parquet import Whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ._colours import Tasks
    from ._kept import Kept
    from ._parquet import Table
    from ._room import Room

    Graph = Edges | Whole | Kept
    Options = Mapping[str, Any]
    Ask = Callable[[int, Graph, Options], Iterable[pa.RecordBatch]]

COUNTED = ("edges", "records", "loops", "duplicates", "reciprocal")
CHECKED = ("cell", "rows", "sum")
ENDS = {SRC: "source", DST: "target"}


def each_task(
    batches: Iterable[pa.RecordBatch], tasks: Tasks, ask: Ask, room: Room, options: Options
) -> Iterator[pa.RecordBatch]:
    """Ask for each task, of which the rows come one after the other, some without edges."""
    for task, pieces in groupby(_pieces(batches), key=lambda piece: piece[0]):
        limits = room.limits(options.get("tmpdir"), alone=len(tasks) == 1)
        with Edges(limits.file, limits.folder) as edges:
            edges.cells.update((cell, [0, 0]) for cell in tasks.cells(task))
            for _, rows in pieces:
                edges.add(_rows(rows))
            yield from ask(task, edges, {**options, **limits.options(edges.held)})


def all_files(table: Table, ask: Ask, room: Room, options: Options) -> Iterator[pa.RecordBatch]:
    """Ask for the one task of a graph that is files, which the command reads itself.

    Raises:
        UnreadError: a file is not there as it was.

    """
    limits = room.limits(options.get("tmpdir"), alone=True)
    table.check()
    try:
        found = list(ask(0, Whole(table), {**options, **limits.options(0)}))
        table.check()
    except InputError:
        # The command takes no negative ids, nor all encodings. What is wrong is told of rows.
        with Edges(limits.file, limits.folder) as edges:
            for batch in packed(table.all(), 1):
                edges.add(_rows(batch))
            yield from ask(0, edges, {**options, **limits.options(edges.held)})
    else:
        yield from found


def all_kept(graph: Kept, ask: Ask, room: Room, options: Options) -> Iterator[pa.RecordBatch]:
    """Ask for the one task of a graph that others have left in files.

    Raises:
        UnreadError: a file is not there as it was left.

    """
    limits = room.limits(options.get("tmpdir"), alone=True)
    graph.check()
    yield from ask(0, graph, {**options, **limits.options(0)})


def _pieces(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Return batches of which each has rows of one task."""
    for batch in batches:
        tasks = batch.column(TASK).to_numpy()
        cuts = [0, *(np.flatnonzero(np.diff(tasks)) + 1).tolist(), len(tasks)]
        for begin, end in pairwise(cuts):
            if begin < end:
                yield int(tasks[begin]), batch.slice(begin, end - begin)


def _rows(batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
    """Return the rows that have edges."""
    for values in zip(*batch.columns, strict=True):
        row = dict(zip(batch.schema.names, values, strict=True))
        if row["edges"].is_valid:
            yield row


def count(number: int, edges: Graph, options: Options) -> Iterator[pa.RecordBatch]:
    """Count the triangles of a task, and what was cleaned; say what was read of each cell."""
    found = tc.count(edges, **options)
    cleaned = found.cleaning
    assert cleaned is not None  # noqa: S101 - for type checkers
    # The triangles are text, for they may be more than Spark's integers hold.
    told = [number, str(int(found)), found.edges]
    told += [getattr(cleaned, name) for name in COUNTED[1:]]
    columns = [pa.array([x]) for x in told] + [pa.array([x]) for x in _read(edges)]
    yield pa.RecordBatch.from_arrays(columns, [TASK, "triangles", *COUNTED, *CHECKED])


def vertex_counter(tasks: Tasks, ids: pa.DataType) -> Ask:
    """Return what counts the triangles and neighbours of each vertex of a task, by its weight."""

    def ask(number: int, edges: Graph, options: Options) -> Iterator[pa.RecordBatch]:
        found = tc.vertices(edges, **options)
        weight, across = tasks.weight(number), tasks.across(number)
        triangles = found["triangles"].astype(np.int64) * weight
        degrees = found["degree"].astype(np.int64) * (0 if across else weight)
        # Every vertex is in a pair of colours: triples say only what they add.
        rows = (triangles != 0) | (degrees != 0) | (not across and weight > 0)
        yield _answer(
            {"vertex": found["vertex"]}, {"degree": degrees, "triangles": triangles}, rows, ids
        )
        yield _proof(edges, {"vertex": ids}, ["degree", "triangles"])

    return ask


def edge_counter(tasks: Tasks, ids: pa.DataType) -> Ask:
    """Return what counts the triangles of each edge of a task, by its weight."""

    def ask(number: int, edges: Graph, options: Options) -> Iterator[pa.RecordBatch]:
        found = tc.edges(edges, **options)
        weight = tasks.weight(number)
        support = found["support"].astype(np.int64) * weight
        rows = (support != 0) | (not tasks.across(number) and weight > 0)
        yield _answer(
            {name: found[old] for name, old in ENDS.items()}, {"support": support}, rows, ids
        )
        yield _proof(edges, dict.fromkeys(ENDS, ids), ["support"])

    return ask


def _answer(
    named: Mapping[str, Any],
    counts: Mapping[str, Any],
    rows: NDArray[np.bool_],
    ids: pa.DataType,
) -> pa.RecordBatch:
    """Return some rows of an answer, which prove nothing.

    Raises:
        InputError: an id is text that Spark could not take back.

    """
    try:
        columns = [pa.array(as_given(column[rows], ids), ids) for column in named.values()]
    except UnicodeEncodeError as error:
        text = error.object.encode("utf-8", "surrogateescape")
        message = f"the id {text!r} is no UTF-8: decode the columns of ids first, or use hex()"
        raise InputError(message) from None
    columns += [pa.array(column[rows], pa.int64()) for column in counts.values()]
    columns += [pa.nulls(len(columns[0]), pa.int64())] * len(CHECKED)
    names = [*named, *counts, *CHECKED]
    return pa.RecordBatch.from_arrays(columns, names)


def _proof(edges: Graph, named: Mapping[str, pa.DataType], counts: Sequence[str]) -> pa.RecordBatch:
    """Return a row for each cell that was read, without an answer."""
    read = [pa.array(column, pa.int64()) for column in _read(edges)]
    columns = [pa.nulls(len(read[0]), kind) for kind in named.values()]
    columns += [pa.nulls(len(read[0]), pa.int64())] * len(counts)
    names = [*named, *counts, *CHECKED]
    return pa.RecordBatch.from_arrays([*columns, *read], names)


def _read(edges: Graph) -> list[list[int]]:
    """Return the cells of a task, how many rows of each it has read, and their sums."""
    cells = sorted(edges.cells)
    rows = [edges.cells[cell][0] for cell in cells]
    return [cells, rows, [_signed(edges.cells[cell][1]) for cell in cells]]


def _signed(x: int) -> int:
    """Return the low 64 bits, as Spark has integers."""
    return (x + (1 << 63)) % (1 << 64) - (1 << 63)
