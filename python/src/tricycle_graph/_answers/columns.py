"""Binary columns (`.tcol`), as docs/formats.md describes them.

A file that is there whole is read by `columns`, without a copy where it has one block. A
pipe is read by `blocks`, a block at a time. Whatever the bytes say, no more memory is
asked for than there are bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import numpy as np

from .names import Names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

MAGIC = b"\x89TCOL\r\n\x1a"
_HEADER = struct.Struct("<8sIIQQQ")
_COLUMN = struct.Struct("<IIQ")
_TYPES = {1: "<u4", 2: "<u8", 3: "<f8", 4: "<u4"}
_NAMES = 4
_TOLD = 2  # the version in which each block says how many rows it has
_UNKNOWN = 2**64 - 1
_PIECE = 1 << 20
_MOST_COLUMNS = 1 << 10
_LONGEST_NAME = 1 << 12
_LARGEST_BLOCK = 1 << 26


class Readable(Protocol):
    """What a pipe can do."""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes, or fewer where it ends."""
        ...


@dataclass
class Column:
    """The values of a column, which are places in `names` where it has names."""

    values: NDArray[Any]
    names: Names | NDArray[Any] | None = None

    def array(self) -> NDArray[Any]:
        """Return what the column holds: numbers, or names as strings."""
        return self.values if self.names is None else self.names[self.values]

    def first(self, rows: int) -> list[Any]:
        """Return what the first rows hold."""
        shown: list[Any] = self.chosen(slice(rows)).array().tolist()
        return shown

    def chosen(self, rows: NDArray[Any] | slice) -> Column:
        """Return a column of some rows."""
        return Column(self.values[rows], self.names)

    def kept(self) -> Column:
        """Return a column of its own memory."""
        return Column(self.array())


def columns(data: memoryview) -> Mapping[str, Column]:
    """Return the columns of a whole file by their names, in their order.

    Raises:
        ValueError: these are no binary columns, or not all of them.

    """
    reader = _Bytes(data)
    head = _Head(reader)
    if head.version == _TOLD:
        _refuse("it is the list of a pipe")
    rows = head.rows
    if rows == _UNKNOWN:
        (rows,) = struct.unpack("<Q", data[-8:])
    elif struct.unpack("<Q", data[-8:]) != (rows,):
        _refuse("its end says another number of rows")
    full = head.bytes(head.block)
    whole, rest = divmod(rows, head.block) if head.block else (0, 0)
    size = whole * full + head.bytes(rest)
    if (rows > 0 and head.block == 0) or len(data) - reader.at - 8 != size:
        _refuse("its size is not that of its rows")
    body = data[reader.at : len(data) - 8]
    if whole + (rest > 0) <= 1:
        return head.cut(body, rows)
    last = head.cut(body[whole * full :], rest)
    stacked = np.frombuffer(body, np.uint8, whole * full).reshape(whole, full)
    found: dict[str, Column] = {}
    at = 0
    for name, kind in head.columns:
        values = np.empty(rows, _TYPES[kind])
        width = values.itemsize * head.block
        before = values[: whole * head.block].reshape(whole, head.block)
        before[:] = stacked[:, at : at + width].view(values.dtype)
        values[whole * head.block :] = last[name].values
        found[name] = head.column(kind, values)
        at += _padded(width)
    return found


def blocks(stream: Readable) -> Iterator[Mapping[str, Column]]:
    """Yield the columns of a pipe, some rows at a time, as they come.

    Raises:
        ValueError: these are no binary columns, or not all of them.

    """
    reader = _Stream(stream)
    head = _Head(reader)
    if (full := head.bytes(head.block)) > _LARGEST_BLOCK:
        _refuse(f"a block of {full} bytes")
    yield from _told(reader, head) if head.version == _TOLD else _even(reader, head)


def _told(reader: _Stream, head: _Head) -> Iterator[Mapping[str, Column]]:
    """Yield blocks that say how many rows they have."""
    seen = 0
    while rows := _number(reader):
        if rows > head.block:
            _refuse(f"a block of {rows} rows")
        yield head.cut(reader.take(head.bytes(rows)), rows)
        seen += rows
    if _number(reader) != seen or reader.ahead(1):
        _refuse("its size is not that of its rows")
    if seen == 0:
        yield head.cut(memoryview(b""), 0)


