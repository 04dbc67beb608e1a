"""The report that the command writes beside an answer, if somebody wants to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from tricycle_graph._command.memory import MemoryFile

from . import html

if TYPE_CHECKING:
    from collections.abc import Mapping

_DRAWN = {"vertices", "edges", "truss", "cycles"}  # whose reports have figures
_NOT_DRAWN = {"through", "by_column"}  # are about some vertices, and have no report
_MANY = 1_000_000  # vertices whose names are not written down unless somebody asks


def wanted(command: str, options: Mapping[str, Any], vertices: int) -> bool:
    """Tell whether option `report` asks for a page to keep, as notebooks do by themselves."""
    asked = options.get("report")
    if asked is None and command in _DRAWN and not options.keys() & _NOT_DRAWN:
        return vertices <= _MANY and html.in_notebook()
    return asked is True and command != "niche"  # whose answer is a graph


class Page:
    """A file in memory for a report, or none."""

    def __init__(self, *, wanted: bool) -> None:
        """Make a file for it."""
        self._file = MemoryFile("tricycle-report") if wanted else None

    @property
    def flags(self) -> list[str]:
        """The flags that ask for it."""
        return [f"--report={self._file.path}"] if self._file else []

    def text(self) -> str | None:
        """Return it as HTML, or None."""
        return bytes(self._file.map()).decode() if self._file else None

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the file."""
        if self._file:
            self._file.close()
