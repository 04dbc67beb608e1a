"""Files of Parquet that tasks read themselves: the same answers as by Spark's rows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")

import pyarrow as pa
from pyarrow import parquet as pq
from pyspark.errors import PySparkException
from spark_graphs import both, pairs, session_of

from tricycle_graph import spark as tcs
from tricycle_graph.spark import _files
from tricycle_graph.spark._columns import as_they_are
from tricycle_graph.spark._files import Files
from tricycle_graph.spark._parquet import File, Table, Whole
from tricycle_graph.spark._room import Room

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.filterwarnings(
    "ignore::tricycle_graph.CleaningWarning", "ignore::ResourceWarning"
)


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    yield from session_of("local[2]")


def written(folder: Path, rows: list[tuple[Any, Any]], kind: str = "int64", files: int = 3) -> str:
    """Write edges to several files, one of them without any, of several row groups."""
    folder.mkdir(parents=True, exist_ok=True)
    types = {"src": pa.type_for_alias(kind), "weight": pa.float64(), "dst": pa.type_for_alias(kind)}
    for number in range(files + 1):
        part = rows[number::files] if number < files else []
        columns = {
            "src": [a for a, _ in part],
            "weight": [0.5] * len(part),
            "dst": [b for _, b in part],
        }
        arrays = [pa.array(columns[name], types[name]) for name in types]
        table = pa.Table.from_arrays(arrays, list(types))
        pq.write_table(table, folder / f"part {number}%20é.parquet", row_group_size=40)
    return str(folder)


def small(seed: int, kind: str) -> list[tuple[Any, Any]]:
    """Return edges whose ids go into such a column."""
    ids = {x: i % 60 for i, x in enumerate(dict.fromkeys(x for row in pairs(seed) for x in row))}
    if kind == "string":
        return pairs(seed, text=True)
    if kind == "wide":
        return [(abs(a), abs(b)) for a, b in pairs(seed)]
    return [(ids[a], ids[b]) for a, b in pairs(seed)]


def by_rows(frame: DataFrame) -> DataFrame:
    """Return the same frame, of which Spark alone knows the rows."""
    return frame.limit(10**9)


@pytest.mark.parametrize(
    ("kind", "colours"),
    [("int64", None), ("int64", 4), ("wide", 3), ("int8", 1), ("uint32", 3), ("string", None)],
)
def test_counts(
    session: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    colours: int | None,
) -> None:
    monkeypatch.setattr(_files, "_ROWS", 70)
    rows = small(1, kind)
    frame = session.read.parquet(written(tmp_path, rows, kind.replace("wide", "int64")))
    found = tcs.triangle_count(frame, colours=colours)
    want = tcs.triangle_count(by_rows(frame), colours=colours)
    assert (found.read, want.read) == ("files", "rows")
    assert int(found) == int(want) == int(tc.count(both(rows))) > 0
    assert {**found.as_dict(), "read": "rows"} == want.as_dict()


def test_text_that_does_not_fit_one_task(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = small(1, "string")
    frame = session.read.parquet(written(tmp_path, rows, "string"))
    monkeypatch.setattr(Room, "rows", lambda *_: (100, 100))
    found = tcs.triangle_count(frame)
    assert (int(found), found.read) == (int(tc.count(both(rows))), "rows")
    assert found.colours > 1


@pytest.mark.parametrize(("kind", "colours"), [("string", 1), ("int64", 1), ("int32", 3)])
def test_rows(session: SparkSession, tmp_path: Path, kind: str, colours: int) -> None:
    frame = session.read.parquet(written(tmp_path, small(2, kind), kind))
    for ask in (tcs.vertices, tcs.edges):
        found, want = (ask(x, colours=colours) for x in (frame, by_rows(frame)))
        assert found.schema == want.schema
        assert "_files" in plan_of(found)
        assert "_files" not in plan_of(want)
        assert sorted(found.collect()) == sorted(want.collect()) != []


def plan_of(frame: DataFrame) -> str:
    plan: str = frame._jdf.queryExecution().toString()
    return plan


@pytest.mark.parametrize("colours", [1, 3])
def test_ids_below_zero(session: SparkSession, tmp_path: Path, colours: int) -> None:
    frame = session.read.parquet(written(tmp_path, pairs(4)))
    found = tcs.triangle_count(frame, colours=colours)
    assert (int(found), found.read) == (int(tc.count(both(pairs(4)))), "files")
    answers = [tcs.vertices(x, colours=colours).collect() for x in (frame, by_rows(frame))]
    assert sorted(answers[0]) == sorted(answers[1])


@pytest.mark.parametrize("colours", [None, 1, 3])
def test_wrong_rows(session: SparkSession, tmp_path: Path, colours: int | None) -> None:
    nulls = session.read.parquet(written(tmp_path / "nulls", [(1, 2), (3, None)]))
    empty = session.read.parquet(written(tmp_path / "empty", []))
    for frame, match in ((nulls, "no id at one of its ends"), (empty, "no rows")):
        for x in (frame, by_rows(frame)):
            with pytest.raises(tc.InputError, match=match):
                tcs.triangle_count(x, colours=colours)
    with pytest.raises(tc.InputError, match="no rows"):
        tcs.edges(empty, colours=colours)


def test_what_is_files(session: SparkSession, tmp_path: Path) -> None:
    rows = small(3, "int64")
    path = written(tmp_path / "plain", rows)
    plain = session.read.parquet(path)
    table = files_of(plain)
    assert table is not None
    assert table.rows == len(rows)
    assert table.table.columns == ("src", "dst")
    renamed = plain.select("dst", plain.src.alias("a b")).withColumnRenamed("dst", "x.y")
    turned = files_of(renamed, "a b", "x.y")
    assert turned is not None
    assert turned.table.columns == ("src", "dst")
    plain.where("src > 3").withColumn("day", plain.src % 2).write.partitionBy("day").parquet(
        f"{tmp_path}/divided"
    )
    divided = session.read.parquet(f"{tmp_path}/divided")
    assert files_of(divided) is not None
    assert files_of(divided, "src", "day") is None
    others = [
        plain.where("src > 3"),
        plain.limit(3),
        plain.sample(0.5),
        plain.distinct(),
        plain.union(plain),
        plain.select(plain.src, (plain.dst + 1).alias("dst")),
        plain.select(plain.src, plain.src.alias("dst")),
        session.read.option("ignoreCorruptFiles", "true").parquet(path),
        session.read.schema("src int, dst int").parquet(path),
        session.read.schema("src string collate UTF8_LCASE, dst string").parquet(path),
        session.read.schema("SRC long, dst long").parquet(path).toDF("src", "dst"),
        session.read.parquet(path, path),
        session.createDataFrame(rows, "src: long, dst: long"),
    ]
    for frame in others:
        assert files_of(frame) is None
    plain.cache()
    assert files_of(plain) is None
    plain.unpersist()
    session.conf.set("spark.sql.files.ignoreMissingFiles", "true")
    assert files_of(plain) is None
    session.conf.unset("spark.sql.files.ignoreMissingFiles")
    assert files_of(plain) is not None


def test_columns_that_some_files_lack(session: SparkSession, tmp_path: Path) -> None:
    written(tmp_path, small(3, "int64"))
    other = pa.table({"src": pa.array([1], pa.int64())})
    pq.write_table(other, tmp_path / "z.parquet")
    merged = session.read.option("mergeSchema", "true").parquet(str(tmp_path))
    assert files_of(merged) is None
    with pytest.raises(tc.InputError, match="no id at one of its ends"):
        tcs.triangle_count(merged)


def files_of(frame: DataFrame, src: str = "src", dst: str = "dst") -> Files | None:
    return Files.of(as_they_are(frame, src, dst))


@pytest.mark.parametrize("colours", [1, 3])
def test_files_that_were_written_since(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colours: int
) -> None:
    rows = small(5, "int64")
    frame = session.read.parquet(written(tmp_path, rows))
    before = files_of(frame)
    assert before is not None
    os.utime(tmp_path / "part 1%20é.parquet", (1, 1))
    assert files_of(frame) is None
    # As if it had happened once the files were looked at.
    monkeypatch.setattr(Files, "of", lambda _: before)
    found = tcs.triangle_count(frame, colours=colours)
    assert (int(found), found.read) == (int(tc.count(both(rows))), "rows")
    with pytest.raises(PySparkException, match="was written since Spark has listed it"):
        tcs.vertices(frame, colours=colours).collect()
    for path in tmp_path.iterdir():
        path.unlink()
    with pytest.raises(Exception, match=r"FILE_NOT_EXIST|does not exist"):
        tcs.triangle_count(frame, colours=colours)


def test_pieces_are_all_row_groups() -> None:
    table = Table((File("a", 1, 1),) * 3, ("src", "dst"), ("bigint", "bigint"))
    files = Files(table, ((3 << 20, 2 << 20, 1), (), (9 << 20, 5)))
    assert files.pieces() == [[(0, 0, 2)], [(0, 2, 3), (2, 0, 1)], [(2, 1, 2)]]
    assert Files(table, ((), (), ())).pieces() == [[]]


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint32", "string"])
def test_the_command_reads_files_itself(tmp_path: Path, kind: str) -> None:
    rows = small(6, kind)
    written(tmp_path, rows, kind)
    paths = list(tmp_path.iterdir())
    for path, name in zip(paths, ["a*[b]?", "c!d.zip", "_e"], strict=False):
        path.rename(tmp_path / name)
    files = [File(str(path), path.stat().st_size, 0) for path in sorted(tmp_path.iterdir())]
    found = tc.count(Whole(Table(tuple(files), ("src", "dst"), ("any", "any"))))
    want = tc.count(both(rows))
    assert (int(found), found.cleaning) == (int(want), want.cleaning)
