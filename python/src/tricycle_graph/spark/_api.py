"""What people ask of the triangles of a DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import InputError

from ._pack import DST, SRC, TASK
from ._question import EMPTY, Question
from ._total import TriangleCount, agreed, total
from ._work import CHECKED, COUNTED, count, edge_counter, vertex_counter

if TYPE_CHECKING:
    from typing import Unpack

    from pyspark.sql import Column, DataFrame

    from ._question import SparkOptions
    from ._work import Ask


def triangle_count(
    edges: DataFrame,
    src: str = "src",
    dst: str = "dst",
    *,
    colours: int | None = None,
    **options: Unpack[SparkOptions],
) -> TriangleCount:
    """Count the triangles of a DataFrame of edges, exactly.

    Args:
        edges: a row for each edge; other columns are ignored.
        src: the column of one end, integers or text.
        dst: the column of the other end.
        colours: into how many the vertices are cut; 1 for one task. Without it, rows are counted
            first, and tasks are so many that each fits the memory of an executor.
        **options: those of each task.

    Returns:
        The number of triangles, an int with attributes.

    Raises:
        InputError: there are no rows, an id is null, or the DataFrame is not the same each time
            Spark computes it.
        TypeError: a column holds neither integers nor text, or there is no such option.
        UsageError: a column is not there, or there are no such colours.

    """
    question = Question("triangle_count", edges, (src, dst), colours, options)
    fields: list[tuple[str, T.DataType]] = [(name, T.LongType()) for name in (TASK, *COUNTED)]
    fields.insert(1, ("triangles", T.StringType()))
    fields += [(name, T.ArrayType(T.LongType())) for name in CHECKED]
    rows, read = question.answers(count, fields)
    if not any(row["records"] for row in rows):
        raise InputError(EMPTY)
    return total(question.tasks, (row.asDict() for row in rows), read)


def vertices(
    edges: DataFrame,
    src: str = "src",
    dst: str = "dst",
    *,
    colours: int | None = None,
    **options: Unpack[SparkOptions],
) -> DataFrame:
    """Count the triangles of each vertex, and how its neighbours cluster.

    Takes what `triangle_count` takes.

    Returns:
        A DataFrame with columns `vertex`, `degree`, `triangles` and `clustering`, a row for every
        vertex. What is wrong with rows is said once somebody asks for its own.

    """
    question = Question("vertices", edges, (src, dst), colours, options)
    question.refuse_empty()
    ask = vertex_counter(question.tasks, question.ids)
    sums = _summed(question, ask, {"vertex": F.col("vertex")}, ["degree", "triangles"])
    pairs_of_neighbours = F.col("degree") * (F.col("degree") - 1)
    ratio = F.when(F.col("degree") > 1, 2 * F.col("triangles") / pairs_of_neighbours)
    return sums.withColumn("clustering", ratio.otherwise(0.0))


def edges(
    edges: DataFrame,
    src: str = "src",
    dst: str = "dst",
    *,
    colours: int | None = None,
    **options: Unpack[SparkOptions],
) -> DataFrame:
    """Count the triangles that hold each edge, its support.

    Takes what `triangle_count` takes.

    Returns:
        A DataFrame with columns `source`, `target` and `support`, a row for every edge, of which
        the source is the smaller end. What is wrong with rows is said once somebody asks for its
        own.

    """
    question = Question("edges", edges, (src, dst), colours, options)
    question.refuse_empty()
    ask = edge_counter(question.tasks, question.ids)
    ends = {SRC: F.least(SRC, DST).alias("source"), DST: F.greatest(SRC, DST).alias("target")}
    return _summed(question, ask, ends, ["support"])


def _summed(question: Question, ask: Ask, keys: dict[str, Column], counts: list[str]) -> DataFrame:
    """Return the sums of what tasks have counted, by key, once they agree about what they read."""
    fields = [(name, question.kind) for name in keys]
    fields += [(name, T.LongType()) for name in (*counts, *CHECKED)]
    cell, *read = CHECKED
    sums = [F.sum(name).alias(name) for name in counts]
    bounds = [f(name).alias(f"{f.__name__} {name}") for name in read for f in (F.min, F.max)]
    found = question.ask(ask, fields).groupBy(*keys.values(), cell)
    found = found.agg(*sums, *bounds, F.count("*").alias("times"))
    same = [(F.col(f"min {name}"), F.col(f"max {name}")) for name in read]
    found = found.where(agreed(question.tasks, F.col("times"), F.col(cell), *same))
    return found.drop(
        cell, "times", *(name for pair in read for name in (f"min {pair}", f"max {pair}"))
    )
