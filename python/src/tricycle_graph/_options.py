"""Options, under the names that they have on the command line."""

from __future__ import annotations

from typing import Literal, TypedDict

Engine = Literal["auto", "cpu", "cuda"]
Order = Literal["auto", "degree", "average-degree", "degeneracy", "id"]


class ReadOptions(TypedDict, total=False):
    """How a file is read."""

    format: str
    columns: tuple[str | int, str | int]
    header: Literal["auto", "yes", "no"]


class RunOptions(TypedDict, total=False):
    """How an answer is found."""

    threads: int
    memory: int | str
    engine: Engine
    method: str
    order: Order


class CountOptions(ReadOptions, RunOptions, total=False):
    """Options of count."""


def flags(options: dict[str, object]) -> list[str]:
    """Return options as flags of the command: what is None or False is left out."""
    words: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif isinstance(value, list | tuple):
            words.append(f"{flag}={','.join(map(str, value))}")
        else:
            words.append(f"{flag}={value}")
    return words
