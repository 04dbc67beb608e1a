"""Tests of command lines as processes of their own."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from children import (
    COUNT,
    alive,
    answering,
    computed,
    nothing_left,
    open_files,
    stand_in,
    wait_until,
)

import tricycle_graph as tc
from tricycle_graph._command import child
from tricycle_graph._command.memory import MemoryFile
from tricycle_graph._command.process import run, stream
from tricycle_graph._errors import InternalError, Interrupted, KilledError

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a graph with so many cycles that no search ends."""
    path = str(tmp_path_factory.mktemp("grid") / "grid.mtx")
    run(["generate", "grid", "--rows=16", "--cols=16", "-o", path])
    return path


def cycles(path: str) -> Iterator[bytes]:
    """Yield lines without end."""
    with stream(["cycles", path]) as lines:
        yield from lines


def forever(path: str) -> list[str]:
    """Return a command line that prints nothing and does not end."""
    return ["cycles", "--count", "--method=dias", path]


def busy() -> int:
    """Return the process that works, once it does."""
    wait_until(answering)
    (pid,) = answering()
    wait_until(lambda: computed(pid) > 0.1, seconds=60)  # more than it takes to start
    return pid


def test_what_is_printed_comes_back() -> None:
    with nothing_left():
        reply = run(COUNT)
    assert reply.json()["triangles"] == 45
    assert [m["cleaning"]["records"] for m in reply.messages] == [78]


def test_several_lines() -> None:
    counts = run([*COUNT, COUNT[-1]]).lines()
    assert [c["triangles"] for c in counts] == [45, 45]


def test_memory_goes_in_and_comes_out() -> None:
    with nothing_left(), MemoryFile("in") as edges, MemoryFile("out") as found:
        memoryview(edges.map(24)).cast("I")[:] = memoryview(bytes(24)).cast("I")
        with memoryview(edges.map(24)) as room:
            room[:] = b"".join(v.to_bytes(4, "little") for v in (0, 1, 1, 2, 2, 0))
        run(["vertices", "--format=u32", "--to=binary", "-o", found.path, "--", edges.path])
        assert bytes(found.map()[:8]) == b"\x89TCOL\r\n\x1a"


def test_memory_files_that_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with nothing_left(), MemoryFile("in") as edges, MemoryFile("out") as found:
        names = [edges.path, found.path]
        with memoryview(edges.map(24)) as room:
            room[:] = b"".join(v.to_bytes(4, "little") for v in (0, 1, 1, 2, 2, 0))
        run(["vertices", "--format=u32", "--to=binary", "-o", found.path, "--", edges.path])
        assert bytes(found.map()[:8]) == b"\x89TCOL\r\n\x1a"
        assert run(COUNT).json()["triangles"] == 45
    assert not any(map(os.path.exists, names))


@pytest.mark.parametrize("lacks", ["memfd_create", "/proc"])
def test_systems_without_files_in_memory(monkeypatch: pytest.MonkeyPatch, lacks: str) -> None:
    if lacks == "/proc":
        monkeypatch.setattr(Path, "exists", lambda path: not str(path).startswith("/proc"))
    else:
        monkeypatch.delattr(os, lacks, raising=False)
    with nothing_left(), MemoryFile("in") as edges:
        assert not edges.path.startswith("/proc")
        with memoryview(edges.map(24)) as room:
            room[:] = b"".join(v.to_bytes(4, "little") for v in (0, 1, 1, 2, 2, 0))
        assert run(["count", "--json", "--format=u32", "--", edges.path]).json()["triangles"] == 1


def test_progress_is_told_where_it_can_raise(grid: str) -> None:
    said: list[tuple[str, int, int]] = []

    def progress(phase: str, done: int, total: int) -> None:
        said.append((phase, done, total))
        raise LookupError(phase)

    with nothing_left(), pytest.raises(LookupError, match="count"):
        run(forever(grid), progress=progress)
    with (
        nothing_left(),
        pytest.raises(LookupError),
        stream(["cycles", grid], progress=progress) as f,
    ):
        f.readlines()
    assert len(said) == 2


