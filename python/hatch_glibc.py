"""Which versions of the C library a binary of Linux asks for, read from its ELF tables.

Source: "Symbol Versioning" of the Linux Standard Base Core Specification, and elf(5).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_NEEDED_VERSIONS = 0x6FFFFFFE  # SHT_GNU_verneed
_SECTION_HEADER = struct.Struct("<IIQQQQIIQQ")
_FILE = struct.Struct("<HHIII")  # of a library: version, count, name, first symbol version, next
_VERSION = struct.Struct("<IHHII")  # of its symbols: hash, flags, other, name, next


def newest(path: Path) -> tuple[int, ...]:
    """Return the newest GLIBC_ version that a 64-bit little-endian binary needs, or () for none.

    Raises:
        ValueError: it is no such binary.

    """
    data = path.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        message = f"{path} is no 64-bit little-endian ELF file"
        raise ValueError(message)
    names = _needed(data)
    versions = [name.removeprefix("GLIBC_") for name in names if name.startswith("GLIBC_")]
    # GLIBC_PRIVATE and GLIBC_ABI_DT_RELR are no numbers: no tag promises that they are there.
    return max((_number(version) for version in versions), default=())


def _number(version: str) -> tuple[int, ...]:
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isdigit() for part in parts) else (999,)


def _needed(data: bytes) -> list[str]:
    """Return the names of all versions of symbols that the dynamic linker has to find."""
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [_SECTION_HEADER.unpack_from(data, table + i * size) for i in range(count)]
    found: list[str] = []
    for _, kind, _, _, begin, _, strings, files, _, _ in sections:
        if kind != _NEEDED_VERSIONS:
            continue
        at, names = begin, sections[strings][4]
        for _ in range(files):
            _, versions, _, first, following = _FILE.unpack_from(data, at)
            each = at + first
            for _ in range(versions):
                *_, name, after = _VERSION.unpack_from(data, each)
                end = data.index(b"\0", names + name)
                found.append(data[names + name : end].decode())
                each += after
            at += following
    return found
