"""Triangles of graphs that lie in Spark, exactly.

    from tricycle_graph import spark as tcs

    tcs.triangle_count(edges)                  # an int that knows more
    tcs.vertices(edges, src="a", dst="b")      # a DataFrame: vertex, degree, triangles, clustering
    tcs.edges(edges)                           # a DataFrame: source, target, support

A graph that fits one task goes to it as a stream. A larger one is cut by colours: each vertex has
one by a hash of its id, edges go to tasks by the colours of their ends, in one shuffle, and the
weighted counts of all tasks are added. The answer is the same, and exact.

Ids are integers or text. Loops, duplicates and both directions of an edge are cleaned as always.
This package has to be where the tasks run, too.
"""

from __future__ import annotations

from ._api import edges, triangle_count, vertices
from ._question import SparkOptions
from ._total import TriangleCount

__all__ = ["SparkOptions", "TriangleCount", "edges", "triangle_count", "vertices"]
