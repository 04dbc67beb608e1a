"""Files of Parquet as tasks read them: by the command, or by pyarrow where that has no ids."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow import parquet as pq

from tricycle_graph._inputs import Source
from tricycle_graph._inputs.words import field

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# What types of a file Spark takes for its own, where nobody asks for others.
_KINDS = {
    "bigint": {pa.int64(), pa.uint32()},
    "int": {pa.int32(), pa.uint16()},
    "smallint": {pa.int16(), pa.uint8()},
    "tinyint": {pa.int8()},
    "string": {pa.string(), pa.large_string(), pa.string_view()},
}
_BATCH = 1 << 17  # rows that are read at a time
_BUFFER = 1 << 20  # bytes, so that no row group has to be in memory as a whole


class UnreadError(Exception):
    """A file is not there for a task as it was for Spark."""


class File(NamedTuple):
    """A file as Spark has listed it."""

    path: str
    size: int
    modified: int  # in ms


class Table(NamedTuple):
    """Files of Parquet, and which of their columns hold the ends of edges."""

    files: tuple[File, ...]
    columns: tuple[str, str]
    kinds: tuple[str, str]
    """What these columns hold, in Spark's words."""

    def check(self, number: int | None = None) -> None:
        """Compare a file, or all of them, with what Spark has listed.

        Raises:
            UnreadError: it is gone, or was written since.

        """
        for path, size, modified in self.files if number is None else [self.files[number]]:
            try:
                found = Path(path).stat()
            except OSError as error:
                raise UnreadError(str(error)) from None
            if (found.st_size, found.st_mtime_ns // 10**9) != (size, modified // 1000):
                message = f"{path} was written since Spark has listed it: read the DataFrame again"
                raise UnreadError(message)

    def groups(self, number: int) -> list[int] | None:
        """Return the rows of the row groups of a file; None where Spark has to read it."""
        try:
            self.check(number)
            with self._open(number) as file:
                if not all(map(_fits, [file] * 2, self.columns, self.kinds)):
                    return None
                return [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        except (UnreadError, OSError, pa.ArrowException):
            return None

    def all(self) -> Iterator[pa.RecordBatch]:
        """Return the edges of all files."""
        return self.batches((number, 0, None) for number in range(len(self.files)))

    def batches(self, pieces: Iterable[tuple[int, int, int | None]]) -> Iterator[pa.RecordBatch]:
        """Return the edges of row groups, of a file from one to another, as Spark would.

        Behind text there is a hash of each end, the same for all, which will do for one cell.

        Raises:
            UnreadError: a file is not there as it was.

        """
        kind = pa.string() if self.kinds[0] == "string" else pa.int64()
        for number, begin, end in pieces:
            self.check(number)
            try:
                with self._open(number) as file:
                    groups = range(begin, file.num_row_groups if end is None else end)
                    read = file.iter_batches(_BATCH, groups, self.columns)
                    for batch in read:
                        ends = [batch.column(name).cast(kind) for name in self.columns]
                        if kind == pa.string():
                            ends += [pa.array(np.zeros(len(batch), np.int64))] * 2
                        yield pa.RecordBatch.from_arrays(ends, list("abcd")[: len(ends)])
            except (OSError, pa.ArrowException) as error:
                raise UnreadError(str(error)) from None
            self.check(number)

    def _open(self, number: int) -> pq.ParquetFile:
        return pq.ParquetFile(self.files[number].path, buffer_size=_BUFFER, pre_buffer=False)


class Whole:
    """A graph for the functions of this package: all edges of files, in one task."""

    held = 0

    def __init__(self, table: Table) -> None:
        """Take the files."""
        self._table = table
        # Nobody else reads the one cell, so that there is nothing to compare.
        self.cells: dict[int, list[int]] = {0: [0, 0]}

    def __tricycle_source__(self, **_: object) -> Source:
        """Return what the command reads."""
        path, *others = (file.path for file in self._table.files)
        columns = ",".join(map(field, self._table.columns))
        flags = ["--format=parquet", f"--columns={columns}", "--union"]
        return Source(path, flags, others=tuple(others))


def _fits(file: pq.ParquetFile, name: str, kind: str) -> bool:
    """Tell whether a column holds what Spark says, and there is no other that could be meant."""
    schema = file.schema_arrow
    if [x for x in schema.names if x.lower() == name.lower()] != [name]:
        return False
    return schema.field(name).type in _KINDS.get(kind, ())  # text may have a collation
