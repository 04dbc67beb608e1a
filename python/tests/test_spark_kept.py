"""Edges that Spark's tasks leave in files for one other: the same answers as by a shuffle."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")

import pyarrow as pa
from pyspark.sql import functions as F  # noqa: N812
from spark_graphs import both, pairs, session_of

from tricycle_graph import spark as tcs
from tricycle_graph.spark import _pack, _question
from tricycle_graph.spark._batches import counted_batches
from tricycle_graph.spark._kept import Kept, kept, left
from tricycle_graph.spark._parquet import UnreadError
from tricycle_graph.spark._room import Room
from tricycle_graph.spark._short import Piece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.filterwarnings(
    "ignore::tricycle_graph.CleaningWarning", "ignore::ResourceWarning"
)


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    yield from session_of("local[2]")


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> list[Kept]:
    """Return what was kept in files."""
    found: list[Kept] = []

    @contextmanager
    def noted(frame: DataFrame, folder: str) -> Iterator[Kept]:
        with kept(frame, folder) as graph:
            found.append(graph)
            yield graph

    monkeypatch.setattr(_question, "kept", noted)
    return found


def graph_of(kind: str, seed: int) -> list[tuple[Any, Any]]:
    rows = pairs(seed, text=kind == "text")
    if kind == "narrow":
        return [(abs(a) % 60, abs(b) % 60) for a, b in rows]
    if kind == "some narrow":
        return [(i % 50, i % 7) for i in range(300)] + rows
    return rows


def frame_of(session: SparkSession, rows: list[tuple[Any, Any]], slices: int = 5) -> DataFrame:
    kind = "string" if isinstance(rows[0][0], str) else "long"
    data = session.sparkContext.parallelize(rows, slices)
    return session.createDataFrame(data, f"src: {kind}, dst: {kind}")


@pytest.mark.parametrize("kind", ["narrow", "wide", "some narrow", "text"])
def test_counts(
    session: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    used: list[Kept],
    kind: str,
) -> None:
    rows = graph_of(kind, 1)
    frame = frame_of(session, rows)
    found, same = (tcs.triangle_count(frame, colours=x, tmpdir=tmp_path) for x in (None, 1))
    assert [graph.rows for graph in used] == [len(rows)] * 2
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(_question, "on_one_machine", lambda _: False)
    want = tcs.triangle_count(frame, colours=1)
    assert len(used) == 2
    assert found.as_dict() == same.as_dict() == want.as_dict()
    assert int(found) == int(tc.count(both(rows))) > 0


def batches(rows: list[tuple[Any, Any]], size: int) -> Iterator[pa.RecordBatch]:
    for begin in range(0, len(rows), size):
        ends = [pa.array(end) for end in both(rows[begin : begin + size])]
        yield pa.RecordBatch.from_arrays(ends, ["a", "b"])


@pytest.mark.parametrize("kind", ["narrow", "wide", "some narrow", "text"])
def test_files_of_a_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(_pack, "_HELD", 1000)
    pieces, want = [], []
    for seed in range(3):
        rows = graph_of(kind, seed)
        want += rows
        told = left(batches(rows, 20), str(tmp_path)).to_pylist()
        assert len(told) == (2 if kind == "some narrow" else 1)
        pieces += [Piece(*row.values()) for row in told]
    graph = Kept(pieces)
    graph.check()
    found, same = tc.count(graph), tc.count(both(want))
    assert (int(found), found.cleaning) == (int(same), same.cleaning)
    assert graph.rows == len(want)
    assert left(iter([]), str(tmp_path)).num_rows == 0


def test_files_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    null = pa.RecordBatch.from_pydict({"a": [1, 2], "b": [3, None]})
    with pytest.raises(tc.InputError, match="no id at one of its ends"):
        left([null], str(tmp_path))
    with pytest.raises(UnreadError, match="No such file"):
        left(batches(graph_of("wide", 1), 20), str(tmp_path / "none"))
    if Path("/dev/full").exists():
        full = os.open("/dev/full", os.O_WRONLY)
        monkeypatch.setattr(tempfile, "mkstemp", lambda **_: (full, "/dev/full"))
        with pytest.raises(UnreadError, match="No space"):
            left(batches(graph_of("wide", 1), 20), str(tmp_path))


@pytest.mark.parametrize("wrong", ["gone", "shorter", "folder"])
def test_files_that_are_not_there(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    @contextmanager
    def spoiled(frame: DataFrame, folder: str) -> Iterator[Kept]:
        with kept(frame, f"{tmp_path}/none" if wrong == "folder" else folder) as graph:
            path = Path(graph._pieces[1].path)
            if wrong == "gone":
                path.unlink()
            else:
                path.write_bytes(path.read_bytes()[:-8])
            yield graph

    monkeypatch.setattr(_question, "kept", spoiled)
    rows = graph_of("wide", 3)
    found = tcs.triangle_count(frame_of(session, rows), colours=1, tmpdir=tmp_path)
    assert int(found) == int(tc.count(both(rows))) > 0
    assert not list(tmp_path.iterdir())


def test_edges_that_were_not_read(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def more(frame: DataFrame, folder: str) -> Iterator[Kept]:
        with kept(frame, folder) as graph:
            graph.rows += 1
            yield graph

    monkeypatch.setattr(_question, "kept", more)
    with pytest.raises(tc.InternalError, match="had 301 edges, and not all were read"):
        tcs.triangle_count(frame_of(session, graph_of("wide", 3)), tmpdir=tmp_path)


def test_what_goes_by_rows(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, used: list[Kept]
) -> None:
    rows = graph_of("text", 5)
    frame, want = frame_of(session, rows), int(tc.count(both(rows)))
    found = tcs.triangle_count(frame, colours=3, tmpdir=tmp_path)
    assert (int(found), found.tasks, used) == (want, 7, [])
    monkeypatch.setattr(_question, "MOST_FILES", 4)
    assert (int(tcs.triangle_count(frame, tmpdir=tmp_path)), len(used)) == (want, 1)
    monkeypatch.setattr(Room, "rows", lambda *_: (100, 100))
    found = tcs.triangle_count(frame, tmpdir=tmp_path)
    assert (int(found), found.colours, found.records, len(used)) == (want, 5, len(rows), 2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("colours", [None, 1])
def test_nothing_is_left_behind(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colours: int | None
) -> None:
    def ask(frame: DataFrame) -> object:
        return tcs.triangle_count(frame, colours=colours, tmpdir=tmp_path)

    frame = frame_of(session, graph_of("wide", 5))
    with pytest.raises(tc.InputError, match="no rows"):
        ask(frame.where("src is null"))
    with pytest.raises(tc.InputError, match="no id at one of its ends"):
        ask(frame.select("src", F.when(F.col("dst") > 0, F.col("dst")).alias("dst")))

    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(_question.Question, "_ask_one", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(frame)
    assert not list(tmp_path.iterdir())


def limits(frame: DataFrame) -> set[tuple[str | None, str | None]]:
    """Return the limits of batches that tasks of a frame are told."""
    names = _limits()

    def look(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        for _ in batches:
            pass
        context = TaskContext.get()
        told = [context.getLocalProperty(name) for name in names]
        yield pa.RecordBatch.from_arrays([pa.array([x], pa.string()) for x in told], ["a", "b"])

    with counted_batches(frame):
        return {tuple(row) for row in frame.mapInArrow(look, "a string, b string").collect()}


def _limits() -> tuple[str, str]:
    arrow = "spark.sql.execution.arrow."
    return (arrow + "maxBytesPerBatch", arrow + "maxRecordsPerBatch")


def test_limits_of_batches(session: SparkSession) -> None:
    frame = frame_of(session, graph_of("wide", 1))
    size, rows = _limits()
    assert limits(frame) == {(None, "50")}  # the session says so
    session.conf.unset(rows)
    try:
        assert limits(frame) == {("2147483647", "4096")}
        assert session.sparkContext.getLocalProperty(size) is None
        assert session.conf.get(size, None) is None
        assert limits(frame_of(session, graph_of("text", 1))) == {(None, None)}
        python = frame.mapInArrow(lambda batches: batches, frame.schema)
        assert limits(python) == {(None, None)}
    finally:
        session.conf.set(rows, "50")
