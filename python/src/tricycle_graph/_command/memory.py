"""Files in memory, through which data goes to the command and comes back."""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self


class MemoryFile:
    """A file that nobody else finds, which the command opens by its `path`.

    It lives in memory on Linux, and in the folder for temporary files elsewhere. One that is too
    large for memory lives in a `folder`, on Linux without a name, so that it goes with the process.
    """

    def __init__(self, name: str, folder: str | None = None) -> None:
        """Make an empty file; `name` is for who lists the open files of the process."""
        self._fd, self._named, self._owner = -1, "", os.getpid()
        if sys.platform == "linux" and folder is None:
            # A sandbox may not have it, nor a Python that was built for an old C library.
            with contextlib.suppress(OSError, AttributeError):
                self._fd = os.memfd_create(name)
        if self._fd >= 0 and not self._numbered():
            os.close(self._fd)  # without /proc, nothing has a name that the command could open
            self._fd = -1
        if self._fd < 0:
            self._fd, self._named = tempfile.mkstemp(prefix="tricycle-", dir=folder)
            if folder is not None and sys.platform == "linux" and self._numbered():
                Path(self._named).unlink()
                self._named = ""

    def _numbered(self) -> bool:
        """Tell whether the command finds the file by its descriptor."""
        return Path(f"/proc/self/fd/{self._fd}").exists()

    @property
    def path(self) -> str:
        """What the command opens, while this process holds the file open.

        A process that was forked has a path of its own, so ask when it is needed.
        """
        # /proc may be that of another namespace of processes, where getpid names a stranger.
        return self._named or f"/proc/{Path('/proc/self').readlink()}/fd/{self._fd}"

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._fd

    def size(self) -> int:
        """Return the length in bytes."""
        with self._current() as fd:
            return os.fstat(fd).st_size

    def map(self, length: int | None = None) -> mmap.mmap | bytes:
        """Map all of it; with a length, make it so long before, to be written."""
        with self._current() as fd:
            if length is not None:
                os.ftruncate(fd, length)
            if os.fstat(fd).st_size == 0:
                return b""
            access = mmap.ACCESS_READ if length is None else mmap.ACCESS_WRITE
            return mmap.mmap(fd, 0, access=access)

    @contextlib.contextmanager
    def _current(self) -> Iterator[int]:
        """Give a descriptor of what is there now: commands replace files that have names."""
        if not self._named:
            yield self._fd
            return
        fd = os.open(self._named, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            yield fd
        finally:
            os.close(fd)

    def close(self) -> None:
        """Let go of it. What was mapped stays until nobody uses it."""
        fd, self._fd = self._fd, -1
        named, self._named = self._named, ""
        if fd >= 0:
            os.close(fd)
        if named and self._owner == os.getpid():
            with contextlib.suppress(OSError):  # Windows keeps what is mapped
                Path(named).unlink()

    def __enter__(self) -> Self:
        """Return the file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def __del__(self) -> None:
        """Close what nobody closed."""
        self.close()
