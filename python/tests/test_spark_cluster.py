"""Executors that have nothing but the archive, and are killed, change no answer."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")

from spark_graphs import both, pairs, session_of

from tricycle_graph import spark as tcs
from tricycle_graph._pack import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::tricycle_graph.CleaningWarning", "ignore::ResourceWarning"),
]

# Stands for the command, which is in the archive. Where there is a folder `kill`, it kills the
# executor whose task has started it, once; what this one has kept for others is lost.
STAND_IN = """#!/bin/sh
case "$2 $3" in # behind --messages
"count --explain") ;;
count*|vertices*)
  echo >>{folder}/begun
  if rmdir {folder}/kill 2>/dev/null; then
    pid=$$
    while [ "$(cat /proc/$pid/comm)" != java ]; do
      pid=$(awk '/^PPid:/ {{ print $2 }}' /proc/$pid/status)
    done
    kill -9 "$pid"
  fi ;;
esac
exec tricycle/bin/tricycle "$@"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what stands for the command."""
    made = tmp_path_factory.mktemp("spark")
    (made / "tricycle").write_text(STAND_IN.format(folder=shlex.quote(str(made))))
    (made / "tricycle").chmod(0o755)
    return made


@pytest.fixture(scope="module")
def session(folder: Path) -> Iterator[SparkSession]:
    archive = folder / "tricycle.tar.gz"
    assert main(["pack-spark", "-o", str(archive)]) == 0
    settings = {
        "spark.archives": f"{archive}#tricycle",
        "spark.executorEnv.PYTHONPATH": "./tricycle",
        "spark.executorEnv.TRICYCLE_BINARY": str(folder / "tricycle"),
    }
    yield from session_of("local-cluster[2,1,1024]", **settings)


@pytest.fixture
def frame(session: SparkSession, folder: Path) -> DataFrame:
    (folder / "begun").write_text("")
    (folder / "kill").mkdir()
    return session.createDataFrame(pairs(5), "src: long, dst: long").repartition(2)


def test_counts(frame: DataFrame, folder: Path) -> None:
    found = tcs.triangle_count(frame, colours=3)
    want = tc.count(both(pairs(5)))
    assert (int(found), found.edges, found.records) == (int(want), want.edges, 300)
    assert not (folder / "kill").exists()
    assert len((folder / "begun").read_text()) > found.tasks


def test_rows_of_files(
    frame: DataFrame, session: SparkSession, folder: Path, tmp_path: Path
) -> None:
    frame.write.parquet(f"{tmp_path}/edges")
    answer = tcs.vertices(session.read.parquet(f"{tmp_path}/edges"), colours=3)
    assert "pack_files" in answer._jdf.queryExecution().toString()
    found = answer.collect()
    want = tc.vertices(both(pairs(5)))
    columns = [want[name].tolist() for name in ("vertex", "degree", "triangles")]
    assert sorted(tuple(row)[:3] for row in found) == sorted(zip(*columns, strict=True))
    assert not (folder / "kill").exists()
