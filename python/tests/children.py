"""What tests of processes share."""

from __future__ import annotations

import contextlib
import gc
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tricycle_graph._command import child

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

KARATE = str(Path(__file__).resolve().parents[2] / "examples" / "karate.mtx")
COUNT = ["count", "--json", KARATE]


def open_files() -> int:
    """Return how many descriptors this process has."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def children() -> set[int]:
    """Return the processes that this one started and that are there, as zombies perhaps."""
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # a thread may end
            found.update(map(int, (task / "children").read_text().split()))
    return found


def working() -> set[int]:
    """Return the processes of the command that run."""
    return {one.pid for one in list(child._living) if one.running()}


def answering() -> set[int]:
    """Return those of them that work on one answer, and do not stay for the next."""
    alive = [one for one in list(child._living) if one.running()]
    return {one.pid for one in alive if "serve" not in one._process.args}


def bytes_held(pid: int | None = None) -> int:
    """Return the bytes of memory that a process holds for itself."""
    status = Path(f"/proc/{pid or 'self'}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("RssAnon"))
    return int(line.split()[1]) << 10


def computed(pid: int) -> float:
    """Return the seconds that a process has computed, which no load of the machine shortens."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def alive(pid: int) -> bool:
    """Tell whether there is such a process, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(true: Callable[[], object], seconds: float = 10) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.005)


@contextlib.contextmanager
def nothing_left() -> Iterator[None]:
    """Hold what is done to closing all descriptors, and waiting for all processes."""
    gc.collect()
    files, processes = open_files(), children()
    yield
    gc.collect()
    assert open_files() == files
    assert children() <= processes


def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Let a program stand for the command."""
    command = tmp_path / "tricycle"
    command.write_text(program)
    command.chmod(0o755)
    monkeypatch.setattr(child, "binary", lambda: str(command))
