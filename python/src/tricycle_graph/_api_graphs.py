"""What people ask besides: graphs by rule and from others, what is in a file, and reports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _html
from ._graph import written
from ._memory import MemoryFile
from ._options import (
    EstimateOptions,
    InfoOptions,
    NicheOptions,
    ReadOptions,
    ReportOptions,
    check,
    flags,
)
from ._process import run
from ._question import Question
from ._results import Census
from ._sheets import Devices, Estimate, Info

if TYPE_CHECKING:
    from typing import Unpack

    from ._graph import Graph
    from ._options import FilePath


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

    """
    found = Question("census", "census", x, ReadOptions, options).sheet()
    found["triads"] = {triad["class"]: int(triad["count"]) for triad in found["triads"]}
    return Census(found)


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
    begin = ["generate", name, *flags(parameters)]
    if output is not None:
        run([*begin, f"--output={os.path.abspath(output)}"], quiet=True)
        return None
    made = MemoryFile("tricycle-graph")
    run([*begin, "--to=tcsr", f"--output={made.path}"], quiet=True)
    return written(made, None)


def convert(
    x: object, output: FilePath, *, to: str | None = None, **options: Unpack[ReadOptions]
) -> None:
    """Clean a graph, and write it as a file in another format.

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        output: a file, whose suffix tells the format, and whether it is compressed.
        to: the format, whatever the suffix.
        **options: those of `tricycle convert`, under the same names.

    Raises:
        InputError: the graph is missing or malformed.
        UsageError: the file cannot be written, or the format has no room for the graph.

    """
    question = Question("convert", "convert", x, ReadOptions, options)
    question.run(*([f"--to={to}"] if to else ()), behind=[os.path.abspath(output)])


def info(x: object, **options: Unpack[InfoOptions]) -> Info:
    """Say what is in a graph: sizes, degrees, degeneracy, components, and what cleaning does.

    >>> tc.info(tc.generate("karate")).degrees["max"]
    17

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        **options: those of `tricycle info`, under the same names.

    Raises:
        InputError: the graph is missing or malformed.

    """
    return Info(Question("info", "info", x, InfoOptions, options).sheet())


def estimate(x: object = None, **options: Unpack[EstimateOptions]) -> Estimate:
    """Say what counting takes: memory, disk, parts and time, before it is begun.

    Args:
        x: a path, of which nothing but the header is looked at; or None, where `vertices` and
            `edges` say how large the graph is.
        **options: those of `tricycle estimate`, under the same names; `for` is `for_`.

    Raises:
        InputError: the file is missing or malformed.
        UsageError: options do not go together.

    """
    if x is not None:
        return Estimate(Question("estimate", "estimate", x, EstimateOptions, options).sheet())
    check("estimate", EstimateOptions, options)
    asked: dict[str, Any] = dict(options)
    progress = asked.pop("progress", None)
    if isinstance(asked.get("report"), bool):
        del asked["report"]
    return Estimate(run(["estimate", "--json", *flags(asked)], progress=progress).json())


def devices() -> Devices:
    """List the NVIDIA GPUs, and say why one cannot be used. None is no error."""
    return Devices(run(["devices", "--json"], quiet=True).json())


class Report:
    """All there is to see of a graph, as one HTML page, which notebooks show."""

    def __init__(self, html: str) -> None:
        """Keep the page."""
        self.html = html

    def save(self, path: FilePath) -> None:
        """Write the page to a file, which any browser opens."""
        Path(path).write_text(self.html, encoding="utf-8", newline="")

    def __repr__(self) -> str:
        """Return how long the page is."""
        return f"Report({len(self.html):,} characters of HTML)"

    def _repr_html_(self) -> str:
        return _html.frame(self.html)


@overload
def report(x: object, output: None = None, **options: Unpack[ReportOptions]) -> Report: ...
@overload
def report(x: object, output: FilePath, **options: Unpack[ReportOptions]) -> None: ...
def report(
    x: object, output: FilePath | None = None, **options: Unpack[ReportOptions]
) -> Report | None:
    """Show all there is to see of a graph: degrees, triangles, trussness, cycles, drawings.

    >>> tc.report(tc.generate("karate")).save("karate.html")

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        output: an HTML file to write.
        **options: those of `tricycle report`, under the same names.

    Returns:
        The page, which notebooks show; None with `output`.

    Raises:
        InputError: the graph is missing or malformed.

    """
    question = Question("report", "report", x, ReportOptions, options)
    if output is not None:
        question.run(f"--output={os.path.abspath(output)}")
        return None
    with MemoryFile("tricycle-report") as page:
        question.run(f"--output={page.path}")
        return Report(bytes(page.map()).decode())
