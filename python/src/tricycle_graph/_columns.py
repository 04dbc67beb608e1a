"""Binary columns (`.tcol`), as docs/formats.md describes them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Column = NDArray[np.uint32] | NDArray[np.uint64] | NDArray[np.float64]

MAGIC = b"\x89TCOL\r\n\x1a"
_HEADER = struct.Struct("<8sIIQQQ")
_COLUMN = struct.Struct("<IIQ")
_TYPES = {1: "<u4", 2: "<u8", 3: "<f8", 4: "<u4"}


def columns(data: memoryview) -> Mapping[str, Column]:
    """Return the columns of a whole file of one block, without a copy, by their names."""
    magic, version, count, rows, block, names = _HEADER.unpack_from(data)
    if magic != MAGIC or version != 1 or names != 0 or (block != rows and rows > 0):
        message = "these are no binary columns of one block without names"
        raise ValueError(message)
    found: dict[str, Column] = {}
    at = _HEADER.size
    for _ in range(count):
        kind, length, offset = _COLUMN.unpack_from(data, at)
        at += _COLUMN.size
        name = bytes(data[at : at + length]).decode()
        at += (length + 7) // 8 * 8
        found[name] = np.frombuffer(data, dtype=_TYPES[kind], count=rows, offset=offset)
    return found
