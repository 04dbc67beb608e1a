"""What goes wrong, by the exit codes of the command."""

from __future__ import annotations

from typing import Any


class TricycleError(Exception):
    """The command failed. `message` is what it said, `code` its exit code."""

    code = 1

    def __init__(self, message: str) -> None:
        """Keep what was said."""
        super().__init__(message)
        self.message = message


class DeviceError(TricycleError, RuntimeError):
    """A GPU cannot be used, or failed."""


class UsageError(TricycleError, ValueError):
    """An option is unknown, or does not go with another."""

    code = 2


class InputError(TricycleError, ValueError):
    """The input is missing or malformed; `file` and `line` say where, as far as that is known."""

    code = 3

    def __init__(self, message: str, file: str = "", line: int | None = None) -> None:
        """Keep where it is malformed."""
        super().__init__(message)
        self.file = file
        self.line = line


class MemoryLimitError(TricycleError, MemoryError):
    """The work does not fit a limit: `need` bytes would do, where that is known."""

    code = 4

    def __init__(self, message: str, need: int | None = None, limit: int | None = None) -> None:
        """Keep the sizes."""
        super().__init__(message)
        self.need = need
        self.limit = limit


class PartialResult(TricycleError):  # noqa: N818 - it is no mistake, and has a result
    """A limit that was asked for ended the work; `partial` is what was found until then."""

    code = 5

    def __init__(self, message: str, partial: Any = None) -> None:  # noqa: ANN401
        """Keep what was found."""
        super().__init__(message)
        self.partial = partial


class CleaningWarning(UserWarning):
    """Cleaning left something out, or merged it."""
