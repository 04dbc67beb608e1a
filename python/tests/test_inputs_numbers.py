# ruff: noqa: ANN401 - inputs are of any type
"""Arrays, lists and matrices are read as what they are, or refused in words."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from inputs import Sample, Tensor, found

import tricycle_graph as tc
from tricycle_graph._inputs import source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEEDS = range(8)
DTYPES = ["i1", "u1", "<i2", ">i2", "<u4", ">u4", "<i4", "<i8", ">i8", "<u8", ">u8"]


def columns(sample: Sample, dtype: Any = np.int64) -> tuple[Any, Any]:
    both = np.array(sample.records, dtype).reshape(-1, 2)
    return both[:, 0].copy(), both[:, 1].copy()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_type_of_integers(dtype: str) -> None:
    for seed in SEEDS:
        sample = Sample(seed)
        assert found(columns(sample, dtype)) == sample.answers(isolated=False)


NAMES: dict[str, Callable[[int], Any]] = {
    "32 bits": lambda i: (i * 2654435761) % (1 << 32),
    "the largest of 32 bits": lambda i: (1 << 32) - 1 - i,
    "63 bits": lambda i: (1 << 63) - 1 - i * (1 << 40),
    "64 bits": lambda i: (1 << 64) - 1 - i * (1 << 50),
    "negative": lambda i: (i - 3) * (1 << 33),
    "beyond 64 bits": lambda i: (i - 3) << 70,
    "both signs of 64 bits": lambda i: (1 << 64) - 1 - i if i % 2 else -i - 1,
    "text": lambda i: f"v{i}",
    "odd text": lambda i: (
        ["", " ", "a\nb", "\0", "\ud800", "é", ",", '"', "NaN", "1"][i % 10] * (i // 10 + 1)
        + str(i)
    ),
}


@pytest.mark.parametrize("names", NAMES)
def test_every_id_comes_back_as_it_was(names: str) -> None:
    for seed in SEEDS:
        sample = Sample(seed).called([NAMES[names](i) for i in range(40)])
        src = [u for u, _ in sample.records]
        dst = [v for _, v in sample.records]
        want = sample.answers(isolated=False)
        assert found((src, dst)) == want
        assert found([src, dst] if len(src) != 2 else (src, dst)) == want
        if len(src) != 2:
            assert found(sample.records) == want
            assert found([list(pair) for pair in sample.records]) == want
        objects = np.fromiter(src, object, len(src)), np.fromiter(dst, object, len(dst))
        assert found(objects) == want
        if names in {"text", "63 bits"} and src:
            assert found((np.array(src), np.array(dst))) == want


@pytest.mark.parametrize("dtype", ["<u4", "<i8"])
def test_arrays_of_two_rows_or_columns(dtype: str) -> None:
    for seed in SEEDS:
        sample = Sample(seed)
        array = np.array(sample.records, dtype).reshape(-1, 2)
        if len(array) == 2:
            continue
        want = sample.answers(isolated=False)
        array.flags.writeable = False
        assert found(array) == want
        assert found(array.T) == want
        assert found(np.asfortranarray(array)) == want
        wide = np.repeat(np.repeat(array, 3, 0), 2, 1)
        assert found((wide[::3, 0], wide[::3, 2])) == want
        assert found((wide[::-3, 0], wide[::-3, 2])) == want


def test_changes_during_the_call_do_not_matter() -> None:
    sample = Sample(4)
    src, dst = columns(sample)
    graph = source((src, dst))
    src[:], dst[:] = 0, 0
    reply = graph.run(["count", "--json", *graph.flags, "--", graph.path], quiet=True)
    want = sample.answers(isolated=False)
    assert reply.json()["triangles"] * 3 == sum(t for _, t in want.values())


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse_matrices(kind: str, form: str, index: type[Any]) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    for seed in SEEDS:
        sample = Sample(seed)
        src, dst = columns(sample, index)
        of = sparse.coo_array if kind == "array" else sparse.coo_matrix
        matrix = of((np.ones(len(src)), (src, dst)), shape=(sample.n, sample.n))
        assert found(matrix.asformat(form)) == sample.answers(isolated=True)


def test_entries_of_zero_and_room_for_more() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_array(
        (np.zeros(5), np.array([1, 2, 0, 9, 9]), np.array([0, 1, 2, 3, 3])), shape=(4, 4)
    )
    matrix.indices = np.array([1, 2, 0, 9, 9], np.int32)
    assert found(matrix) == {0: (2, 1), 1: (2, 1), 2: (2, 1), 3: (0, 0)}


def test_weights_of_a_matrix() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_array(([0.5, 1, 1], ([0, 1, 2], [1, 2, 0])), shape=(4, 4))
    for form in ("csr", "csc", "coo"):
        graph = source(matrix.asformat(form), weights="auto")
        reply = graph.run(["vertices", *graph.flags, "--to=ndjson", "--", graph.path])
        values = [row["clustering_onnela"] for row in reply.lines()]
        assert values == pytest.approx([0.5 ** (1 / 3)] * 3 + [0])


def test_tensors() -> None:
    sample = Sample(6)
    assert len(sample.records) > 2
    src, dst = columns(sample)
    want = sample.answers(isolated=False)
    assert found(Tensor([src, dst])) == want
    assert found((Tensor(src), Tensor(dst))) == want


NAN = float("nan")
REFUSED: dict[str, tuple[Any, str]] = {
    "floats": ((np.array([1.0, 2]), np.array([2, 3])), "floating-point numbers are no ids"),
    "a NaN in a list": (([1, NAN], [2, 3]), "floating-point numbers are no ids"),
    "a NaN in an array": ((np.array([1, NAN]), np.array([2, 3])), "an id is missing"),
    "a NaN among text": ((["a", NAN], ["b", "c"]), "an id is missing"),
    "None": (([1, None], [2, 3]), "an id is missing"),
    "truth values": ((np.array([True]), np.array([False])), "truth values are no ids"),
    "truth values in a list": (([True], [2]), "expected integers alone"),
    "times": ((np.array(["2020-01-01"], "M8[s]"), np.array([2])), "times are no ids"),
    "complex": ((np.array([1j]), np.array([2])), "complex"),
    "records": (
        (np.array([(1, 2)], "i4,i4"), np.array([(1, 2)], "i4,i4")),
        "records are no ids",
    ),
    "lengths that differ": (([1, 2, 3], [1, 2]), "3 sources and 2 targets"),
    "text and numbers": ((["a"], [1]), "one is of numbers and one of text"),
    "text among numbers": (([1, "a"], [1, 2]), "found int, str"),
    "a nested list": (([[1, 2], [3, 4]], [[1, 2], [3, 4]]), "expected integers alone"),
    "two dimensions": ((np.zeros((2, 2), int), np.zeros((2, 2), int)), "one dimension"),
    "no dimension": ((np.array(1), np.array(2)), "one dimension"),
    "numbers": ((1, 2), "found int"),
    "two pairs": ([(0, 1), (1, 2)], "two edges by rows, or two by columns"),
    "two pairs in a tuple": (((0, 1), (1, 2)), "two edges by rows, or two by columns"),
    "an array of two pairs": (np.array([[0, 1], [1, 2]]), "two edges by rows, or two by columns"),
    "a matrix": (np.eye(5, dtype=int), "scipy.sparse.csr_array"),
    "a list": (np.arange(5), "shape (m, 2) or (2, m)"),
    "a cube": (np.zeros((2, 2, 2), int), "shape (m, 2) or (2, m)"),
    "triples": ([(0, 1, 2), (1, 2, 3)] * 2, "a list of pairs"),
    "pairs and triples": ([(0, 1), (1, 2, 3)], "2 sources and 3 targets"),
    "a list of numbers": ([1, 2, 3], "a list of pairs"),
    "text in a list": (["ab", "cd"], "a list of pairs"),
    "a missing value": (
        (np.ma.masked_array([1, 2], [True, False]), np.array([1, 2])),
        "an id is missing",
    ),
    "a generator": ((pair for pair in [(1, 2)]), "an iterator"),
    "None alone": (None, "NoneType"),
    "a number": (5, "int"),
    "bytes": (b"0 1", "a path is a str"),
    "a dict": ({0: [1]}, "a dict"),
    "a set": ({(0, 1)}, "a set"),
    "an object": (object(), "object"),
    "a class": (tc.Graph, "Graph is a class"),
    "an empty path": ("", "no path"),
    "a path with NUL": ("a\0b", "no path"),
    "standard input": ("-", "standard input"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_graph_is_refused(what: str) -> None:
    x, words = REFUSED[what]
    with pytest.raises((TypeError, ValueError)) as refused:
        source(x)
    assert words in str(refused.value)


def test_a_file_that_is_open_stays_so(tmp_path: Path) -> None:
    (tmp_path / "graph.txt").write_text("1 2\n")
    with (tmp_path / "graph.txt").open() as file:
        for x in (file, (file, file)):
            with pytest.raises(TypeError, match="TextIOWrapper"):
                source(x)
        assert file.read() == "1 2\n"
    with pytest.raises(TypeError, match="give the path of a file"):
        source(io.BytesIO(b"1 2"))


@pytest.mark.parametrize(
    "x", [[], (), ([], []), (np.array([]), np.array([])), np.empty((0, 2)), np.empty((2, 0), int)]
)
def test_nothing_is_a_graph_without_vertices(x: Any) -> None:
    assert found(x) == {}


def test_matrices_must_be_square() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(ValueError, match="square"):
        source(sparse.csr_array((3, 4)))
    assert found(sparse.csr_array((3, 3))) == {0: (0, 0), 1: (0, 0), 2: (0, 0)}
    broken = sparse.csr_array(([1.0], ([0], [1])), shape=(2, 2))
    broken.indices[0] = 7
    with pytest.raises(tc.InputError):
        found(broken)


def test_options_of_files_are_refused_elsewhere() -> None:
    for option in ({"format": "mtx"}, {"header": "no"}, {"trust": True}, {"columns": [1, 2]}):
        with pytest.raises(tc.UsageError, match="files"):
            source([(0, 1)] * 3, **option)
    with pytest.raises(tc.UsageError, match="weights"):
        source([(0, 1)] * 3, weights="auto")


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "-x.txt"
    file.write_text("n,b,c\n9,1,2\n9,2,3\n9,3,1\n")
    monkeypatch.chdir(tmp_path)
    for path in (file, str(file), "-x.txt"):
        answers = found(path, columns=["b", 3], header="yes", format="edgelist")
        assert answers == dict.fromkeys([1, 2, 3], (2, 1))
    with pytest.raises(tc.InputError, match="gone"):
        found("gone.txt")


def test_a_large_graph_of_several_blocks() -> None:
    chance = random.Random(5)
    src = np.array([chance.randrange(1 << 31) for _ in range(70_000)])
    dst = src[::-1]
    assert len(found((src, dst))) == len(set(src.tolist()))


def test_files_of_one_graph(tmp_path: Path) -> None:
    """Several paths, or a folder, are one graph with union=True, and only then."""
    paths = [tmp_path / "a.csv", tmp_path / "b.csv"]
    paths[0].write_text("ann,bob\nbob,cid\n")
    paths[1].write_text("cid,ann\n")
    assert tc.count(paths, union=True) == 1
    assert tc.count(tmp_path, union=True) == 1
    assert list(tc.Graph(paths, union=True).ids) == ["ann", "bob", "cid"]
    assert list(tc.vertices(str(tmp_path), union=True).triangles) == [1, 1, 1]
    tc.convert(paths, tmp_path / "whole.tcsr", union=True)
    assert tc.count(tmp_path / "whole.tcsr") == 1
    with pytest.raises((TypeError, ValueError)):
        tc.count(paths)
    with pytest.raises(tc.UsageError, match="union= is of files"):
        tc.count(([0, 1], [1, 2]), union=True)
    with pytest.raises(tc.InputError, match="--union reads"):
        tc.count(tmp_path)
