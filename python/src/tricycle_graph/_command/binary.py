"""Where the tricycle command is."""

from __future__ import annotations

import os
import shutil
import sysconfig
from functools import cache
from pathlib import Path


@cache
def binary() -> str:
    """Return the command that answers: TRICYCLE_BINARY, the wheel's own, or that of PATH.

    Raises:
        FileNotFoundError: there is none.

    """
    named = os.environ.get("TRICYCLE_BINARY")
    if named:
        return named
    name = "tricycle.exe" if os.name == "nt" else "tricycle"
    for folder in _folders():
        if (folder / name).is_file():
            return str(folder / name)
    found = shutil.which(name)
    if found:
        return found
    message = "the tricycle command is neither in the wheel nor on PATH; set TRICYCLE_BINARY"
    raise FileNotFoundError(message)


def _folders() -> list[Path]:
    """Return where pip puts the commands of wheels.

    That is a folder beside the package (`pip install --target`), the environment's folder of
    commands, or the user's (`pip install --user`).
    """
    return [
        Path(__file__).resolve().parents[2] / "bin",
        Path(sysconfig.get_path("scripts")),
        Path(sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user"))),
    ]