@pytest.mark.parametrize("quiet", [False, True])
def test_cleaning_is_warned_of_where_it_was_asked_for(tmp_path: Path, *, quiet: bool) -> None:
    (tmp_path / "loops.txt").write_text("1 1\n1 2\n1 2\n2 1\n")
    command = ["vertices", str(tmp_path / "loops.txt")]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            run(command, quiet=quiet)
        with stream(command, quiet=quiet) as lines:
            lines.read()
    assert [str(w.message) for w in caught] == ["dropped 1 loops and merged 1 duplicates"] * (
        0 if quiet else 2
    )
    assert all(w.category is tc.CleaningWarning and w.filename == __file__ for w in caught)


def test_a_stream_that_is_left_ends_the_process(grid: str) -> None:
    with nothing_left():
        found = cycles(grid)
        assert len(list(islice(found, 1000))) == 1000
        begun = time.monotonic()
        found.close()
        assert time.monotonic() - begun < 1
    with nothing_left():
        found = cycles(grid)
        next(found)
        del found


def test_a_stream_that_is_garbage_of_a_ring_ends_the_process(grid: str) -> None:
    with nothing_left():
        found = cycles(grid)
        next(found)
        ring: list[object] = [found]
        ring.append(ring)
        del found, ring
        gc.collect()


def test_a_stream_that_is_left_by_an_error(grid: str) -> None:
    with nothing_left(), pytest.raises(LookupError):  # noqa: PT012
        for _ in cycles(grid):
            raise LookupError


def test_a_stream_that_is_read_to_its_end_tells_what_failed(tmp_path: Path) -> None:
    with nothing_left(), pytest.raises(tc.InputError) as caught:
        list(cycles(str(tmp_path / "missing")))
    assert caught.value.file == str(tmp_path / "missing")


def test_what_failed_comes_before_what_breaks_off(tmp_path: Path) -> None:
    with pytest.raises(tc.InputError) as caught, stream(["cycles", str(tmp_path / "no")]) as file:
        memoryview(file.read(8)).cast("Q")[0]
    assert isinstance(caught.value.__cause__, IndexError)


def test_a_process_that_is_killed(grid: str) -> None:
    def kill() -> None:
        os.kill(busy(), signal.SIGKILL)

    for fails in (lambda: run(forever(grid)), lambda: list(cycles(grid))):
        with nothing_left(), ThreadPoolExecutor(1) as other:
            other.submit(kill)
            with pytest.raises(KilledError, match="SIGKILL") as caught:
                fails()
        assert caught.value.signal == signal.SIGKILL


def test_a_process_that_somebody_interrupts(grid: str) -> None:
    with nothing_left(), ThreadPoolExecutor(1) as other:
        other.submit(lambda: os.kill(busy(), signal.SIGTERM))
        with pytest.raises(Interrupted):
            run(forever(grid))


def test_control_c(grid: str) -> None:
    """The terminal sends SIGINT to both processes; a notebook to this one alone."""
    for both in (False, True):

        def interrupt(*, both: bool = both) -> None:
            searching = busy()
            if both:
                os.kill(searching, signal.SIGINT)
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

        for fails in (lambda: run(forever(grid)), lambda: list(cycles(grid))):
            with nothing_left(), ThreadPoolExecutor(1) as other:
                other.submit(interrupt)
                with pytest.raises(KeyboardInterrupt):
                    fails()


