"""Command lines for a process that stays: `tricycle serve`.

There is one for the process, started when it is first needed. It ends with this process, for
its standard input ends then. A fork begins one of its own.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from .frames import Kind
from .messages import Messages
from .process import finish
from .scope import cancellable
from .session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .messages import Progress
    from .process import Reply
    from .session import Call


class _Current:
    """The session of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._session: Session | None = None

    def begin(self, args: Sequence[str]) -> Call:
        """Begin a call; start a session where there is none, or none that lives."""
        with self._lock:
            if self._session is None or not self._session.lives():
                self._session = Session()
            session = self._session
        return session.begin(args)

    def forget(self) -> None:
        """Begin anew in a fork: the lock may be held by a thread that is not there."""
        self.__init__()  # type: ignore[misc]


_current = _Current()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_current.forget)


def run(args: Sequence[str], *, progress: Progress | None = None, quiet: bool = False) -> Reply:
    """Do as `process.run` does, in the process that stays.

    Paths on the command line must be absolute: it may have started in another folder.

    Raises:
        TricycleError: of the class that tells what went wrong.

    """
    said = Messages(progress)
    printed: list[bytes] = []
    call = _current.begin(args)
    try:
        with cancellable(call):
            code = _listen(call, said, printed)
    except BaseException:
        call.abandon()
        raise
    return finish(code, b"".join(printed), said, quiet=quiet)


def _listen(call: Call, said: Messages, printed: list[bytes]) -> int:
    while True:
        frame = call.next()
        match frame.kind:
            case Kind.OUTPUT:
                printed.append(frame.body)
            case Kind.MESSAGE:
                said.take(frame.body)
            case Kind.END:
                return int.from_bytes(frame.body, "little")
