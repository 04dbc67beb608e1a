"""What people ask of the triangles of a DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import InputError, UsageError
from tricycle_graph._options import check
from tricycle_graph.options import Engine, FilePath, Size  # noqa: TC001 - for who asks for types

from ._colours import MOST, Tasks, enough
from ._columns import DST, SRC, ends
from ._errors import translated
from ._spread import TASK, spread
from ._total import TriangleCount, total
from ._work import COUNTED, counter, each_task, edge_counter, vertex_counter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Unpack

    import pyarrow as pa
    from pyspark.sql import DataFrame

    from ._work import Ask

_EDGES_A_TASK = 1 << 27  # unless colours= says something else


class SparkOptions(TypedDict, total=False):
    """Options of each task, those of `tricycle count` under the same names.

    `threads` is as many as Spark gives a task, where there are several tasks.
    """

    engine: Engine
    memory: Size
    threads: int
    tmpdir: FilePath


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
            first, and tasks have about 2²⁷ edges at most.
        **options: those of each task.

    Returns:
        The number of triangles, an int with attributes.

    Raises:
        InputError: there are no rows, or an id is null.
        TypeError: a column holds neither integers nor text, or there is no such option.
        UsageError: a column is not there, or there are no such colours.

    """
    pairs = ends(edges, src, dst)
    with translated():
        tasks = _tasks(pairs, colours)
        ask = counter(_asked("triangle_count", pairs, tasks, options))
        names = [TASK, "triangles", *COUNTED]
        fields = [T.StructField(name, T.LongType()) for name in names]
        fields[1] = T.StructField("triangles", T.StringType())
        rows = _mapped(pairs, tasks, ask, T.StructType(fields)).collect()
    if not any(row["records"] for row in rows):
        message = "the DataFrame has no rows"
        raise InputError(message)
    return total(tasks, (row.asDict() for row in rows))


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
    pairs = ends(edges, src, dst)
    with translated():
        tasks = _tasks(pairs, colours)
    ask = vertex_counter(tasks, _asked("vertices", pairs, tasks, options))
    kind = pairs.schema[SRC].dataType
    found = _mapped(pairs, tasks, ask, _schema(("vertex", kind), "degree", "triangles"))
    sums = found.groupBy("vertex").agg(
        F.sum("degree").alias("degree"), F.sum("triangles").alias("triangles")
    )
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
    pairs = ends(edges, src, dst)
    with translated():
        tasks = _tasks(pairs, colours)
    ask = edge_counter(tasks, _asked("edges", pairs, tasks, options))
    kind = pairs.schema[SRC].dataType
    found = _mapped(pairs, tasks, ask, _schema((SRC, kind), (DST, kind), "support"))
    sides = F.least(SRC, DST).alias("source"), F.greatest(SRC, DST).alias("target")
    return found.groupBy(*sides).agg(F.sum("support").alias("support"))


def _tasks(pairs: DataFrame, colours: int | None) -> Tasks:
    """Choose the tasks.

    Raises:
        InputError: there are no rows, as far as that is known without counting them.
        UsageError: there are no such colours.

    """
    if colours is None:
        rows = pairs.count()
        if rows == 0:
            message = "the DataFrame has no rows"
            raise InputError(message)
        colours = enough(rows, _EDGES_A_TASK)
        if colours > MOST:
            message = f"{rows} rows need {colours} colours, and {MOST} is the most"
            raise UsageError(message)
    if isinstance(colours, bool) or not isinstance(colours, int) or not 1 <= colours <= MOST:
        message = f"colours={colours!r}: from 1 to {MOST}"
        raise UsageError(message)
    return Tasks(colours)


def _asked(function: str, pairs: DataFrame, tasks: Tasks, options: SparkOptions) -> dict[str, Any]:
    """Return what each task is asked with."""
    check(function, SparkOptions, options)
    asked: dict[str, Any] = dict(options)
    if len(tasks) > 1 and "threads" not in asked:
        asked["threads"] = int(pairs.sparkSession.conf.get("spark.task.cpus", "1") or 1)
    return {**asked, "columns": (SRC, DST)}


def _schema(*columns: str | tuple[str, T.DataType]) -> T.StructType:
    pairs = [(name, T.LongType()) if isinstance(name, str) else name for name in columns]
    return T.StructType([T.StructField(name, kind) for name, kind in pairs])


def _mapped(pairs: DataFrame, tasks: Tasks, ask: Ask, schema: T.StructType) -> DataFrame:
    marked = tasks.colours > 1

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return each_task(batches, ask, marked=marked)

    return spread(pairs, tasks.colours).mapInArrow(run, schema)
