"""The triad census."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tricycle_graph as tc

if TYPE_CHECKING:
    from typing import Unpack

    from tricycle_graph.options import ReadOptions

    from ._converted import Converted


def triadic_census(
    G: Converted,  # noqa: N803 - as NetworkX calls it
    nodelist: None = None,  # noqa: ARG001 - can_run has seen that there is none
    **options: Unpack[ReadOptions],
) -> dict[str, int]:
    """Count the triads of a directed graph by their sixteen classes."""
    return dict(tc.census(G, **options))
