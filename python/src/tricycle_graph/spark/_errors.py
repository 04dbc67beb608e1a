"""Errors of tasks, as those of this package where they began as such."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

import tricycle_graph as tc

if TYPE_CHECKING:
    from collections.abc import Iterator

# What a task without `memory=` may use comes from settings of Spark.
_OPTION = "raise --memory to"
_SETTING = "raise memory=, or what Spark leaves its tasks beside the JVM, to"
_RAISED = re.compile(r"^tricycle_graph\._errors\.(\w+): (.*)$", re.MULTILINE)


@contextmanager
def translated() -> Iterator[None]:
    """Raise the error that a task has raised, and not Spark's about it."""
    try:
        yield
    except PySparkException as error:
        raised = _RAISED.findall(str(error))
        if not raised:
            raise
        name, message = raised[-1]
        message = message.replace(_OPTION, _SETTING)
        kind = getattr(tc, name, tc.TricycleError)
        raise kind(message) from error
