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
    shipped = Path(sysconfig.get_path("scripts")) / name
    if shipped.is_file():
        return str(shipped)
    found = shutil.which(name)
    if found:
        return found
    message = "the tricycle command is neither in the wheel nor on PATH; set TRICYCLE_BINARY"
    raise FileNotFoundError(message)
