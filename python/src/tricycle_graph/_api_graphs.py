"""Graphs of other graphs, graphs by rule, and questions about arcs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, overload

from ._answers.results import Census
from ._command.memory import MemoryFile
from ._command.process import run
from ._errors import UsageError
from ._graph import written
from ._option_words import documented
from ._options import flags
from ._question import Question
from .options import NicheOptions, ReadOptions

if TYPE_CHECKING:
    from typing import Unpack

    from ._graph import Graph
    from .options import FilePath


@documented(ReadOptions)
def census(x: object, **options: Unpack[ReadOptions]) -> Census:
    """Count the triads of a directed graph, its triples of vertices, by their sixteen classes.

    >>> tc.census(([0, 1, 2], [1, 2, 0]))["030C"]
    1

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`. Its edges are arcs.
        **options: those of `tricycle census`, under the same names.

    Returns:
        A mapping from the names of the classes to the numbers of triads, which are exact.

    Raises:
        InputError: the graph is missing or malformed, or its edges have no direction.
        MemoryLimitError: the graph does not fit option `memory`.

    """
    found = Question("census", "census", x, ReadOptions, options).sheet()
    found["triads"] = {triad["class"]: int(triad["count"]) for triad in found["triads"]}
    return Census(found)


@documented(NicheOptions)
def niche(x: object, **options: Unpack[NicheOptions]) -> Graph:
    """Return the niche-overlap graph of a food web: predators are joined that share a prey.

    >>> web = (["grass", "grass", "hare"], ["hare", "deer", "fox"])
    >>> tc.edges(tc.niche(web))
    Edges: 1 edges
    source  target  support
      hare    deer        0

    Args:
        x: a food web, whose arcs lead from prey to predator: a path, arrays, a table.
        **options: those of `tricycle niche`, under the same names.

    Returns:
        The graph, cleaned; a predator that shares no prey is a vertex without an edge.

    Raises:
        InputError: the web is missing or malformed, or its edges have no direction.

    """
    question = Question("niche", "niche", x, NicheOptions, options)
    made = MemoryFile("tricycle-graph")
    question.run("--to=tcsr", f"--output={made.path}")
    return written(made, question.source.ids)


@overload
def generate(name: str, output: None = None, **parameters: object) -> Graph: ...
@overload
def generate(name: str, output: FilePath, **parameters: object) -> None: ...
def generate(name: str, output: FilePath | None = None, **parameters: object) -> Graph | None:
    """Make a graph by rule: the same one on every machine, of the same parameters.

    >>> tc.count(tc.generate("complete", vertices=10))
    Count(120, vertices=10, edges=45, transitivity=1)

    Args:
        name: of the generator, such as "rmat", "grid" or "karate"; docs/generators.md has all.
        output: a file to write instead, in the format of its suffix, or of `to`.
        **parameters: those of `tricycle generate NAME`, under the same names, and `threads`.

    Returns:
        The graph, cleaned; None with `output`.

    Raises:
        UsageError: there is no such generator, or parameter, or it is out of range.

    """
    if output is None and parameters.get("to") is not None:
        message = "to= is of files: name one as output"
        raise UsageError(message)
    begin = ["generate", name, *flags(parameters)]
    if output is not None:
        run([*begin, f"--output={os.path.abspath(output)}"], quiet=True)
        return None
    made = MemoryFile("tricycle-graph")
    run([*begin, "--to=tcsr", f"--output={made.path}"], quiet=True)
    return written(made, None)
