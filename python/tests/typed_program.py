"""What a program that is checked by mypy sees of the package. It is checked, and never run."""

from __future__ import annotations

from typing import Any, assert_type

from numpy.typing import NDArray

import tricycle_graph as tc

Array = NDArray[Any]


def functions(x: object, options: tc.options.CountOptions) -> None:
    """Ask functions of the module."""
    assert_type(tc.count(x, **options), tc.Count)
    assert_type(tc.count(x, each=True), tc.Graphs)
    assert_type(tc.count(resume="run"), tc.Count)
    assert_type(tc.vertices(x).degree, Array)
    assert_type(tc.vertices(x, stats=True), tc.VerticesSheet)
    assert_type(tc.edges(x, with_=["ecc"])["ecc"], Array)
    assert_type(tc.truss(x, "max"), tc.Edges)
    assert_type(tc.truss(x, stats=True), tc.TrussSheet)
    assert_type(tc.estimate(vertices=1e6, edges=1e8), tc.Estimate)
    assert_type(tc.report(x), tc.Report)
    assert_type(tc.report(x, "page.html"), None)
    for cycle in tc.chordless_cycles(x):
        assert_type(cycle, Array)


def methods(graph: tc.Graph) -> None:
    """Ask a graph."""
    assert_type(graph.count(), tc.Count)
    assert_type(graph.count(each=True), tc.Graphs)
    assert_type(graph.vertices(threads=2), tc.Vertices)
    assert_type(graph.edges(stats=True), tc.EdgesSheet)
    assert_type(graph.truss(3), tc.Edges)
    assert_type(graph.estimate(), tc.Estimate)
    assert_type(graph.is_chordal().hole, Array | None)


async def awaited(x: object) -> None:
    """Await functions."""
    assert_type(await tc.aio.count(x), tc.Count)
    assert_type(await tc.aio.count(x, each=True), tc.Graphs)
    assert_type(await tc.aio.Graph(x), tc.Graph)
    async for batch in tc.aio.triangles(x):
        assert_type(batch, Array)
