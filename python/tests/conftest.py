"""What all tests share: the command under test, and graphs."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for the files that tests compare with."""
    parser.addoption("--update", action="store_true", help="write the expected files anew")


def pytest_configure(config: pytest.Config) -> None:
    """Build the command, unless TRICYCLE_BINARY names one or an installed wheel has its own."""
    # A shell without job control has programs in the background ignore Ctrl-C, which tests send.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    import tricycle_graph

    of_checkout = CHECKOUT / "python" / "src" in Path(tricycle_graph.__file__).resolve().parents
    if not of_checkout:
        return
    os.environ["PYTHONPATH"] = str(CHECKOUT / "python" / "src")  # for programs that tests start
    if os.environ.get("TRICYCLE_BINARY"):
        return
    import hatch_target

    target = hatch_target.chosen()
    assert config.cache is not None
    binary = config.cache.mkdir("tricycle") / target.command
    hatch_target.build(target, binary)
    os.environ["TRICYCLE_BINARY"] = str(binary)


@pytest.fixture(scope="session")
def karate() -> Path:
    """Return Zachary's karate club: 34 vertices, 78 edges, 45 triangles."""
    return CHECKOUT / "examples" / "karate.mtx"


@pytest.fixture(scope="session")
def real_graphs() -> Path:
    """Return the folder of real graphs, and skip the test where there is none, as Go's tests do."""
    named = os.environ.get("TRICYCLE_DATA")
    folder = Path(named) if named else CHECKOUT.parent / "shared" / "data"
    if not (folder / "MANIFEST.tsv").is_file():
        pytest.skip(f"no folder of real graphs at {folder} (set TRICYCLE_DATA)")
    return folder
