"""What vertices are called: by somebody, and by the command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._errors import UsageError
from tricycle_graph._inputs.words import field

from .columns import Column

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

_VERTICES = {"vertex", "source", "target", "a", "b", "c"}


class Labels:
    """The ids of vertices, as they were given, and how the command prints them.

    Without `ids` it prints them as they are. With these it prints numbers from 0 on, or the
    names that `numbers` has.
    """

    def __init__(self, ids: NDArray[Any] | None, numbers: Mapping[str, int]) -> None:
        """Keep both."""
        self._ids = ids
        self._numbers = numbers

    def columns(self, found: Mapping[str, Column]) -> dict[str, Column]:
        """Return columns whose vertices are called as they were given."""
        if self._ids is None:
            return dict(found)
        return {
            name: Column(column.values, self._ids) if name in _VERTICES else column
            for name, column in found.items()
        }

    def row(self, found: dict[str, Any]) -> dict[str, Any]:
        """Return a row of a sheet whose vertices are called as they were given."""
        if self._ids is None:
            return found
        ends = {name: self.some([found[name]]).tolist()[0] for name in _VERTICES & found.keys()}
        return {**found, **ends}

    def some(self, labels: Sequence[int | str]) -> NDArray[Any]:
        """Return labels that the command printed as ids, as they were given."""
        if self._ids is not None:
            places = [self._numbers[str(label)] for label in labels] if self._numbers else labels
            return self._ids[np.array(places, dtype=np.int64)]
        if not all(isinstance(label, int) for label in labels):
            names = np.empty(len(labels), object)
            names[:] = labels
            return names
        numbers = np.array(labels, dtype=np.uint64)
        return numbers if (numbers >> 32).any() else numbers.astype(np.uint32)

    def all(self, labels: Sequence[int | str]) -> NDArray[Any]:
        """Return the labels of all vertices, of which those that are numbers may be text."""
        if self._numbers or not all(map(_is_number, labels)):
            return self.some(labels)
        return self.some([int(label) for label in labels])

    def through(self, asked: Any, command: str) -> list[str]:  # noqa: ANN401 - one, or several
        """Return the values of option `through`, which cycles take one by one."""
        if isinstance(asked, str | int | np.generic) or not isinstance(asked, Iterable):
            asked = [asked]
        names = list(
            map(str, asked) if self._ids is None else self._names(asked, self._ids.tolist())
        )
        if not names:  # which cycles would take for no option at all
            message = "through names no vertex"
            raise UsageError(message)
        return names if command == "cycles" else [",".join(map(field, names))]

    def _names(self, asked: Iterable[Any], ids: Sequence[Any]) -> Iterator[str]:
        """Yield how the command calls vertices, each of which equals an id."""
        known = {vertex: vertex if self._numbers else number for number, vertex in enumerate(ids)}
        for vertex in asked:
            if vertex not in known:
                message = f"through={vertex!r}: the graph has no such vertex"
                raise UsageError(message)
            yield str(known[vertex])


def _is_number(label: int | str) -> bool:
    text = str(label)
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
