"""Results: numbers, tables and sheets."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import tricycle_graph as tc


def test_count_is_an_int(karate: Path) -> None:
    count = tc.count(karate)
    assert (count + 1, count * 2, -count, count / 9) == (46, 90, -45, 5.0)
    assert count == 45
    assert hash(count) == hash(45)
    assert (str(count), f"{count:,}", f"{count:>5}") == ("45", "45", "   45")
    assert repr(count) == "Count(45, vertices=34, edges=78, transitivity=0.255682)"
    assert len([0] * count) == 45
    assert count.file == str(karate)
    assert count.format == "matrixmarket"
    assert count.as_dict()["triangles"] == 45
    assert count.device is None
    assert isinstance(count.cleaning, tc.Cleaning)
    assert count.cleaning == (78, 0, 0, 0, 0, 78)


def test_parts_and_verified(karate: Path) -> None:
    count = tc.count(karate, parts="2x2", verify=True)
    assert count.parts is not None
    assert count.parts["subtasks"] > 1
    assert count.verified is True


def test_exact_beyond_64_bits() -> None:
    found = tc.count_cycles(tc.generate("grid", rows=16, cols=16))
    assert found == 527_014_715_702_923_506_908_210_573


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol: int, karate: Path) -> None:
    names = (["a", "b", "c"], ["b", "c", "a"])
    for made in (
        tc.count(karate),
        tc.vertices(karate),
        tc.vertices(names),
        tc.edges(karate),
        tc.count_cycles(karate, histogram=True, per_vertex=True),
        tc.is_chordal(karate),
        tc.census(names),
        tc.info(karate),
        tc.vertices(karate, stats=True),
        tc.devices(),
        tc.estimate(vertices=10, edges=10),
        tc.report(karate),
    ):
        again = pickle.loads(pickle.dumps(made, protocol))  # noqa: S301 - made here
        assert type(again) is type(made)
        assert repr(again) == repr(made)
        assert copy.deepcopy(made).__class__ is type(made)
        assert again._repr_html_() == made._repr_html_()


def test_table(karate: Path) -> None:
    table = tc.vertices(karate)
    assert len(table) == 34
    assert list(table) == list(table.keys()) == list(table.columns)
    assert "degree" in table
    assert "support" not in table
    assert table["degree"] is table.degree
    assert dict(table).keys() == {"vertex", "degree", "triangles", "clustering"}
    assert "clustering" in dir(table)
    assert table.degree.dtype == np.uint32
    with pytest.raises(ValueError, match="read-only"):
        table.degree[0] = 1
    with pytest.raises(AttributeError, match="no 'support', but vertex, degree"):
        _ = table.support  # type: ignore[attr-defined]
    with pytest.raises(KeyError):
        table["support"]
    assert table.cleaning is not None
    assert table.cleaning.records == 78


def test_table_is_told(karate: Path) -> None:
    lines = repr(tc.edges(karate, top=3)).splitlines()
    assert lines[0] == "Edges: 3 edges"
    assert lines[1].split() == ["source", "target", "support"]
    assert lines[2].split() == ["33", "34", "10"]
    assert repr(tc.vertices(karate)).splitlines()[-1] == "… 29 more"
    html = tc.vertices((["<b>"], ["&"]))._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


def test_edges_are_a_graph(karate: Path) -> None:
    edges = tc.edges(karate)
    assert tc.count(edges) == 45
    assert tc.count(tc.truss((["a", "b", "c", "c"], ["b", "c", "a", "d"]), 3)).vertices == 3
    chosen = edges.filtered(edges.support >= 3)
    assert chosen.support.min() == 3
    assert tc.count(chosen).edges == len(chosen)


def test_pandas(karate: Path) -> None:
    pd = pytest.importorskip("pandas")
    frame = tc.vertices(karate).to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == ["vertex", "degree", "triangles", "clustering"]
    assert frame.set_index("vertex").loc[1, "triangles"] == 18
    named = tc.edges((["a", "b", "c"], ["b", "c", "a"])).to_pandas()
    assert named["source"].tolist() == ["a", "a", "b"]
    assert tc.count(named[["source", "target"]]) == 1


def test_polars(karate: Path) -> None:
    pl = pytest.importorskip("polars")
    frame = tc.vertices(karate).to_polars()
    assert frame.filter(pl.col("vertex") == 1)["triangles"].item() == 18
    named = tc.edges((["a", "b", "c"], ["b", "c", "a"])).to_polars()
    assert named["source"].dtype == pl.String
    assert named["source"].to_list() == ["a", "a", "b"]


def test_arrow(karate: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    table = tc.vertices(karate)
    assert table.to_arrow().schema.types == [pa.uint32(), pa.uint32(), pa.uint64(), pa.float64()]
    assert pa.table(table).num_rows == 34
    named = pa.table(tc.edges((["a", "b", "c"], ["b", "c", "a"])))
    assert named["source"].to_pylist() == ["a", "a", "b"]


def test_info(karate: Path) -> None:
    info = tc.info(karate)
    assert (info.vertices, info.edges, info.degeneracy, info.components) == (34, 78, 4, 1)
    assert info.degrees["max"] == 17
    assert info.recognised == "banner"
    assert info.bytes == karate.stat().st_size
    assert repr(info) == "Info(vertices=34, edges=78, degeneracy=4, components=1)"


def test_estimate(karate: Path) -> None:
    found = tc.estimate(karate, for_="edges")
    assert (found.vertices, found.records, found.command) == (34, 78, "edges")
    assert {form["form"] for form in found.outputs or []} >= {"binary", "csv"}
    with pytest.raises(TypeError, match="did you mean 'vertices'"):
        tc.estimate(vertixes=3)  # type: ignore[call-arg]


def test_devices() -> None:
    found = tc.devices()
    assert len(found) == len(found.devices)
    assert found.problem or found.driver
    assert repr(found).startswith("Devices(")


def test_generate(tmp_path: Path) -> None:
    graph = tc.generate("circulant", vertices=12, offsets=[1, 2])
    assert len(graph) == 12
    assert tc.count(graph) == 12
    assert tc.generate("rmat", tmp_path / "rmat.bin", scale=8, seed=7, permute=True) is None
    assert (tmp_path / "rmat.bin").stat().st_size == 8 * 16 * 256
    with pytest.raises(tc.UsageError):
        tc.generate("rmatt")
    with pytest.raises(tc.UsageError):
        tc.generate("rmat", skale=8)


def test_convert(karate: Path, tmp_path: Path) -> None:
    for name in ("karate.tcsr", "karate.gml", "karate.csv.gz"):
        tc.convert(karate, tmp_path / name)
        assert tc.count(tmp_path / name) == 45
    tc.convert(karate, tmp_path / "karate", to="graphml")
    assert "<graphml" in (tmp_path / "karate").read_text()
    tc.convert(tc.generate("karate"), tmp_path / "again.mtx")
    assert tc.count(tmp_path / "again.mtx") == 45
    with pytest.raises(tc.UsageError):
        tc.convert(karate, tmp_path / "karate.docx")


NAMED = (["ann", "tom", "joe", "joe"], ["tom", "joe", "ann", "kim"])


def test_names_are_written(tmp_path: Path) -> None:
    for graph in (NAMED, tc.Graph(NAMED)):
        for name in ("named.csv", "named.gml", "named.tcsr", "named.graphml"):
            tc.convert(graph, tmp_path / name)
            found = tc.vertices(tmp_path / name)
            assert found.vertex.tolist() == ["ann", "tom", "joe", "kim"]
            assert found.triangles.tolist() == [1, 1, 1, 0]
    assert "kim" in tc.report(NAMED).html
    with pytest.raises(ValueError, match="one name"):
        tc.convert(pytest.importorskip("networkx").Graph([(1, "1")]), tmp_path / "two.csv")


def test_numbers_stay_numbers(tmp_path: Path) -> None:
    nx = pytest.importorskip("networkx")
    tc.convert(nx.Graph([(5, 9), (9, 2**40), (2**40, 5)]), tmp_path / "numbers.csv")
    assert (tmp_path / "numbers.csv").read_text() == f"5,9\n5,{2**40}\n9,{2**40}\n"
    assert tc.vertices(tmp_path / "numbers.csv").vertex.tolist() == [5, 9, 2**40]


def test_reports_have_names_and_rows_have_ids() -> None:
    assert "kim" in (tc.vertices(NAMED, report=True).page or "")
    assert tc.vertices(NAMED, report=True).vertex.tolist() == ["ann", "tom", "joe", "kim"]
    edges = tc.edges(NAMED, report=True)
    assert edges.source.tolist() == tc.edges(NAMED).source.tolist()
    assert edges.target.tolist() == tc.edges(NAMED).target.tolist()
    square = (list("abcd"), list("bcda"))
    found = tc.count_cycles(square, report=True, per_vertex=True, through="b")
    assert found.per_vertex is not None
    assert found.per_vertex.vertex.tolist() == list("abcd")
    hole = tc.is_chordal(square, report=True).hole
    assert hole is not None
    assert hole.tolist() == list("abcd")
    order = tc.is_chordal(NAMED, report=True).elimination_order
    assert order is not None
    assert sorted(order.tolist()) == ["ann", "joe", "kim", "tom"]
    nx = pytest.importorskip("networkx")
    mixed = nx.Graph([(1, "1"), ("1", (2, 3)), ((2, 3), 1)])
    assert tc.vertices(mixed, report=True).vertex.tolist() == [1, "1", (2, 3)]
    assert tc.edges(nx.Graph([("a", 7), (7, (2, 3))]), report=True).target.tolist() == [7, (2, 3)]


def test_many_graphs(tmp_path: Path) -> None:
    path = tmp_path / "many.g6"
    path.write_text("Bw\nCl\n")
    counts = tc.count(path, each=True)
    assert counts.columns == ("index", "vertices", "edges", "triangles")
    assert counts.triangles.tolist() == [1, 0]
    cycles = tc.count_cycles(path, each=True, histogram=True)
    assert cycles.chordless.tolist() == [0, 1]
    for asked in (tc.count, tc.count_cycles):
        with pytest.raises(tc.UsageError, match=r"2 graphs.*each=True"):
            asked(path)
    with pytest.raises(tc.InputError):
        tc.vertices(path)
    path.write_text("")
    assert len(tc.count(path, each=True, format="graph6")) == 0


def test_cleaning() -> None:
    graph = ([0, 0, 1, 1, 2, 2], [1, 1, 0, 1, 1, 0])
    with pytest.warns(tc.CleaningWarning, match="dropped 1 loops and merged 1 duplicates"):
        count = tc.count(graph)
    assert count.cleaning == tc.Cleaning(
        records=6, loops=1, duplicates=1, reciprocal=1, isolated=0, one_way=2
    )
    with pytest.warns(tc.CleaningWarning):
        vertices = tc.vertices(graph)
    assert vertices.cleaning == count.cleaning


def test_cleaning_of_a_graph_is_told_once(recwarn: pytest.WarningsRecorder) -> None:
    with pytest.warns(tc.CleaningWarning):
        graph = tc.Graph(([0, 0, 1], [1, 1, 1]))
    tc.count(graph)
    tc.vertices(graph)
    list(tc.triangles(graph))
    assert len(recwarn) == 0


def test_both_directions_are_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    tc.count(([0, 1], [1, 0]))
    assert len(recwarn) == 0


def test_errors_name_no_file_in_memory(tmp_path: Path) -> None:
    with pytest.raises(tc.InputError, match=r"^the graph:") as caught:
        tc.count(([0, 0], [1, 0]), strict=True)
    assert caught.value.file is None
    with pytest.raises(tc.InputError, match=r"^the graph:"):
        list(tc.triangles(([0, 0], [1, 0]), strict=True))
    with pytest.raises(tc.InputError) as caught:
        tc.count(tmp_path / "gone.txt")
    assert caught.value.file == str(tmp_path / "gone.txt")


def test_nothing_stays_open(karate: Path) -> None:
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        pytest.skip("the system does not tell what is open")
    named = (list("abcd"), list("bcda"))

    def ask() -> None:
        for graph in (karate, named):
            tc.count(graph)
            tc.vertices(graph, report=True)
            tc.edges(graph)
            tc.truss(graph, "max")
            list(tc.triangles(graph))
            list(tc.chordless_cycles(graph))
            tc.count_cycles(graph, per_vertex=True)
            tc.report(graph)
            tc.generate("karate")

    ask()
    before = len(list(folder.iterdir()))
    for _ in range(5):
        ask()
    assert len(list(folder.iterdir())) == before
