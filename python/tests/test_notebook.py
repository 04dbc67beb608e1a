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


@pytest.mark.slow
@pytest.mark.parametrize("graph", ["'grid.tcsr'", "grid"], ids=["process", "serve"])
def test_interrupting_the_kernel_ends_the_cell_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, graph: str
) -> None:
    pytest.importorskip("ipykernel")
    start = pytest.importorskip("jupyter_client.manager").start_new_kernel
    monkeypatch.setenv("PYTHONPATH", str(PROJECT / "src"))
    kernel, client = start(kernel_name="python3", cwd=str(tmp_path))

    def interrupt(message: dict[str, Any]) -> None:
        if "searching" in message["content"].get("text", ""):
            kernel.interrupt_kernel()

    def run(*lines: str) -> dict[str, Any]:
        reply = client.execute_interactive("\n".join(lines), timeout=60, output_hook=interrupt)
        answer: dict[str, Any] = reply["content"]
        return answer

    try:
        begun = run(
            "import tricycle_graph as tc",
            "grid = tc.generate('grid', rows=30, cols=30)  # more cycles than could be counted",
            "tc.convert(grid, 'grid.tcsr')",
            "def say(*_): print('searching', flush=True)",
        )
        assert begun["status"] == "ok"
        stopped = run(f"tc.count_cycles({graph}, method='dfs', progress=say)")
        assert stopped["ename"] == "KeyboardInterrupt"
        assert run(f"assert tc.count({graph}) == 0")["status"] == "ok"
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)
