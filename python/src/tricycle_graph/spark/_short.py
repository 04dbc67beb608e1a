"""Edges between ids of 32 bits, both ends in one integer: the shortest way from Spark to a file.

Spark brings them to Python as they are in the file, in two thirds of the time of two columns.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark import RDD
from pyspark.serializers import NoOpSerializer
from pyspark.sql import functions as F  # noqa: N812

from ._batches import told
from ._columns import is_text
from ._pack import DST, SRC
from ._plan import reads_alone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame

_ROWS = 1 << 15  # that come at a time, as 256 KiB
_MOST = (1 << 32) - 1
_ENDED = "ended"  # a file that is there once a task has met what cannot be left so
_EDGES = pa.schema([("edge", pa.int64())])


class Piece(NamedTuple):
    """A file that a task has left."""

    path: str
    rows: int
    size: int


def shortened(pairs: DataFrame, folder: str) -> list[Piece] | None:
    """Leave the edges of a frame in files of a folder, as pairs of 32 bits.

    None where that cannot be: for ids that are longer or null, of which the first one ends it; for
    a frame that takes more than to read and to filter, which nobody computes twice; and for a
    folder that takes no more.
    """
    if sys.byteorder != "little" or is_text(pairs) or not reads_alone(pairs):
        return None
    session: Any = pairs.sparkSession
    short = F.col(SRC).bitwiseOR(F.col(DST)).between(0, _MOST)
    edge = F.shiftleft(DST, 32).bitwiseOR(F.col(SRC))
    frame: Any = pairs.select(F.when(short, edge).alias("edge"))
    with told(session):
        try:
            # mapInArrow wraps each row in another one, which takes as long as the rest of its way.
            batches = frame._jdf.toArrowBatchRdd(_ROWS, "UTC", False, False).toJavaRDD()  # noqa: FBT003, SLF001
        except Py4JError:
            return None  # as in other versions of Spark

        def leave(batches: Iterable[bytes]) -> Iterator[Piece | None]:
            return left(batches, folder)

        rdd: RDD[bytes] = RDD(batches, session.sparkContext, NoOpSerializer())
        pieces = rdd.mapPartitions(leave).collect()
    if all(pieces):
        return [piece for piece in pieces if piece]
    for file in Path(folder).iterdir():
        file.unlink()
    return None


def left(batches: Iterable[bytes], folder: str) -> Iterator[Piece | None]:
    """Write edges to a file, if there are any, and tell its name and length; None where not."""
    ended = Path(folder, _ENDED)
    rows, path = 0, ""
    try:
        with ExitStack() as opened:
            for data in batches:
                batch = pa.ipc.read_record_batch(pa.py_buffer(data), _EDGES)
                edges = batch.column(0)
                if edges.null_count or ended.exists():
                    ended.touch()
                    yield None
                    return
                if not path:
                    # A name of its own, so that a task that is done again meets nothing of before.
                    fd, path = tempfile.mkstemp(suffix=".u32", dir=folder)
                    file = opened.enter_context(os.fdopen(fd, "wb"))
                file.write(edges.buffers()[1].slice(8 * edges.offset, 8 * len(edges)))
                rows += len(edges)
    except OSError:
        with suppress(OSError):
            ended.touch()
        yield None
        return
    if path:
        yield Piece(path, rows, Path(path).stat().st_size)
