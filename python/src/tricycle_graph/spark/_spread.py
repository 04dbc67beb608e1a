"""How edges come to the tasks that read them: one shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as F  # noqa: N812

from ._colours import Tasks
from ._columns import hashed
from ._pack import PACKED, TASK, packed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

    from ._files import Files


def rows_of(pairs: DataFrame, colours: int) -> DataFrame:
    """Return rows of the edges that Spark reads or computes, with the numbers of tasks."""

    def pack_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return packed(batches, colours)

    return hashed(pairs).mapInArrow(pack_rows, PACKED)


def rows_of_files(files: Files, session: SparkSession, colours: int) -> DataFrame:
    """Return the same of files that tasks read, a piece each."""
    table, pieces = files.table, files.pieces()

    def pack_files(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for piece in batch.column(0).to_pylist():
                yield from packed(table.batches(pieces[piece]), colours)

    number = len(pieces)
    return session.range(0, number, 1, number).mapInArrow(pack_files, PACKED)


def spread(rows: DataFrame, colours: int) -> DataFrame:
    """Return rows of edges so that those of a task are together in one partition.

    Each task also gets a row without edges, so that one that has none answers, too.
    """
    number = len(Tasks(colours))
    nothing = [F.lit(None).cast(f.dataType).alias(f.name) for f in PACKED.fields[1:]]
    marks = rows.sparkSession.range(0, number, 1, 1).select(F.col("id").alias(TASK), *nothing)
    rows = rows.union(marks)
    if hasattr(rows, "repartitionById"):
        return rows.repartitionById(number, F.col(TASK).cast("int"))
    # Before Spark 4.1, a hash of the number says where a task goes, and some go to one place.
    return rows.repartition(number, TASK).sortWithinPartitions(TASK)
