"""A graph whose file says what its vertices are called, for answers that name them in text.

Elsewhere the command numbers the vertices, and this package knows what they are called. A
report, or a file for somebody else, has to have the names in it: they are put behind the lists
of a `.tcsr`, as docs/formats.md describes it.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._command.memory import MemoryFile
from tricycle_graph._inputs.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_PAGE = 4096
_SIZE_AT, _BASE_AT, _LABELS_AT, _CHECKSUM_AT = 32, 48, 152, 252  # places in the header
_NUMBERS, _NAMES = 1, 2  # kinds of labels
_SECTION = struct.Struct("<QQII")
_CRC32C = 0x82F63B78


def labelled(source: Source, limits: Sequence[str], *, numbers: bool) -> Source:
    """Return a source in which vertex number i is called str(ids[i]).

    With `numbers`, ids that are ascending numbers stay numbers. `limits` are flags.
    """
    ids = source.ids if source.ids is not None else np.zeros(0, object)
    file = MemoryFile("tricycle-labelled")
    args = ["convert", *source.flags, *limits, "--to=tcsr", "--", source.path, file.path]
    source.run(args, quiet=True)
    kind, places, text = _NUMBERS, _ascending(ids) if numbers else None, b""
    if places is None:
        kind, (places, text) = _NAMES, _names(ids)
    labels = _whole(file.size())
    names = _whole(labels + len(places)) if kind == _NAMES else 0
    with open(file.fileno(), "r+b", closefd=False) as out:
        head = bytearray(out.read(_PAGE))
        size = names + len(text) if kind == _NAMES else labels + len(places)
        struct.pack_into("<QI", head, _SIZE_AT, size, kind)
        struct.pack_into("<Q", head, _BASE_AT, 0)
        _SECTION.pack_into(head, _LABELS_AT, labels, len(places), 0, 0)
        _SECTION.pack_into(head, _LABELS_AT + _SECTION.size, names, len(text), 0, 0)
        struct.pack_into("<I", head, _CHECKSUM_AT, _checksum(bytes(head[:_CHECKSUM_AT])))
        for at, part in ((0, head), (labels, places), (names or labels + len(places), text)):
            out.seek(at)
            out.write(part)
        out.truncate(size)
    # --trust: who has just written the names need not compare checksums of them.
    return Source(file.path, ["--format=tcsr", "--trust"], source.ids, file)


def names_of(ids: NDArray[Any]) -> dict[str, int]:
    """Return the numbers of the vertices by their names; some may have one name."""
    return {str(vertex): number for number, vertex in enumerate(ids.tolist())}


def _ascending(ids: NDArray[Any]) -> bytes | None:
    """Return ids as numbers of 64 bits, if they are such, and ascend."""
    given = ids.tolist()
    if not all(type(vertex) is int and 0 <= vertex < 1 << 64 for vertex in given):
        return None
    numbers = np.array(given, "<u8")
    return numbers.tobytes() if (numbers[1:] > numbers[:-1]).all() else None


def _names(ids: NDArray[Any]) -> tuple[bytes, bytes]:
    """Return where each name begins and the last one ends, and all names."""
    names = [str(vertex).encode(errors="surrogateescape") for vertex in ids.tolist()]
    ends = np.zeros(len(names) + 1, "<u8")
    np.cumsum([len(name) for name in names], out=ends[1:])
    return ends.tobytes(), b"".join(names)


def _whole(size: int) -> int:
    """Return where the next page begins."""
    return -(-size // _PAGE) * _PAGE


def _checksum(data: bytes) -> int:
    """Return the CRC-32C (Castagnoli) of a few bytes."""
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (_CRC32C if rest & 1 else 0)
    return rest ^ 0xFFFFFFFF
