"""What is exchanged with one process of `tricycle serve`."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import threading
import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from tricycle_graph._errors import TOO_LONG, KilledError, UsageError, VersionError, failure

from . import frames
from .binary import binary
from .child import Child
from .frames import LARGEST, PROTOCOL, Frame, Kind
from .memory import MemoryFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tricycle_graph._errors import TricycleError

# So many calls are worked on at once, so that a long one does not hold up all others. What
# memory they have together is for who makes them to say, as it is of processes side by side.
CALLS = 4
PATIENCE = 5.0  # seconds in which a call that was cancelled ends
_MOST = 512  # calls that are begun; the others wait here
_NUMBERS = 1 << 32
_BUFFER = 1 << 18


class Session:
    """A process that answers calls of any threads."""

    def __init__(self) -> None:
        """Start it."""
        self._crash = MemoryFile("tricycle-crash")  # what a crash says, and else nothing
        self._child = Child(
            ["serve", "--stdio", f"--calls={CALLS}"],
            stdin=subprocess.PIPE,
            stderr=self._crash.fileno(),
            alone=True,  # Ctrl-C ends calls, and not a GPU that is open
        )
        self._writing = threading.Lock()
        self._lock = threading.Lock()
        self._room = threading.BoundedSemaphore(_MOST)
        self._calls: dict[int, Call] = {}
        self._last = 0
        self._greeted = False
        self._ending = False  # nothing is read any more
        self._refused = ""
        self._why: tuple[int, str] | None = None  # it is over: the exit code, and a last word
        threading.Thread(target=self._read, name="tricycle-serve", daemon=True).start()
        self._write(Kind.HELLO, 0, _json({"protocol": PROTOCOL}))

    def lives(self) -> bool:
        """Tell whether it can take calls."""
        return not self._ending and self._child.running()

    def begin(self, args: Sequence[str]) -> Call:
        """Begin a call.

        Raises:
            UsageError: the command line is longer than a frame, which would end the session.

        """
        body = _json({"args": list(args)})
        if len(body) > LARGEST:
            raise UsageError(TOO_LONG)
        self._room.acquire()
        with self._lock:
            self._last = self._last % (_NUMBERS - 1) + 1
            call = Call(self, self._last)
            self._calls[call.number] = call
            if self._why is not None:
                self._drop(call)
        self._write(Kind.CALL, call.number, body)
        return call

    def cancel(self, number: int) -> None:
        """Ask for the end of a call, which may have ended."""
        self._write(Kind.CANCEL, number)

    def kill(self) -> None:
        """End the process, and with it all calls."""
        self._child.end()

    def failure(self) -> TricycleError:
        """Return why it is over."""
        code, text = self._why or (0, "")
        if self._refused or not self._greeted:
            message = f"the tricycle command that was found is of another version: {binary()}"
            return VersionError(f"{message}: {self._refused or text}")
        if code < 0:
            return failure(code, None, text, None)
        message = f"the tricycle process that answers calls has ended, with exit code {code}"
        return KilledError(f"{message}: {text}" if text else message)

    def _write(self, kind: Kind, number: int, body: bytes = b"") -> None:
        # Where the process is gone, the thread that reads tells all calls.
        with self._writing, contextlib.suppress(OSError, ValueError):
            frames.write(self._child.stdin, Frame(kind, number, body))

    def _read(self) -> None:
        try:
            with io.BufferedReader(self._child.stdout, _BUFFER) as file:
                while not self._refused and (frame := frames.read(file)) is not None:
                    self._take(frame)
        except Exception as error:  # noqa: BLE001 - it is told to all calls
            self._refused = f"{type(error).__name__}: {error}"
        self._ending = True
        code = self._child.end()
        with self._writing:
            self._child.close()
        text = bytes(self._crash.map()).decode(errors="replace").strip()
        self._crash.close()
        with self._lock:
            self._why = code, text
            for call in list(self._calls.values()):
                self._drop(call)

    def _take(self, frame: Frame) -> None:
        if frame.kind == Kind.HELLO:
            spoken = json.loads(frame.body)["protocol"]
            if spoken != PROTOCOL:
                self._refused = f"it speaks protocol {spoken}, and this package {PROTOCOL}"
            self._greeted = True
        elif frame.call == 0 and frame.kind == Kind.MESSAGE:
            self._refused = json.loads(frame.body)["error"]["message"]
        elif (call := self._calls.get(frame.call)) is not None:
            call.said.put(frame)
            if frame.kind == Kind.END:
                with self._lock:
                    self._drop(call)

    def _drop(self, call: Call) -> None:
        """Forget a call: nothing of it comes any more."""
        del self._calls[call.number]
        call.said.put(None)
        self._room.release()


class Call:
    """One call of a session."""

    def __init__(self, session: Session, number: int) -> None:
        """Keep its number."""
        self._session = session
        self.number = number
        self.said: SimpleQueue[Frame | None] = SimpleQueue()  # None is the last
        self._over = False

    def next(self) -> Frame:
        """Wait for the next frame, and return it.

        Raises:
            TricycleError: the process is gone.

        """
        frame = self.said.get()
        if frame is None:
            self._over = True
            raise self._session.failure()
        return frame

    def interrupt(self) -> None:
        """Ask it to end."""
        self._session.cancel(self.number)

    def abandon(self) -> None:
        """End it, and return when it has ended: it may write into files of this process."""
        try:
            self.interrupt()
            end = time.monotonic() + PATIENCE
            while (
                not self._over and self.said.get(timeout=max(0, end - time.monotonic())) is not None
            ):
                pass
        except BaseException as error:
            self._session.kill()
            if not isinstance(error, Empty):
                raise


def _json(what: object) -> bytes:
    return json.dumps(what).encode()
