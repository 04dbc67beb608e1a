"""Triangles of Spark's data frames: the same as those of the graph in one piece."""

from __future__ import annotations

import os
import random
import shutil
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("no java", allow_module_level=True)

from tricycle_graph import spark as tcs
from tricycle_graph.spark._colours import Tasks, colour_of, enough
from tricycle_graph.spark._total import total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

pytestmark = pytest.mark.filterwarnings(
    "ignore::tricycle_graph.CleaningWarning", "ignore::ResourceWarning"
)


SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    # Batches of few rows, so that tasks have several, and batches have several tasks.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "50",
    # What runs for so short a time is not worth to be optimised.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.adaptive.enabled": "false",
}


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def pairs(seed: int, *, text: bool = False) -> list[tuple[Any, Any]]:
    """Return edges of a random graph, with loops, duplicates and both directions."""
    rng = random.Random(seed)
    ids: list[Any] = [rng.choice((-1, 1)) * rng.getrandbits(40) for _ in range(25)]
    if text:
        ids = [f"é{i}" for i in ids]
    return [(rng.choice(ids), rng.choice(ids)) for _ in range(300)]


def both(rows: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    dtype = object if isinstance(rows[0][0], str) else np.int64
    a, b = zip(*rows, strict=True)
    return np.array(a, dtype), np.array(b, dtype)


@pytest.mark.parametrize(
    ("colours", "text"), [(None, False), (1, True), (2, False), (3, True), (4, False)]
)
def test_counts(session: SparkSession, colours: int | None, *, text: bool) -> None:
    rows = pairs(colours or 0, text=text)
    want = tc.count(both(rows))
    found = tcs.triangle_count(
        session.createDataFrame(rows, "src: {0}, dst: {0}".format("string" if text else "long")),
        colours=colours,
    )
    assert int(found) == int(want) > 0
    assert found.edges == want.edges
    for name in ("records", "loops", "duplicates", "reciprocal"):
        assert getattr(found, name) == getattr(want.cleaning, name)


@pytest.mark.parametrize(("colours", "text"), [(1, False), (4, True)])
def test_rows(session: SparkSession, colours: int, *, text: bool) -> None:
    rows = pairs(7 + colours, text=text)
    kind = "string" if text else "long"
    frame = session.createDataFrame(
        rows, f"`a.b`: {kind}, weight: double, b: {kind}".replace("weight: double, ", "")
    )
    by_vertex = tcs.vertices(frame, "a.b", "b", colours=colours).collect()
    want = tc.vertices(both(rows))
    columns = [want[name].tolist() for name in ("vertex", "degree", "triangles")]
    assert sorted(tuple(row)[:3] for row in by_vertex) == sorted(zip(*columns, strict=True))
    clustering = dict(zip(columns[0], want["clustering"].tolist(), strict=True))
    assert {r.vertex: r.clustering for r in by_vertex} == pytest.approx(clustering)
    by_edge = tcs.edges(frame, "a.b", "b", colours=colours).collect()
    ends = tc.edges(both(rows))
    columns = [ends[name].tolist() for name in ("source", "target", "support")]
    smaller = ((min(a, b), max(a, b), n) for a, b, n in zip(*columns, strict=True))
    assert sorted(map(tuple, by_edge)) == sorted(smaller)


def test_tasks_without_edges(session: SparkSession) -> None:
    frame = session.createDataFrame([(1, 2)], "src: int, dst: int")
    found = tcs.triangle_count(frame, colours=4)
    assert (int(found), found.edges, found.tasks) == (0, 1, 14)
    assert [tuple(row) for row in tcs.edges(frame, colours=3).collect()] == [(1, 2, 0)]


@pytest.mark.parametrize("colours", [None, 1, 3])
def test_wrong_rows(session: SparkSession, colours: int | None) -> None:
    empty = session.createDataFrame([], "src: long, dst: long")
    with pytest.raises(tc.InputError, match="no rows"):
        tcs.triangle_count(empty, colours=colours)
    for row in ((1, None), (None, 1), (None, None)):
        nulls = session.createDataFrame([(1, 2), row], "src: long, dst: long")
        with pytest.raises(tc.InputError, match="no id at one of its ends"):
            tcs.triangle_count(nulls, colours=colours)


def test_wrong_columns(session: SparkSession) -> None:
    frame = session.createDataFrame(
        [(1, "a", 0.5, 2, 3)], "src: long, name: string, weight: double, dst: long, DST: long"
    )
    with pytest.raises(tc.UsageError, match=r"no column 'dest': the columns are 'src', 'name'"):
        tcs.triangle_count(frame, dst="dest")
    with pytest.raises(tc.UsageError, match="both name"):
        tcs.vertices(frame, "src", "src")
    with pytest.raises(TypeError, match="'weight' holds double: ids are integers or text"):
        tcs.edges(frame, "src", "weight")
    with pytest.raises(TypeError, match="both are text"):
        tcs.edges(frame, "src", "name")
    with pytest.raises(TypeError, match="list is no DataFrame of Spark"):
        tcs.edges([(1, 2)])
    plain = frame.select("src", frame.src.alias("dst"))
    for colours in (0, 185, True, "3"):
        with pytest.raises(tc.UsageError, match="from 1 to 184"):
            tcs.triangle_count(plain, colours=colours)
    with pytest.raises(TypeError, match="did you mean 'memory'"):
        tcs.triangle_count(plain, colours=1, memry=1)


def test_colours_are_those_of_the_command() -> None:
    ids = np.array([0, 1, 2, 1 << 40, -1], np.int64)
    for colours in (1, 3, 184):
        assert colour_of(ids, colours).tolist() == [_colour(int(i), colours) for i in ids]


def _colour(vertex: int, colours: int) -> int:
    most = (1 << 64) - 1
    x = (vertex + 0x9E3779B97F4A7C15) & most
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & most
    x = (x ^ x >> 27) * 0x94D049BB133111EB & most
    return (x ^ x >> 31) * colours >> 64


def test_tasks_are_no_larger_than_asked() -> None:
    assert enough(100, 100) == 1
    for edges in (101, 1000, 10**6, 10**11):
        colours = enough(edges, 100)
        assert 6 * edges <= 100 * colours**2


def _rows(tasks: Tasks) -> list[dict[str, Any]]:
    names = ("edges", "records", "loops", "duplicates", "reciprocal")
    return [{"task": i, "triangles": "0", **dict.fromkeys(names, 0)} for i in range(len(tasks))]


def test_totals_refuse_what_cannot_be() -> None:
    tasks = Tasks(3)
    rows = _rows(tasks)
    assert int(total(tasks, rows)) == 0
    with pytest.raises(tc.InternalError, match="1 of 7 tasks were not answered, the first is 6"):
        total(tasks, rows[:-1])
    with pytest.raises(tc.InternalError, match="task 0 of 7 was answered twice"):
        total(tasks, [*rows, rows[0]])
    rows[4] = {**rows[4], "records": 1}
    with pytest.raises(tc.InternalError, match="do not agree about records"):
        total(tasks, rows)