def _even(reader: _Stream, head: _Head) -> Iterator[Mapping[str, Column]]:
    """Yield blocks that have as many rows as the head says, but for the last."""
    full, seen = head.bytes(head.block), 0
    while True:
        # A full block may be as long as one of a row less: the end alone tells them apart.
        held = reader.ahead(full + 9)
        if len(held) == full + 9 and full > 0:
            yield head.cut(reader.take(full), head.block)
            seen += head.block
            continue
        if len(held) < 8:  # noqa: PLR2004 - the number at the end
            _refuse("it is cut off")
        (rows,) = struct.unpack("<Q", held[-8:])
        rest = rows - seen
        if not 0 <= rest <= head.block or head.bytes(rest) != len(held) - 8:
            _refuse("its size is not that of its rows")
        if head.rows not in (rows, _UNKNOWN):
            _refuse("its end says another number of rows")
        if rest > 0 or seen == 0:
            yield head.cut(reader.take(len(held) - 8), rest)
        return


def _number(reader: _Stream) -> int:
    return int.from_bytes(reader.take(8), "little")


class _Head:
    """What precedes the blocks."""

    def __init__(self, reader: _Bytes | _Stream) -> None:
        magic, version, count, rows, block, names = _HEADER.unpack(reader.take(_HEADER.size))
        if magic != MAGIC:
            _refuse("another magic")
        if version not in (1, _TOLD):
            _refuse(f"version {version}")
        self.version: int = version
        if not 0 < count <= _MOST_COLUMNS:
            _refuse(f"{count} columns")
        self.rows: int = rows
        self.block: int = block
        self.columns: list[tuple[str, int]] = []
        for _ in range(count):
            kind, length, _ = _COLUMN.unpack(reader.take(_COLUMN.size))
            if kind not in _TYPES or length > _LONGEST_NAME:
                _refuse(f"a column of type {kind} whose name has {length} bytes")
            name = bytes(reader.take(_padded(length))[:length]).decode()
            self.columns.append((name, kind))
        if len(dict(self.columns)) != count:
            _refuse("two columns of one name")
        self.names = _names(reader, names)

    def bytes(self, rows: int) -> int:
        """Return how long a block of so many rows is."""
        return sum(_padded(rows * np.dtype(_TYPES[kind]).itemsize) for _, kind in self.columns)

    def cut(self, data: memoryview, rows: int) -> dict[str, Column]:
        """Return the columns of a block."""
        found: dict[str, Column] = {}
        at = 0
        for name, kind in self.columns:
            values = np.frombuffer(data, _TYPES[kind], rows, at) if rows else _none(kind)
            found[name] = self.column(kind, values)
            at += _padded(values.nbytes)
        return found

    def column(self, kind: int, values: NDArray[Any]) -> Column:
        """Return a column of these values."""
        if kind != _NAMES:
            return Column(values)
        if len(values) and int(values.max()) >= len(self.names):
            _refuse("a vertex without a name")
        return Column(values, self.names)


class _Bytes:
    """A file that is there whole."""

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self.at = 0

    def take(self, size: int) -> memoryview:
        if size > len(self._data) - self.at:
            _refuse("it is cut off")
        self.at += size
        return self._data[self.at - size : self.at]


class _Stream:
    """A pipe, of which a little may be held."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._held = bytearray()

    def ahead(self, size: int) -> bytearray:
        """Return the next bytes, which stay: so many, or fewer where they end."""
        while len(self._held) < size:
            more = self._stream.read(min(size - len(self._held), _PIECE))
            if not more:
                break
            self._held += more
        return self._held

    def take(self, size: int) -> memoryview:
        if len(self.ahead(size)) < size:
            _refuse("it is cut off")
        taken = bytes(memoryview(self._held)[:size])
        del self._held[:size]
        return memoryview(taken)


def _names(reader: _Bytes | _Stream, count: int) -> Names:
    ends = np.frombuffer(reader.take(8 * count), "<u8")
    length = int(ends[-1]) if count else 0
    if (ends[1:] < ends[:-1]).any():
        _refuse("names end before they begin")
    return Names(ends, reader.take(_padded(length))[:length])


def _none(kind: int) -> NDArray[Any]:
    return np.zeros(0, _TYPES[kind])


def _padded(length: int) -> int:
    return (length + 7) // 8 * 8


def _refuse(why: str) -> NoReturn:
    message = f"these are no binary columns: {why}"
    raise ValueError(message)
