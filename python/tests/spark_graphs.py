"""What tests of Spark share: whether there is one, its settings, and graphs."""

from __future__ import annotations

import os
import random
import shutil
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("there is no java", allow_module_level=True)

from pyspark.sql import SparkSession

if TYPE_CHECKING:
    from collections.abc import Iterator

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    # Batches of few rows, so that tasks have several, and batches have several tasks.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "50",
    # What runs for so short a time is not worth to be optimised.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.adaptive.enabled": "false",
}


def session_of(master: str, **settings: str) -> Iterator[SparkSession]:
    """Give a session, and end it."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master)
    for name, value in {**SETTINGS, **settings}.items():
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
    """Return the ends as arrays, which the package takes."""
    dtype = object if isinstance(rows[0][0], str) else np.int64
    a, b = zip(*rows, strict=True)
    return np.array(a, dtype), np.array(b, dtype)
