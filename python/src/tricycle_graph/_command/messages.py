"""What the command says while it works, as objects."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]
Progress = Callable[[str, int, int], object]


class Messages:
    """Reads the lines of `--messages json` as they come.

    `progress` is called with the phase, how much of it is done, and of how much; 0 where that
    is not known. All other messages are kept in `kept`. `plain` is text that is no message:
    what the Go runtime says when it crashes.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        """Begin with nothing."""
        self._progress = progress
        self.kept: list[Message] = []
        self.plain = ""

    def take(self, line: bytes) -> None:
        """Take one line."""
        try:
            message = json.loads(line)
        except ValueError:
            self.plain += line.decode(errors="replace")
            return
        if "progress" not in message:
            self.kept.append(message)
        elif self._progress is not None:
            now = message["progress"]
            self._progress(now["phase"], now["done"], now["total"])

    def error(self) -> Message | None:
        """Return why there is no answer: the first error of several files."""
        return next((m["error"] for m in self.kept if "error" in m), None)
