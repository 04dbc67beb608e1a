"""Names of vertices, which become strings when somebody asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 64


class Names:
    """Names as the file has them: bytes behind each other, and where each one ends."""

    def __init__(self, ends: NDArray[np.uint64], text: memoryview) -> None:
        """Keep both as they are."""
        self._ends = ends
        self._text = text
        self._strings: NDArray[Any] | None = None

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._ends)

    def strings(self) -> NDArray[Any]:
        """Return all of them: objects of type str, in which bytes that are no UTF-8 stay."""
        if self._strings is None:
            text = bytes(self._text)
            strings = np.empty(len(self), object)
            begin = 0
            for place, end in enumerate(self._ends.tolist()):
                strings[place] = text[begin:end].decode(errors="surrogateescape")
                begin = end
            self._strings = strings
        return self._strings

    def __getitem__(self, places: NDArray[Any]) -> NDArray[Any]:
        """Return the names at these places."""
        if self._strings is not None or len(places) > _FEW:
            found: NDArray[Any] = self.strings()[places]
            return found
        few = np.empty(len(places), object)
        few[:] = [self._one(place) for place in places.tolist()]
        return few

    def _one(self, place: int) -> str:
        begin = int(self._ends[place - 1]) if place else 0
        return bytes(self._text[begin : int(self._ends[place])]).decode(errors="surrogateescape")
