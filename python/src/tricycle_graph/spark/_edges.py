"""The edges of one task, in a file that the command reads."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from tricycle_graph._command.memory import MemoryFile
from tricycle_graph._inputs import Source

from ._pack import DST, SRC, schema_of, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self


class Edges:
    """A graph for the functions of this package, of rows that came to a task.

    The file is in memory, and moves to a folder once it has more than `room` bytes.
    """

    def __init__(self, room: int, folder: str) -> None:
        """Begin with no edges."""
        self.cells: dict[int, list[int]] = {}
        """How many rows each cell has, and what they add up to."""
        self._room, self._folder = room, folder
        self._open = ExitStack()
        self._held: MemoryFile | None = None
        self._path = ""
        self._kind = ""
        self._sink: Any = None
        self._stream: Any = None

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the file."""
        self._finish()
        self._open.close()

    @property
    def held(self) -> int:
        """How many bytes of it are in memory."""
        return self._held.size() if self._held is not None else 0

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write the edges of rows, and count them."""
        for row in rows:
            batch = unpacked(row)
            cell = self.cells.setdefault(row["cell"].as_py(), [0, 0])
            cell[0] += batch.num_rows
            cell[1] += row["sum"].as_py()
            self._write(batch, row["kind"].as_py())

    def _write(self, batch: pa.RecordBatch, kind: str) -> None:
        if not self._path:
            self._begin(kind)
        if self._kind == "uint32" and kind == "uint64":
            self._again(kind)
        if self._held is not None and self._sink.tell() + batch.nbytes > self._room:
            self._again(self._kind, on_disk=True)
        self._stream.write_batch(_cast(batch, self._kind))

    def _begin(self, kind: str, *, on_disk: bool = False) -> None:
        self._held, self._kind = None, kind
        if on_disk:
            file = self._open.enter_context(MemoryFile("tricycle-task", self._folder))
        else:
            file = self._held = self._open.enter_context(MemoryFile("tricycle-task"))
        self._path = file.path
        self._sink = pa.OSFile(self._path, "wb")
        self._stream = pa.ipc.new_stream(self._sink, schema_of(kind))

    def _again(self, kind: str, *, on_disk: bool = False) -> None:
        """Write what was written to a new file, of a wider kind, or on the disk."""
        self._finish()
        before, self._open = self._open, ExitStack()
        path = self._path
        with before:
            self._begin(kind, on_disk=on_disk or self._held is None)
            with pa.OSFile(path, "rb") as file, pa.ipc.open_stream(file) as batches:
                for batch in batches:
                    self._stream.write_batch(_cast(batch, kind))

    def _finish(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._sink.close()
            self._stream = self._sink = None

    def __tricycle_source__(self, **_: object) -> Source:
        """Return what the command reads."""
        if not self._path:
            self._begin("uint32")
        self._finish()
        flags = ["--format=arrow", f"--columns={SRC},{DST}"]
        return Source(self._path, flags, held=self)


def _cast(batch: pa.RecordBatch, kind: str) -> pa.RecordBatch:
    schema = schema_of(kind)
    return batch if batch.schema == schema else batch.cast(schema)


def as_given(column: Any, kind: pa.DataType) -> Any:  # noqa: ANN401
    """Return ids of an answer as they were given: those above 2⁶³ stand for negative ones.

    A task without edges does not know that its ids are text, and has none that are.
    """
    if pa.types.is_integer(kind):
        return column.astype(np.uint64).view(np.int64)
    return column.astype(object)
