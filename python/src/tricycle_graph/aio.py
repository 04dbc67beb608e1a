"""All functions of the package, to be awaited.

    import tricycle_graph as tc

    triangles = await tc.aio.count("graph.txt.gz")
    async for cycle in tc.aio.chordless_cycles("graph.txt.gz"):
        ...

Cancelling a task ends the work that it waits for. `progress` is called by the loop. Iterators
are asynchronous generators: `contextlib.aclosing` ends the work of one that is left early.
"""

from __future__ import annotations

from . import _api
from ._awaiting import awaitable

__all__ = ["count"]

count = awaitable(_api.count)
