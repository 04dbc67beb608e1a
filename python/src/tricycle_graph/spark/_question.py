"""How a question about a DataFrame becomes one of tasks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import InputError, InternalError, UsageError
from tricycle_graph._options import check
from tricycle_graph.options import Engine, FilePath, Size  # noqa: TC001 - for who asks for types

from ._batches import counted_batches
from ._colours import MOST, Tasks, enough
from ._columns import as_they_are, ends, is_text
from ._errors import translated
from ._files import Files
from ._kept import MOST as MOST_FILES
from ._kept import kept
from ._pack import SRC
from ._parquet import UnreadError
from ._room import Room, asked_folder, on_one_machine
from ._spread import rows_of, rows_of_files, spread
from ._work import all_files, all_kept, each_task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

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
        self._counted: int | None = None  # rows, once that is known
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
        self._colours = colours
        with translated():
            if colours in (None, 1) or not is_text(self._pairs):
                self._files = Files.of(as_they_are(edges, *columns))

    @cached_property
    def tasks(self) -> Tasks:
        """The tasks, for which rows may have to be counted first."""
        with translated():
            tasks = Tasks(self._colours or self._enough())
        if len(tasks) > 1:
            self._options.setdefault("threads", self._room.cores_a_task)
            if is_text(self._pairs):
                self._files = None  # for only Spark has hashes of text
        return tasks

    def _enough(self) -> int:
        """Return the least number of colours with which tasks fit the memory of an executor."""
        rows = self._counted
        if rows is None:
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
        tasks = self.tasks  # which may change what else is known
        room, options = self._room, self._options

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
        return self._ask_one(lambda: all_files(table, ask, room, options), schema)

    def _ask_one(
        self, ask: Callable[[], Iterable[pa.RecordBatch]], schema: T.StructType
    ) -> DataFrame:
        def ask_files(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for _ in batches:
                yield from ask()

        return self._pairs.sparkSession.range(0, 1, 1, 1).mapInArrow(ask_files, schema)

    def answers(self, ask: Ask, fields: Iterable[tuple[str, T.DataType]]) -> tuple[list[Row], str]:
        """Return what all tasks answer at once, and how they came to their edges.

        Where files are no more as they were, Spark may know better.
        """
        fields = list(fields)
        with translated(), counted_batches(self._pairs):
            try:
                if self._files:
                    rows = self._collected(ask, fields)
                    hashed = len(self.tasks) > 1 and is_text(self._pairs)  # which Spark does
                    return rows, "rows" if hashed else "files"
                if found := self._kept_and_asked(ask, fields):
                    return found, "rows"
            except (PySparkException, UnreadError) as error:
                if isinstance(error, PySparkException) and UnreadError.__name__ not in str(error):
                    raise
                self._files = None
            return self._collected(ask, fields), "rows"

    def _kept_and_asked(
        self, ask: Ask, fields: Iterable[tuple[str, T.DataType]]
    ) -> list[Row] | None:
        """Return what one task answers of edges that others leave in files; None for several.

        Raises:
            InputError: there are no rows.
            UnreadError: files cannot be written, or are gone.

        """
        session = self._pairs.sparkSession
        if self._colours not in (None, 1) or not on_one_machine(session):
            return None
        folder = self._options["tmpdir"] or session.sparkContext._temp_dir  # noqa: SLF001
        with kept(self._pairs, folder) as graph:
            self._counted = graph.rows
            if graph.rows == 0:
                raise InputError(EMPTY)
            if len(self.tasks) > 1 or graph.files > MOST_FILES:
                return None
            room, options = self._room, self._options
            schema = T.StructType([T.StructField(*field) for field in fields])
            found: list[Row] = self._ask_one(
                lambda: all_kept(graph, ask, room, options), schema
            ).collect()
        if [row["records"] for row in found] != [graph.rows]:
            message = f"the files of tasks had {graph.rows} edges, and not all were read"
            raise InternalError(message)
        return found

    def _collected(self, ask: Ask, fields: Iterable[tuple[str, T.DataType]]) -> list[Row]:
        # Where an executor is lost whose rows cannot be made again in the same order, Spark goes
        # back to before they were made, but only from what ends in a shuffle.
        rows: list[Row] = self.ask(ask, fields).repartition(1).collect()
        return rows
