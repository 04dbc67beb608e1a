"""Triangles and chordless cycles of graphs, exactly and fast.

Every function takes a graph as it is: a path, arrays of NumPy, a table, a matrix, or a graph of
another library. See `Graph` for all of them.

>>> tc.count(([0, 1, 2, 2], [1, 2, 0, 3]))
Count(1, vertices=4, edges=4, transitivity=0.6)

* Triangles: `count`, `vertices`, `edges`, `truss`, and `triangles`, which lists them.
* Chordless cycles: `count_cycles`, `chordless_cycles`, which lists them, `longest_cycle`,
  `is_chordal`.
* Directed graphs: `census`, `niche`.
* Whole graphs: `Graph`, `generate`, `convert`, `info`, `report`.
* Before a count: `estimate`, `devices`.
* `aio` has all of them to be awaited, and `nx` is the backend of NetworkX.

Options have the names of the command line, with `_` for `-`: `help(tc.count)` has those of `count`,
and `tc.options` their types. An option that does not exist is a `TypeError`, work that does not fit
`memory` a `MemoryLimitError`, a GPU that cannot be used a `DeviceError`. All that goes wrong in the
command is a `TricycleError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from . import options
from ._answers.facts import Cleaning
from ._answers.results import Census, Chordality, Count, CycleCount
from ._answers.sheets import Devices, EdgesSheet, Estimate, Info, TrussSheet, VerticesSheet
from ._answers.streams import ChordlessCycles, Triangles
from ._answers.table import CyclesOfVertices, Edges, Graphs, Table, Vertices
from ._api import count, edges, triangles, truss, vertices
from ._api_cycles import chordless_cycles, count_cycles, is_chordal, longest_cycle
from ._api_files import Report, convert, devices, estimate, info, report
from ._api_graphs import census, generate, niche
from ._errors import (
    CleaningWarning,
    DeviceError,
    DiskFullError,
    InputError,
    InternalError,
    Interrupted,
    KilledError,
    MemoryLimitError,
    PartialResult,
    TricycleError,
    TricycleWarning,
    UsageError,
    VersionError,
)
from ._graph import Graph

if TYPE_CHECKING:
    from types import ModuleType

    from . import aio

__version__ = "0.1.0"

__all__ = [
    "Census",
    "Chordality",
    "ChordlessCycles",
    "Cleaning",
    "CleaningWarning",
    "Count",
    "CycleCount",
    "CyclesOfVertices",
    "DeviceError",
    "Devices",
    "DiskFullError",
    "Edges",
    "EdgesSheet",
    "Estimate",
    "Graph",
    "Graphs",
    "Info",
    "InputError",
    "InternalError",
    "Interrupted",
    "KilledError",
    "MemoryLimitError",
    "PartialResult",
    "Report",
    "Table",
    "Triangles",
    "TricycleError",
    "TricycleWarning",
    "TrussSheet",
    "UsageError",
    "VersionError",
    "Vertices",
    "VerticesSheet",
    "aio",
    "census",
    "chordless_cycles",
    "convert",
    "count",
    "count_cycles",
    "devices",
    "edges",
    "estimate",
    "generate",
    "info",
    "is_chordal",
    "longest_cycle",
    "niche",
    "options",
    "report",
    "triangles",
    "truss",
    "vertices",
]


def __getattr__(name: str) -> "ModuleType":
    """Import `aio` where somebody wants it: asyncio takes time to load."""
    if name == "aio":
        return import_module(".aio", __name__)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
