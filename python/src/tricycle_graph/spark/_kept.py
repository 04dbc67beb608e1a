"""Edges of a DataFrame that is counted by one task, on the machine of all others: no shuffle.

Each task leaves its edges in a file of pairs, or else in files of Arrow, and the command reads all
of them. That takes half of what it takes to bring them to one task by Spark's rows, and nobody
counts the rows before.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from tricycle_graph._inputs import Source

from ._pack import DST, SRC, gathered, schema_of, typed
from ._parquet import UnreadError
from ._short import Piece, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from pyspark.sql import DataFrame

MOST = 2048  # files, which are all in one command line
_LEFT = "path string, rows long, bytes long"


class Kept:
    """A graph for the functions of this package: all edges of a DataFrame, in files."""

    def __init__(self, pieces: list[Piece], *, short: bool = False) -> None:
        """Take the files: of Arrow, or of pairs of 32 bits."""
        self._pieces = pieces
        self.short = short
        self.rows = sum(piece.rows for piece in pieces)
        # Nobody else reads the one cell, so that there is nothing to compare.
        self.cells: dict[int, list[int]] = {0: [0, 0]}

    @property
    def files(self) -> int:
        """How many files there are."""
        return len(self._pieces)

    def check(self) -> None:
        """Compare the files with what tasks said of them.

        Raises:
            UnreadError: one is not there as it was left.

        """
        for path, _, size in self._pieces:
            try:
                found = Path(path).stat().st_size
            except OSError as error:
                raise UnreadError(str(error)) from None
            if found != size:
                message = f"{path} has {found} bytes, where a task has left {size}"
                raise UnreadError(message)

    def __tricycle_source__(self, **_: object) -> Source:
        """Return what the command reads."""
        path, *others = (piece.path for piece in self._pieces)
        flags = ["--format=u32"] if self.short else ["--format=arrow", f"--columns={SRC},{DST}"]
        return Source(path, [*flags, "--union"], held=self, others=tuple(others))


@contextmanager
def kept(pairs: DataFrame, folder: str) -> Iterator[Kept]:
    """Give the edges of a frame in files of a folder, as long as they are needed.

    Raises:
        UnreadError: a task could not write them there, which is told in Spark's error.

    """
    try:
        own = tempfile.mkdtemp(prefix="tricycle-", dir=folder)
    except OSError as error:
        raise UnreadError(str(error)) from None

    def leave(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield left(batches, own)

    try:
        # A task that was done twice has left files that nobody names.
        if (pieces := shortened(pairs, own)) is not None:
            yield Kept(pieces, short=True)
        else:
            rows = pairs.mapInArrow(leave, _LEFT).collect()
            yield Kept([Piece(*row) for row in rows])
    finally:
        _remove(own)


def left(batches: Iterable[pa.RecordBatch], folder: str) -> pa.RecordBatch:
    """Write edges to files, one for each kind of ids, and tell their names and lengths.

    Raises:
        InputError: an edge has no id at one of its ends.
        UnreadError: the folder takes no more.

    """
    files: dict[str, _File] = {}
    try:
        with ExitStack() as opened:
            for batch in gathered(batches):
                kind, ends = typed(batch.columns[:2])
                if kind not in files:
                    files[kind] = opened.enter_context(_File(kind, folder))
                files[kind].write(ends)
    except OSError as error:
        raise UnreadError(str(error)) from None
    told = [(file.path, file.rows, Path(file.path).stat().st_size) for file in files.values()]
    paths, rows, sizes = zip(*told, strict=True) if told else ((), (), ())
    columns = [
        pa.array(paths, pa.string()),
        pa.array(rows, pa.int64()),
        pa.array(sizes, pa.int64()),
    ]
    return pa.RecordBatch.from_arrays(columns, ["path", "rows", "bytes"])


class _File:
    """A file of edges that is written."""

    def __init__(self, kind: str, folder: str) -> None:
        # A name of its own, so that a task that is done again meets nothing of its first time.
        fd, self.path = tempfile.mkstemp(suffix=".arrows", dir=folder)
        os.close(fd)
        self._sink = pa.OSFile(self.path, "wb")
        self._stream = pa.ipc.new_stream(self._sink, schema_of(kind))
        self._schema = schema_of(kind)
        self.rows = 0

    def write(self, ends: list[pa.Array]) -> None:
        batch = pa.RecordBatch.from_arrays(ends, schema=self._schema)
        self._stream.write_batch(batch)
        self.rows += batch.num_rows

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        self._sink.close()


def _remove(folder: str) -> None:
    """Remove a folder in which a task that Spark ends may still make a file."""
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        if not Path(folder).exists():
            return
        time.sleep(0.1)
