"""Tests of what can be awaited."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import subprocess
import sys
import threading
import time
import warnings
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from children import COUNT, KARATE, nothing_left, wait_until, working

import tricycle_graph as tc
from tricycle_graph import aio
from tricycle_graph._awaiting import awaitable
from tricycle_graph._awaiting_items import asynchronous
from tricycle_graph._command import process, server

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator

    from tricycle_graph._command.process import Reply

RUNS = pytest.mark.parametrize("run", [process.run, server.run], ids=["process", "server"])


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    asyncio.run(aio.count(KARATE))  # which starts threads
    server.run(COUNT)
    with nothing_left():
        yield


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a graph with so many cycles that no search ends."""
    path = str(tmp_path_factory.mktemp("grid") / "grid.mtx")
    process.run(["generate", "grid", "--rows=16", "--cols=16", "-o", path])
    return path


def cycles(path: str, *more: str) -> Iterator[bytes]:
    """Yield cycles as lines."""
    with process.stream(["cycles", *more, path]) as lines:
        yield from lines


lines_of = asynchronous(100)(cycles)


def test_counts_at_once() -> None:
    async def main() -> list[int]:
        return list(await asyncio.gather(*(aio.count(KARATE) for _ in range(32))))

    assert asyncio.run(main()) == [45] * 32


@RUNS
def test_the_loop_goes_on_meanwhile(grid: str, run: Callable[..., Reply]) -> None:
    async def main() -> None:
        task = asyncio.create_task(awaitable(run)(["cycles", "--count", "--method=dias", grid]))
        for _ in range(50):  # which would take for ever if the loop waited for the task
            await asyncio.sleep(0.005)
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


@RUNS
def test_cancelling_ends_the_work(grid: str, run: Callable[..., Reply]) -> None:
    async def main() -> None:
        before = working()
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(
                awaitable(run)(["cycles", "--count", "--method=dias", grid]), 0.3
            )
        assert time.monotonic() - begun < 2
        assert working() == before
        assert (await awaitable(run)(COUNT)).json()["triangles"] == 45

    asyncio.run(main())


def test_cancelling_many_of_which_some_have_not_begun(grid: str) -> None:
    async def main() -> None:
        tasks = [
            asyncio.create_task(
                awaitable(process.run)(["cycles", "--count", "--method=dias", grid])
            )
            for _ in range(32)
        ]
        await asyncio.sleep(0.3)
        for task in tasks:
            task.cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(f, asyncio.CancelledError) for f in found)

    asyncio.run(main())


def test_errors(tmp_path: Path) -> None:
    async def main() -> None:
        with pytest.raises(tc.InputError):
            await aio.count(tmp_path / "missing")
        with pytest.raises(tc.InputError):
            [line async for line in lines_of(str(tmp_path / "missing"))]

    asyncio.run(main())


def test_progress_is_called_by_the_loop(grid: str) -> None:
    told: list[str] = []

    def progress(phase: str, _done: int, _total: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        asyncio.get_running_loop()
        told.append(phase)

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(
                awaitable(process.run)(
                    ["cycles", "--count", "--method=dias", grid], progress=progress
                ),
                0.8,
            )

    asyncio.run(main())
    assert told == ["count"]


def test_warnings_name_the_line_that_awaits(tmp_path: Path) -> None:
    (tmp_path / "loop.txt").write_text("1 1\n1 2\n")

    async def main() -> None:
        await aio.count(tmp_path / "loop.txt")
        [line async for line in lines_of(str(tmp_path / "loop.txt"))]

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(main())
    assert [str(w.message) for w in caught] == ["dropped 1 loops"] * 2
    assert [w.filename for w in caught] == [__file__] * 2


def test_items() -> None:
    async def main() -> list[bytes]:
        return [line async for line in lines_of(KARATE, "--min-length=3")]

    assert asyncio.run(main()) == list(cycles(KARATE, "--min-length=3"))


def test_items_that_are_left(grid: str) -> None:
    async def closed() -> None:
        async with aclosing(lines_of(grid)) as lines:
            found = [await anext(lines) for _ in range(1000)]
        assert len(found) == 1000

    async def dropped() -> None:
        async for line in lines_of(grid):
            assert line
            break
        gc.collect()

    async def forgotten() -> None:
        lines.append(lines_of(grid))
        await anext(lines[0])

    async def cancelled() -> None:
        async for line in lines_of(grid):
            assert line
            await asyncio.sleep(0.001)

    lines: list[AsyncGenerator[bytes, None]] = []
    before = working()
    asyncio.run(closed())
    asyncio.run(dropped())
    asyncio.run(forgotten())
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(cancelled(), 0.5))
    wait_until(lambda: working() == before)


def test_waiting_for_an_item_is_cancelled(grid: str) -> None:
    async def main() -> None:
        lines = lines_of(grid, "--min-length=250")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(lines), 0.5)
        with pytest.raises(StopAsyncIteration):
            await anext(lines)

    before = working()
    asyncio.run(main())
    assert working() == before


def test_every_function_is_there() -> None:
    functions = {name for name in tc.__all__ if inspect.isfunction(getattr(tc, name))}
    assert set(aio.__all__) == functions | {"Graph"}
    assert all(getattr(aio, name).__doc__ == getattr(tc, name).__doc__ for name in functions)


def test_answers_and_items_are_the_same() -> None:
    async def all_of() -> tuple[object, ...]:
        graph = await aio.Graph(await aio.generate("grid", rows=4, cols=4))
        found = await aio.vertices(graph)
        listed = [cycle.tolist() async for cycle in aio.chordless_cycles(graph)]
        batches = [batch async for batch in aio.triangles(KARATE)]
        return found.degree.tolist(), listed, sum(map(len, batches))

    grid = tc.generate("grid", rows=4, cols=4)
    listed = [cycle.tolist() for cycle in tc.chordless_cycles(grid)]
    assert asyncio.run(all_of()) == (tc.vertices(grid).degree.tolist(), listed, 45)


def test_asyncio_is_not_loaded_before() -> None:
    code = "import sys, tricycle_graph as tc; print('asyncio' in sys.modules); tc.aio.count"
    around = {**os.environ, "PYTHONPATH": str(Path(tc.__file__).parents[1])}
    said = subprocess.run([sys.executable, "-c", code], env=around, capture_output=True, check=True)
    assert said.stdout.strip() == b"False"
