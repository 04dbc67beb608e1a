"""Graphs as people have them, and how the command gets them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ._memory import MemoryFile

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass
class Source:
    """A graph that the command can read.

    `path` and `flags` are what its command line says. Vertices are `ids[number]` where there
    are ids, and else what the command calls them.
    """

    path: str
    flags: list[str] = field(default_factory=list)
    ids: NDArray[Any] | None = None
    held: MemoryFile | None = None


def source(x: object) -> Source:
    """Return a source of what somebody calls a graph."""
    if isinstance(x, str | os.PathLike):
        return Source(os.path.abspath(os.fspath(x)))
    match x:
        case (src, dst):
            return _pairs(np.asarray(src), np.asarray(dst))
    message = f"no graph: {type(x).__name__}"
    raise TypeError(message)


def _pairs(src: NDArray[Any], dst: NDArray[Any]) -> Source:
    held = MemoryFile("tricycle-edges")
    out = np.frombuffer(held.map(8 * len(src)), dtype="<u4").reshape(-1, 2)
    out[:, 0] = src
    out[:, 1] = dst
    return Source(held.path, ["--format=u32"], held=held)
