"""How calls that wait become such that can be awaited."""

from __future__ import annotations

import asyncio
import functools
import os
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ._command.scope import Scope, current
from ._command.warnings import later, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from contextvars import Context

P = ParamSpec("P")
R = TypeVar("R")


@functools.cache
def _threads() -> ThreadPoolExecutor:
    """Return threads of our own: those of asyncio are few, and others wait for them."""
    return ThreadPoolExecutor(max(4, os.cpu_count() or 1), "tricycle-await")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)


def context_of(scope: Scope, kept: list[Any]) -> Context:
    """Return this context, with a scope, and a list for what there is to warn of."""
    context = copy_context()
    context.run(current.set, scope)
    context.run(later.set, kept)
    return context


def in_loop(options: dict[str, Any]) -> dict[str, Any]:
    """Return options whose `progress` is called by the loop, and not in another thread."""
    progress = options.get("progress")
    if progress is None:
        return options
    loop = asyncio.get_running_loop()
    return {**options, "progress": functools.partial(loop.call_soon_threadsafe, progress)}


def awaitable(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Return a function that does the same where it is awaited.

    Cancelling it ends the work of the command, and waits until it has ended.
    """

    @functools.wraps(function)
    async def call(*args: P.args, **options: P.kwargs) -> R:
        scope, kept = Scope(), list[Any]()
        work_of = functools.partial(function, *args, **in_loop(options))
        begun = _threads().submit(context_of(scope, kept).run, work_of)
        work = asyncio.wrap_future(begun)
        try:
            await asyncio.wait({work})
        except asyncio.CancelledError:
            scope.cancel()
            begun.cancel()
            await asyncio.wait({work})
            if not work.cancelled():
                work.exception()  # which nobody wants any more
            raise
        warn(kept)
        return work.result()

    return call
