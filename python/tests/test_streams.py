"""Iterators: how they end, and what ends with them."""

from __future__ import annotations

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from children import answering, wait_until

import tricycle_graph as tc

if TYPE_CHECKING:
    from tricycle_graph._answers.streams import Stream


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    """Return a graph with more chordless cycles than anybody waits for."""
    path = tmp_path / "grid.mtx"
    tc.generate("grid", path, rows=16, cols=16)
    return path


@pytest.fixture
def cliques(tmp_path: Path) -> Path:
    """Return a graph of some million triangles."""
    path = tmp_path / "complete.mtx"
    tc.generate("complete", path, vertices=400)
    return path


def descriptors() -> int:
    """Return how many files are open, and 0 where the system does not tell."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


@pytest.mark.parametrize("how", ["close", "with", "forget", "raise"])
@pytest.mark.parametrize("what", ["triangles", "cycles"])
def test_left_early(what: str, how: str, grid: Path, cliques: Path) -> None:
    def begin() -> Stream[Any]:
        return tc.triangles(cliques) if what == "triangles" else tc.chordless_cycles(grid)

    found = begin()
    assert len(list(islice(found, 3))) == 3
    assert len(answering()) == 1
    open_before = descriptors()
    match how:
        case "close":
            found.close()
            found.close()
            assert list(found) == []
        case "with":
            with found:
                next(found)
            assert list(found) == []
        case "forget":
            del found
            gc.collect()
        case "raise":
            with pytest.raises(KeyError), found:
                raise KeyError
    assert len(answering()) == 0
    if open_before:
        assert descriptors() < open_before


@pytest.fixture
def silent(tmp_path: Path) -> Path:
    """Return a graph in which long cycles are searched for ever, and none is found."""
    path = tmp_path / "silent.mtx"
    tc.generate("erdos-renyi", path, vertices=300, probability=0.4, seed=1)
    return path


def test_another_thread_closes_what_waits(silent: Path) -> None:
    found = tc.chordless_cycles(silent, min_length=100)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(list, found)
        wait_until(answering)
        time.sleep(0.2)
        begin = time.monotonic()
        found.close()
        assert waiting.result(10) == []
    assert time.monotonic() - begin < 5
    assert len(answering()) == 0
    assert list(found) == []


def test_another_thread_closes_at_any_moment(grid: Path, cliques: Path) -> None:
    random = Random(3)
    before = descriptors()
    for turn in range(40):
        found: Stream[Any] = tc.triangles(cliques) if turn % 2 else tc.chordless_cycles(grid)
        with ThreadPoolExecutor(3) as threads:
            counted = threads.submit(sum, (1 for _ in found))
            time.sleep(random.random() * 0.05)
            for closing in [threads.submit(found.close) for _ in range(2)]:
                closing.result(10)
            assert counted.result(10) >= 0
        assert list(found) == []
    del found
    assert len(answering()) == 0
    assert descriptors() == before


def test_one_thread_waits_for_the_next(silent: Path) -> None:
    with tc.chordless_cycles(silent, min_length=100) as found, ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(list, found)
        wait_until(answering)
        time.sleep(0.2)
        with pytest.raises(ValueError, match="already executing"):
            next(found)
        found.close()
        assert waiting.result(10) == []


def test_begins_when_asked(grid: Path) -> None:
    found = tc.chordless_cycles(grid)
    assert len(answering()) == 0
    begin = time.monotonic()
    next(found)
    assert time.monotonic() - begin < 5
    found.close()


def test_never_begun(grid: Path) -> None:
    found = tc.chordless_cycles(grid)
    found.close()
    assert list(found) == []


@pytest.mark.parametrize("limit", [1, 5, 16384, 16385, 40000])
def test_limit_is_no_error(limit: int, grid: Path, cliques: Path) -> None:
    assert sum(len(batch) for batch in tc.triangles(cliques, limit=limit)) == limit
    assert sum(1 for _ in tc.chordless_cycles(grid, limit=limit)) == limit


def test_timeout_is_one(grid: Path) -> None:
    found = tc.chordless_cycles(grid, timeout=0.3)
    with pytest.raises(tc.PartialResult) as caught:
        for _ in found:
            pass
    assert caught.value.stopped_by == "--timeout 300ms"
    with pytest.raises(tc.PartialResult):
        for _ in tc.chordless_cycles(grid, timeout=0.3, limit=10**12):
            pass
    assert len(list(tc.chordless_cycles(grid, timeout=60, limit=10))) == 10
    assert len(answering()) == 0


def test_counts_are_partial(grid: Path) -> None:
    with pytest.raises(tc.PartialResult) as caught:
        tc.count_cycles(grid, method="dfs", limit=1000)
    partial = caught.value.partial
    assert isinstance(partial, tc.CycleCount)
    assert partial == 1000
    assert partial.partial
    with pytest.raises(tc.PartialResult) as caught:
        tc.longest_cycle(grid, timeout=0.5)
    assert caught.value.partial is None or len(caught.value.partial) >= 4


def test_errors_come_late(tmp_path: Path) -> None:
    for found in (
        tc.triangles(tmp_path / "gone.txt"),
        tc.chordless_cycles(tmp_path / "gone.txt"),
        tc.triangles(tmp_path / "gone.txt", limit=3),
    ):
        with pytest.raises(tc.InputError, match="gone"):
            next(found)
        assert list(found) == []


def test_order_does_not_depend_on_threads(cliques: Path) -> None:
    def rows(threads: int) -> list[tuple[int, ...]]:
        batches = tc.triangles(cliques, threads=threads)  # of other sizes each time
        return list(islice((tuple(row) for batch in batches for row in batch.tolist()), 99999))

    assert rows(1) == rows(2)


def test_source_stays_meanwhile(grid: Path) -> None:
    src, dst = tc.edges(grid).source, tc.edges(grid).target
    found = tc.chordless_cycles((src, dst))
    del src, dst
    gc.collect()
    assert len(next(found)) >= 4
    found.close()
    again = iter(tc.triangles(([0, 1, 2], [1, 2, 0])))
    gc.collect()
    assert next(again).tolist() == [[0, 1, 2]]
