"""One command line as a process of its own."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

from ._binary import binary
from ._errors import (
    DeviceError,
    InputError,
    MemoryLimitError,
    PartialResult,
    TricycleError,
    UsageError,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130


@dataclass
class Reply:
    """What came of a command line."""

    stdout: bytes
    messages: list[dict[str, Any]] = field(default_factory=list)

    def json(self) -> Any:  # noqa: ANN401
        """Return the object that was printed."""
        return json.loads(self.stdout)


def run(args: Sequence[str], stdout: IO[bytes] | int = subprocess.PIPE) -> Reply:
    """Run a command line to its end.

    Raises:
        TricycleError: of the class that its exit code stands for.

    """
    command = [binary(), *args, "--messages", "json"]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE
    ) as child:
        try:
            out, said = child.communicate()
        except BaseException:
            child.terminate()
            raise
    messages = [json.loads(line) for line in said.splitlines()]
    if child.returncode != 0:
        raise failure(child.returncode, messages, said)
    return Reply(out or b"", messages)


def failure(code: int, messages: Sequence[dict[str, Any]], said: bytes) -> BaseException:
    """Return the exception for a command that failed."""
    if code == INTERRUPTED:
        return KeyboardInterrupt()
    told: dict[str, Any] = next((m["error"] for m in messages if "error" in m), {})
    text = told.get("message") or said.decode(errors="replace").strip() or f"exit code {code}"
    match code:
        case 2:
            return UsageError(text)
        case 3:
            return InputError(text, told.get("file", ""), told.get("line"))
        case 4:
            return MemoryLimitError(text, told.get("need"), told.get("limit"))
        case 5:
            return PartialResult(text)
    return DeviceError(text) if told.get("kind") == "device" else TricycleError(text)