def test_nobody_prints_anything_after_control_c(grid: str) -> None:
    """A whole program in a group of its own: only what it says itself is said."""
    script = f"""
        from tricycle_graph._command.process import run
        try:
            run({forever(grid)!r}, progress=lambda *_: print("begun", flush=True))
        except KeyboardInterrupt:
            print("interrupted")
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begun\n"
        os.killpg(program.pid, signal.SIGINT)
        out, said = program.communicate()
    assert (out.replace("begun\n", ""), said) == ("interrupted\n", "")


@pytest.mark.parametrize("what", ["run(forever)", "next(endless)"])
def test_a_process_ends_with_its_parent(grid: str, what: str) -> None:
    script = f"""
        import subprocess, threading, time
        from tricycle_graph._command import child
        from tricycle_graph._command.process import run, stream
        forever = {forever(grid)!r}
        def cycles():
            with stream(["cycles", {grid!r}]) as lines:
                yield from lines
        endless = cycles()
        threading.Thread(target=lambda: {what}, daemon=True).start()
        time.sleep(1)
        print(*(one.pid for one in child._living), flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        assert alive(pid)
        program.kill()
    wait_until(lambda: not alive(pid), 5)


def test_a_program_that_ends_leaves_no_process_and_says_nothing(grid: str) -> None:
    script = f"""
        from tricycle_graph._command import child
        from tricycle_graph._command.process import run, stream
        def cycles():
            with stream(["cycles", {grid!r}]) as lines:
                yield from lines
        found = cycles()
        next(found)
        print(*(one.pid for one in child._living), flush=True)
    """
    program = subprocess.run(
        [sys.executable, "-X", "dev", "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    assert program.stderr == ""
    assert not alive(int(program.stdout))


def test_64_threads_at_once(tmp_path: Path) -> None:
    sizes = range(3, 67)
    for n in sizes:
        edges = [f"{u} {v}" for u in range(n) for v in range(u)]
        (tmp_path / f"{n}.txt").write_text("\n".join(edges))

    def count(n: int) -> int:
        return int(run(["count", "--json", str(tmp_path / f"{n}.txt")]).json()["triangles"])

    with nothing_left(), ThreadPoolExecutor(64) as threads:
        found = list(threads.map(count, sizes))
    assert found == [n * (n - 1) * (n - 2) // 6 for n in sizes]


def test_a_fork_while_processes_start_keeps_nobody_waiting() -> None:
    """Were a writing end of a pipe in a fork, its reader would wait as long as that lives."""
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            assert run(COUNT).json()["triangles"] == 45

    with nothing_left(), ThreadPoolExecutor(2) as threads:
        counts = [threads.submit(count) for _ in range(2)]
        forks = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # this is what is tried
            for _ in range(20):
                pid = os.fork()
                if pid == 0:
                    time.sleep(60)
                    os._exit(0)
                forks.append(pid)
                time.sleep(0.01)
        begun = time.monotonic()
        stop.set()
        for c in counts:
            c.result()
        assert time.monotonic() - begun < 30
        for pid in forks:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def count_in_worker(_: int) -> int:
    """Count, and leave nothing."""
    before = open_files()
    found = int(run(COUNT).json()["triangles"])
    assert open_files() == before
    return found


@pytest.mark.parametrize("how", ["fork", "spawn", "forkserver"])
def test_multiprocessing(how: str) -> None:
    run(COUNT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context(how).Pool(2) as pool:
            assert pool.map(count_in_worker, range(8)) == [45] * 8


def test_a_fork_does_not_end_what_its_parent_started(grid: str) -> None:
    with nothing_left():
        found = cycles(grid)
        next(found)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # this is what is tried
            pid = os.fork()
        if pid == 0:
            code = 1
            try:
                list(found)
            except tc.TricycleError as error:
                code = 0 if "another process" in str(error) else 2
            finally:
                found.close()
                os._exit(code)
        assert os.waitpid(pid, 0)[1] == 0
        assert len(list(islice(found, 100_000))) == 100_000
        found.close()


def crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let a script stand for the command."""
    stand_in(tmp_path, monkeypatch, f"#!/bin/sh\n{script}\n")


def test_a_crash_of_the_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(tmp_path, monkeypatch, "echo 'fatal error: all gone' >&2; exit 2")
    with nothing_left(), pytest.raises(InternalError, match="all gone") as caught:
        run(COUNT)
    assert "Please report this" in str(caught.value)
    crash(tmp_path, monkeypatch, "kill -SEGV $$")
    with nothing_left(), pytest.raises(KilledError, match="SIGSEGV"):
        run(COUNT)


def test_a_process_that_does_not_want_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash(tmp_path, monkeypatch, "trap '' TERM PIPE; echo x; while :; do sleep 0.01; done")
    monkeypatch.setattr(child, "GRACE", 0.2)
    with nothing_left(), stream(COUNT) as lines:
        lines.readline()


@pytest.mark.slow
def test_300_processes_leave_nothing() -> None:
    with nothing_left():
        for _ in range(300):
            run(COUNT)
