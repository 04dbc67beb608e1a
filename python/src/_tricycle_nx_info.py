"""What NetworkX is told of its backend `tricycle` when it is imported.

It lies beside the package, so that importing NetworkX imports nothing else.
"""

from __future__ import annotations

_OPTIONS = {
    "memory : int or str, optional (default: what the machine or its control group has left)": (
        'Memory for the command to stay within, in bytes or such as "4GiB".'
    ),
    "threads : int, optional (default: one a core)": "Threads of the command.",
}
_ENGINES = {
    'engine : {"auto", "cpu", "cuda"}, optional (default: "auto")': (
        "Where to count: on the CPU, or on an NVIDIA GPU."
    ),
}
_NO_PARALLEL = "Multigraphs are left to NetworkX."
_UNDIRECTED = "Directed graphs and multigraphs are left to NetworkX."
_WEIGHTS = (
    " So are weights of directed graphs, below 0, and other than integers and floats of 64 bits."
)
_LOOPS = " So are graphs with self-loops."


def _function(text: str, *, engine: bool = True) -> dict[str, object]:
    options = _OPTIONS | _ENGINES if engine else _OPTIONS
    return {"additional_docs": text, "additional_parameters": options}


def get_info() -> dict[str, object]:
    """Return the description of the backend; NetworkX calls this."""
    return {
        "backend_name": "tricycle",
        "project": "tricycle-graph",
        "package": "tricycle_graph",
        "url": "https://github.com/tricycle-graph/tricycle",
        "short_summary": "Triangles, trusses and chordless cycles, exact, parallel, on GPUs, too.",
        "functions": {
            "all_triangles": _function(
                "Triangles come as they are found, in an order of their own. "
                "Multigraphs are left to NetworkX."
            ),
            "average_clustering": _function(_NO_PARALLEL + _WEIGHTS),
            "chordless_cycles": _function(
                "Cycles come as they are found, in an order of their own. " + _UNDIRECTED + _LOOPS
            ),
            "clustering": _function(
                f"{_NO_PARALLEL}{_WEIGHTS} With weights the last digits may differ."
            ),
            "effective_size": _function(
                f"{_UNDIRECTED}{_LOOPS} So are weights. Takes the formula of Borgatti for all "
                "nodes, too, so that nothing of the size of n times n is made."
            ),
            "generalized_degree": _function(
                f"{_NO_PARALLEL} Counters have their keys in ascending order."
            ),
            "is_chordal": _function("Graphs with self-loops are left to NetworkX.", engine=False),
            "is_perfect_graph": _function(_UNDIRECTED + _LOOPS),
            "k_truss": _function("Returns a graph of NetworkX, with attributes."),
            "transitivity": _function(_UNDIRECTED),
            "triadic_census": _function("A nodelist is left to NetworkX.", engine=False),
            "triangles": _function(_NO_PARALLEL),
        },
    }
