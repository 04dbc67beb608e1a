"""The frames of `tricycle serve`, as docs/serve.md describes them."""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import io
    from typing import BinaryIO

PROTOCOL = 1
LARGEST = 1 << 20  # bytes of a body
_HEAD = struct.Struct("<IBI")  # the length of all that is behind it, the kind, the call


class Kind(IntEnum):
    """What a frame is."""

    HELLO = 1
    CALL = 2
    CANCEL = 3
    OUTPUT = 4
    MESSAGE = 5
    END = 6


class Frame(NamedTuple):
    """One unit of what is exchanged. `call` is 0 where it is of no call."""

    kind: int
    call: int
    body: bytes


def write(pipe: io.FileIO, frame: Frame) -> None:
    """Write a frame."""
    length = _HEAD.size - 4 + len(frame.body)
    left = memoryview(_HEAD.pack(length, frame.kind, frame.call) + frame.body)
    while left:
        left = left[pipe.write(left) :]


def read(file: BinaryIO) -> Frame | None:
    """Read a frame; none where there are no more, or none that is whole."""
    head = file.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    length, kind, call = _HEAD.unpack(head)
    body = file.read(length - _HEAD.size + 4)
    return Frame(kind, call, body) if len(body) == length - _HEAD.size + 4 else None
