"""Tests of command lines as processes of their own."""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import tricycle_graph as tc
from tricycle_graph._child import Child
from tricycle_graph._errors import failure
from tricycle_graph._memory import MemoryFile
from tricycle_graph._process import run, stream

if TYPE_CHECKING:
    from collections.abc import Iterator

# Listing the triangles of this takes minutes.
ENDLESS = ["generate", "complete", "--vertices", "4000"]
FDS = Path("/proc/self/fd")


def triangle(file: Path, more: str = "") -> str:
    """Write a triangle, and return its path."""
    file.write_text("1 2\n2 3\n3 1\n" + more)
    return str(file)


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a graph whose triangles nobody lists to the end."""
    path = tmp_path_factory.mktemp("big") / "complete.tcsr"
    run([*ENDLESS, "-o", str(path)])
    return str(path)


@pytest.fixture
def no_leaks() -> Iterator[None]:
    """Hold a test to closing every descriptor, and to waiting for every process."""
    gc.collect()
    before = len(list(FDS.iterdir()))
    yield
    gc.collect()
    assert len(list(FDS.iterdir())) == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_what_is_printed_comes_back(tmp_path: Path) -> None:
    reply = run(["count", "--json", triangle(tmp_path / "t.txt")])
    assert reply.json()["triangles"] == 1
    assert [m["cleaning"]["records"] for m in reply.messages] == [3]
