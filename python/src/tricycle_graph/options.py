"""Options as types, one for each function, under the names that they have on the command line.

`with` and `for` are words of Python, so these two are called `with_` and `for_`. What the
command line has to say where an answer goes and in which form is not among them. A program that
hands options on has them checked so:

    def count_twice(x: object, **options: Unpack[tc.options.CountOptions]) -> int:
        return tc.count(x, **options) * 2

What each option means is in `help` of the functions.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Sequence  # noqa: TC003 - for who asks for the types while running
from typing import Literal, TypedDict

from ._command.messages import Progress

__all__ = [
    "ChordalOptions",
    "CountCyclesOptions",
    "CountOptions",
    "CycleMethod",
    "CyclesOptions",
    "EdgesOptions",
    "Engine",
    "EstimateOptions",
    "FilePath",
    "InfoOptions",
    "Method",
    "NicheOptions",
    "Order",
    "Progress",
    "Quotient",
    "ReadOptions",
    "ReportOptions",
    "Size",
    "Time",
    "TrianglesOptions",
    "TrussOptions",
    "Vertex",
    "VerticesOptions",
]

Engine = Literal["auto", "cpu", "cuda"]
Order = Literal["auto", "degree", "average-degree", "degeneracy", "id"]
Method = Literal["auto", "merge", "merge-path", "search", "hash", "bitmap", "bitslice"]
CycleMethod = Literal["auto", "dias", "dias-certified", "dfs", "frontier", "levels"]
FilePath = str | os.PathLike[str]
Size = int | str
Time = float | str | dt.timedelta
Vertex = int | str


class _OneFile(TypedDict, total=False):
    """How a graph is read, and by how many threads, within how much memory."""

    format: str
    columns: Sequence[str | int]
    header: Literal["auto", "yes", "no"]
    trust: bool
    threads: int
    memory: Size
    progress: Progress | None


class ReadOptions(_OneFile, total=False):
    """How a graph is read, from one file or from all, and within how much memory.

    `memory` is in bytes, or text such as "4GiB"; so is `gpu_memory`. `progress` is called with
    the phase, how much of it is done, and of how much, which is 0 where that is not known;
    iterators call it in another thread.
    """

    union: bool


class _Engines(TypedDict, total=False):
    engine: Engine
    device: int
    gpu_memory: Size


class _AnyEngines(TypedDict, total=False):
    engine: Engine | Literal["opencl"]
    device: int | str
    gpu_memory: Size


class _Counting(ReadOptions, total=False):
    order: Order
    strict: bool
    tmpdir: FilePath


class _InParts(_Counting, _AnyEngines, total=False):
    devices: Literal["all"] | Sequence[int]
    parts: str
    checkpoint: FilePath
    resume: FilePath


class CountOptions(_InParts, total=False):
    """Options of count."""

    method: Method | Literal["shared"]
    verify: bool
    on_the_fly: bool
    slice_bits: int
    pair_threads: int
    block_threads: int
    block_columns: int
    blocks: int
    report: bool | FilePath


class VerticesOptions(_InParts, total=False):
    """Options of vertices."""

    method: Method | Literal["shared"]
    by: Literal["triangles", "clustering", "degree"]
    top: int
    min_triangles: int
    through: Vertex | Sequence[Vertex]
    by_column: bool
    directed: Literal["fagiolo", "lcc"]
    weights: str | int
    formula: Literal["onnela", "barrat"]
    report: bool | FilePath


Quotient = Literal["jaccard", "ecc", "trussness"]


class EdgesOptions(_InParts, total=False):
    """Options of edges."""

    method: Method | Literal["shared"]
    by: Literal["support"] | Quotient
    top: int
    min_support: int
    min_trussness: int
    with_: Quotient | Sequence[Quotient]
    report: bool | FilePath


class TrussOptions(_Counting, _Engines, total=False):
    """Options of truss."""

    method: Method
    min_trussness: int
    report: bool | FilePath


class TrianglesOptions(ReadOptions, total=False):
    """Options of triangles."""

    engine: Engine
    method: Method
    order: Order
    strict: bool
    tmpdir: FilePath
    limit: int
    min_degree: int
    through: Vertex | Sequence[Vertex]
    unordered: bool


class CyclesOptions(ReadOptions, _Engines, total=False):
    """Options of chordless_cycles and longest_cycle.

    `timeout` is in seconds, or a `timedelta`, or text such as "2m".
    """

    method: CycleMethod
    min_length: int
    max_length: int
    through: Vertex | Sequence[Vertex]
    limit: int
    timeout: Time
    unreduced: bool
    trace: FilePath


class CountCyclesOptions(CyclesOptions, total=False):
    """Options of count_cycles."""

    histogram: bool
    per_vertex: bool
    report: bool | FilePath
    positions: FilePath


class ChordalOptions(ReadOptions, total=False):
    """Options of is_chordal."""

    report: bool | FilePath
    positions: FilePath


class NicheOptions(_OneFile, total=False):
    """Options of niche."""

    report: FilePath


class InfoOptions(ReadOptions, total=False):
    """Options of info."""

    spy: FilePath
    verify: bool


class EstimateOptions(ReadOptions, total=False):
    """Options of estimate."""

    vertices: float | str
    edges: float | str
    engine: Engine
    for_: Literal["count", "vertices", "edges", "truss", "triangles"]
    gpu_memory: Size
    parts: str
    report: bool | FilePath


class ReportOptions(ReadOptions, total=False):
    """Options of report."""

    timeout: Time
    positions: FilePath
