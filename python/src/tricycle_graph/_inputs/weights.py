"""Weights that come with a graph in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tricycle_graph._errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def only_auto(weights: str, what: str) -> None:
    """Refuse names where there are none."""
    if weights != "auto":
        message = f"weights={weights!r}: {what} have no names, say 'auto'"
        raise UsageError(message)


def attribute_name(weights: str) -> str:
    """Return the name of the attribute that holds them."""
    return "weight" if weights == "auto" else weights


def numbers(values: Iterable[Any], count: int, name: str) -> NDArray[np.float64]:
    """Return weights as floats of 64 bits.

    Raises:
        ValueError: one of them is no number.

    """
    try:
        return np.fromiter(values, np.float64, count)
    except (TypeError, ValueError) as error:
        message = f"an attribute {name!r} is no number: {error}"
        raise ValueError(message) from error
