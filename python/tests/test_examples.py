"""The examples of the docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from typing import TYPE_CHECKING

import pytest

import tricycle_graph as tc

if TYPE_CHECKING:
    from pathlib import Path

MODULES = sorted(m.name for m in pkgutil.walk_packages(tc.__path__, "tricycle_graph."))


@pytest.mark.parametrize("name", ["tricycle_graph", *MODULES])
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"{name} needs {error.name}")
    failed, _ = doctest.testmod(module, extraglobs={"tc": tc})
    assert failed == 0


def test_everything_is_described() -> None:
    for name in tc.__all__:
        assert getattr(tc, name).__doc__, name
    examples = [name for name in tc.__all__ if "Args:" in (getattr(tc, name).__doc__ or "")]
    without = [name for name in examples if ">>>" not in getattr(tc, name).__doc__]
    assert without == ["convert", "estimate"]
