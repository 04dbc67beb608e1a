"""One command line as a process of its own."""

from __future__ import annotations

import contextlib
import io
import json
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tricycle_graph._errors import TricycleError, failure

from .child import Child
from .memory import MemoryFile
from .messages import Messages
from .scope import Scope, cancellable
from .warnings import warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typing_extensions import Buffer

    from .messages import Message, Progress

_PIPE = 1 << 20  # bytes that are read at once


@dataclass
class Reply:
    """What came of a command line."""

    stdout: bytes
    messages: list[Message] = field(default_factory=list)

    def json(self) -> Any:  # noqa: ANN401 - whatever the command prints
        """Return the object that was printed."""
        return json.loads(self.stdout)

    def lines(self) -> list[Any]:
        """Return the objects that were printed, one a line."""
        return [json.loads(line) for line in self.stdout.splitlines()]


def run(args: Sequence[str], *, progress: Progress | None = None, quiet: bool = False) -> Reply:
    """Run a command line to its end, and return what it printed.

    What cleaning took away is warned of, unless `quiet`. `progress` is called in this thread.

    Raises:
        TricycleError: of the class that tells what went wrong.

    """
    said = Messages(progress)
    # Printed into memory and not into a pipe, so that there is one thing to read, the messages.
    with MemoryFile("tricycle-stdout") as printed:
        with (
            Child(["--messages=json", *args], stdout=printed.fileno()) as child,
            cancellable(child),
        ):
            for line in child.said():
                said.take(line)
            code = child.wait()
        out = bytes(printed.map())
    return finish(code, out, said, quiet=quiet)


def finish(code: int, out: bytes, said: Messages, *, quiet: bool = False) -> Reply:
    """Return the reply of a command line that has ended, or raise why there is none."""
    reply = Reply(out, said.kept)
    if code != 0:
        raise failure(code, said.error(), said.plain, reply)
    if not quiet:
        warn(reply.messages)
    return reply


@contextlib.contextmanager
def stream(
    args: Sequence[str],
    scope: Scope | None = None,
    *,
    progress: Progress | None = None,
    quiet: bool = False,
) -> Iterator[io.BufferedReader]:
    """Run a command line, and give a file from which what it prints is read as it comes.

    Leaving the context ends the process, and so does cancelling `scope`, in any thread.
    `progress` is called in another thread.

    Raises:
        TricycleError: on leaving, where all was read and the command has failed.

    """
    said = Messages(progress)
    broken: Exception | None = None
    own = scope or Scope()
    with Child(["--messages=json", *args]) as child, cancellable(child), own.holding(child):
        pipe, listener = _Pipe(child), _Listener(child, said)
        try:
            yield io.BufferedReader(pipe, _PIPE)
        except Exception as error:  # for example what is read breaks off
            if not pipe.ended:
                raise
            broken = error
        finally:
            pipe.close()  # which ends a process that goes on printing
            code = child.wait() if pipe.ended else child.end()
            listener.finish()
    if pipe.ended:
        try:
            finish(code, b"", said, quiet=quiet)
        except TricycleError as error:
            raise error from broken
    elif not quiet:
        warn(said.kept)
    if broken is not None:
        raise broken


class _Pipe(io.RawIOBase):
    """What a process prints; it remembers whether all of it was read."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int | None:
        if self._child.disowned:
            message = "this iterator was begun by another process, which has forked since"
            raise TricycleError(message)
        n = self._child.stdout.readinto(buffer)
        self.ended = n == 0
        return n

    def close(self) -> None:
        self._child.stdout.close()
        super().close()


class _Listener(threading.Thread):
    """Reads what a process says while somebody else reads what it prints."""

    def __init__(self, child: Child, said: Messages) -> None:
        super().__init__(name="tricycle-messages", daemon=True)
        self._child, self._said = child, said
        self._broken: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            for line in self._child.said():
                self._said.take(line)
        except BaseException as error:  # noqa: BLE001 - raised where somebody can catch it
            self._broken = error
            self._child.interrupt()

    def finish(self) -> None:
        """Wait until all is read, and raise what progress has raised."""
        if threading.current_thread() is not self:  # it may collect garbage
            self.join()
        if self._broken is not None:
            raise self._broken
