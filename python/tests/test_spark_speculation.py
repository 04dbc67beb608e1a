"""Copies of a slow task that Spark starts on another host change no answer."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")

import pyspark
from spark_graphs import both, pairs, session_of

from tricycle_graph import spark as tcs
from tricycle_graph._command.binary import binary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is a host on Linux alone"),
    pytest.mark.filterwarnings("ignore::tricycle_graph.CleaningWarning", "ignore::ResourceWarning"),
]

SLOW = 600  # seconds
# Stands for the command. Where there is a folder `slow`, the first one that finds it takes long.
STAND_IN = """#!/bin/sh
case "$2 $3" in # behind --messages
"count --explain") ;;
count*)
  echo >>{folder}/begun
  if rmdir {folder}/slow 2>/dev/null; then sleep {seconds}; echo >{folder}/woken; fi ;;
esac
exec {binary} "$@"
"""
SPECULATION = {
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.quantile": "0.1",
    "spark.speculation.minTaskRuntime": "1s",
    "spark.speculation.task.duration.threshold": "3s",
    "spark.executor.memory": "512m",
    "spark.executor.cores": "1",
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "100s",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what stands for the command."""
    made = tmp_path_factory.mktemp("hosts")
    words = {"folder": made, "seconds": SLOW, "binary": binary()}
    stand_in = STAND_IN.format(**{name: shlex.quote(str(word)) for name, word in words.items()})
    (made / "tricycle").write_text(stand_in)
    (made / "tricycle").chmod(0o755)
    return made


@pytest.fixture(scope="module")
def session(folder: Path) -> Iterator[SparkSession]:
    """Give a session on two hosts: Spark starts no copy of a task where the first one runs."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with ExitStack() as running:
        master = ["master.Master", "--host", "127.0.0.1", "--port", port]
        running.enter_context(daemon(folder / "master", *master))
        until_listens(int(port))
        for host in ("127.0.0.1", "127.0.0.2"):
            worker = ["worker.Worker", "--host", host, "--cores", "1", "--memory", "512m"]
            worker += ["--work-dir", str(folder / host), f"spark://127.0.0.1:{port}"]
            running.enter_context(daemon(folder / f"worker {host}", *worker))
        settings = {
            **SPECULATION,
            "spark.executorEnv.PYTHONPATH": str(Path(tc.__file__).parent.parent),
            "spark.executorEnv.TRICYCLE_BINARY": str(folder / "tricycle"),
        }
        yield from session_of(f"spark://127.0.0.1:{port}", **settings)


@contextmanager
def daemon(log: Path, name: str, *words: str) -> Iterator[None]:
    """Run a daemon of Spark, with any free port for its page."""
    start = Path(pyspark.__file__).parent / "bin" / "spark-class"
    env = {**os.environ, "SPARK_DAEMON_MEMORY": "256m"}
    args = [str(start), f"org.apache.spark.deploy.{name}", "--webui-port", "0", *words]
    with log.open("wb") as out, subprocess.Popen(args, env=env, stdout=out, stderr=out) as process:
        try:
            yield
        finally:
            process.terminate()


def until_listens(port: int) -> None:
    """Wait for a daemon to be there."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("Spark's master did not start")


@pytest.mark.parametrize("colours", [1, 3])
def test_counts(session: SparkSession, folder: Path, colours: int) -> None:
    (folder / "begun").write_text("")
    (folder / "slow").mkdir()
    frame = session.createDataFrame(pairs(5), "src: long, dst: long")
    found = tcs.triangle_count(frame, colours=colours)
    want = tc.count(both(pairs(5)))
    assert (int(found), found.edges, found.records) == (int(want), want.edges, 300)
    # It was the copy that answered.
    assert not (folder / "slow").exists()
    assert not (folder / "woken").exists()
    assert len((folder / "begun").read_text()) > found.tasks
