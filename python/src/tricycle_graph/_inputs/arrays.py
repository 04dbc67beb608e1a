"""Edges as arrays and lists of ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sized
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from .files import pairs_file
from .source import PAIR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .source import Source

_FROM_DEVICE = ("detach", "cpu")  # how a tensor comes from its device
_NO_IDS = {
    "b": "truth values are no ids",
    "f": "floating-point numbers are no ids: write them as integers",
    "c": "complex numbers are no ids",
    "M": "times are no ids: make integers or text of them",
    "m": "times are no ids: make integers or text of them",
    "V": "records are no ids: give two of their columns",
}


def from_pair(sources: object, targets: object) -> Source:
    """Return the edges from each of the sources to the target at the same place."""
    src, dst = column(sources, "sources"), column(targets, "targets")
    if len(src) != len(dst):
        message = f"{len(src)} sources and {len(dst)} targets: an edge has one of each"
        raise ValueError(message)
    return edges(src, dst)


def from_list(x: Sequence[Any]) -> Source:
    """Return the edges of a list of pairs, or of a list of sources and one of targets."""
    sizes = {_length(part) for part in x}
    if sizes == {PAIR} and len(x) == PAIR:
        raise _two_by_two()
    if sizes == {PAIR} or not x:
        flat = column(list(chain.from_iterable(x)), "pairs")
        return edges(flat[0::2], flat[1::2])
    if len(x) == PAIR and None not in sizes:
        return from_pair(*x)
    message = "expected a list of pairs, or a pair of lists, sources and targets"
    raise ValueError(message)


def from_array(x: Any) -> Source:  # noqa: ANN401 - an array, or what can become one
    """Return the edges of an array of two columns or of two rows."""
    array = as_array(x)
    if array.shape == (PAIR, PAIR):
        raise _two_by_two()
    if array.size == 0 and array.ndim in (1, PAIR):
        return edges(np.empty(0, np.int64), np.empty(0, np.int64))
    if array.ndim == PAIR and array.shape[1] == PAIR:
        return edges(column(array[:, 0], "array"), column(array[:, 1], "array"))
    if array.ndim == PAIR and array.shape[0] == PAIR:
        return edges(column(array[0], "array"), column(array[1], "array"))
    message = (
        f"expected an array of shape (m, 2) or (2, m), an edge a row or a column, "
        f"found {array.shape}; an adjacency matrix is read as scipy.sparse.csr_array(x)"
    )
    raise ValueError(message)


def _two_by_two() -> ValueError:
    return ValueError(
        "two pairs are two edges by rows, or two by columns: "
        "say which by a tuple of sources and targets, (x[:, 0], x[:, 1]) or (x[0], x[1])"
    )


def _length(part: object) -> int | None:
    return len(part) if isinstance(part, Sized) and not isinstance(part, str | bytes) else None


def is_array(x: object) -> bool:
    """Tell an array, or what can become one."""
    # A file has `detach`, too, and would be lost to who opened it.
    return hasattr(x, "__array__") or all(hasattr(x, step) for step in _FROM_DEVICE)


def as_array(x: Any) -> NDArray[Any]:  # noqa: ANN401 - an array, or what can become one
    """Return an array of NumPy; a tensor comes from its device."""
    for step in _FROM_DEVICE:
        if hasattr(x, step):
            x = getattr(x, step)()
    if isinstance(x, np.ma.MaskedArray) and np.ma.is_masked(x):
        message = "an id is missing where an array is masked"
        raise ValueError(message)
    return np.asarray(x)


def column(x: object, what: str) -> NDArray[Any]:
    """Return ids as an array of one dimension: integers, or objects that are names.

    Raises:
        TypeError: these are no ids.

    """
    if not isinstance(x, list | tuple) and not is_array(x):
        message = f"{what}: expected an array or a list, found {type(x).__name__}"
        raise TypeError(message)
    array = _objects(x) if isinstance(x, list | tuple) else as_array(x)
    if array.ndim != 1:
        message = f"{what}: expected one dimension, found an array of shape {array.shape}"
        raise ValueError(message)
    if array.size == 0:
        return np.empty(0, np.int64)
    if array.dtype.kind in "UT":
        array = array.astype(object)
    if array.dtype.kind == "O":
        return _of_objects(array, what)
    if array.dtype.kind not in "iu":
        reason = _NO_IDS.get(array.dtype.kind, f"{array.dtype} is no type of ids")
        if array.dtype.kind == "f" and np.isnan(array).any():  # so libraries write what is missing
            reason = "an id is missing"
        message = f"{what}: {reason}"
        raise TypeError(message)
    return array


def _objects(x: Sequence[Any]) -> NDArray[Any]:
    return np.fromiter(x, object, len(x))


def _of_objects(array: NDArray[Any], what: str) -> NDArray[Any]:
    """Return objects as integers where all are, and as they are where all are text."""
    kinds = set(map(type, array.tolist()))
    if kinds == {str} or all(issubclass(kind, str) for kind in kinds):
        return array
    if all(issubclass(kind, int | np.integer) and kind is not bool for kind in kinds):
        for dtype in (np.int64, np.uint64):
            # NumPy 1 would wrap what is negative, and not refuse it.
            if dtype is np.uint64 and min(array) < 0:
                break
            try:
                return np.fromiter(array, dtype, len(array))
            except (OverflowError, ValueError):
                continue
        return array
    names = ", ".join(sorted(kind.__name__ for kind in kinds))
    reason = ""
    if type(None) in kinds or (str in kinds and float in kinds):  # pandas writes NaN for none
        reason = "; an id is missing"
    elif kinds & {float, np.float64, np.float32}:
        reason = f"; {_NO_IDS['f']}"
    message = f"{what}: expected integers alone, or text alone, found {names}{reason}"
    raise TypeError(message)


def edges(src: NDArray[Any], dst: NDArray[Any]) -> Source:
    """Return edges between ids that `column` has passed, which come back as they are."""
    if "O" not in (src.dtype.kind, dst.dtype.kind):
        bits = _bits(src) | _bits(dst)
        if 0 <= bits < 1 << 32:
            return pairs_file(src, dst, "<u4", None)
        if 0 <= bits < 1 << 63:
            return pairs_file(src, dst, "<i8", None)
    src, dst, ids = numbered(src, dst)
    return pairs_file(src, dst, "<u4", ids)


def _bits(ids: NDArray[Any]) -> int:
    """Return the bits that any of the ids has; negative where one is."""
    return int(np.bitwise_or.reduce(ids)) if len(ids) > 0 else 0


def numbered(
    src: NDArray[Any], dst: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return numbers from 0 on for ids that `column` has passed, and the ids of these numbers.

    Raises:
        TypeError: some ids are numbers, and some text.

    """
    # There is no type of numbers for 64 bits with and without a sign.
    if "O" not in (src.dtype.kind, dst.dtype.kind) and np.result_type(src, dst).kind in "iu":
        ids, places = np.unique(np.concatenate((src, dst)), return_inverse=True)
    else:
        number: defaultdict[Any, int] = defaultdict(count().__next__)
        both = [*src.tolist(), *dst.tolist()]
        places = np.fromiter(map(number.__getitem__, both), np.int64, len(both))
        if len({isinstance(name, str) for name in number}) > 1:
            message = "of sources and targets, one is of numbers and one of text"
            raise TypeError(message)
        ids = _objects(list(number))
    places = places.astype(np.uint32)
    return places[: len(src)], places[len(src) :], ids
