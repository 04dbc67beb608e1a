"""The functions that people call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._inputs import source
from ._options import flags
from ._process import run
from ._results import Count

if TYPE_CHECKING:
    from typing import Unpack

    from ._options import CountOptions


def count(x: object, **options: Unpack[CountOptions]) -> Count:
    """Count the triangles of a graph."""
    graph = source(x)
    reply = run(["count", "--json", *graph.flags, *flags(dict(options)), "--", graph.path])
    return Count(reply.json())
