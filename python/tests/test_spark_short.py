"""Edges between ids of 32 bits, which Spark's tasks leave as pairs: the same answers as without."""

from __future__ import annotations

import os
import random
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")

import numpy as np
import pyarrow as pa
from pyarrow import parquet as pq
from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812
from spark_graphs import both, session_of

from tricycle_graph import spark as tcs
from tricycle_graph.spark import _kept, _question, _short
from tricycle_graph.spark._batches import told
from tricycle_graph.spark._kept import Kept, kept
from tricycle_graph.spark._plan import reads_alone
from tricycle_graph.spark._short import left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.filterwarnings(
    "ignore::tricycle_graph.CleaningWarning", "ignore::ResourceWarning"
)

MOST = (1 << 32) - 1


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    yield from session_of("local[2]")


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return whether what was kept in files was short."""
    found: list[bool] = []

    @contextmanager
    def noted(frame: DataFrame, folder: str) -> Iterator[Kept]:
        with kept(frame, folder) as graph:
            found.append(graph.short)
            yield graph

    monkeypatch.setattr(_question, "kept", noted)
    return found


def graph_of(seed: int) -> list[tuple[int, int]]:
    """Return edges between short ids, the least and the largest among them."""
    rng = random.Random(seed)
    ids = [0, MOST, MOST - 1, 1 << 31, *(rng.getrandbits(32) for _ in range(20))]
    return [(rng.choice(ids), rng.choice(ids)) for _ in range(300)]


def read(session: SparkSession, folder: Path, rows: list[tuple[Any, Any]]) -> DataFrame:
    """Return the edges of some files, one of them without any, which Spark has to filter."""
    folder.mkdir()
    for number in range(4):
        part = rows[number::3] if number < 3 else []
        ends = [pa.array([row[end] for row in part], pa.int64()) for end in (0, 1)]
        pq.write_table(pa.Table.from_arrays(ends, ["src", "dst"]), folder / f"{number}.parquet")
    return session.read.parquet(str(folder)).where("src is null or src <> 7")


@pytest.mark.parametrize("batch", [7, 1 << 15])
def test_counts(
    session: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    used: list[bool],
    batch: int,
) -> None:
    monkeypatch.setattr(_short, "_ROWS", batch)
    (tmp_path / "own").mkdir()
    for seed in range(3):
        rows = graph_of(seed)
        frame = read(session, tmp_path / f"{seed}", rows)
        found = tcs.triangle_count(frame, tmpdir=tmp_path / "own")
        with monkeypatch.context() as patch:
            patch.setattr(_kept, "shortened", lambda *_: None)
            same = tcs.triangle_count(frame, colours=1)
        assert found.as_dict() == same.as_dict()
        assert int(found) == int(tc.count(both(rows))) > 0
        assert not list((tmp_path / "own").iterdir())
    assert used == [True, False] * 3


@pytest.mark.parametrize("wrong", [1 << 32, -1, -(1 << 63), None])
def test_longer_ids(
    session: SparkSession, tmp_path: Path, used: list[bool], wrong: int | None
) -> None:
    rows: list[tuple[Any, Any]] = [*graph_of(4), (5, wrong), (3, 4), (wrong, 5)]
    frame = read(session, tmp_path / "edges", rows)
    (tmp_path / "own").mkdir()
    if wrong is None:
        with pytest.raises(tc.InputError, match="no id at one of its ends"):
            tcs.triangle_count(frame, tmpdir=tmp_path / "own")
    else:
        found = tcs.triangle_count(frame, tmpdir=tmp_path / "own")
        assert int(found) == int(tc.count(both(rows)))
        assert (found.records, used) == (len(rows), [False])
    assert not list((tmp_path / "own").iterdir())


def test_empty_frames_and_errors(session: SparkSession, tmp_path: Path) -> None:
    frame = read(session, tmp_path / "edges", graph_of(5))
    with pytest.raises(tc.InputError, match="no rows"):
        tcs.triangle_count(frame.where("src = -1"))
    failing = frame.select("src", F.expr("dst + 9223372036854775807").alias("dst"))
    with pytest.raises(PySparkException, match="overflow"):
        tcs.triangle_count(failing, tmpdir=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["edges"]


def test_memory_that_is_too_small(session: SparkSession, tmp_path: Path) -> None:
    frame = session.range(50_000).selectExpr("id % 701 as src", "id * 7919 % 9973 as dst")
    with pytest.raises(tc.MemoryLimitError) as raised:
        tcs.triangle_count(frame, colours=1, memory="1MiB", tmpdir=tmp_path)
    assert "lists of the graph needs" in str(raised.value)
    assert "raise memory=, or what Spark leaves its tasks" in str(raised.value)
    assert str(tmp_path) not in str(raised.value)


def test_which_frames(session: SparkSession, tmp_path: Path) -> None:
    frame = read(session, tmp_path / "edges", graph_of(6))
    ranged = session.range(9).select(F.col("id").alias("src"), (F.col("id") % 2).alias("dst"))
    for good in (frame, ranged, frame.union(ranged), frame.cache(), frame.select("dst", "src")):
        assert reads_alone(good)
    frame.unpersist()
    python = frame.mapInArrow(lambda batches: batches, frame.schema)
    made = session.createDataFrame(
        session.sparkContext.parallelize([(1, 2)]), "src: long, dst: long"
    )
    for bad in (frame.distinct(), frame.join(ranged, "src"), frame.limit(3), python, made):
        assert not reads_alone(bad)
    assert not reads_alone(object())


def test_settings_are_told(session: SparkSession) -> None:
    context: Any = session.sparkContext
    name = "spark.sql.ansi.enabled"
    session.conf.set(name, "false")
    try:
        assert context.getLocalProperty(name) is None
        with told(session):
            assert context.getLocalProperty(name) == "false"
            assert context.getLocalProperty("spark.master") is None
        assert context.getLocalProperty(name) is None
    finally:
        session.conf.unset(name)


def batches(rows: list[tuple[int, int] | None], size: int) -> Iterator[bytes]:
    for begin in range(0, len(rows), size):
        edges = [row and row[0] | row[1] << 32 for row in rows[begin : begin + size]]
        whole = pa.array(
            [None if x is None else np.uint64(x).view(np.int64) for x in edges], pa.int64()
        )
        yield pa.record_batch([whole], ["edge"]).serialize().to_pybytes()


def test_files_of_a_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[tuple[int, int] | None] = [*graph_of(7)]
    (piece,) = left(batches(rows, 40), str(tmp_path))
    assert piece is not None
    assert (piece.rows, piece.size) == (300, 2400)
    assert np.fromfile(piece.path, "<u4").reshape(-1, 2).tolist() == [[*row] for row in rows if row]
    assert not list(left(iter([]), str(tmp_path)))
    assert len(list(tmp_path.iterdir())) == 1
    # What one task has seen ends the others.
    assert list(left(batches([*rows, None], 40), str(tmp_path))) == [None]
    assert list(left(batches(rows, 40), str(tmp_path))) == [None]
    assert list(left(batches(rows, 40), str(tmp_path / "none"))) == [None]
    if Path("/dev/full").exists():
        (tmp_path / "ended").unlink()
        full = os.open("/dev/full", os.O_WRONLY)
        monkeypatch.setattr(tempfile, "mkstemp", lambda **_: (full, "/dev/full"))
        assert list(left(batches(rows, 40), str(tmp_path))) == [None]
