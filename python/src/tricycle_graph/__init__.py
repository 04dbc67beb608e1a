"""Triangles and chordless cycles of graphs, exactly and fast."""

from ._api import count
from ._errors import (
    CleaningWarning,
    DeviceError,
    InputError,
    MemoryLimitError,
    PartialResult,
    TricycleError,
    UsageError,
)
from ._graph import Graph
from ._results import Count

__all__ = [
    "CleaningWarning",
    "Count",
    "DeviceError",
    "Graph",
    "InputError",
    "MemoryLimitError",
    "PartialResult",
    "TricycleError",
    "UsageError",
    "count",
]
