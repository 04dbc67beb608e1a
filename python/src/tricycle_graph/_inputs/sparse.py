"""Sparse matrices of SciPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .files import matrix_file
from .source import PAIR
from .weights import only_auto

if TYPE_CHECKING:
    from .source import Source


def from_sparse(x: Any, weights: str | None) -> Source:  # noqa: ANN401 - of any class of SciPy
    """Return the graph of a square matrix: an entry is an arc from its row to its column.

    A stored zero is an entry, as docs/formats.md says of `.npz`.
    """
    if len(x.shape) != PAIR or x.shape[0] != x.shape[1]:
        message = f"expected a square matrix, found one of shape {x.shape}"
        raise ValueError(message)
    if x.format not in ("csr", "csc", "coo"):
        x = x.tocoo()
    n, values = x.shape[0], None
    if x.format == "coo":
        arrays = {"row": x.row, "col": x.col}
    else:
        entries = int(x.indptr[-1])  # there may be room for more
        arrays = {"indptr": x.indptr, "indices": x.indices[:entries]}
    if weights is not None:
        only_auto(weights, "the values of a matrix")
        values = x.data[: len(arrays["row" if x.format == "coo" else "indices"])]
    return matrix_file(x.format, n, arrays, None, values)
