"""Options on their way to the command line."""

from __future__ import annotations

import datetime as dt
import difflib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILES = {"checkpoint", "positions", "report", "resume", "spy", "tmpdir", "trace"}


def check(function: str, known: type, options: Mapping[str, object]) -> None:
    """Refuse options that a function does not have, and progress that nobody can call.

    Raises:
        TypeError: there is one, and perhaps another was meant; or progress= is no function.

    """
    names = known.__annotations__
    for name in options:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            message = f"{function}() has no option {name!r}{meant}"
            raise TypeError(message)
    progress = options.get("progress")
    if progress is not None and not callable(progress):
        message = f"{function}(progress=) takes a function, not {type(progress).__name__}"
        raise TypeError(message)


def flags(options: Mapping[str, Any]) -> list[str]:
    """Return options as flags of the command: what is None or False is left out."""
    words: list[str] = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            if name in _FILES:
                message = f"{name}=True: name a file"
                raise UsageError(message)
            words.append(f"{flag}=true")  # for one that is no switch would take the next word
        elif name == "through":
            words += [f"{flag}={vertex}" for vertex in value]
        else:
            words.append(f"{flag}={_word(name, value)}")
    return words


def _word(name: str, value: Any) -> str:  # noqa: ANN401 - what the option is
    if name in _FILES:
        path: str = os.fspath(value)
        return os.path.abspath(path)
    if isinstance(value, dt.timedelta):
        value = value.total_seconds()
    if name == "timeout" and not isinstance(value, str):
        return f"{value:.9f}s"
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return ",".join(map(str, value))
    return str(value)
