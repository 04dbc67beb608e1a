"""Tests of command lines for the process that stays."""

from __future__ import annotations

import json
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
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import pytest
from children import (
    COUNT,
    KARATE,
    alive,
    bytes_held,
    nothing_left,
    open_files,
    stand_in,
    wait_until,
    working,
)

import tricycle_graph as tc
from tricycle_graph._command import process, server
from tricycle_graph._command.memory import MemoryFile
from tricycle_graph._command.scope import Scope, current
from tricycle_graph._errors import Interrupted, KilledError, VersionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def served() -> int:
    """Return the process that serves."""
    session = server._current._session
    assert session is not None
    return session._child.pid


def shut_down() -> None:
    """End the process that serves, as the end of the program would."""
    session = server._current._session
    if session is not None:
        session.kill()
        wait_until(lambda: session._why is not None)
    server._current.forget()


@pytest.fixture(autouse=True)
def _nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    shut_down()
    # Python keeps helpers of its own for what is spawned.
    with nullcontext() if "how" in request.fixturenames else nothing_left():
        yield
        shut_down()


@pytest.fixture(scope="module")
def forever(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return a command line that does not end."""
    path = str(tmp_path_factory.mktemp("grid") / "grid.mtx")
    process.run(["generate", "grid", "--rows=16", "--cols=16", "-o", path])
    return ["cycles", "--count", "--method=dias", path]


@contextmanager
def in_thread(work: Callable[[], object]) -> Iterator[None]:
    """Do work in another thread meanwhile."""
    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(work)
        yield
        done.result()


def test_it_answers_as_a_process_does() -> None:
    one, other = process.run(COUNT), server.run(COUNT)
    measured = {"seconds": 0, "peak_bytes": 0, "edges_per_second": 0}
    assert {**one.json(), **measured} == {**other.json(), **measured}
    assert one.messages == other.messages
    assert working() == {served()}


def test_it_is_the_same_process_again() -> None:
    server.run(COUNT)
    first = served()
    for _ in range(10):
        server.run(COUNT)
    assert served() == first


def test_errors_are_those_of_a_process(tmp_path: Path) -> None:
    for args in (
        ["count", str(tmp_path / "missing")],
        ["count", "--bogus"],
        ["count", "--memory=1MB", KARATE],
        ["bogus"],
        ["cycles", "--limit=1", "--min-length=3", KARATE],
    ):
        with pytest.raises(tc.TricycleError) as served_error:
            server.run(args)
        with pytest.raises(tc.TricycleError) as error:
            process.run(args)
        assert repr(served_error.value) == repr(error.value)
    for args in (["count", "-"], ["serve", "--stdio"]):
        with pytest.raises(tc.UsageError):
            server.run(args)
    assert server.run(COUNT).json()["triangles"] == 45


def test_large_outputs_and_memory() -> None:
    with MemoryFile("out") as served_file, MemoryFile("out") as file:
        server.run(["triangles", "-o", served_file.path, "--to=binary", "--", KARATE])
        process.run(["triangles", "-o", file.path, "--to=binary", "--", KARATE])
        assert bytes(served_file.map()) == bytes(file.map())
    text = server.run(["cycles", "--min-length=3", "--max-length=9", KARATE]).stdout
    assert text == process.run(["cycles", "--min-length=3", "--max-length=9", KARATE]).stdout


def test_64_threads_at_once(tmp_path: Path) -> None:
    sizes = range(3, 67)
    for n in sizes:
        edges = [f"{u} {v}" for u in range(n) for v in range(u)]
        (tmp_path / f"{n}.txt").write_text("\n".join(edges))

    def count(n: int) -> int:
        return int(server.run(["count", "--json", str(tmp_path / f"{n}.txt")]).json()["triangles"])

    with ThreadPoolExecutor(64) as threads:
        found = list(threads.map(count, list(sizes) * 10))
    assert found == [n * (n - 1) * (n - 2) // 6 for n in sizes] * 10
    assert len(working()) == 1


def test_more_calls_than_may_wait() -> None:
    with ThreadPoolExecutor(1500) as threads:
        found = list(threads.map(lambda _: server.run(COUNT).json()["triangles"], range(1500)))
    assert found == [45] * 1500


def test_progress_can_end_a_call(forever: list[str]) -> None:
    def progress(phase: str, _done: int, _total: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        raise LookupError(phase)

    with pytest.raises(LookupError):
        server.run(forever, progress=progress)
    first = served()
    assert server.run(COUNT).json()["triangles"] == 45
    assert served() == first


def test_control_c_ends_the_call_and_not_the_process(forever: list[str]) -> None:
    server.run(COUNT)
    first = served()

    def interrupt() -> None:
        time.sleep(0.3)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    with in_thread(interrupt), pytest.raises(KeyboardInterrupt):
        server.run(forever)
    assert server.run(COUNT).json()["triangles"] == 45
    assert served() == first


def test_a_scope_cancels_one_call_of_several(forever: list[str]) -> None:
    scopes = [Scope(), Scope()]

    def work(scope: Scope) -> None:
        current.set(scope)
        server.run(forever)

    with ThreadPoolExecutor(2) as threads:
        calls = [threads.submit(work, scope) for scope in scopes]
        time.sleep(0.3)
        scopes[0].cancel()
        with pytest.raises(Interrupted):
            calls[0].result()
        assert not calls[1].done()
        assert server.run(COUNT).json()["triangles"] == 45
        scopes[1].cancel()
        with pytest.raises(Interrupted):
            calls[1].result()


def test_calls_that_were_begun_in_a_cancelled_scope(forever: list[str]) -> None:
    scope = Scope()
    scope.cancel()
    token = current.set(scope)
    try:
        for run in (server.run, process.run):
            with pytest.raises((Interrupted, KilledError)):
                run(forever)
    finally:
        current.reset(token)


def test_it_is_killed_while_it_works(forever: list[str]) -> None:
    server.run(COUNT)
    first = served()
    with ThreadPoolExecutor(8) as threads:
        calls = [threads.submit(server.run, forever) for _ in range(8)]
        time.sleep(0.3)
        os.kill(first, signal.SIGKILL)
        for call in calls:
            with pytest.raises(KilledError, match="SIGKILL"):
                call.result()
    assert server.run(COUNT).json()["triangles"] == 45
    assert served() != first


def test_it_is_killed_while_nobody_waits() -> None:
    server.run(COUNT)
    first = served()
    session = server._current._session
    assert session is not None
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not session.lives())
    assert server.run(COUNT).json()["triangles"] == 45


def serve_in_worker(_: int) -> int:
    """Count, and leave nothing but the process that stays."""
    found = int(server.run(COUNT).json()["triangles"])
    before = open_files()
    assert found == int(server.run(COUNT).json()["triangles"])
    assert open_files() == before
    assert working() == {served()}
    return found


@pytest.mark.parametrize("how", ["fork", "spawn", "forkserver"])
def test_multiprocessing(how: str) -> None:
    server.run(COUNT)
    first = served()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context(how).Pool(2) as pool:
            assert pool.map(serve_in_worker, range(8)) == [45] * 8
    assert server.run(COUNT).json()["triangles"] == 45
    assert served() == first


def test_it_ends_with_its_parent_though_a_fork_lives_on() -> None:
    script = f"""
        import os, time
        from tricycle_graph._command import server
        server.run({COUNT!r})
        fork = os.fork()
        if fork == 0:
            time.sleep(60)
        print(server._current._session._child.pid, fork, flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        pid, fork = map(int, program.stdout.readline().split())
        assert alive(pid)
        program.kill()
    try:
        wait_until(lambda: not alive(pid), 5)
    finally:
        os.kill(fork, signal.SIGKILL)


def test_a_program_that_ends_says_nothing() -> None:
    script = f"""
        from tricycle_graph._command import server
        server.run({COUNT!r})
        print(server._current._session._child.pid)
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


def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let a script stand for the command."""
    python = f"#!{sys.executable}\nimport sys, struct\n"
    stand_in(tmp_path, monkeypatch, python + textwrap.dedent(script))


def test_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, "sys.exit('unknown command serve')")
    with pytest.raises(VersionError, match="unknown command serve"):
        server.run(COUNT)
    hello = json.dumps({"protocol": 7}).encode()
    body = struct_of(1, 0, hello)
    fake(tmp_path, monkeypatch, f"sys.stdout.buffer.write({body!r}); sys.stdout.flush(); input()")
    with pytest.raises(VersionError, match="protocol 7"):
        server.run(COUNT)
    fake(tmp_path, monkeypatch, "print('Usage: something else, which is longer than a head')")
    with pytest.raises(VersionError):
        server.run(COUNT)


def struct_of(kind: int, call: int, body: bytes) -> bytes:
    """Return a frame."""
    head = (5 + len(body)).to_bytes(4, "little") + bytes([kind]) + call.to_bytes(4, "little")
    return head + body


@pytest.mark.slow
def test_10_000_calls_hold_no_more_memory() -> None:
    for _ in range(2000):
        server.run(COUNT)
    ours, its, files = bytes_held(), bytes_held(served()), open_files()
    for _ in range(10_000):
        server.run(COUNT)
    assert open_files() == files
    assert bytes_held() - ours < 1 << 20
    assert bytes_held(served()) - its < 4 << 20
