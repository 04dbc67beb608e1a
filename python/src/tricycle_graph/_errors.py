"""What goes wrong: a class for each kind of error that the command tells of."""

from __future__ import annotations

import errno
import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    _Told = Mapping[str, Any]

ISSUES = "https://github.com/tricycle-graph/tricycle/issues"
TOO_LONG = "the options are longer than a command line may be"
_INTERRUPTED = "the work was cancelled, or tricycle was asked to end by a signal"


class TricycleError(Exception):
    """The command failed. `message` is what it said, `code` its exit code."""

    code = 1

    def __init__(self, message: str) -> None:
        """Keep what was said."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Return what was said."""
        return self.message

    def __repr__(self) -> str:
        """Return the class, what was said and what else is known."""
        facts = {k: v for k, v in vars(self).items() if k != "message" and v is not None}
        told = "".join(f", {k}={v!r}" for k, v in facts.items() if isinstance(v, str | int))
        return f"{type(self).__name__}({self.message!r}{told})"


class InternalError(TricycleError):
    """The command made a mistake of its own. Please report it; `stack` says where it was."""

    def __init__(self, message: str, stack: str | None = None) -> None:
        """Keep the stack, and ask for a report."""
        super().__init__(message)
        self.stack = stack

    def __str__(self) -> str:
        """Return what was said, a request to report it, and the stack."""
        told = f"{self.message}\nPlease report this at {ISSUES}."
        return f"{told}\n{self.stack}" if self.stack else told


class KilledError(TricycleError):
    """The process of the command was killed by `signal`, or is gone, while it worked."""

    def __init__(self, message: str, signal: int | None = None) -> None:
        """Keep the signal."""
        super().__init__(message)
        self.signal = signal


class VersionError(TricycleError):
    """The command that was found is of another version than this package, or another program."""


class DeviceError(TricycleError, RuntimeError):
    """A GPU cannot be used, or failed."""


class UsageError(TricycleError, ValueError):
    """An option is unknown, or does not go with another."""

    code = 2


class InputError(TricycleError, ValueError):
    """The input is missing or malformed; `file` and `line` say where, as far as that is known."""

    code = 3

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        """Keep where it is malformed."""
        super().__init__(message)
        self.file = file
        self.line = line


class MemoryLimitError(TricycleError, MemoryError):
    """The work does not fit `limit` bytes; `need` bytes would do. Either may be unknown."""

    code = 4

    def __init__(self, message: str, need: int | None = None, limit: int | None = None) -> None:
        """Keep the sizes."""
        super().__init__(message)
        self.need = need
        self.limit = limit


class DiskFullError(TricycleError, OSError):
    """The disk has no room: `folder` needs `need` bytes and has `free`, as far as is known."""

    code = 4

    def __init__(
        self,
        message: str,
        folder: str | None = None,
        need: int | None = None,
        free: int | None = None,
    ) -> None:
        """Keep the sizes."""
        super().__init__(message)
        self.errno = errno.ENOSPC
        self.folder = folder
        self.need = need
        self.free = free


class PartialResult(TricycleError):  # noqa: N818 - it is no mistake, and has a result
    """A limit that was asked for ended the work: `stopped_by` names it.

    `partial` is what was found until then.
    """

    code = 5

    def __init__(
        self,
        message: str,
        partial: Any = None,  # noqa: ANN401 - what the function would have returned
        stopped_by: str | None = None,
    ) -> None:
        """Keep what was found."""
        super().__init__(message)
        self.partial = partial
        self.stopped_by = stopped_by


class Interrupted(TricycleError):  # noqa: N818 - somebody wished it
    """Somebody else asked the command to end, or the call was cancelled."""

    code = 130


class TricycleWarning(UserWarning):
    """Something is missing from an answer, or else good to know."""


class CleaningWarning(TricycleWarning):
    """Cleaning left something out, or merged it."""


def failure(code: int, told: _Told | None, text: str, partial: object) -> TricycleError:
    """Return the exception for a command that ended with an exit code that is not 0.

    `told` is the object that says what went wrong, and `text` whatever else the command
    wrote. A negative code is that of a signal.
    """
    if code < 0:
        return _killed(-code, text)
    if told is None and code == Interrupted.code:  # it did not even begin
        return Interrupted(_INTERRUPTED)
    if told is None and "unknown flag: --messages" in text:
        message = f"the tricycle command that was found is of an older version: {text.strip()}"
        return VersionError(message)
    if told is None:
        message = f"the tricycle process ended with exit code {code} and did not say why"
        return InternalError(message, text or None)
    make = _KINDS.get(told["kind"], _other)
    return make(told["message"], told, partial)


def _other(message: str, told: _Told, _: object) -> TricycleError:
    stack = told.get("stack")
    return InternalError(message, stack) if stack else TricycleError(message)


_KINDS: dict[str, Callable[[str, _Told, object], TricycleError]] = {
    "usage": lambda message, *_: UsageError(message),
    "input": lambda message, told, _: InputError(message, told.get("file"), told.get("line")),
    "memory": lambda message, told, _: MemoryLimitError(
        message, told.get("need"), told.get("limit")
    ),
    "disk": lambda message, told, _: DiskFullError(
        message, told.get("file"), told.get("need"), told.get("limit")
    ),
    "stopped": lambda message, told, partial: PartialResult(
        message, partial, told.get("stopped_by")
    ),
    "interrupted": lambda *_: Interrupted(_INTERRUPTED),
    "device": lambda message, *_: DeviceError(message),
}


def _killed(number: int, text: str) -> KilledError:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    message = f"the tricycle process was killed by {name}"
    if name == "SIGKILL":
        message += ", as the system does when memory runs out; option memory sets a limit"
    if text:
        message += f": {text}"
    return KilledError(message, number)
