"""Arrays become files in memory, each in the binary format that holds what there is.

docs/formats.md describes the formats. Each function writes in one pass.
"""

from __future__ import annotations

import struct
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._command.memory import MemoryFile

from .source import Source

if TYPE_CHECKING:
    from typing import IO

    from numpy.typing import NDArray

_CHUNK = 1 << 15  # pairs that are put together at a time: they stay in the cache
_NAME = "tricycle-input"


def pairs_file(
    src: NDArray[Any], dst: NDArray[Any], dtype: str, ids: NDArray[Any] | None
) -> Source:
    """Return pairs of ids of 32 bits (`<u4`) or of 64 (`<i8`), into which all of them fit."""
    held = MemoryFile(_NAME)
    block = np.empty((min(len(src), _CHUNK), 2), dtype)
    with open(held.fileno(), "wb", closefd=False) as file:
        for begin in range(0, len(src), _CHUNK):
            part = block[: len(src) - begin]
            np.copyto(part[:, 0], src[begin : begin + _CHUNK], casting="unsafe")
            np.copyto(part[:, 1], dst[begin : begin + _CHUNK], casting="unsafe")
            file.write(part.data)
    name = "u32" if dtype == "<u4" else "graph500"
    return Source(held.path, [f"--format={name}"], ids, held)


def undirected_file(
    starts: NDArray[Any], neighbours: NDArray[Any], ids: NDArray[Any] | None
) -> Source:
    """Return lists of neighbours, in which an edge may stand at either end (a file of GAP).

    Those of vertex v are neighbours[starts[v]:starts[v + 1]].
    """
    held = MemoryFile(_NAME)
    with open(held.fileno(), "wb", closefd=False) as file:
        file.write(struct.pack("<Bqq", 0, len(neighbours), len(starts) - 1))
        file.write(np.ascontiguousarray(starts, "<i8").data)
        file.write(np.ascontiguousarray(neighbours, "<u4").data)
    return Source(held.path, ["--format=gap"], ids, held)


def matrix_file(
    form: str,
    n: int,
    arrays: dict[str, NDArray[Any]],
    ids: NDArray[Any] | None,
    weights: NDArray[Any] | None = None,
) -> Source:
    """Return the arrays of a sparse matrix of n rows and columns, as SciPy would save it."""
    held = MemoryFile(_NAME)
    entries = len(arrays["indices" if form != "coo" else "row"])
    # The format asks for values, which the command leaves alone unless it wants weights.
    values = np.zeros(entries, bool) if weights is None else weights
    members = {**arrays, "data": values, "shape": np.array([n, n]), "format": np.array(form, "S")}
    with (
        open(held.fileno(), "wb", closefd=False) as file,
        zipfile.ZipFile(file, "w") as archive,
    ):
        for name, array in members.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                _save(member, array)
    flags = ["--format=npz"] if weights is None else ["--format=npz", "--weights=auto"]
    return Source(held.path, flags, ids, held)


def _save(file: IO[bytes], array: NDArray[Any]) -> None:
    array = array if array.ndim == 0 else np.ascontiguousarray(array)
    np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
    if array.size > 0:
        file.write(array.reshape(-1).view(np.uint8).data)
