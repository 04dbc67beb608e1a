"""Files in memory, through which data goes to the command and comes back."""

from __future__ import annotations

import mmap
import os
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class MemoryFile:
    """A file that nobody else finds, which the command opens by its `path`.

    It lives in memory on Linux, and in the folder for temporary files elsewhere.
    """

    def __init__(self, name: str) -> None:
        """Make an empty file; `name` is for who lists the open files of the process."""
        self._named = ""
        if hasattr(os, "memfd_create"):
            self._fd = os.memfd_create(name)
            self.path = f"/proc/{os.getpid()}/fd/{self._fd}"
        else:
            self._fd, self._named = tempfile.mkstemp(prefix="tricycle-")
            self.path = self._named

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._fd

    def size(self) -> int:
        """Return the length in bytes."""
        return os.fstat(self._fd).st_size

    def map(self, length: int | None = None) -> mmap.mmap | bytes:
        """Map all of it; with a length, make it so long before, to be written."""
        if length is not None:
            os.ftruncate(self._fd, length)
        if self.size() == 0:
            return b""
        access = mmap.ACCESS_READ if length is None else mmap.ACCESS_WRITE
        return mmap.mmap(self._fd, 0, access=access)

    def close(self) -> None:
        """Let go of it. What was mapped stays until nobody uses it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
        if self._named:
            os.unlink(self._named)
            self._named = ""

    def __enter__(self) -> MemoryFile:
        """Return the file."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def __del__(self) -> None:
        """Close what nobody closed."""
        self.close()
