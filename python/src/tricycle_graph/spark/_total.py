"""What the driver makes of the counts of all tasks: a sum, if they agree with one another."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from tricycle_graph._answers.facts import Total
from tricycle_graph._errors import InternalError

from ._work import COUNTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ._colours import Tasks


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


def total(tasks: Tasks, rows: Iterable[Mapping[str, Any]]) -> TriangleCount:
    """Add up what the tasks have counted, by their weights.

    Raises:
        InternalError: a task is missing, is there twice, or has read other edges than others.

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
    _agree(tasks, found)
    facts = {"colours": tasks.colours, "tasks": len(tasks), "triangles": 0}
    facts |= dict.fromkeys(COUNTED, 0)
    for number, row in found.items():
        weight = tasks.weight(number)
        facts["triangles"] += weight * int(row["triangles"])
        if not tasks.across(number):  # whose edges are in a pair of colours, too
            for name in COUNTED:
                facts[name] += weight * row[name]
    return TriangleCount(facts)


def _agree(tasks: Tasks, found: Mapping[int, Mapping[str, Any]]) -> None:
    """Refuse counts of which no one graph can be the reason.

    What lies between two colours is that of the pair without what is within each of them, and a
    triple reads three such cells. So an edge that was lost on the way to a task is found out.
    """
    if tasks.colours < 3:  # noqa: PLR2004 - no triples
        return
    number = {task: i for i, task in enumerate(tasks.of)}
    for name in COUNTED:

        def said(*task: int, name: str = name) -> int:
            return int(found[number[task]][name])

        between = {
            (a, b): said(a, b) - said(a) - said(b) for a, b in combinations(range(tasks.colours), 2)
        }
        for triple in combinations(range(tasks.colours), 3):
            if said(*triple) != sum(between[pair] for pair in combinations(triple, 2)):
                message = f"tasks of the colours {triple} do not agree about {name}"
                raise InternalError(message)
