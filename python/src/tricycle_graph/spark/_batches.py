"""How many rows Spark hands to Python at once, for one query."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ._columns import is_text
from ._plan import runs_python

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyspark.sql import DataFrame

_ARROW = "spark.sql.execution.arrow."
# Spark asks after each row how many bytes a batch has, which takes longer than the row itself,
# unless there is no such limit. So many rows of packed edges are 64 MiB, which is its own limit.
_LIMITS = {_ARROW + "maxBytesPerBatch": str((1 << 31) - 1), _ARROW + "maxRecordsPerBatch": "4096"}


@contextmanager
def counted_batches(pairs: DataFrame) -> Iterator[None]:
    """Have Spark bound batches by rows alone, in queries of this thread.

    What a session says itself stays, and so do limits where others than us take rows, or rows may
    be long.
    """
    session = pairs.sparkSession
    if (
        ".connect." in type(session).__module__
        or is_text(pairs)
        or any(session.conf.get(name, None) is not None for name in _LIMITS)
        or runs_python(pairs)
    ):
        yield
        return
    with _properties(session, _LIMITS):
        yield


@contextmanager
def told(session: Any) -> Iterator[None]:  # noqa: ANN401
    """Tell tasks the settings of their session, as Spark does for its own queries."""
    settings = dict(session.conf.getAll)
    with _properties(session, {x: settings[x] for x in settings if x.startswith("spark.sql.")}):
        yield


@contextmanager
def _properties(session: Any, values: Mapping[str, str]) -> Iterator[None]:  # noqa: ANN401
    """Set properties of this thread, which go to its tasks as settings of their session do."""
    context = session.sparkContext
    before = {name: context.getLocalProperty(name) for name in values}
    try:
        for name, value in values.items():
            context.setLocalProperty(name, value)
        yield
    finally:
        for name, old in before.items():
            context.setLocalProperty(name, old)
