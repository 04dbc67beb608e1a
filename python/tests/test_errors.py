"""Tests of errors as classes."""

from __future__ import annotations

import copy
import errno
import multiprocessing
import pickle
import signal
from typing import TYPE_CHECKING, Any

import pytest

import tricycle_graph as tc
from tricycle_graph import _errors
from tricycle_graph._command import process
from tricycle_graph._command.binary import binary
from tricycle_graph._errors import failure

if TYPE_CHECKING:
    from pathlib import Path

TOLD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"kind": "usage"}, ValueError, "UsageError('m')"),
    (
        {"kind": "input", "file": "f", "line": 3},
        ValueError,
        "InputError('m', file='f', line=3)",
    ),
    (
        {"kind": "memory", "need": 2, "limit": 1},
        MemoryError,
        "MemoryLimitError('m', need=2, limit=1)",
    ),
    (
        {"kind": "disk", "file": "d", "need": 2, "limit": 1},
        OSError,
        "DiskFullError('m', folder='d', need=2, free=1)",
    ),
    ({"kind": "device"}, RuntimeError, "DeviceError('m')"),
    (
        {"kind": "stopped", "stopped_by": "--timeout 1s"},
        _errors.TricycleError,
        "PartialResult('m', stopped_by='--timeout 1s')",
    ),
    ({"kind": "internal"}, _errors.TricycleError, "TricycleError('m')"),
    (
        {"kind": "internal", "stack": "s"},
        _errors.TricycleError,
        "InternalError('m', stack='s')",
    ),
    ({"kind": "of a later version"}, _errors.TricycleError, "TricycleError('m')"),
]


@pytest.mark.parametrize(("told", "base", "shown"), TOLD)
def test_what_is_told_becomes_a_class(
    told: dict[str, Any], base: type[Exception], shown: str
) -> None:
    error = failure(1, {**told, "message": "m"}, "", None)
    assert isinstance(error, base)
    assert repr(error) == shown
    assert str(error).startswith("m")
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
        assert (repr(copied), str(copied), vars(copied)) == (shown, str(error), vars(error))


def test_codes_are_those_of_the_command() -> None:
    codes = {name: made.code for name, made in vars(_errors).items() if hasattr(made, "code")}
    assert codes == {
        "TricycleError": 1,
        "InternalError": 1,
        "KilledError": 1,
        "VersionError": 1,
        "DeviceError": 1,
        "UsageError": 2,
        "InputError": 3,
        "MemoryLimitError": 4,
        "DiskFullError": 4,
        "PartialResult": 5,
        "Interrupted": 130,
    }


def test_a_command_that_is_too_old_is_no_mistake_of_its_own() -> None:
    said = "tricycle: unknown flag: --messages; see tricycle count --help\n"
    error = failure(2, None, said, None)
    assert isinstance(error, _errors.VersionError)
    assert "older version" in str(error)


def test_a_full_disk_has_its_number() -> None:
    error = failure(4, {"kind": "disk", "message": "m"}, "", None)
    assert isinstance(error, OSError)
    assert error.errno == errno.ENOSPC


def test_signals_have_names() -> None:
    assert "SIGSEGV" in str(failure(-signal.SIGSEGV, None, "", None))
    assert "signal 63" in str(failure(-63, None, "", None))
    assert "option memory" in str(failure(-signal.SIGKILL, None, "", None))
    assert str(failure(-signal.SIGABRT, None, "gone", None)).endswith("SIGABRT: gone")


def test_a_partial_result_keeps_what_was_found(karate: Path) -> None:
    with pytest.raises(_errors.PartialResult) as caught:
        process.run(["cycles", "--min-length=3", "--limit=2", str(karate)])
    assert len(caught.value.partial.stdout.splitlines()) == 2
    assert caught.value.stopped_by == "--limit 2"


def test_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "broken.txt").write_text("1 2\n3 4\n5\n")
    with pytest.raises(_errors.InputError) as caught:
        process.run(["count", str(tmp_path / "broken.txt")])
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "broken.txt"), 3)


def fails(path: str) -> None:
    """Fail in another process."""
    process.run(["count", path])


def test_errors_come_from_other_processes(tmp_path: Path) -> None:
    spawned = multiprocessing.get_context("spawn")
    with spawned.Pool(1) as pool, pytest.raises(_errors.InputError) as caught:
        pool.apply(fails, (str(tmp_path / "missing"),))
    assert caught.value.file == str(tmp_path / "missing")


@pytest.mark.parametrize(
    ("program", "error", "words"),
    [
        ("#!/bin/sh\necho something else", tc.VersionError, "a program that is not tricycle"),
        ("#!/bin/sh\nexit 3", tc.VersionError, "a program that is not tricycle"),
        ("no program at all", OSError, "a program that cannot be started"),
        (None, FileNotFoundError, "a program that cannot be started"),
    ],
)
def test_a_command_that_is_none(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: str | None,
    error: type[Exception],
    words: str,
) -> None:
    command = tmp_path / "tricycle"
    if program is not None:
        command.write_text(program)
        command.chmod(0o755)
    monkeypatch.setenv("TRICYCLE_BINARY", str(command))
    with pytest.raises(error, match=f"TRICYCLE_BINARY names {words}") as caught:
        binary.__wrapped__()
    assert str(command) in str(caught.value)


def test_a_command_that_nobody_may_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRICYCLE_BINARY", str(tmp_path))
    with pytest.raises(PermissionError, match="TRICYCLE_BINARY names a program that cannot"):
        binary.__wrapped__()
