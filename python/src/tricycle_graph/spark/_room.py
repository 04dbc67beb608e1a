"""How much memory a task may use: what an executor has beside its JVM, shared by its tasks."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from tricycle_graph._command.memory import MemoryFile
from tricycle_graph._command.process import run
from tricycle_graph._errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyspark.sql import SparkSession

_MIB = 1 << 20
_SIZE = re.compile(r"(\d+(?:\.\d*)?)\s*([kmgtpe]?)(i?)b?", re.IGNORECASE)
_LOCAL = re.compile(r"local(\[|$)")
_CORES = re.compile(r"local(?:\[(\d+)|-cluster\[\d+, *(\d+)|$)")


class Limits(NamedTuple):
    """What one task has."""

    memory: int
    folder: str

    @property
    def file(self) -> int:
        """How many bytes of edges are kept in memory, before they go to the disk."""
        return self.memory // 3

    def options(self, held: int) -> dict[str, Any]:
        """Return what the command is told, while so many bytes are held beside it."""
        return {"memory": self.memory - held, "tmpdir": self.folder}


@dataclass(frozen=True)
class Room:
    """What the settings of a session say of the memory of executors.

    Those of YARN and Kubernetes end an executor that has more than they gave it; others share the
    memory of a machine.
    """

    asked: int | None  # bytes for each task
    outside: int | None  # bytes of a container that are not the JVM's
    heap: int  # bytes of the JVM, which it may not have taken yet
    slots: int  # tasks of an executor at a time; 0 where it has all cores of a machine
    cores_a_task: int

    @classmethod
    def of(cls, session: SparkSession, memory: str | int | None) -> Room:
        """Read the settings."""

        def setting(name: str, default: str) -> str:
            return session.conf.get(name, default) or default

        master = setting("spark.master", "")
        local = _LOCAL.match(master)
        heap = _bytes(setting(f"spark.{'driver' if local else 'executor'}.memory", "1g"))
        contained = master.startswith(("yarn", "k8s"))
        cores = setting("spark.executor.cores", "1" if contained else "0")
        if found := _CORES.match(master):
            cores = found[1] or found[2] or "1"
        a_task = max(1, int(setting("spark.task.cpus", "1")))
        python = setting("spark.executor.pyspark.memory", "0")
        outside = _bytes(python) or None
        if outside is None and contained:
            kind = "kubernetes" if master.startswith("k8s") else "executor"
            factor = setting(f"spark.{kind}.memoryOverheadFactor", "0.1")
            beside = setting("spark.executor.memoryOverhead", "0")
            # The JVM has something beside its heap, too.
            outside = (_bytes(beside) or max(384 * _MIB, int(heap * float(factor)))) * 3 // 4
        asked = None if memory is None else _asked(memory)
        return cls(asked, outside, heap, int(cores) // a_task, a_task)

    def limits(self, tmpdir: str | None = None, *, alone: bool) -> Limits:
        """Return what a task has here, on an executor."""
        if tmpdir:
            _folder(tmpdir)
        folder = tmpdir or os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
        folder = folder or tempfile.gettempdir()
        memory = self.asked
        if memory is None:
            machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
            memory = min(_left(), self.outside or max(machine - self.heap, machine // 4))
            memory //= 1 if alone else self.slots or self._cores()
        return Limits(memory, folder)

    def _cores(self) -> int:
        return max(1, (os.cpu_count() or 1) // self.cores_a_task)

    def rows(self, session: SparkSession, bytes_a_row: int) -> tuple[int, int]:
        """Return how many rows of a DataFrame fit a task alone, and one beside others."""

        def look(_: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            found = [self.limits(alone=alone).memory for alone in (True, False)]
            yield pa.RecordBatch.from_arrays([pa.array([x]) for x in found], ["alone", "shared"])

        if on_one_machine(session):
            alone, shared = (self.limits(alone=x).memory for x in (True, False))
            return alone // bytes_a_row, shared // bytes_a_row
        (found,) = session.range(0, 1, 1, 1).mapInArrow(look, "alone long, shared long").collect()
        return found.alone // bytes_a_row, found.shared // bytes_a_row


def asked_folder(session: SparkSession, tmpdir: object) -> str | None:
    """Return the folder that tasks are told. Whether a cluster has it, only its tasks know.

    Raises:
        UsageError: it is none.

    """
    if tmpdir is None:
        return None
    if not isinstance(tmpdir, str | os.PathLike) or not isinstance(os.fspath(tmpdir), str):
        message = f"tmpdir={tmpdir!r}: name a folder"
        raise UsageError(message)
    folder = os.fspath(tmpdir)
    if on_one_machine(session):
        _folder(folder)
    return folder


def on_one_machine(session: SparkSession) -> bool:
    """Tell whether all tasks run where this program does, and see its files."""
    if ".connect." in type(session).__module__:
        return False
    return bool(_LOCAL.match(session.conf.get("spark.master", "") or ""))


def _folder(name: str) -> None:
    if not Path(name).is_dir():
        message = f"tmpdir={name!r} is no folder where the tasks run"
        raise UsageError(message)


def _left() -> int:
    """Return the bytes that the machine, its control group and its limits leave."""
    with MemoryFile("tricycle-look") as file:
        os.write(file.fileno(), bytes(8))
        words = ["count", "--explain", "--json", "--engine=cpu", "--format=u32", "--", file.path]
        found: Mapping[str, Any] = run(words, quiet=True).json()
    return int(found["ingest"]["limit"])


def _asked(memory: str | int) -> int:
    """Return a size as the command understands it.

    Raises:
        UsageError: it is none.

    """
    found = _SIZE.fullmatch(str(memory))
    if not found:
        message = f"memory={memory!r} is no size, such as '4GiB' or a number of bytes"
        raise UsageError(message)
    size = _times(found, 1024 if found[3] else 1000, 1)
    if size < 1:
        message = f"memory={memory!r} leaves a task nothing: name a size above 0"
        raise UsageError(message)
    return size


def _bytes(setting: str) -> int:
    """Return a size as Spark understands it, which is in MiB unless it says otherwise."""
    found = _SIZE.fullmatch(setting)
    return _times(found, 1024, _MIB) if found else 0


def _times(found: re.Match[str], base: int, plain: int) -> int:
    letter = found[2].lower()
    return int(float(found[1]) * (base ** (" kmgtpe".index(letter)) if letter else plain))
