"""Triangles of Spark's data frames: the same as those of the graph in one piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")

from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql import types as T  # noqa: N812
from spark_graphs import both, pairs, session_of

from tricycle_graph import spark as tcs
from tricycle_graph.spark._api import _summed
from tricycle_graph.spark._colours import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.filterwarnings(
    "ignore::tricycle_graph.CleaningWarning", "ignore::ResourceWarning"
)


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    yield from session_of("local[2]")


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
    text = frame.select(F.col("src").cast("string"), F.col("dst").cast("string"))
    assert [tuple(row) for row in tcs.edges(text, colours=3).collect()] == [("1", "2", 0)]


@pytest.mark.parametrize("colours", [None, 3])
def test_wrong_rows(session: SparkSession, colours: int | None) -> None:
    empty = session.createDataFrame([], "src: long, dst: long")
    ask = tcs.triangle_count if colours else tcs.vertices
    with pytest.raises(tc.InputError, match="no rows"):
        ask(empty, colours=colours)
    nulls = session.createDataFrame([(1, 2), (1, None) if colours else (None, 1)], empty.schema)
    with pytest.raises(tc.InputError, match="no id at one of its ends"):
        tcs.triangle_count(nulls, colours=colours)


def test_text_that_is_no_utf8(session: SparkSession) -> None:
    frame = session.sql("select cast(unhex('ff') as string) src, 'b' dst")
    with pytest.raises(PySparkException, match=r"InputError: the id b'\\xff' is no UTF-8"):
        tcs.vertices(frame, colours=1).collect()


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
    folded = session.createDataFrame([("a", "A")], "src: string, dst: string collate UTF8_LCASE")
    with pytest.raises(TypeError, match="'dst' has the collation UTF8_LCASE"):
        tcs.triangle_count(folded)
    by_bytes = folded.select("src", F.expr("collate(dst, 'UTF8_BINARY')").alias("dst"))
    assert int(tcs.triangle_count(by_bytes, colours=1)) == 0
    plain = frame.select("src", frame.src.alias("dst"))
    for colours in (0, 185, True, "3"):
        with pytest.raises(tc.UsageError, match="from 1 to 184"):
            tcs.triangle_count(plain, colours=colours)
    with pytest.raises(TypeError, match="did you mean 'memory'"):
        tcs.triangle_count(plain, colours=1, memry=1)


class Answered:
    """A question that was answered so: proofs of cells that tasks have read."""

    tasks = Tasks(3)
    kind = T.LongType()

    def __init__(self, session: SparkSession, changed: int | None = None) -> None:
        self._rows = [(None, None, cell, 1, 2) for i in range(7) for cell in self.tasks.cells(i)]
        if changed is not None:
            self._rows[-1] = (None, None, self._rows[-1][2], 1, changed)
        self._session = session

    def ask(self, *_: object) -> DataFrame:
        rows = [(5, 6, None, None, None), (5, 7, None, None, None), *self._rows]
        return self._session.createDataFrame(
            rows, "vertex: long, n: long, cell: long, rows: long, sum: long"
        )


def test_rows_are_answered_once_tasks_agree(session: SparkSession) -> None:
    answered = Answered(session)
    assert _sums(answered) == [(5, 13)]
    with pytest.raises(PySparkException, match="have read different edges"):
        _sums(Answered(session, changed=3))
    answered._rows.pop()
    with pytest.raises(PySparkException, match="have read different edges"):
        _sums(answered)


def test_filters_and_joins_drop_no_proof(session: SparkSession) -> None:
    frame = _frame(Answered(session, changed=3))
    joined = frame.join(session.range(9), F.col("vertex") == F.col("id"))
    for asked in (frame.where("vertex = 5"), joined):
        with pytest.raises(PySparkException, match="have read different edges"):
            asked.collect()


def _frame(answered: Answered) -> DataFrame:
    return _summed(answered, None, {"vertex": F.col("vertex")}, ["n"])


def _sums(answered: Answered) -> list[tuple[int, ...]]:
    return [tuple(row) for row in _frame(answered).collect()]
