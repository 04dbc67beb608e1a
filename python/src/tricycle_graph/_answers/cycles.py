"""Chordless cycles in their binary form, as docs/formats.md describes it."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MAGIC = b"\x89CYCL\r\n\x1a"
_HEADER = struct.Struct("<8sIIQ")
_PIECE = 1 << 16
_COUNT = 8  # bytes of the number of cycles, behind the empty one


class Readable(Protocol):
    """What a pipe can do."""

    def read1(self, size: int, /) -> bytes:
        """Return some bytes as soon as there are any, at most so many; none at the end."""
        ...


class Cycles:
    """The labels of all vertices, and then the cycles, as they come through a pipe."""

    def __init__(self, stream: Readable) -> None:
        """Read the labels.

        Raises:
            ValueError: these are no cycles, or the pipe ends.

        """
        self._stream = stream
        self._held = b""
        self._at = 0
        magic, version, width, count = _HEADER.unpack(self._take(_HEADER.size))
        if magic != MAGIC or version != 1 or width not in (1, 2, 4):
            _refuse("another beginning")
        self._type = np.dtype(f"<u{width}")
        self.labels: list[str] = []
        for _ in range(count):
            length = int.from_bytes(self._take(4), "little")
            self.labels.append(self._take(length).decode(errors="surrogateescape"))

    def under(self, ids: NDArray[Any]) -> Iterator[NDArray[Any]]:
        """Yield each cycle as the ids of its vertices, in order: `ids[number]` of each.

        The pipe is read to its end. A search that was stopped has no other end.

        Raises:
            ValueError: these are no cycles, or the pipe ends inside of one.

        """
        width = self._type.itemsize
        while True:
            data = self._held[self._at :]
            values = np.frombuffer(data, self._type, len(data) // width)
            at, end = 0, len(values)
            lengths = values.tolist()
            while at < end and (length := lengths[at]) and at + length < end:
                try:
                    cycle = ids[values[at + 1 : at + 1 + length]]
                except IndexError:
                    _refuse("a vertex without a label")
                at += length + 1
                yield cycle
            self._held, self._at = data[at * width :], 0
            if at < end and lengths[at] == 0:
                return self._finish(width)
            if not self._more():
                if self._held:
                    _refuse("it is cut off")
                return None

    def _finish(self, width: int) -> None:
        while self._more():
            if len(self._held) > width + _COUNT:
                break
        if len(self._held) != width + _COUNT:
            _refuse("its end is cut off, or not the end")

    def _more(self) -> bool:
        more = self._stream.read1(_PIECE)
        self._held += more
        return bool(more)

    def _take(self, size: int) -> bytes:
        if len(self._held) - self._at < size:
            parts = [self._held[self._at :]]
            missing = size - len(parts[0])
            while missing > 0:
                more = self._stream.read1(_PIECE)
                if not more:
                    _refuse("it is cut off")
                parts.append(more)
                missing -= len(more)
            self._held, self._at = b"".join(parts), 0
        self._at += size
        return self._held[self._at - size : self._at]


def _refuse(why: str) -> NoReturn:
    message = f"these are no chordless cycles: {why}"
    raise ValueError(message)
