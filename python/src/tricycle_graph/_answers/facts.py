"""What the command found, as attributes."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from . import html

if TYPE_CHECKING:
    from collections.abc import Mapping


class Cleaning(NamedTuple):
    """What reading made of the records of a graph."""

    records: int
    """Records that were read."""
    loops: int
    """Records that were dropped, as both their ends are one vertex."""
    duplicates: int
    """Records that were merged with one of the same direction."""
    reciprocal: int
    """Edges that were there in both directions, and merged into one."""
    isolated: int
    """Vertices without an edge, which were kept."""
    one_way: int
    """Edges that were there in one direction only."""

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Self:
        """Make one of what the command says, which may have other fields, too."""
        return cls(*(found[name] for name in cls._fields))


class Facts:
    """What the command found: each attribute that a class names, None where it is not there."""

    _found: Mapping[str, Any]
    _short: tuple[str, ...] = ()  # what repr tells

    page: str | None
    """The report with pictures, as HTML, with option `report=True`, and in notebooks."""

    def _take(self, found: Mapping[str, Any]) -> None:
        self._found = found
        for name in self._names():
            value = found.get(name)
            if name == "cleaning" and value is not None:
                value = Cleaning.of(value)
            setattr(self, name, value)

    @classmethod
    def _names(cls) -> list[str]:
        named = [n for c in reversed(cls.__mro__) for n in inspect.get_annotations(c)]
        return [name for name in named if not name.startswith("_")]

    def as_dict(self) -> dict[str, Any]:
        """Return what the command found under the names of docs/json.md."""
        return dict(self._found)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what was found."""
        return type(self), (self._found,)

    def _told(self) -> str:
        return ", ".join(f"{name}={_number(getattr(self, name))}" for name in self._short)

    def __repr__(self) -> str:
        """Return the class and what matters most."""
        return f"{type(self).__name__}({self._told()})"

    def _facts(self) -> list[tuple[str, Any]]:
        names = [name for name in self._names() if name != "page"]
        found = {name: getattr(self, name) for name in names}
        return [
            (name.replace("_", " "), value._asdict() if isinstance(value, Cleaning) else value)
            for name, value in found.items()
            if value is not None
        ]

    def _repr_html_(self) -> str:
        return html.facts(self._facts()) + (html.frame(self.page) if self.page else "")


class Sheet(Facts):
    """An answer that is about the whole graph."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        """Make one of what the command printed."""
        self._take(found)


class Total(Facts, int):
    """A number of things that knows what else was found out. It counts as any int does."""

    _what: str

    def __new__(cls, found: Mapping[str, Any]) -> Self:
        """Make one of what the command printed."""
        self = super().__new__(cls, found[cls._what])
        self._take(found)
        return self

    def __repr__(self) -> str:
        """Return the class, the number, and what matters most."""
        return f"{type(self).__name__}({int(self)}, {self._told()})"

    def __str__(self) -> str:
        """Return the digits, as those of any int."""
        return int.__repr__(self)

    def _facts(self) -> list[tuple[str, Any]]:
        return [(self._what, int(self)), *super()._facts()]


def _number(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else repr(value)
