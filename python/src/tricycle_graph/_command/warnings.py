"""What the command says of its work, as warnings of Python."""

from __future__ import annotations

import sys
import warnings
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from tricycle_graph._errors import CleaningWarning, TricycleWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Where a call is carried out in another thread, the thread that called warns.
later: ContextVar[list[Mapping[str, Any]] | None] = ContextVar("tricycle-warnings", default=None)


def warn(messages: Iterable[Mapping[str, Any]]) -> None:
    """Warn of what messages say, at the line that called this package."""
    if (kept := later.get()) is not None:
        kept.extend(messages)
        return
    for message in messages:
        if "warning" in message:
            warnings.warn(message["warning"]["message"], TricycleWarning, _caller())
        elif "cleaning" in message and (text := _lost(message["cleaning"])):
            warnings.warn(text, CleaningWarning, _caller())


def _lost(cleaning: Mapping[str, Any]) -> str:
    """Return what cleaning took away, or nothing. An edge in both directions loses nothing."""
    lost = []
    if loops := cleaning["loops"]:
        lost.append(f"dropped {loops:,} loops")
    if duplicates := cleaning["duplicates"]:
        lost.append(f"merged {duplicates:,} duplicates")
    return " and ".join(lost)


def _caller() -> int:
    """Return the level of the first caller outside this package, as warnings count them."""
    passed = {__name__.partition(".")[0], "contextlib"}
    frame, level = sys._getframe(1), 1  # noqa: SLF001 - as warnings.warn itself does
    while frame.f_back and str(frame.f_globals.get("__name__")).partition(".")[0] in passed:
        frame, level = frame.f_back, level + 1
    return level
