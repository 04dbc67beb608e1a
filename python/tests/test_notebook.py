"""The notebook runs from above to below, and shows what it showed when it was kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

PROJECT = Path(__file__).resolve().parents[1]
LARGE = 8 << 10  # characters of HTML that are not kept: pages with pictures


def shown(notebook: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - nbformat has no types
    """Return what each output says as text."""
    return [
        (cell.id, output.get("text") or output.get("data", {}).get("text/plain", ""))
        for cell in notebook.cells
        for output in cell.get("outputs", ())
    ]


@pytest.mark.slow
def test_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    pytest.importorskip("ipykernel")
    pytest.importorskip("networkx")
    pytest.importorskip("pandas")
    monkeypatch.setenv("PYTHONPATH", str(PROJECT / "src"))
    path = PROJECT / "examples" / "walk.ipynb"
    notebook = nbformat.read(path, as_version=4)
    kept = shown(notebook)
    resources = {"metadata": {"path": tmp_path}}
    nbclient.NotebookClient(
        notebook, timeout=120, record_timing=False, resources=resources
    ).execute()
    if not request.config.getoption("--update"):
        assert shown(notebook) == kept, "look at it with pytest --update, and keep it"
        return
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            page = output.get("data", {}).get("text/html", "")
            if len(page) > LARGE:
                del output["data"]["text/html"]
    notebook.metadata.pop("language_info", None)
    nbformat.write(notebook, path)
