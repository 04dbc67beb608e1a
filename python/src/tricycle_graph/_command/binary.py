"""Where the tricycle command is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from functools import cache
from pathlib import Path

from tricycle_graph._errors import VersionError

_PATIENCE = 10.0  # seconds in which a command tells its version


@cache
def binary() -> str:
    """Return the command that answers: TRICYCLE_BINARY, the wheel's own, or that of PATH.

    Raises:
        FileNotFoundError: there is none. Other kinds of `OSError`: it cannot be started.
        VersionError: what has the name is another program.

    """
    named = os.environ.get("TRICYCLE_BINARY")
    if named:
        return _checked(named, "TRICYCLE_BINARY names")
    name = "tricycle.exe" if os.name == "nt" else "tricycle"
    for folder in _folders():
        if (folder / name).is_file():
            return str(folder / name)
    found = shutil.which(name)
    if found:
        return _checked(found, "PATH has")
    message = "the tricycle command is neither in the wheel nor on PATH; set TRICYCLE_BINARY"
    raise FileNotFoundError(message)


def _checked(path: str, where: str) -> str:
    """Return a path that came from outside the wheel, if it is that of a tricycle command."""
    said = b""
    try:
        said = subprocess.run(
            [path, "version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired:
        pass
    except OSError as error:
        message = f"{where} a program that cannot be started ({error.strerror})"
        raise OSError(error.errno, message, path) from error
    if not said.startswith(b"tricycle "):
        message = f"{where} a program that is not tricycle: {path}"
        raise VersionError(message)
    return path


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
