# ruff: noqa: ANN401 - inputs are of any type
"""Tables give the same answers whoever has them, and what is no id is refused in words."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import pytest
from inputs import Sample, found

import tricycle_graph as tc

SEEDS = range(6)


def _pandas(columns: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("pandas").DataFrame(columns)


def _pandas_filtered(columns: dict[str, list[Any]]) -> Any:
    frame = _pandas({name: [values[0], *values] for name, values in columns.items()})
    return frame.iloc[1:]


def _pandas_categories(columns: dict[str, list[Any]]) -> Any:
    return _pandas(columns).astype("category")


def _polars(columns: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("polars").DataFrame(columns)


def _polars_categories(columns: dict[str, list[Any]]) -> Any:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(columns)
    return frame.with_columns(polars.selectors.string().cast(polars.Categorical))


def _arrow(columns: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("pyarrow").table(columns)


def _arrow_reader(columns: dict[str, list[Any]]) -> Any:
    return _arrow(columns).to_reader(max_chunksize=7)


def _arrow_types(columns: dict[str, list[Any]]) -> Any:
    pa = pytest.importorskip("pyarrow")
    table = _arrow(columns)
    text = pa.types.is_string(table.schema[0].type)
    kinds = [pa.large_string(), pa.string_view()] if text else [pa.uint64(), pa.int32()]
    for i, kind in enumerate(kinds):
        table = table.set_column(i, table.schema[i].name, table.column(i).cast(kind))
    return table


def _arrow_dictionaries(columns: dict[str, list[Any]]) -> Any:
    """Return a table whose batches have dictionaries of their own."""
    pa = pytest.importorskip("pyarrow")
    table = _arrow(columns)
    chunks = [table.slice(at, 9) for at in range(0, max(len(table), 1), 9)]
    encoded = [
        pa.chunked_array(
            [
                pa.concat_arrays(
                    chunk.column(i).chunks or [pa.array([], table.schema[i].type)]
                ).dictionary_encode()
                for chunk in chunks
            ]
        )
        for i in range(2)
    ]
    return pa.table(dict(zip(columns, encoded, strict=False)))


def _duckdb(columns: dict[str, list[Any]]) -> Any:
    duckdb = pytest.importorskip("duckdb")
    given = _arrow(columns)  # noqa: F841 - the query finds it by this name
    return duckdb.sql("select * from given")


KINDS = {
    kind.__name__.removeprefix("_"): kind
    for kind in (
        _pandas,
        _pandas_filtered,
        _pandas_categories,
        _polars,
        _polars_categories,
        _arrow,
        _arrow_reader,
        _arrow_types,
        _arrow_dictionaries,
        _duckdb,
    )
}


def columns(sample: Sample) -> dict[str, list[Any]]:
    return {"source": [u for u, _ in sample.records], "target": [v for _, v in sample.records]}


@pytest.mark.parametrize("names", ["numbers", "text"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_table(kind: str, names: str) -> None:
    for seed in SEEDS:
        sample = Sample(seed)
        if not sample.records:
            continue
        if names == "text":
            sample = sample.called([f"é {i}" for i in range(40)])
        table = KINDS[kind](columns(sample))
        assert found(table) == sample.answers(isolated=False)


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow", "duckdb"])
def test_columns_are_chosen(kind: str) -> None:
    sample = Sample(5)
    ids = columns(sample)
    wide = {
        "when": [i / 3 for i in range(len(ids["source"]))],
        "target": ids["target"],
        "row": list(range(len(ids["source"]))),
        "source": ids["source"],
        "x,y": ids["source"],
        "1": ids["target"],
    }
    want = sample.answers(isolated=False)
    of = KINDS[kind]
    assert found(of(wide), columns=["source", "target"]) == want
    assert found(of(wide), columns=[4, 2]) == want
    assert found(of(wide), columns=["x,y", "1"]) == want
    assert found(of({name: wide[name] for name in ("when", "target", "source")})) == want
    for wrong in (["source"], ["source", "source"], ["source", "gone"], "source", [0, 7], 3):
        with pytest.raises(tc.UsageError, match="column"):
            found(of(wide), columns=wrong)
    with pytest.raises(tc.InputError):  # it cannot be told which of them
        found(of({"p": [1], "q": [2], "r": [3]}))


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_what_is_no_id_is_refused(kind: str) -> None:
    of = KINDS[kind]
    refused: list[tuple[dict[str, list[Any]], str]] = [
        ({"a": [1.0, 2.0], "b": [1.0, 3.0]}, "floating-point numbers are no ids"),
        ({"a": ["x", None], "b": ["y", "z"]}, "found nothing in row 2"),
        ({"a": [True, False], "b": [True, True]}, "whole numbers or strings"),
        ({"a": [1], "b": ["1"]}, "one is of numbers and one of strings"),
        ({"row": [1], "source": [1], "target": [2.0]}, "neither whole numbers nor strings"),
        ({"a": [1]}, "two columns"),
        ({}, "two columns"),
    ]
    for wrong, words in refused:
        with pytest.raises(ValueError, match=words) as refused_as:
            found(of(wrong))
        if isinstance(refused_as.value, tc.InputError):
            assert refused_as.value.file is None
            assert str(refused_as.value).startswith("the graph: ")


@pytest.mark.parametrize("kind", KINDS)
def test_negative_ids_come_back(kind: str) -> None:
    for seed in SEEDS:
        sample = Sample(seed)
        if not sample.records or kind == "arrow_types":  # one of its types has no sign
            continue
        sample = sample.called([7 - 3 * i for i in range(40)])
        assert found(KINDS[kind](columns(sample))) == sample.answers(isolated=False)


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow", "duckdb"])
def test_negative_ids_and_what_else_a_table_has(kind: str) -> None:
    of = KINDS[kind]
    table = {"w": [0.5, 1.0, 1.0], "b": [-2, 3, -1], "no": [0, 0, 0], "a": [-1, -2, 3]}
    weighted = tc.vertices(of(table), columns=("a", "b"), weights="w")
    assert weighted.vertex.tolist() == [-2, -1, 3]
    assert weighted.clustering_onnela.tolist() == pytest.approx([0.5 ** (1 / 3)] * 3)
    assert tc.census(of(table), columns=("a", "b"))["030C"] == 1
    kept = tc.Graph(of(table), columns=("a", "b"))
    assert next(kept.triangles(through=-2)).tolist() == [[-2, -1, 3]]
    with pytest.raises(tc.InputError, match="numbers and one of strings"):
        found(of({"a": [-1, 2], "b": ["x", "y"]}))


def test_integers_of_all_sizes() -> None:
    pa, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    low, high, beyond = -(2**63), 2**64 - 1, 2**100
    small = pa.table({"a": pa.array([-128, 3], pa.int8()), "b": pa.array([3, 65535], pa.uint16())})
    assert tc.vertices(small).vertex.tolist() == [-128, 3, 65535]
    large = pa.table({"a": pa.array([low, 3]), "b": pa.array([high, 2**63], pa.uint64())})
    assert set(tc.vertices(large).vertex.tolist()) == {low, 3, high, 2**63}
    coded = pa.table(
        {"a": pa.array([-1, 2]).dictionary_encode(), "b": pa.array([2, 5], pa.int32())}
    )
    assert tc.vertices(coded).vertex.tolist() == [-1, 2, 5]
    wide = polars.DataFrame(
        {"a": [1, -2, beyond], "w": [1, 1, 8], "b": [-2, beyond, 1]},
        schema={"a": polars.Int128, "w": polars.Int128, "b": polars.Int128},
    )
    assert set(tc.vertices(wide.select("a", "b")).vertex.tolist()) == {1, -2, beyond}
    assert tc.vertices(wide, columns=(1, 3), weights="w").clustering_onnela.tolist() == [0.25] * 3
    source = wide.rename({"a": "source", "b": "target"})
    assert tc.count(source).vertices == 3
    few = polars.DataFrame(
        {"a": [1, 2], "b": [2, None]}, schema={"a": polars.Int128, "b": polars.Int128}
    )
    with pytest.raises(tc.InputError, match=r'"b", found nothing in row 2'):
        tc.count(few)
    for objects in ([beyond, 2, 3], [-beyond, 2, 3]):  # pandas has no such type
        frame = _pandas({"a": objects, "b": objects[1:] + objects[:1], "no": [1, "x", {}]})
        assert tc.vertices(frame, columns=("a", "b")).vertex.tolist() == objects
        with pytest.raises(TypeError, match=r"no type that Arrow has: .*; columns= says which two"):
            tc.count(frame)


def test_ids_that_are_missing() -> None:
    for kind in ("pandas", "polars", "arrow"):
        with pytest.raises(tc.InputError, match='names of vertices in column "a", found nothing'):
            found(KINDS[kind]({"a": ["x", None], "b": ["y", "z"]}))
        if kind == "pandas":  # which has no integers beside what is missing
            continue
        with pytest.raises(tc.InputError, match='"b", found nothing in row 2'):
            found(KINDS[kind]({"a": [-1, 2], "b": [3, None]}))


@pytest.mark.parametrize("kind", ["pandas", "arrow"])
def test_columns_of_one_name(kind: str) -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table([[9, 9, 9], [1, 2, 3], [2, 3, 1], [0.5, 1.0, 1.0]], ["y", "x", "x", "x"])
    table = table.to_pandas() if kind == "pandas" else table
    assert tc.count(table, columns=(2, 3)) == 1
    weighted = tc.vertices(table, columns=(2, 3), weights=4)
    assert weighted.clustering_onnela.tolist() == pytest.approx([0.5 ** (1 / 3)] * 3)
    two = table.iloc[:, 1:3] if kind == "pandas" else table.select([1, 2])
    assert tc.count(two) == 1
    for wrong in (("x", "x"), ("y", "x"), ("x", 3)):
        with pytest.raises(tc.UsageError, match="'x' is the name of several columns"):
            tc.count(table, columns=wrong)
    with pytest.raises(tc.UsageError, match="one column is named twice"):
        tc.count(table, columns=(2, 2))


def test_one_column_is_no_table() -> None:
    frame = _pandas({"a": [1, 2]})
    for series in (frame["a"], _polars({"a": [1, 2]})["a"]):
        with pytest.raises(TypeError, match="a Series is one column"):
            tc.count(series)
    with pytest.raises(TypeError, match="a ChunkedArray is no table"):
        tc.count(pytest.importorskip("pyarrow").chunked_array([[1, 2]]))
    assert tc.count((frame["a"], frame["a"][::-1])).vertices == 2


def test_weights_that_are_missing() -> None:
    table = {"a": [1, 2, 3], "b": [2, 3, 1], "w": [1.0, None, 2.0]}
    for kind in ("pandas", "polars", "arrow"):
        with pytest.raises(tc.InputError, match=r'weights .* "w", found nothing in row 2'):
            tc.vertices(KINDS[kind](table), weights="w")


def test_a_frame_that_was_not_collected() -> None:
    frame = _polars({"a": [1], "b": [2]}).lazy()
    with warnings.catch_warnings(action="error"), pytest.raises(TypeError, match="collect"):
        found(frame)


def test_rows_that_are_none() -> None:
    assert found(_pandas({"a": [1], "b": [2]}).iloc[:0]) == {}
    assert found(_polars({"a": [1], "b": [2]}).head(0)) == {}
    assert found(_arrow({"a": [1], "b": [2]}).slice(0, 0)) == {}


def test_odd_names_and_labels_of_pandas() -> None:
    frame = _pandas({"a": [1, 2, 3], "b": [2, 3, 1]})
    want = dict.fromkeys([1, 2, 3], (2, 1))
    assert found(frame.set_axis([0, 1], axis=1)) == want
    assert found(frame.set_axis([1, 0], axis=1), columns=[0, 1]) == want
    frame["c"] = [object()] * 3
    assert found(frame, columns=["a", "b"]) == want
    hostile = ["a\nb", "\0", ",", '"', " ", "1"]
    frame = _pandas({"a": hostile, "b": hostile[1:] + hostile[:1]})
    assert found(frame) == dict.fromkeys(hostile, (2, 0))


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_weights(kind: str) -> None:
    from tricycle_graph._inputs import source

    table = KINDS[kind](
        {"a": [1, 2, 3], "b": [2, 3, 1], "cost": [0.5, 1.0, 1.0], "w": [1.0, 1.0, 1.0]}
    )
    for weights, want in (("cost", 0.5 ** (1 / 3)), ("auto", 1)):
        graph = source(table, columns=["a", "b"], weights=weights)
        reply = graph.run(["vertices", *graph.flags, "--to=ndjson", "--", graph.path])
        values = [row["clustering_onnela"] for row in reply.lines()]
        assert values == pytest.approx([want] * 3)
    with pytest.raises(tc.UsageError):
        source(table, weights="gone")


@pytest.mark.parametrize("names", ["numbers", "text"])
def test_without_pyarrow(monkeypatch: pytest.MonkeyPatch, names: str) -> None:
    frames = []
    for seed in SEEDS:
        sample = Sample(seed)
        if sample.records:
            sample = sample.called([f"v{i}" if names == "text" else i - 2 for i in range(40)])
            frames.append((_pandas(columns(sample)), sample.answers(isolated=False)))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for frame, want in frames:
        assert found(frame) == want
    wide = frames[-1][0].assign(more=1)
    assert found(wide, columns=["source", "target"]) == frames[-1][1]
    with pytest.raises(tc.UsageError, match="columns="):
        found(wide)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        found(type("Table", (), {"__arrow_c_stream__": None})())
