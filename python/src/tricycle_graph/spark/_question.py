"""How a question about a DataFrame becomes one of tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import InputError, UsageError
from tricycle_graph._options import check
from tricycle_graph.options import Engine, FilePath, Size  # noqa: TC001 - for who asks for types

from ._colours import MOST, Tasks, enough
from ._columns import as_they_are, ends
from ._errors import translated
from ._files import Files
from ._pack import SRC
from ._parquet import UnreadError
from ._room import Room, asked_folder
from ._spread import rows_of, rows_of_files, spread
from ._work import all_files, each_task

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyspark.sql import DataFrame, Row

    from ._parquet import Table
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
        self._files: Files | None = None
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
        text = isinstance(self.kind, T.StringType)
        with translated():
            if colours in (None, 1) or not text:
                self._files = Files.of(as_they_are(edges, *columns))
            self.tasks = Tasks(colours or self._enough())
        if len(self.tasks) > 1 and text:
            self._files = None  # for only Spark has hashes of text
        if len(self.tasks) > 1:
            self._options.setdefault("threads", self._room.cores_a_task)

    def _enough(self) -> int:
        """Return the least number of colours with which tasks fit the memory of an executor."""
        rows = self._files.rows if self._files else self._pairs.count()
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
        if self._files.rows == 0 if self._files else self._pairs.isEmpty():
            raise InputError(EMPTY)

    def ask(self, ask: Ask, fields: Iterable[tuple[str, T.DataType]]) -> DataFrame:
        """Return what all tasks answer, a row or more each."""
        tasks, room, options = self.tasks, self._room, self._options

        def ask_tasks(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            return each_task(batches, tasks, ask, room, options)

        schema = T.StructType([T.StructField(*field) for field in fields])
        if self._files is None:
            rows = rows_of(self._pairs, tasks.colours)
        elif len(tasks) == 1:
            return self._ask_of_files(self._files.table, ask, schema)
        else:
            rows = rows_of_files(self._files, self._pairs.sparkSession, tasks.colours)
        return spread(rows, tasks.colours).mapInArrow(ask_tasks, schema)

    def _ask_of_files(self, table: Table, ask: Ask, schema: T.StructType) -> DataFrame:
        room, options = self._room, self._options

        def ask_files(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for _ in batches:
                yield from all_files(table, ask, room, options)

        return self._pairs.sparkSession.range(0, 1, 1, 1).mapInArrow(ask_files, schema)

    def answers(self, ask: Ask, fields: Iterable[tuple[str, T.DataType]]) -> tuple[list[Row], str]:
        """Return what all tasks answer at once, and how they came to their edges.

        Where files are no more as they were, Spark may know better.
        """
        fields = list(fields)
        with translated():
            if self._files:
                try:
                    return self._collected(ask, fields), "files"
                except PySparkException as error:
                    if UnreadError.__name__ not in str(error):
                        raise
                    self._files = None
            return self._collected(ask, fields), "rows"

    def _collected(self, ask: Ask, fields: Iterable[tuple[str, T.DataType]]) -> list[Row]:
        # Where an executor is lost whose rows cannot be made again in the same order, Spark goes
        # back to before they were made, but only from what ends in a shuffle.
        rows: list[Row] = self.ask(ask, fields).repartition(1).collect()
        return rows
