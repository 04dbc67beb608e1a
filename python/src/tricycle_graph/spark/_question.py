"""How a question about a DataFrame becomes one of tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import pyarrow as pa
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import InputError, UsageError
from tricycle_graph._options import check
from tricycle_graph.options import Engine, FilePath, Size  # noqa: TC001 - for who asks for types

from ._colours import MOST, Tasks, enough
from ._columns import ends
from ._errors import translated
from ._pack import SRC
from ._room import Room, asked_folder
from ._spread import spread
from ._work import each_task

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyspark.sql import DataFrame

    from ._work import Ask

EMPTY = "the DataFrame has no rows"
# What a row takes in a task that keeps all in memory: the file, and what the command makes of it.
_BYTES = {"bigint": 48, "string": 128}


class SparkOptions(TypedDict, total=False):
    """Options of each task, those of `tricycle count` under the same names.

    `memory` is what a task may use, with the file of its edges; otherwise it is what an executor
    has beside its JVM, divided by the tasks that it does at a time. `threads` is as many as Spark
    gives a task, where there are several tasks; one task alone uses all. Temporary files are in
    Spark's own folder, unless `tmpdir` names another.
    """

    engine: Engine
    memory: Size
    threads: int
    tmpdir: FilePath


class Question:
    """A question about the edges of a DataFrame, cut into tasks."""

    def __init__(
        self,
        function: str,
        edges: DataFrame,
        columns: tuple[str, str],
        colours: int | None,
        options: Mapping[str, Any],
    ) -> None:
        """Look at the columns, and choose the tasks.

        Raises:
            InputError: there are no rows, as far as that is known.
            TypeError: a column holds no ids, or there is no such option.
            UsageError: a column is not there, or there are no such colours, size or folder.

        """
        self._pairs = ends(edges, *columns)
        check(function, SparkOptions, options)
        if colours is not None and (
            isinstance(colours, bool) or not isinstance(colours, int) or not 1 <= colours <= MOST
        ):
            message = f"colours={colours!r}: from 1 to {MOST}"
            raise UsageError(message)
        self._options = dict(options)
        self._options["tmpdir"] = asked_folder(edges.sparkSession, options.get("tmpdir"))
        self._room = Room.of(edges.sparkSession, self._options.pop("memory", None))
        self.kind: T.DataType = self._pairs.schema[SRC].dataType
        self.ids = pa.int64() if isinstance(self.kind, T.LongType) else pa.string()
        with translated():
            self.tasks = Tasks(colours or self._enough())
        if len(self.tasks) > 1:
            self._options.setdefault("threads", self._room.cores_a_task)

    def _enough(self) -> int:
        """Return the least number of colours with which tasks fit the memory of an executor."""
        rows = self._pairs.count()
        if rows == 0:
            raise InputError(EMPTY)
        alone, shared = self._room.rows(self._pairs.sparkSession, _BYTES[self.kind.simpleString()])
        # Where even the most colours are too few, tasks use temporary files.
        return 1 if rows <= alone else min(MOST, enough(rows, max(1, shared)))

    def refuse_empty(self) -> None:
        """Refuse a DataFrame without rows before anything is asked of it.

        Raises:
            InputError: it has none.

        """
        if self._pairs.isEmpty():
            raise InputError(EMPTY)

    def ask(self, ask: Ask, fields: Iterable[tuple[str, T.DataType]]) -> DataFrame:
        """Return what all tasks answer, a row or more each."""
        tasks, room, options = self.tasks, self._room, self._options

        def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            return each_task(batches, tasks, ask, room, options)

        schema = T.StructType([T.StructField(*field) for field in fields])
        return spread(self._pairs, tasks.colours).mapInArrow(run, schema)
