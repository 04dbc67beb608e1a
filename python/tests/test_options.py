"""Options: each of them once, and wrong ones."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import inspect
import operator
import pydoc
import typing
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tricycle_graph as tc
from tricycle_graph import options as types
from tricycle_graph._option_words import MEANINGS
from tricycle_graph._options import flags

if TYPE_CHECKING:
    from pathlib import Path

ONE_FILE: list[dict[str, Any]] = [
    {"format": "matrixmarket"},
    {"columns": (1, 2)},
    {"header": "no"},
    {"trust": True},
    {"threads": 1},
    {"memory": "1GiB"},
    {"memory": 1 << 30},
    {"progress": print},
]
READ: list[dict[str, Any]] = [*ONE_FILE, {"union": True}]
GPU: list[dict[str, Any]] = [
    {"engine": "cpu"},
    {"engine": "cuda", "device": 0},
    {"engine": "cuda", "gpu_memory": "1GiB"},
]
OPENCL: list[dict[str, Any]] = [
    {"engine": "opencl"},
    {"device": "opencl:0", "method": "shared"},
]
ORDERS = [{"order": order} for order in ("auto", "degree", "average-degree", "degeneracy", "id")]
METHODS = [{"method": m} for m in ("auto", "merge", "search", "hash", "bitmap", "bitslice")]
IN_PARTS: list[dict[str, Any]] = [
    {"engine": "cuda", "devices": "all"},
    {"engine": "cuda", "devices": [0, 0]},
    {"parts": "2x2"},
    {"checkpoint": "run/"},
    {"resume": "begun/"},
    {"tmpdir": "."},
    {"strict": False},
]
LISTS: list[dict[str, Any]] = [{"limit": 2}, {"through": "1"}, {"through": [1, 2]}]
REPORT: list[dict[str, Any]] = [{"report": "page.html"}]
BOTH_REPORTS = [*REPORT, {"report": True}, {"report": False}]
PLACES: dict[str, Any] = {"positions": "places.csv"}

ASKED: dict[str, tuple[type, list[dict[str, Any]]]] = {
    "count": (
        types.CountOptions,
        [
            *READ,
            *GPU,
            *OPENCL,
            *ORDERS,
            *METHODS,
            *IN_PARTS,
            *BOTH_REPORTS,
            {"verify": True},
            {"method": "bitslice", "on_the_fly": True},
            {"method": "bitslice", "slice_bits": 32},
            {"engine": "cuda", "method": "merge-path", "pair_threads": 32},
            {"engine": "cuda", "method": "shared", "block_threads": 64, "block_columns": 8},
            {"engine": "cuda", "method": "shared", "blocks": 2},
        ],
    ),
    "vertices": (
        types.VerticesOptions,
        [
            *READ,
            *GPU,
            *OPENCL,
            *ORDERS,
            *METHODS,
            *IN_PARTS,
            *BOTH_REPORTS,
            {"top": 3, "by": "degree"},
            {"min_triangles": 5},
            {"through": [1, 34]},
            {"by_column": True},
            {"directed": "lcc"},
            {"weights": "auto", "formula": "barrat"},
        ],
    ),
    "edges": (
        types.EdgesOptions,
        [
            *READ,
            *GPU,
            *OPENCL,
            *ORDERS,
            *METHODS,
            *IN_PARTS,
            *BOTH_REPORTS,
            {"top": 3, "by": "support"},
            {"min_support": 3},
            {"min_trussness": 4},
            {"with_": "ecc"},
            {"with_": ["jaccard", "trussness"]},
        ],
    ),
    "truss": (
        types.TrussOptions,
        [
            *READ,
            *GPU,
            *ORDERS,
            *METHODS,
            *BOTH_REPORTS,
            {"min_trussness": 4},
            {"tmpdir": "."},
            {"strict": False},
        ],
    ),
    "triangles": (
        types.TrianglesOptions,
        [
            *READ,
            {"engine": "cpu"},
            *ORDERS,
            *METHODS,
            *LISTS,
            {"tmpdir": "."},
            {"strict": False},
            {"min_degree": 5},
            {"unordered": True},
        ],
    ),
    "chordless_cycles": (
        types.CyclesOptions,
        [
            *READ,
            *GPU,
            *LISTS,
            {"method": "dfs"},
            {"min_length": 5, "max_length": 5},
            {"timeout": 60},
            {"timeout": "1m"},
            {"timeout": dt.timedelta(minutes=1)},
            {"unreduced": True},
            {"method": "dias", "trace": "trace.csv"},
        ],
    ),
    "count_cycles": (
        types.CountCyclesOptions,
        [
            *READ,
            *GPU,
            *BOTH_REPORTS,
            {"through": 1},
            {"histogram": True},
            {"per_vertex": True},
            {"method": "dfs"},
            {"min_length": 5, "max_length": 5},
            {"limit": 1000},
            {"timeout": 60},
            {"unreduced": True},
            {"method": "levels", "trace": "trace.csv"},
            {**PLACES, "report": True},
        ],
    ),
    "longest_cycle": (types.CyclesOptions, [*READ, {"min_length": 5}, {"timeout": 60}]),
    "is_chordal": (types.ChordalOptions, [*READ, *BOTH_REPORTS, {**PLACES, "report": True}]),
    "census": (types.ReadOptions, READ),
    "niche": (types.NicheOptions, [*ONE_FILE, *REPORT]),
    "info": (types.InfoOptions, [*READ, {"spy": "matrix.svg"}, {"verify": True}]),
    "estimate": (
        types.EstimateOptions,
        [
            *READ,
            *BOTH_REPORTS,
            {"vertices": 1e6, "edges": "2M"},
            {"engine": "cuda", "gpu_memory": "1GiB"},
            {"for_": "truss"},
            {"parts": "2x1"},
        ],
    ),
    "report": (types.ReportOptions, [*READ, {"timeout": 60}, PLACES]),
}


devices = functools.cache(tc.devices)


def able(options: dict[str, Any]) -> bool:
    """Tell whether the machine has the device that is asked for."""
    if options.get("engine") == "cuda":
        return len(devices()) > 0
    if options.get("engine") == "opencl":
        return any(found["kind"] == "gpu" for found in devices().opencl["devices"])
    return "device" not in options or len(devices().opencl["devices"]) > 0


@pytest.mark.parametrize(
    ("function", "options"),
    [(function, options) for function, (_, asked) in ASKED.items() for options in asked],
    ids=str,
)
def test_each(
    function: str,
    options: dict[str, Any],
    tmp_path: Path,
    karate: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    graph: Path = karate
    if options.keys() & {"columns", "header", "directed"} or function in ("census", "niche"):
        graph = tmp_path / "graph.txt"
        graph.write_text("1 2\n2 3\n3 1\n3 4\n34 1\n")
        options = {"format": "edgelist"} if "format" in options else options
    elif "weights" in options:
        graph = tmp_path / "graph.csv"
        graph.write_text("source,target,weight\n1,2,0.5\n2,3,1\n3,1,2\n")
    elif "trust" in options:
        graph = tmp_path / "graph.tcsr"
        tc.convert(karate, graph)
    rows = "".join(f"{v},{v % 7},{v % 5}\n" for v in range(1, 35))
    (tmp_path / "places.csv").write_text(f"vertex,x,y\n{rows}")

    given: list[Any] = [graph]
    if "resume" in options:
        getattr(tc, function)(graph, checkpoint=options["resume"])
        given = []

    def ask() -> Any:  # noqa: ANN401 - whatever it returns
        found = getattr(tc, function)(*given, **options)
        return list(found) if function in ("triangles", "chordless_cycles") else found

    if function != "estimate" and not able(options):
        with pytest.raises((tc.DeviceError, tc.UsageError)):
            ask()
        return
    found = ask()
    for name in ("report", "spy"):
        if isinstance(options.get(name), str):
            assert (tmp_path / options[name]).stat().st_size > 0
    assert not hasattr(found, "page") or bool(found.page) == (options.get("report") is True)


@pytest.mark.parametrize("function", ASKED)
def test_none_is_missing(function: str) -> None:
    known, asked = ASKED[function]
    tried = {name for options in asked for name in options}
    if function == "longest_cycle":
        return  # as those of chordless_cycles
    assert tried == set(known.__annotations__)


@pytest.mark.parametrize("function", ASKED)
def test_unknown(function: str) -> None:
    with pytest.raises(TypeError, match=rf"{function}\(\) has no option 'treads'"):
        getattr(tc, function)(([0], [1]), treads=2)


@pytest.mark.parametrize("function", [*ASKED, "convert", "aio.count", "Graph", "Graph.count"])
def test_help_has_each_by_name(function: str) -> None:
    of = operator.attrgetter(function)(tc)
    known = ASKED[function][0] if function in ASKED else types.ReadOptions
    shown = inspect.signature(of).parameters
    text = pydoc.plain(pydoc.render_doc(of))
    assert not any(option.kind is option.VAR_KEYWORD for option in shown.values())
    for name in known.__annotations__:
        assert shown[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"{name}: {MEANINGS[name]}\n" in text


def test_all_are_explained() -> None:
    known = [known for known in vars(types).values() if isinstance(known, type)]
    assert {n for of in known if typing.is_typeddict(of) for n in of.__annotations__} == {*MEANINGS}


def test_types_are_public(karate: Path) -> None:
    options: tc.options.CountOptions = {"threads": 1, "order": "degree"}
    assert tc.count(karate, **options) == 45
    assert {name for name in types.__all__ if name.endswith("Options")} == {
        known.__name__ for known, _ in ASKED.values()
    }
    assert typing.get_type_hints(types.CountOptions)["threads"] is int


def test_a_count_that_was_stopped_goes_on(tmp_path: Path, karate: Path) -> None:
    graph, folder = tmp_path / "graph.csv", tmp_path / "run"
    tc.convert(tc.generate("complete", vertices=90), graph)

    def stop(phase: str, done: int, total: int) -> None:
        if "count" in phase and done > 0:
            raise KeyError(phase, total)

    with contextlib.suppress(KeyError):
        tc.count(graph, checkpoint=folder, threads=1, progress=stop)
    with pytest.raises(tc.UsageError, match="--resume"):
        tc.count(graph, checkpoint=folder)
    assert tc.count(resume=folder) == 90 * 89 * 88 // 6
    with pytest.raises(tc.UsageError, match="begun by tricycle count"):
        tc.vertices(resume=folder)
    with pytest.raises(tc.UsageError, match="it was begun with"):
        tc.count(karate, resume=folder)
    with pytest.raises(TypeError, match="no graph"):
        tc.count()
    for held in (([0, 1], [1, 2]), tc.Graph(karate)):
        for folder in ({"checkpoint": tmp_path / "other"}, {"resume": tmp_path / "other"}):
            with pytest.raises(tc.UsageError, match="checkpoint= and resume= are of files"):
                tc.count(held, **folder)  # type: ignore[call-overload]
    assert tc.count(graph, resume=tmp_path / "fresh") == 90 * 89 * 88 // 6
    assert tc.count(graph, resume=tmp_path / "fresh") == 90 * 89 * 88 // 6


def test_suggestion() -> None:
    with pytest.raises(TypeError, match="did you mean 'threads'"):
        tc.count(([0], [1]), treads=2)  # type: ignore[call-arg]


def test_wrong_values(karate: Path) -> None:
    for options in ({"method": "guess"}, {"threads": -1}, {"memory": "much"}):
        with pytest.raises(tc.UsageError):
            tc.count(karate, **options)  # type: ignore[arg-type]
    with pytest.raises(tc.UsageError):
        tc.count(karate, on_the_fly=True)  # of the method bitslice
    with pytest.raises(tc.UsageError, match="no such vertex"):
        tc.vertices(karate, through=77)
    with pytest.raises(tc.UsageError, match="no such vertex"):
        tc.vertices((["a"], ["b"]), through="c")
    with pytest.raises(tc.UsageError, match='"true": not one of fagiolo'):
        tc.vertices(karate, directed=True)  # type: ignore[arg-type]
    for nobody in ([], ()):
        with pytest.raises(tc.UsageError, match="names no vertex"):
            tc.chordless_cycles(karate, through=nobody)
    with pytest.raises(tc.UsageError, match='--header "True"'):
        tc.count(karate, header=True)  # type: ignore[arg-type]
    with pytest.raises(tc.MemoryLimitError):
        tc.count(karate, memory=100)


def test_options_that_contradict_each_other(karate: Path) -> None:
    for options in ({"stats": True}, {"min_trussness": 4}):
        for k in (3, "max"):
            with pytest.raises(tc.UsageError, match=f"k={k!r} goes with neither"):
                tc.truss(karate, k, **options)  # type: ignore[call-overload]
    with pytest.raises(tc.UsageError, match="to= is of files"):
        tc.generate("karate", to="gml")


def test_more_than_a_command_line_holds() -> None:
    path = (np.arange(60_000), np.arange(1, 60_001))
    with pytest.raises(tc.UsageError, match="longer than a command line may be"):
        tc.vertices(path, through=range(30_000))
    with pytest.raises(tc.UsageError, match="at most 65536"):
        tc.Graph(path).vertices(through=range(30_000))
    with pytest.raises(tc.UsageError, match="longer than a command line may be"):
        tc.Graph(path).count_cycles(through=range(60_000))


def test_a_report_is_a_file() -> None:
    with pytest.raises(tc.UsageError, match="name a file"):
        tc.niche(([0], [1]), report=True)  # type: ignore[arg-type]


def test_strict() -> None:
    with pytest.raises(tc.InputError):
        tc.count(([0, 0], [1, 0]), strict=True)


@pytest.mark.parametrize("names", [["a", "b", "c"], ["a,b", 'say "b"', " c"], [7, 2**40, 3]])
def test_through_is_what_was_given(names: list[Any]) -> None:
    a, b, c = names
    graph = ([a, b, c, c], [b, c, a, "d" if isinstance(a, str) else 99])
    assert tc.vertices(graph, through=a).vertex.tolist() == [a]
    assert len(tc.vertices(graph, through=[a, c])) == 2
    (batch,) = tc.triangles(graph, through=[b])
    assert set(batch[0].tolist()) == set(names)
    (cycle,) = tc.chordless_cycles(graph, through=[a, b], min_length=3)
    assert set(cycle.tolist()) == set(names)


def test_through_nodes_of_any_kind() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.Graph([(1, "1"), ("1", (2, 3)), ((2, 3), 1), (1, 0.5)])
    assert tc.vertices(graph, through=0.5).vertex.tolist() == [0.5]  # type: ignore[arg-type]
    assert tc.vertices(graph, through=[(2, 3)]).vertex.tolist() == [(2, 3)]
    assert tc.vertices(graph, through=1).vertex.tolist() == [1]


def test_through_names_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.csv"
    path.write_text('source,target\n"a,b",b\nb,c\nc,"a,b"\n')
    assert tc.vertices(path, through=["a,b", "c"]).vertex.tolist() == ["a,b", "c"]
    assert len(list(tc.chordless_cycles(path, through="a,b", min_length=3))) == 1


def test_flags() -> None:
    options = {
        "min_length": 5,
        "with_": ["a", "b"],
        "devices": range(2),
        "for_": "truss",
        "verify": True,
        "strict": False,
        "memory": None,
        "through": ["x", "y"],
        "timeout": 1e-5,
    }
    assert flags(options) == [
        "--min-length=5",
        "--with=a,b",
        "--devices=0,1",
        "--for=truss",
        "--verify=true",
        "--through=x",
        "--through=y",
        "--timeout=0.000010000s",
    ]


def test_progress_is_a_function(karate: Path) -> None:
    with pytest.raises(TypeError, match=r"count\(progress=\) takes a function, not bool"):
        tc.count(karate, progress=True)  # type: ignore[arg-type]


def test_progress(tmp_path: Path) -> None:
    said: list[tuple[str, int, int]] = []

    def progress(phase: str, done: int, total: int) -> None:
        said.append((phase, done, total))

    path = tmp_path / "large.bin"
    tc.generate("rmat", path, scale=16)
    with pytest.warns(tc.CleaningWarning):
        tc.truss(path, stats=True, progress=progress, threads=1)  # which takes most of a second
    assert said
    assert all(done >= 0 <= total for _, done, total in said)
