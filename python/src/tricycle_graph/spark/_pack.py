"""Edges on their way to tasks: rows of Spark that hold many edges of one cell each.

A cell is what lies between two colours, or within one. As Spark moves rows of some ten KiB and not
edges, a shuffle takes little more than 8 bytes for each edge and task, 16 where ids need more than
32 bits. Of each row is known how many edges it has, what these add up to, and a checksum.
"""

from __future__ import annotations

import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import InputError, InternalError

from ._colours import Tasks, colour_of, mixed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

SRC, DST, TASK = "src", "dst", "task"
PACKED = T.StructType(
    [
        T.StructField(TASK, T.LongType()),
        T.StructField("cell", T.LongType()),
        T.StructField("rows", T.LongType()),
        T.StructField("sum", T.LongType()),
        T.StructField("kind", T.StringType()),
        T.StructField("crc", T.LongType()),
        T.StructField("edges", T.BinaryType()),
    ]
)

_HELD = 16 << 20  # bytes of edges that are sorted by their cells at a time
# Spark hands 10,000 rows to Python at once, which its newer versions bound by bytes, too, unless
# they are told not to.
_ROW = 16 << 10  # bytes of edges in a row
_OUT = 8 << 20  # bytes in a batch of rows


def schema_of(kind: str) -> pa.Schema:
    """Return the columns of edges: of `uint32`, `uint64` or `string`."""
    return pa.schema([(name, pa.type_for_alias(kind)) for name in (SRC, DST)])


def packed(batches: Iterable[pa.RecordBatch], colours: int) -> Iterator[pa.RecordBatch]:
    """Return rows of edges, each once for every task that reads its cell.

    Batches have two ends, and, where these are text, a hash of each.
    """
    readers = Tasks(colours).readers()
    out = _Out()
    for held in gathered(batches):
        for row in _rows(held, colours):
            for task in readers[row[0]]:
                if task >= 0:
                    out.add((int(task), *row))
            if out.bytes > _OUT:
                yield out.batch()
    yield out.batch()


def unpacked(row: Mapping[str, Any]) -> pa.RecordBatch:
    """Return the edges of a row.

    Raises:
        InternalError: they are not those that were packed.

    """
    edges = row["edges"].as_buffer()
    if zlib.crc32(edges) != row["crc"].as_py():
        message = "edges were changed on their way to a task: their checksum is another one"
        raise InternalError(message)
    return pa.ipc.read_record_batch(edges, schema_of(row["kind"].as_py()))


class _Out:
    """Rows that are on their way out."""

    def __init__(self) -> None:
        self._rows: list[tuple[Any, ...]] = []
        self.bytes = 0

    def add(self, row: tuple[Any, ...]) -> None:
        self._rows.append(row)
        self.bytes += len(row[-1])

    def batch(self) -> pa.RecordBatch:
        columns = list(zip(*self._rows, strict=True)) or [()] * len(PACKED)
        self._rows, self.bytes = [], 0
        kinds = [pa.int64()] * 4 + [pa.string(), pa.int64(), pa.binary()]
        arrays = [pa.array(column, kind) for column, kind in zip(columns, kinds, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, PACKED.names)


def gathered(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return few large batches for many small ones, and none that is empty.

    Raises:
        InputError: an edge has no id at one of its ends.

    """
    held: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        if any(end.null_count for end in batch.columns[:2]):
            message = "an edge has no id at one of its ends: drop rows with nulls, or fill them"
            raise InputError(message)
        if batch.num_rows:
            held.append(batch)
        size += batch.nbytes
        if size >= _HELD:
            yield from pa.Table.from_batches(held).combine_chunks().to_batches()
            held, size = [], 0
    if held:
        yield from pa.Table.from_batches(held).combine_chunks().to_batches()


def _rows(batch: pa.RecordBatch, colours: int) -> Iterator[tuple[Any, ...]]:
    """Return what a row has beside its task, cell by cell."""
    a, b = (mixed(key.to_numpy()) for key in batch.columns[-2:])
    sums = mixed(a ^ (b << np.uint64(1)))
    kind, ends = typed(batch.columns[:2])
    cells = np.zeros(len(a), np.uint16)
    if colours > 1:
        x, y = colour_of(a, colours), colour_of(b, colours)
        cells = (np.minimum(x, y) * colours + np.maximum(x, y)).astype(np.uint16)
        order = np.argsort(cells, kind="stable")
        cells, sums = cells[order], sums[order]
        places = pa.array(order)
        ends = [end.take(places) for end in ends]
    size = sum(end.nbytes for end in ends)
    most = max(1, _ROW * len(cells) // max(size, 1))
    edges = pa.RecordBatch.from_arrays(ends, schema=schema_of(kind))
    for begin, end in _runs(cells, most):
        data = edges.slice(begin, end - begin).serialize().to_pybytes()
        total = int(sums[begin:end].sum(dtype=np.uint64).view(np.int64))
        yield int(cells[begin]), end - begin, total, kind, zlib.crc32(data), data


def typed(ends: list[pa.Array]) -> tuple[str, list[pa.Array]]:
    """Return the ends in as few bits as they need; negative ids are the numbers above 2⁶³."""
    if not pa.types.is_integer(ends[0].type):
        return "string", [end.cast(pa.string()) for end in ends]
    numbers = [end.to_numpy().view(np.uint64) for end in ends]
    kind = "uint32" if all(x.max() < 1 << 32 for x in numbers) else "uint64"
    return kind, [pa.array(x.astype(kind, copy=False)) for x in numbers]


def _runs(cells: NDArray[np.uint16], most: int) -> Iterator[tuple[int, int]]:
    """Return where cells begin and end, and pieces of those that are longer than `most`."""
    cuts = [0, *(np.flatnonzero(np.diff(cells)) + 1).tolist(), len(cells)]
    for begin, end in pairwise(cuts):
        for at in range(begin, end, most):
            yield at, min(at + most, end)
