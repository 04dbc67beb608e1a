"""How edges come to the tasks that read them: one shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import InputError

from ._colours import Tasks, colour_of
from ._columns import DST, SRC, hashed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame

TASK = "task"


def spread(pairs: DataFrame, colours: int) -> DataFrame:
    """Return the edges with the number of a task, those of a task together in one partition.

    Of several tasks, each also gets a row without ends, so that one without edges answers, too.
    """
    if colours == 1:  # nothing to be hashed, and nothing to be shuffled
        return pairs.select(F.lit(0).cast("long").alias(TASK), SRC, DST).coalesce(1)
    kind = pairs.schema[SRC].dataType
    schema = T.StructType([T.StructField(TASK, T.LongType()), *pairs.schema.fields])

    def replicate(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return replicated(batches, colours)

    number = len(Tasks(colours))
    nothing = [F.lit(None).cast(kind).alias(name) for name in (SRC, DST)]
    marks = pairs.sparkSession.range(number).select(F.col("id").alias(TASK), *nothing)
    rows = hashed(pairs).mapInArrow(replicate, schema).union(marks)
    return rows.repartition(number, TASK).sortWithinPartitions(TASK)


def replicated(batches: Iterable[pa.RecordBatch], colours: int) -> Iterator[pa.RecordBatch]:
    """Return each edge once for every task that reads it, with the number of the task."""
    readers = Tasks(colours).readers()
    for batch in batches:
        ends = batch.columns[:2]
        refuse_missing(ends)
        a, b = (colour_of(key.to_numpy(), colours) for key in batch.columns[-2:])
        tasks = readers[np.minimum(a, b) * colours + np.maximum(a, b)]
        rows, places = np.nonzero(tasks >= 0)
        chosen = pa.array(rows)
        columns: list[Any] = [pa.array(tasks[rows, places]), *(end.take(chosen) for end in ends)]
        yield pa.RecordBatch.from_arrays(columns, [TASK, SRC, DST])


def refuse_missing(ends: Iterable[pa.Array]) -> None:
    """Refuse edges without an end.

    Raises:
        InputError: there is one.

    """
    if any(end.null_count for end in ends):
        message = "an edge has no id at one of its ends: drop rows with nulls, or fill them"
        raise InputError(message)
