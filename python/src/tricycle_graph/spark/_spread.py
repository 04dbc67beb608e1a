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
    from pyspark.sql import DataFrame


def spread(pairs: DataFrame, colours: int) -> DataFrame:
    """Return rows of edges with the number of a task, those of a task together in one partition.

    Each task also gets a row without edges, so that one that has none answers, too.
    """

    def pack(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return packed(batches, colours)

    number = len(Tasks(colours))
    nothing = [F.lit(None).cast(f.dataType).alias(f.name) for f in PACKED.fields[1:]]
    marks = pairs.sparkSession.range(0, number, 1, 1).select(F.col("id").alias(TASK), *nothing)
    rows = hashed(pairs).mapInArrow(pack, PACKED).union(marks)
    if hasattr(rows, "repartitionById"):
        return rows.repartitionById(number, F.col(TASK).cast("int"))
    # Before Spark 4.1, a hash of the number says where a task goes, and some go to one place.
    return rows.repartition(number, TASK).sortWithinPartitions(TASK)
