"""What is in a graph, what it takes to count it, reports on it, and files of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from ._answers import html
from ._answers.sheets import Devices, Estimate, Info
from ._command.memory import MemoryFile
from ._command.process import run
from ._option_words import documented
from ._options import check, flags
from ._question import Question
from .options import EstimateOptions, InfoOptions, ReadOptions, ReportOptions

if TYPE_CHECKING:
    from typing import Unpack

    from .options import FilePath


@documented(ReadOptions)
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
        MemoryLimitError: the graph does not fit option `memory`.
        UsageError: the file cannot be written, or the format has no room for the graph.

    """
    question = Question("convert", "convert", x, ReadOptions, options)
    question.run(*([f"--to={to}"] if to else ()), behind=[os.path.abspath(output)])


@documented(InfoOptions)
def info(x: object, **options: Unpack[InfoOptions]) -> Info:
    """Say what is in a graph: sizes, degrees, degeneracy, components, and what cleaning does.

    >>> tc.info(tc.generate("karate")).degrees["max"]
    17

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        **options: those of `tricycle info`, under the same names.

    Returns:
        A sheet of what was found.

    Raises:
        InputError: the graph is missing or malformed.
        MemoryLimitError: the graph does not fit option `memory`.

    """
    return Info(Question("info", "info", x, InfoOptions, options).sheet())


@documented(EstimateOptions)
def estimate(x: object = None, **options: Unpack[EstimateOptions]) -> Estimate:
    """Say what counting takes: memory, disk, parts and time, before it is begun.

    Args:
        x: a path, of whose file nothing but the header is read, or any other graph; or None,
            where `vertices` and `edges` say how large the graph is.
        **options: those of `tricycle estimate`, under the same names; `for` is `for_`.

    Returns:
        A sheet with bytes and seconds for each engine.

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
    """List the NVIDIA GPUs, and say why one cannot be used.

    Returns:
        A sheet, whose length is the number of GPUs; that there are none is no error.

    """
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
        return html.frame(self.html)


@overload
def report(x: object, output: None = None, **options: Unpack[ReportOptions]) -> Report: ...
@overload
def report(x: object, output: FilePath, **options: Unpack[ReportOptions]) -> None: ...
@documented(ReportOptions)
def report(
    x: object, output: FilePath | None = None, **options: Unpack[ReportOptions]
) -> Report | None:
    """Show all there is to see of a graph: degrees, triangles, trussness, cycles, drawings.

    >>> tc.report(tc.generate("karate")).save("karate.html")

    Args:
        x: a path, arrays, a table, a matrix, a graph: see `tc.Graph`.
        output: an HTML file to write.
        **options: those of `tricycle report`, under the same names. What takes longer than
            `timeout`, in seconds, is left out of the page.

    Returns:
        The page, which notebooks show; None with `output`.

    Raises:
        InputError: the graph is missing or malformed.
        MemoryLimitError: the graph does not fit option `memory`.

    """
    question = Question("report", "report", x, ReportOptions, options)
    if output is not None:
        question.run(f"--output={os.path.abspath(output)}")
        return None
    with MemoryFile("tricycle-report") as page:
        question.run(f"--output={page.path}")
        return Report(bytes(page.map()).decode())
