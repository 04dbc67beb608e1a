"""The NetworkX backend `tricycle`: functions of NetworkX that the command answers.

NetworkX finds it by itself where the package is installed:

    networkx.triangles(graph, backend="tricycle")
    networkx.config.backend_priority = ["tricycle"]

A graph is converted once and kept by NetworkX until the graph changes. Answers are those
of NetworkX, of the same types and in the same order; what would not be is left to NetworkX,
with a reason in its log. A neighbour that was added as something equal to a node, such as True
for 1, comes back as the node.
"""

from ._choice import can_run, should_run
from ._clustering import (
    average_clustering,
    clustering,
    effective_size,
    generalized_degree,
    transitivity,
    triangles,
)
from ._conversion import convert_from_nx, convert_to_nx
from ._converted import Converted
from ._cycles import chordless_cycles, is_chordal, is_perfect_graph
from ._subgraphs import all_triangles, k_truss
from ._triads import triadic_census

__all__ = [
    "Converted",
    "all_triangles",
    "average_clustering",
    "can_run",
    "chordless_cycles",
    "clustering",
    "convert_from_nx",
    "convert_to_nx",
    "effective_size",
    "generalized_degree",
    "is_chordal",
    "is_perfect_graph",
    "k_truss",
    "should_run",
    "transitivity",
    "triadic_census",
    "triangles",
]
