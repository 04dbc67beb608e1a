"""What notebooks show."""

from __future__ import annotations

import html
import re
import sys
import types
from typing import TYPE_CHECKING

import pytest

import tricycle_graph as tc

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look as if a kernel of Jupyter ran."""
    shell = types.SimpleNamespace(kernel=object())
    module = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", module)


def framed(shown: str) -> str:
    (page,) = re.findall(r'<iframe srcdoc="([^"]*)"', shown)
    return html.unescape(page)


@pytest.mark.usefixtures("notebook")
def test_tables_come_with_figures(karate: Path) -> None:
    for found, title in (
        (tc.vertices(karate), "Clustering"),
        (tc.edges(karate), "Support of edges"),
        (tc.truss(karate), "Trussness"),
        (tc.count_cycles(karate, histogram=True), "Chordless cycles"),
    ):
        page = framed(found._repr_html_())
        assert page == found.page
        assert page.lower().startswith("<!doctype html>")
        assert "<svg" in page
        assert title in page
    assert tc.vertices(karate, report=False).page is None
    assert tc.vertices(karate, top=3).page is not None


@pytest.mark.usefixtures("notebook")
def test_what_has_no_report_has_no_figures(karate: Path) -> None:
    assert tc.vertices(karate, through=[1, 2]).page is None
    assert tc.vertices(karate, by_column=True).page is None


def test_elsewhere_they_do_not(karate: Path) -> None:
    assert tc.vertices(karate).page is None
    assert "iframe" not in tc.vertices(karate)._repr_html_()


@pytest.mark.parametrize("module", [None, types.SimpleNamespace(get_ipython=lambda: None)])
def test_ipython_without_a_kernel(
    module: object, karate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if module is not None:
        monkeypatch.setitem(sys.modules, "IPython", module)
    assert tc.vertices(karate).page is None


def test_report(karate: Path, tmp_path: Path) -> None:
    report = tc.report(karate)
    assert framed(report._repr_html_()) == report.html
    assert "Chordless cycles" in report.html
    report.save(tmp_path / "saved.html")
    tc.report(karate, tmp_path / "written.html")
    assert (tmp_path / "saved.html").read_text(encoding="utf-8") == report.html
    assert (tmp_path / "written.html").read_text(encoding="utf-8").startswith(report.html[:100])
    assert tc.report((["ann", "tom", "joe"], ["tom", "joe", "ann"])).html


def test_sheets(karate: Path) -> None:
    for found in (
        tc.count(karate),
        tc.info(karate),
        tc.is_chordal(karate),
        tc.vertices(karate, stats=True),
        tc.census(([0], [1])),
        tc.estimate(vertices=1, edges=1),
        tc.devices(),
    ):
        shown = found._repr_html_()
        assert shown.startswith("<table>")
        assert "None" not in shown
    assert "records 78" in tc.count(karate)._repr_html_()
