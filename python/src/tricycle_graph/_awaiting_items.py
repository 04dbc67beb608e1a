"""How iterators that wait become asynchronous ones."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from ._awaiting import context_of, in_loop
from ._command.scope import Scope
from ._command.warnings import warn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator

P = ParamSpec("P")
T = TypeVar("T")


def asynchronous(
    ahead: int,
) -> Callable[[Callable[P, Iterator[T]]], Callable[P, AsyncGenerator[T, None]]]:
    """Return what makes of a function that returns an iterator an asynchronous one.

    So many items `ahead` are kept for who asks next. Cancelling who waits for an item ends the
    work, as `aclose()` does.
    """

    def of(function: Callable[P, Iterator[T]]) -> Callable[P, AsyncGenerator[T, None]]:
        @functools.wraps(function)
        def begin(*args: P.args, **options: P.kwargs) -> AsyncGenerator[T, None]:
            return _items(functools.partial(function, *args, **options), ahead)

        return begin

    return of


async def _items(begin: functools.partial[Iterator[T]], ahead: int) -> AsyncGenerator[T, None]:
    options = in_loop(begin.keywords)
    pump = _Pump(functools.partial(begin.func, *begin.args, **options), ahead)
    try:
        while some := await pump.some():
            for item in some:
                yield item
        warn(pump.kept)
    finally:
        await pump.end()


class _Pump(threading.Thread, Generic[T]):
    """Fetches items from an iterator that waits, in a thread of its own."""

    def __init__(self, begin: Callable[[], Iterator[T]], ahead: int) -> None:
        super().__init__(name="tricycle-items", daemon=True)
        self._begin = begin
        self._loop = asyncio.get_running_loop()
        self._found: deque[T] = deque()
        self._room = threading.Semaphore(ahead)
        self._news = asyncio.Event()
        self._waiting = False  # somebody waits for news
        self._closed = False
        self._over = False
        self._error: BaseException | None = None
        self._scope = Scope()
        self.kept: list[Any] = []  # what there is to warn of
        self._context = context_of(self._scope, self.kept)
        self.start()

    def run(self) -> None:
        try:
            self._context.run(self._fetch)
        except BaseException as error:  # noqa: BLE001 - raised where somebody can catch it
            self._error = error
        self._over = True
        self._tell()

    def _fetch(self) -> None:
        items: Any = self._begin()
        with contextlib.closing(items):
            for item in items:
                self._room.acquire()
                if self._closed:
                    return
                self._found.append(item)
                if self._waiting:
                    self._tell()

    def _tell(self) -> None:
        self._waiting = False
        with contextlib.suppress(RuntimeError):  # nobody is left in a loop that is closed
            self._loop.call_soon_threadsafe(self._news.set)

    async def _wait(self) -> None:
        """Wait for news, if there are none."""
        self._news.clear()
        self._waiting = True
        if not self._over and (self._closed or not self._found):
            await self._news.wait()

    async def some(self) -> list[T]:
        """Return items that were found; none when there are no more."""
        while not self._found and not self._over:
            await self._wait()
        some = []
        while self._found:
            some.append(self._found.popleft())
            self._room.release()
        if not some and self._error is not None:
            raise self._error
        return some

    async def end(self) -> None:
        """End the work, and wait until it has ended."""
        self._closed = True
        self._scope.cancel()
        self._room.release()
        while not self._over:
            await self._wait()
