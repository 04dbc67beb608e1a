"""Binary columns: what the command writes, and what nobody should."""

from __future__ import annotations

import io
import os
import random
import struct
import subprocess
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tricycle_graph._answers.columns import blocks, columns
from tricycle_graph._answers.cycles import Cycles
from tricycle_graph._command.binary import binary

if TYPE_CHECKING:
    from pathlib import Path


def asked(*args: str | Path) -> bytes:
    return subprocess.run(
        [binary(), *map(str, args), "--quiet"], stdout=subprocess.PIPE, check=True
    ).stdout


def tcol(
    table: dict[str, np.ndarray],
    block: int | None = None,
    names: list[bytes] | None = None,
    *,
    known: bool = True,
) -> bytes:
    """Write a table as docs/formats.md says, a second time and slowly."""
    types = {"<u4": 1, "<u8": 2, "<f8": 3}
    rows = len(next(iter(table.values())))
    block = rows if block is None else block
    named = names or []
    head = struct.pack(
        "<8sIIQQQ",
        b"\x89TCOL\r\n\x1a",
        1,
        len(table),
        rows if known else 2**64 - 1,
        block,
        len(named),
    )

    def padded(data: bytes) -> bytes:
        return data + bytes(-len(data) % 8)

    for name, values in table.items():
        kind = 4 if named and name == "vertex" else types[values.dtype.str]
        head += struct.pack("<IIQ", kind, len(name), 0) + padded(name.encode())
    head += np.cumsum([len(name) for name in named]).astype("<u8").tobytes() + padded(
        b"".join(named)
    )
    body = b"".join(
        padded(values[begin : begin + block].tobytes())
        for begin in range(0, rows, block or 1)
        for values in table.values()
    )
    return head + body + struct.pack("<Q", rows)


def table(rows: int) -> dict[str, np.ndarray]:
    made = np.random.default_rng(rows)
    return {
        "vertex": made.integers(0, 3, rows, "<u4"),
        "wide": made.integers(0, 2**64, rows, "<u8"),
        "float": made.random(rows),
        "narrow": made.integers(0, 2**32, rows, "<u4"),
    }


@pytest.mark.parametrize("names", [None, [b"a", b"", "\u00e9\u00e8\xff".encode("latin-1")]])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("rows", "block"),
    [(0, 0), (0, 8), (1, 1), (5, 5), (5, 8), (7, 8), (8, 8), (9, 8), (15, 8), (16, 8), (100, 7)],
)
def test_round_trip(rows: int, block: int, names: list[bytes] | None, *, known: bool) -> None:
    given = table(rows)
    data = tcol(given, block, names, known=known)
    found = columns(memoryview(data))
    pieces = list(blocks(io.BytesIO(data)))
    assert list(found) == list(given)
    for name, values in given.items():
        want = values
        if names and name == "vertex":
            want = np.array([n.decode(errors="surrogateescape") for n in names], object)[values]
        for got in (
            found[name].array(),
            np.concatenate([piece[name].array() for piece in pieces]),
        ):
            assert got.dtype == want.dtype
            np.testing.assert_array_equal(got, want)


def told(given: dict[str, np.ndarray], sizes: list[int], block: int = 8) -> bytes:
    """Write a table of version 2, whose blocks say how many rows they have."""
    rows = len(given["wide"])
    begins = np.cumsum([0, *sizes])
    assert begins[-1] == rows
    bare = {name: values[:0] for name, values in given.items()}
    head = bytearray(tcol(bare, block, known=False)[:-8])
    head[8] = 2
    parts = [
        struct.pack("<Q", size)
        + tcol({name: values[at : at + size] for name, values in given.items()})[len(head) : -8]
        for at, size in zip(begins, sizes, strict=False)
    ]
    return bytes(head) + b"".join(parts) + struct.pack("<QQ", 0, rows)


@pytest.mark.parametrize("sizes", [[], [1], [8], [3, 8, 1, 1, 7], [8, 8, 8]])
def test_blocks_that_say_their_rows(sizes: list[int]) -> None:
    given = table(sum(sizes))
    data = told(given, sizes)
    pieces = list(blocks(io.BytesIO(data)))
    assert [len(piece["wide"].array()) for piece in pieces] == (sizes or [0])
    for name, values in given.items():
        got = np.concatenate([piece[name].array() for piece in pieces])
        assert got.dtype == values.dtype
        np.testing.assert_array_equal(got, values)
    for cut in range(len(data)):
        with pytest.raises(ValueError, match="these are no binary columns"):
            list(blocks(io.BytesIO(data[:cut])))
    for wrong in (
        data + b"x",
        data[:-8] + struct.pack("<Q", sum(sizes) + 1),
        told(given, sizes, 0),
    ):
        if sizes or wrong[:32] == data[:32]:
            with pytest.raises(ValueError, match="these are no binary columns"):
                list(blocks(io.BytesIO(wrong)))
    with pytest.raises(ValueError, match="the list of a pipe"):
        columns(memoryview(data))


