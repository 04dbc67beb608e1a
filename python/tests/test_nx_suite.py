"""NetworkX's own tests pass with the backend, and its log says that the backend answered."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scipy")  # NetworkX's tests need it when they compare

if "tricycle" not in nx.utils.backends.backends:
    pytest.skip("NetworkX finds the backend of an installed package", allow_module_level=True)

if TYPE_CHECKING:
    from pathlib import Path

FUNCTIONS = set(nx.utils.backends.backend_info["tricycle"]["functions"])
# Where the functions are tested, or called by others.
MODULES = ["chordal", "cluster", "core", "cycles", "perfect_graph", "structuralholes", "triads"]
# Their tests call first what the backend does not have.
AMONG_OTHERS = {"chordless_cycles", "k_truss"}
# How many tests pass at the least, with fallback and without. Of NetworkX 3.7 these are 9,128 and
# 3,141, and more beside more packages.
LEAST = {True: 9_000, False: 3_000}


@dataclass
class Outcome:
    """What came of a run."""

    passed: int
    left_out: int
    answered: set[str]


def run(folder: Path, modules: list[str], *, fallback: bool) -> Outcome:
    """Run tests of NetworkX as its documentation says; a failure fails this test."""
    log, report = folder / "log.txt", folder / "report.xml"
    env = {**os.environ, "NETWORKX_TEST_BACKEND": "tricycle"}
    env["NETWORKX_FALLBACK_TO_NX"] = "True" if fallback else ""  # "0" would be true
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no"]
    command += [f"--junitxml={report}", f"--log-file={log}", "--log-file-level=DEBUG"]
    ended = subprocess.run(
        [*command, "--pyargs", *modules],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-8000:] + ended.stderr[-2000:]
    (suite,) = ET.parse(report).getroot().iter("testsuite")  # noqa: S314 - pytest wrote it
    tests, left_out = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
    said = log.read_text(errors="replace")
    answered = set(re.findall(r"Using backend 'tricycle' for call to '(\w+)'", said))
    return Outcome(tests - left_out, left_out, answered)


@pytest.mark.slow
def test_with_fallback(tmp_path: Path) -> None:
    modules = [f"networkx.algorithms.tests.test_{name}" for name in MODULES]
    outcome = run(tmp_path, modules, fallback=True)
    assert outcome.passed >= 210
    assert outcome.left_out == 0
    assert outcome.answered == FUNCTIONS


@pytest.mark.slow
def test_without_fallback(tmp_path: Path) -> None:
    modules = [f"networkx.algorithms.tests.test_{name}" for name in MODULES]
    outcome = run(tmp_path, modules, fallback=False)
    assert outcome.passed >= 50  # the others call what the backend does not have
    assert outcome.answered >= FUNCTIONS - AMONG_OTHERS


@pytest.mark.skipif(
    not os.environ.get("TRICYCLE_NETWORKX_SUITE"),
    reason="takes ten minutes: set TRICYCLE_NETWORKX_SUITE to run all tests of NetworkX",
)
@pytest.mark.parametrize(("fallback", "least"), LEAST.items(), ids=["with fallback", "without"])
def test_all(tmp_path: Path, fallback: bool, least: int) -> None:  # noqa: FBT001
    outcome = run(tmp_path, ["networkx"], fallback=fallback)
    assert outcome.passed >= least
    assert outcome.answered >= (FUNCTIONS if fallback else FUNCTIONS - AMONG_OTHERS)
