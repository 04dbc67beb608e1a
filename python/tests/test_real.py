"""Real graphs, whose numbers others have found."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import numpy as np
import pytest

import tricycle_graph as tc

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::tricycle_graph.CleaningWarning")

LARGEST = 300_000  # bytes
MANY = 200_000  # cycles that are listed


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "MANIFEST.tsv").open(encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return [
        row
        for row in csv.DictReader(lines, delimiter="\t")
        if int(row["bytes"] or 0) < LARGEST and (folder / row["file"]).is_file()
    ]


def test_counts(real_graphs: Path) -> None:
    counted = 0
    for row in rows(real_graphs):
        try:
            found = tc.count(real_graphs / row["file"])
        except tc.InputError:
            continue  # those that ask for options
        if row["triangles"]:
            assert found == int(row["triangles"]), row["file"]
            assert found.edges == int(row["m"]), row["file"]
            counted += 1
    assert counted > 50


def test_rows_add_up(real_graphs: Path) -> None:
    for name in ("newman/football.txt", "pajek/dolphins.net", "snap/email-Eu-core.txt.gz"):
        path = real_graphs / name
        count = tc.count(path)
        vertices, edges = tc.vertices(path), tc.edges(path)
        assert vertices.triangles.sum() == edges.support.sum() == 3 * count
        assert vertices.degree.sum() == 2 * len(edges) == 2 * count.edges
        assert sum(map(len, tc.triangles(path))) == count
        assert tc.truss(path).trussness.max() == tc.truss(path, stats=True).max_trussness
        again = tc.count((edges.source, edges.target))
        assert (again, again.edges) == (count, count.edges)


def test_cycles(real_graphs: Path) -> None:
    counted = 0
    for row in rows(real_graphs):
        if not row["chordless_ge4"] or int(row["chordless_ge4"]) > MANY:
            continue
        path = real_graphs / row["file"]
        found = tc.count_cycles(path)
        assert found == int(row["chordless_ge4"]), row["file"]
        assert sum(1 for _ in tc.chordless_cycles(path)) == found
        assert bool(tc.is_chordal(path)) == (found == 0)
        counted += 1
    assert counted > 10


def test_niche(real_graphs: Path) -> None:
    web = real_graphs / "foodwebs" / "paj" / "Everglades.paj"
    niche = tc.niche(web)
    assert tc.count(niche) == 15627
    assert tc.count_cycles(niche, histogram=True).histogram == {4: 568, 5: 130, 6: 12}
    assert len(niche) == 69
    assert np.array(niche.ids).dtype == object  # names


def test_names(real_graphs: Path) -> None:
    pd = pytest.importorskip("pandas")
    frame = tc.vertices(real_graphs / "foodwebs" / "paj" / "Everglades.paj").to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert all(isinstance(name, str) for name in frame["vertex"])