def test_a_block_is_there_before_what_follows() -> None:
    data = told(table(5), [2, 3])
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe, os.fdopen(writing, "wb", buffering=0) as out:
        out.write(data[: -16 - 8 - 3 * 24 - 8])  # without the last block, and the end
        found = blocks(pipe)
        assert len(next(found)["wide"].array()) == 2
        out.write(data[-16 - 8 - 3 * 24 - 8 :])
        out.close()
        assert [len(piece["wide"].array()) for piece in found] == [3]


def test_one_block_is_not_copied() -> None:
    data = tcol(table(100))
    for column in columns(memoryview(data)).values():
        assert not column.values.flags.owndata
        assert np.shares_memory(column.values, np.frombuffer(data, np.uint8))


def test_of_the_command(karate: Path, tmp_path: Path) -> None:
    piped = asked("edges", "--with=jaccard", "--to=binary", karate)
    asked("edges", "--with=jaccard", karate, "-o", tmp_path / "edges.tcol")
    whole = (tmp_path / "edges.tcol").read_bytes()
    assert piped != whole
    for name, column in columns(memoryview(whole)).items():
        np.testing.assert_array_equal(columns(memoryview(piped))[name].array(), column.array())
    assert list(columns(memoryview(whole))) == ["source", "target", "support", "jaccard"]


@pytest.mark.parametrize("path", range(3))
def test_whatever_the_bytes_say(path: int) -> None:
    given = [
        tcol(table(20), 8, [b"a", b"bc", b""]),
        tcol(table(9), 9),
        tcol(table(17), 8, known=False),
    ][path]
    made = random.Random(path)
    for _ in range(3000):
        data = bytearray(given)
        for _ in range(made.randrange(1, 4)):
            match made.randrange(4):
                case 0:
                    data[made.randrange(len(data))] = made.randrange(256)
                case 1:
                    at = made.randrange(0, len(data) - 8, 4)
                    extreme = [0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1]
                    data[at : at + 8] = struct.pack("<Q", made.choice(extreme))
                case 2:
                    del data[made.randrange(len(data)) :]
                case 3:
                    data += made.randbytes(made.randrange(40))
            if len(data) < 16:
                break
        whole = _read(lambda data=data: columns(memoryview(bytes(data))))
        piped = _read(lambda data=data: _joined(io.BytesIO(data)))
        # The rows of a file that has some are the same, by either way.
        if whole is not None and piped is not None:
            assert {k: v.tolist() for k, v in whole.items()} == {
                k: v.tolist() for k, v in piped.items()
            } or any(np.isnan(v).any() for v in whole.values() if v.dtype.kind == "f")


def _joined(stream: io.BytesIO) -> dict:
    pieces = list(blocks(stream))
    return {
        name: type(column)(
            np.concatenate([piece[name].values for piece in pieces]), pieces[0][name].names
        )
        for name, column in pieces[0].items()
    }


def _read(what: object) -> dict[str, np.ndarray] | None:
    try:
        return {name: column.array() for name, column in what().items()}
    except ValueError:
        return None


def cycl(labels: list[str], cycles: list[list[int]], width: int = 1, *, end: bool = True) -> bytes:
    data = struct.pack("<8sIIQ", b"\x89CYCL\r\n\x1a", 1, width, len(labels))
    for label in labels:
        data += struct.pack("<I", len(label)) + label.encode()
    for cycle in cycles:
        data += np.array([len(cycle), *cycle], f"<u{width}").tobytes()
    return data + (bytes(width) + struct.pack("<Q", len(cycles)) if end else b"")


class Dripping(io.BytesIO):
    """A pipe from which little comes at a time."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(min(3, size or 3))


@pytest.mark.parametrize("width", [1, 2, 4])
@pytest.mark.parametrize("end", [True, False])
@pytest.mark.parametrize("pipe", [io.BytesIO, Dripping])
def test_cycles(width: int, pipe: type[io.BytesIO], *, end: bool) -> None:
    given = [[0, 1, 2, 3], [3, 1, 2, 0, 4], [0, 2, 4, 1]] * 50
    cycles = Cycles(pipe(cycl(list("abcde"), given, width, end=end)))
    assert cycles.labels == list("abcde")
    ids = np.array(cycles.labels, object)
    assert [c.tolist() for c in cycles.under(ids)] == [["abcde"[v] for v in c] for c in given]


def test_cycles_whatever_the_bytes_say() -> None:
    given = cycl(list("abcde"), [[0, 1, 2, 3], [3, 1, 2, 0, 4]] * 3, 2)
    made = random.Random(1)
    for _ in range(3000):
        data = bytearray(given)
        for _ in range(made.randrange(1, 4)):
            data[made.randrange(len(data))] = made.choice([0, 1, 255, made.randrange(256)])
        if made.randrange(3) == 0:
            del data[made.randrange(len(data)) :]
        try:
            cycles = Cycles(Dripping(data))
            for cycle in cycles.under(np.array(cycles.labels, object)):
                assert len(cycle) > 0
        except ValueError:
            pass
