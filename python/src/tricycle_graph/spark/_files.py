"""Files of Parquet that a DataFrame is, which tasks read themselves.

Spark takes 0.2 µs and more to bring a row to Python, the command a tenth of that to read one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from ._plan import table_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from pyspark.sql import DataFrame, SparkSession

    from ._parquet import Table

_ROWS = 4 << 20  # of a piece, as far as row groups allow


class Files(NamedTuple):
    """Files of Parquet with the same edges as a DataFrame has."""

    table: Table
    groups: tuple[tuple[int, ...], ...]
    """How many rows each row group of each file has."""

    @classmethod
    def of(cls, pairs: DataFrame) -> Self | None:
        """Return the files of a frame of two columns; None where only Spark knows its rows."""
        table = table_of(pairs)
        groups = table and _looked(pairs.sparkSession, table)
        return cls(table, groups) if table and groups else None

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(map(sum, self.groups))

    def pieces(self) -> list[list[tuple[int, int, int | None]]]:
        """Cut the files into pieces: lists of a file and its row groups from one to another."""
        found: list[list[tuple[int, int, int | None]]] = [[]]
        left = _ROWS
        for file, groups in enumerate(self.groups):
            for group, rows in enumerate(groups):
                if left <= 0:
                    found.append([])
                    left = _ROWS
                piece = found[-1]
                if piece and piece[-1][0] == file:
                    piece[-1] = (file, piece[-1][1], group + 1)
                else:
                    piece.append((file, group, group + 1))
                left -= rows
        return found


def _looked(session: SparkSession, table: Table) -> tuple[tuple[int, ...], ...] | None:
    """Return the rows of the row groups; None where a task finds a file that it would not read."""

    def look(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            numbers = batch.column(0)
            found = [table.groups(number) for number in numbers.to_pylist()]
            groups = pa.array(found, pa.list_(pa.int64()))
            yield pa.RecordBatch.from_arrays([numbers, groups], ["file", "groups"])

    number = len(table.files)
    tasks = min(number, session.sparkContext.defaultParallelism)
    rows = session.range(0, number, 1, tasks).mapInArrow(look, "file long, groups array<long>")
    found = {row.file: row.groups for row in rows.collect()}
    if any(groups is None for groups in found.values()):
        return None
    return tuple(tuple(found[file]) for file in range(number))
