"""What tasks on Spark are made of, one by one and without a session."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tricycle_graph as tc

pytest.importorskip("pyspark")

import pyarrow as pa
import pyarrow.compute as pc
from spark_graphs import both, pairs

from tricycle_graph._command.memory import MemoryFile
from tricycle_graph.spark import _pack, _work
from tricycle_graph.spark._colours import Tasks, colour_of, enough, mixed
from tricycle_graph.spark._edges import Edges
from tricycle_graph.spark._room import Room, asked_folder
from tricycle_graph.spark._total import total

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::tricycle_graph.CleaningWarning")


def batches(rows: list[tuple[Any, Any]], size: int) -> Iterator[pa.RecordBatch]:
    """Return edges as Spark hands them over; text has a hash, any."""
    for begin in range(0, len(rows), size):
        ends = list(both(rows[begin : begin + size]))
        if isinstance(rows[0][0], str):
            ends += [np.array([hash(x) for x in end]) for end in ends]
        yield pa.RecordBatch.from_arrays([pa.array(x) for x in ends], list("abcd")[: len(ends)])


@pytest.mark.parametrize("colours", [1, 4])
@pytest.mark.parametrize("kind", ["narrow", "wide", "text", "first narrow"])
@pytest.mark.parametrize("room", [0, 5000, 1 << 20])
def test_edges_of_tasks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, colours: int, kind: str, room: int
) -> None:
    monkeypatch.setattr(_pack, "_HELD", 1000)
    monkeypatch.setattr(_pack, "_ROW", 300)
    monkeypatch.setattr(_pack, "_OUT", 2000)
    rows = pairs(colours, text=kind == "text")
    if kind == "narrow":
        rows = [(abs(a) % 1000, abs(b) % 1000) for a, b in rows]
    elif kind == "first narrow":
        rows = [(i, i + 1) for i in range(100)] + rows
    tasks, sums = Tasks(colours), [0, 0]
    out = pa.Table.from_batches(_pack.packed(batches(rows, 20), colours))
    read: dict[int, list[int]] = {}
    for task in range(len(tasks)):
        with Edges(room, str(tmp_path)) as edges:
            chosen = out.filter(pc.equal(out.column("task"), task))
            for batch in chosen.to_batches():
                edges.add(_work._rows(batch))
            assert set(edges.cells) <= set(tasks.cells(task))
            for cell, told in edges.cells.items():
                assert read.setdefault(cell, told) == told
            assert room > 0 or edges.held == 0
            assert sys.platform != "linux" or not list(tmp_path.iterdir())
            sums[0] += tasks.weight(task) * int(tc.count(edges))
        assert not list(tmp_path.iterdir())
    assert sums[0] == int(tc.count(both(rows)))
    assert sum(told[0] for told in read.values()) == len(rows)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all files have names")
def test_file_of_edges_has_a_name_without_proc(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(MemoryFile, "_numbered", lambda _: False)
    with Edges(0, str(tmp_path)) as edges:
        for batch in _pack.packed(batches(pairs(1), 300), 1):
            edges.add(_work._rows(batch))
        assert len(list(tmp_path.iterdir())) == 1
        assert int(tc.count(edges)) == int(tc.count(both(pairs(1))))
    assert not list(tmp_path.iterdir())


def test_changed_edges_are_refused(tmp_path: Path) -> None:
    (batch,) = _pack.packed(batches(pairs(1), 300), 1)
    row = batch.to_pylist()[0]
    row["edges"] = row["edges"][:-1] + bytes([row["edges"][-1] ^ 1])
    changed = pa.RecordBatch.from_pylist([row], schema=batch.schema)
    with Edges(1 << 20, str(tmp_path)) as edges, pytest.raises(tc.InternalError, match="checksum"):
        edges.add(_work._rows(changed))


class Settings:
    """What a session is for the memory of its executors."""

    def __init__(self, **settings: str) -> None:
        self.conf = self
        self._settings = {"spark." + k.replace("_", "."): v for k, v in settings.items()}

    def get(self, name: str, default: str | None = None) -> str | None:
        return self._settings.get(name, default)


def test_room_of_executors() -> None:
    gib = 1 << 30
    local = Room.of(Settings(master="local[3]", driver_memory="2g"), None)
    assert (local.outside, local.heap, local.slots) == (None, 2 * gib, 3)
    assert Room.of(Settings(master="local[*]"), None).slots == 0
    cluster = Room.of(Settings(master="local-cluster[2,4,1024]", task_cpus="2"), None)
    assert (cluster.slots, cluster.cores_a_task) == (2, 2)
    yarn = Room.of(Settings(master="yarn", executor_memory="20g", executor_cores="5"), None)
    assert (yarn.outside, yarn.slots) == (2 * gib * 3 // 4, 5)
    beside = Room.of(Settings(master="k8s://x", executor_memoryOverhead="4096"), None)
    assert beside.outside == 3 * gib
    python = Room.of(Settings(master="k8s://x", executor_pyspark_memory="6g"), None)
    assert (python.outside, python.limits(alone=True).memory <= 6 * gib) == (6 * gib, True)


def test_room_that_is_asked_for() -> None:
    for memory, want in (("2GiB", 2 << 30), ("2GB", 2 * 10**9), (12345, 12345), ("1.5k", 1500)):
        limits = Room.of(Settings(master="local[2]"), memory).limits("/tmp", alone=False)  # noqa: S108
        assert limits.options(100) == {"memory": want - 100, "tmpdir": "/tmp"}  # noqa: S108
    with pytest.raises(tc.UsageError, match="'much' is no size"):
        Room.of(Settings(), "much")
    for memory in (0, "0.5"):
        with pytest.raises(tc.UsageError, match="above 0"):
            Room.of(Settings(), memory)
    with pytest.raises(tc.UsageError, match="is no size"):
        Room.of(Settings(), -1)


def test_folders_that_are_asked_for(tmp_path: Path) -> None:
    local, none = Settings(master="local[2]"), str(tmp_path / "none")
    assert asked_folder(local, tmp_path) == str(tmp_path)
    for folder in (5, b"/", none):
        with pytest.raises(tc.UsageError, match="tmpdir="):
            asked_folder(local, folder)
    far = Settings(master="yarn")
    assert asked_folder(far, none) == none
    with pytest.raises(tc.UsageError, match="is no folder where the tasks run"):
        Room.of(far, 8000).limits(none, alone=True)


def test_colours_are_those_of_the_command() -> None:
    ids = np.array([0, 1, 2, 1 << 40, -1], np.int64)
    for colours in (1, 3, 184):
        assert colour_of(mixed(ids), colours).tolist() == [colour(int(i), colours) for i in ids]


def colour(vertex: int, colours: int) -> int:
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


def answers(tasks: Tasks) -> list[dict[str, Any]]:
    counted = dict.fromkeys(("edges", "records", "loops", "duplicates", "reciprocal"), 0)
    found = []
    for task in range(len(tasks)):
        cells = tasks.cells(task)
        read = {"cell": cells, "rows": [0] * len(cells), "sum": [7] * len(cells)}
        found.append({"task": task, "triangles": "0", **counted, **read})
    return found


def test_totals_refuse_what_cannot_be() -> None:
    tasks = Tasks(3)
    rows = answers(tasks)
    assert int(total(tasks, rows, "rows")) == 0
    with pytest.raises(tc.InternalError, match="1 of 7 tasks were not answered, the first is 6"):
        total(tasks, rows[:-1], "rows")
    with pytest.raises(tc.InternalError, match="task 0 of 7 was answered twice"):
        total(tasks, [*rows, rows[0]], "rows")
    for name in ("rows", "sum"):
        other = [*rows[:4], {**rows[4], name: [0, 1, 2]}, *rows[5:]]
        with pytest.raises(tc.InputError, match="tasks 0 and 4 have read different edges"):
            total(tasks, other, "rows")
