"""All functions of the package, to be awaited.

    import tricycle_graph as tc

    triangles = await tc.aio.count("graph.txt.gz")
    async for cycle in tc.aio.chordless_cycles("graph.txt.gz"):
        ...

Cancelling a task ends the work that it waits for. `progress` is called by the loop. Iterators
are asynchronous generators: `contextlib.aclosing` ends the work of one that is left early.
"""

from __future__ import annotations

from . import _api, _api_cycles, _api_files, _api_graphs, _graph
from ._awaiting import awaitable
from ._awaiting_items import asynchronous

__all__ = [
    "Graph",
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
    "report",
    "triangles",
    "truss",
    "vertices",
]

Graph = awaitable(_graph.Graph)
census = awaitable(_api_graphs.census)
chordless_cycles = asynchronous(256)(_api_cycles.chordless_cycles)
convert = awaitable(_api_files.convert)
count = awaitable(_api.count)
count_cycles = awaitable(_api_cycles.count_cycles)
devices = awaitable(_api_files.devices)
edges = awaitable(_api.edges)
estimate = awaitable(_api_files.estimate)
generate = awaitable(_api_graphs.generate)
info = awaitable(_api_files.info)
is_chordal = awaitable(_api_cycles.is_chordal)
longest_cycle = awaitable(_api_cycles.longest_cycle)
niche = awaitable(_api_graphs.niche)
report = awaitable(_api_files.report)
triangles = asynchronous(4)(_api.triangles)  # arrays of many rows
truss = awaitable(_api.truss)
vertices = awaitable(_api.vertices)
