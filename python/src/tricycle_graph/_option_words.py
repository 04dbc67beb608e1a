"""What each option means, for `help`, notebooks and editors.

A function takes its options as `**options`, of a type. People see them one by one: in the
signature that the function shows, and in its text.
"""

from __future__ import annotations

import inspect
from inspect import Parameter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., object]")

MEANINGS = {
    "format": "format of a file, where neither suffix nor content tells it",
    "columns": "the two columns of a table or text that hold the ids, by name or number from 1 on",
    "header": "whether the first line of a text is no edge but names or sizes",
    "trust": "use a .tcsr file without comparing its checksums",
    "union": "read all files of a list of paths, and those of folders, as one graph",
    "threads": "threads to use; one a core if it is not given",
    "memory": 'memory to stay within, in bytes, or text such as "4GiB"',
    "progress": "called with the phase, how much of it is done, and of how much, 0 if not known",
    "engine": "where to work: on the CPU or a GPU",
    "device": 'number of the GPU, as `devices` lists them; or such as "opencl:0"',
    "devices": 'several GPUs that share the work: their numbers, or "all"',
    "gpu_memory": 'memory of each GPU to stay within, such as "40GiB"',
    "order": "order of the vertices while it is counted",
    "strict": "loops, duplicates and one-way edges are errors",
    "tmpdir": "folder for what does not fit `memory`",
    "parts": 'count in so many ranges of rows and columns, such as "4x1"',
    "checkpoint": "count a file in parts, and keep what is finished in a new folder",
    "resume": "go on with the count of this folder; with a file, begin where there is none",
    "method": "how to do it; none is better on all graphs",
    "verify": "check the answer, or the file, once more and in another way",
    "on_the_fly": "the method bitslice makes slices anew for each edge, as in its paper",
    "slice_bits": "bits in a slice of the method bitslice: a power of two from 4 to 512",
    "pair_threads": "threads of a pair of lists in the method merge-path on a GPU",
    "block_threads": "threads of a block in the methods merge and shared on a GPU",
    "block_columns": "rows that a block of the method shared takes at once, 1 to 256",
    "blocks": "blocks of a launch in the methods merge and shared on a GPU",
    "report": "an HTML file to write, too; True shows it in a notebook, and False nothing",
    "by": "what `top` ranks by",
    "top": "only the rows with the largest values, so many, the largest first",
    "min_triangles": "only vertices of so many triangles and more",
    "min_support": "only edges in so many triangles and more",
    "min_trussness": "only edges of this trussness and more",
    "min_degree": "only triangles of vertices that have so many neighbours and more",
    "through": "only what has all of these vertices; of `vertices`, only their rows",
    "by_column": "count for each vertex the triangles of which it is the last corner on `order`",
    "directed": "take records for arcs, and clustering by the formula of this name",
    "weights": 'column or attribute to take for weights; "auto" for the one that is called so',
    "formula": "with `weights`: clustering by the formula of this name",
    "with_": "more columns",
    "limit": "stop after so many",
    "unordered": "in any order, as soon as they are found",
    "min_length": "least vertices of a cycle, 4 if it is not given",
    "max_length": "most vertices of a cycle",
    "positions": "a file that says where the report draws the vertices",
    "timeout": 'stop after so many seconds, or a timedelta, or text such as "2m"',
    "unreduced": "search the graph as it is, without reducing it first",
    "trace": "a file for the number of open paths and cycles by length",
    "histogram": "count the cycles of each length, too",
    "per_vertex": "count the cycles that each vertex is on, too",
    "spy": "an SVG file for a drawing of where the entries of the matrix are",
    "vertices": 'how many vertices, such as 1e9 or "20M", where no file tells them',
    "edges": "how many edges, or records of a file, where no file tells them",
    "for_": "the function to estimate",
}


def documented(known: type) -> Callable[[F], F]:
    """Return what lets a function show its options by name, and what they mean."""

    def of(function: F) -> F:
        given = inspect.signature(function)
        others = [p for p in given.parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
        options = [_shown(name, hint) for name, hint in known.__annotations__.items()]
        shown = given.replace(parameters=[*others, *options])
        function.__signature__ = shown  # type: ignore[attr-defined]
        if function.__doc__:  # which python -OO leaves out
            lines = "".join(f"    {name}: {MEANINGS[name]}\n" for name in known.__annotations__)
            function.__doc__ = f"{inspect.cleandoc(function.__doc__)}\n\nOptions:\n{lines}"
        return function

    return of


def _shown(name: str, hint: object) -> Parameter:
    """Return an option as a signature shows it, which need not be given."""
    text = getattr(hint, "__forward_arg__", hint)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=text)
