"""What the driver makes of the counts of all tasks: a sum, if they agree with one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as F  # noqa: N812

from tricycle_graph._answers.facts import Total
from tricycle_graph._errors import InputError, InternalError

from ._work import CHECKED, COUNTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyspark.sql import Column

    from ._colours import Tasks

CHANGED = (
    "{} different edges in one cell: the DataFrame is not the same each time it is "
    "computed, so write it to a table first, or persist() it"
)


class TriangleCount(Total):
    """The triangles of a DataFrame of edges: an int that knows what else was found out."""

    _what = "triangles"
    _short = ("edges", "colours", "tasks")

    edges: int
    """Edges of the cleaned graph, each once."""
    records: int
    """Rows that were read."""
    loops: int
    """Rows that were dropped, as both their ends are one vertex."""
    duplicates: int
    """Rows that were merged with one of the same direction."""
    reciprocal: int
    """Edges that were there in both directions, and merged into one."""
    colours: int
    """Into how many colours the vertices were cut; 1 where one task had all edges."""
    tasks: int
    """How many tasks that made."""
    read: str
    """What tasks have read: "files" of Parquet themselves, or "rows" that Spark has brought."""


def total(tasks: Tasks, rows: Iterable[Mapping[str, Any]], read: str) -> TriangleCount:
    """Add up what the tasks have counted, by their weights.

    Raises:
        InputError: tasks have read different edges.
        InternalError: a task is missing, or is there twice.

    """
    found: dict[int, Mapping[str, Any]] = {}
    for row in rows:
        if row["task"] in found or not 0 <= row["task"] < len(tasks):
            message = f"task {row['task']} of {len(tasks)} was answered twice, or is none of them"
            raise InternalError(message)
        found[row["task"]] = row
    missing = [number for number in range(len(tasks)) if number not in found]
    if missing:
        message = (
            f"{len(missing)} of {len(tasks)} tasks were not answered, the first is {missing[0]}"
        )
        raise InternalError(message)
    _agree(found)
    facts: dict[str, Any] = {
        "read": read,
        "colours": tasks.colours,
        "tasks": len(tasks),
        "triangles": 0,
    }
    facts |= dict.fromkeys(COUNTED, 0)
    for number, row in found.items():
        weight = tasks.weight(number)
        facts["triangles"] += weight * int(row["triangles"])
        if not tasks.across(number):  # whose edges are in a pair of colours, too
            for name in COUNTED:
                facts[name] += weight * row[name]
    return TriangleCount(facts)


def _agree(found: Mapping[int, Mapping[str, Any]]) -> None:
    """Refuse tasks that have read other edges than others in one cell.

    Rows that Spark makes anew after an executor was lost may be others, where chance or the clock
    made them; and rows may be lost.
    """
    read: dict[int, tuple[int, int, int]] = {}
    for task, row in found.items():
        for cell, rows, total in zip(*(row[name] for name in CHECKED), strict=True):
            first, *before = read.setdefault(cell, (task, rows, total))
            if before != [rows, total]:
                message = CHANGED.format(f"tasks {first} and {task} have read")
                raise InputError(message)


def agreed(tasks: Tasks, times: Column, cell: Column, *pairs: tuple[Column, Column]) -> Column:
    """Return the same test of a group of rows of one cell, or of rows that are an answer.

    An answer is kept. What proves it is dropped, or ends the query. As far as Spark
    knows, the test depends on where it runs, so that a filter or a join that somebody puts behind
    it stays there: in front of it, it would drop the proofs, which have no keys.
    """
    readers = 1
    within = F.lit(1)
    if tasks.colours > 2:  # noqa: PLR2004 - one task reads all
        readers, within = tasks.colours - 1, F.lit(tasks.colours)
    within_one = cell % F.lit(tasks.colours + 1) == F.lit(0)
    good = times == F.when(within_one, within).otherwise(F.lit(readers))
    for least, most in pairs:
        good = good & (least == most)
    wrong = F.raise_error(F.lit(CHANGED.format("tasks have read")))
    test = F.when(cell.isNull(), F.lit(True)).when(good, F.lit(False)).otherwise(wrong)  # noqa: FBT003
    return test & (F.spark_partition_id() >= 0)
