"""Answers as small objects with types."""

from __future__ import annotations

from typing import Any, Self


class Count(int):
    """The triangles of a graph: an int that knows what else was found out."""

    vertices: int
    edges: int
    wedges: int
    transitivity: float

    def __new__(cls, found: dict[str, Any]) -> Self:
        """Make one of what `tricycle count --json` prints."""
        self = super().__new__(cls, found["triangles"])
        self.vertices = found["vertices"]
        self.edges = found["edges"]
        self.wedges = found["wedges"]
        self.transitivity = found["transitivity"]
        return self
