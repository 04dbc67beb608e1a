"""The archive for a cluster: what is in it works where nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tricycle_graph._command.binary import binary
from tricycle_graph._pack import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="executors are of Linux")


def test_package_and_command_work_unpacked(tmp_path: Path) -> None:
    archive = tmp_path / "tricycle.tar.gz"
    assert main(["pack-spark", "-o", str(archive)]) == 0
    assert os.listdir(tmp_path) == [archive.name]  # noqa: PTH208
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path / "tricycle", filter="data")
    code = (
        "import tricycle_graph as tc; from tricycle_graph._command.binary import binary;"
        "print(int(tc.count(([0, 1, 2], [1, 2, 0]))), binary(), tc.__file__)"
    )
    around = {k: v for k, v in os.environ.items() if k != "TRICYCLE_BINARY"}
    around |= {"PYTHONPATH": "./tricycle", "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=around, check=True, capture_output=True
    ).stdout.decode()
    triangles, command, package = told.split()
    assert triangles == "1"
    assert Path(command) == tmp_path / "tricycle" / "bin" / "tricycle"
    assert Path(package).is_relative_to(tmp_path)
    again = tmp_path / "again.tar.gz"
    assert main(["pack-spark", "--output", str(again), "--binary", binary()]) == 0
    assert again.read_bytes() == archive.read_bytes()


def test_other_programs_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh")
    output = tmp_path / "out.tar.gz"
    assert main(["pack-spark", "-o", str(output), "--binary", str(script)]) == 2
    assert "is no program of Linux" in capsys.readouterr().err
    assert main(["pack-spark", "-o", str(output), "--binary", str(tmp_path / "none")]) == 2
    assert not output.exists()


@pytest.mark.parametrize("output", ["/", "", "."])
def test_output_is_no_folder(output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack-spark", "-o", output]) == 2
    assert "is a folder: name a file" in capsys.readouterr().err
