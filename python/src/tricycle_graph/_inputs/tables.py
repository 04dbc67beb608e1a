"""Tables: anything with `__arrow_c_stream__`, and data frames where there is no pyarrow.

A table goes to the command as a stream of Arrow, of the two columns of ids alone. Which these are
is the command's own decision where nobody says it: it is asked with a table without rows.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tricycle_graph._command.memory import MemoryFile
from tricycle_graph._errors import UsageError

from .arrays import column, edges
from .arrow import Arrow, Polars
from .source import PAIR, Source
from .words import field

if TYPE_CHECKING:
    from collections.abc import Sequence

_INDEX = "__index_level_"  # what pandas calls an index that has no name, as a column
_WEIGHT_NAMES = ("weight", "weights", "wt", "w")


def from_table(x: Any, columns: Sequence[str | int] | None, weights: str | None) -> Source:  # noqa: ANN401
    """Return the edges of a table, a row each.

    Raises:
        TypeError: it is one column, and no table.
        UsageError: a column that is asked for is not there.

    """
    if hasattr(x, "write_ipc_stream"):  # of polars, which needs nobody's help
        return _stream(Polars(x), columns, weights)
    if hasattr(x, "to_frame") and not hasattr(x, "columns"):
        message = f"a {type(x).__name__} is one column: an edge has two ends, so give two, (a, b)"
        raise TypeError(message)
    try:
        import pyarrow as pa  # noqa: PLC0415 - only where there is a table
    except ImportError:
        if hasattr(x, "iloc"):
            return _frame(x, columns, weights)
        message = f"to read a {type(x).__name__}, tricycle_graph needs pyarrow: pip install pyarrow"
        raise ImportError(message) from None
    if not hasattr(x, "iloc"):
        return _stream(Arrow(pa, x), columns, weights)
    x, columns, weights = _of_interest(x, columns, weights)
    try:
        table = Arrow(pa, x if hasattr(x, "__arrow_c_stream__") else pa.Table.from_pandas(x))
    except (pa.ArrowException, TypeError, OverflowError) as error:
        if weights is not None or (columns is None and len(x.columns) != PAIR):
            why = error.__cause__ or error
            message = f"a column of the DataFrame is of no type that Arrow has: {why}"
            if columns is None:
                message += f"; columns= says which two of {_list(list(x.columns))} are wanted"
            raise TypeError(message) from error
        return _frame(x, columns, weights)  # which has integers of any size
    return _stream(table, columns, weights)


def _stream(
    table: Arrow | Polars, columns: Sequence[str | int] | None, weights: str | None
) -> Source:
    all_of = [i for i, name in enumerate(table.names) if not name.startswith(_INDEX)]
    plain = columns is None and len(all_of) == PAIR
    if plain:
        chosen = all_of
    else:
        chosen = _asked(table, all_of) if columns is None else _named(table.names, columns)
    if weights is not None:
        chosen = [*chosen, _weight(table.names, weights)]
    names = _apart([table.names[i] for i in chosen])
    flags = ["--format=arrow"]
    if not plain:
        flags.append("--columns=" + ",".join(map(field, names[:PAIR])))
    if weights is not None:
        flags.append("--weights=" + names[PAIR])
    held = MemoryFile("tricycle-input")
    ids = table.write(held.path, chosen, names)
    return Source(held.path, flags, ids, held)


def _asked(table: Arrow | Polars, all_of: list[int]) -> list[int]:
    """Return the columns that the command takes for the ids, by their names and types."""
    with MemoryFile("tricycle-schema") as schema:
        table.write_schema(schema.path, all_of, _apart([table.names[i] for i in all_of]))
        asked = Source(schema.path, ["--format=arrow"], held=schema)
        reply = asked.run(["info", "--json", *asked.flags, "--", asked.path], quiet=True)
    return [all_of[int(number) - 1] for number in reply.json()["table"]["columns"]]


def _apart(names: Sequence[str]) -> list[str]:
    """Return names of which no two are the same, as tables may have them, and commands do not."""
    found: dict[str, None] = {}
    for name in names:
        number, other = 1, name
        while other in found:
            number += 1
            other = f"{name} ({number})"
        found[other] = None
    return list(found)


def _named(names: Sequence[str], columns: Sequence[str | int]) -> list[int]:
    """Return the places of columns by name or by number from 1; a name wins over a number."""
    if isinstance(columns, str) or not hasattr(columns, "__len__") or len(columns) != PAIR:
        message = f"columns={columns!r}: two columns hold the ids"
        raise UsageError(message)
    found = [_place(names, name) for name in columns]
    if found[0] == found[1]:
        message = f"columns={columns!r}: one column is named twice"
        raise UsageError(message)
    return found


def _of_interest(
    x: Any,  # noqa: ANN401 - its module may lack
    columns: Sequence[str | int] | None,
    weights: str | None,
) -> tuple[Any, Sequence[str | int] | None, str | None]:
    """Return a frame of pandas as pyarrow takes it, and how what is asked for is called there.

    It has no column that nobody asks for, of whatever objects, and no two of one name.
    """
    names = [str(name) for name in x.columns]
    if columns is None:
        apart = _apart(names)
        return (x if apart == names else x.set_axis(apart, axis=1)), None, weights
    chosen = _named(names, columns)
    if weights is not None:
        chosen.append(_weight(names, weights))
    apart = _apart([names[i] for i in chosen])
    frame = x.iloc[:, chosen].set_axis(apart, axis=1)
    return frame, apart[:PAIR], None if weights is None else apart[PAIR]


def _frame(x: Any, columns: Sequence[str | int] | None, weights: str | None) -> Source:  # noqa: ANN401
    """Return the edges of a frame of pandas, without pyarrow."""
    names = [str(name) for name in x.columns]
    if weights is not None:
        message = "for weights of a frame, tricycle_graph needs pyarrow: pip install pyarrow"
        raise ImportError(message)
    if columns is None and len(names) != PAIR:
        message = f"without pyarrow, columns= says which two of {_list(names)}"
        raise UsageError(message)
    src, dst = (0, 1) if columns is None else _named(names, columns)
    return edges(*(column(x.iloc[:, i].to_numpy(), names[i]) for i in (src, dst)))


def _place(names: Sequence[str], wanted: str | int) -> int:
    name = str(wanted)
    if Counter(names)[name] > 1:
        message = f"{wanted!r} is the name of several columns: say which by a number from 1 on"
        raise UsageError(message)
    if name in names:
        return list(names).index(name)
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    message = f"there is no column {wanted!r}, but there are {_list(names)}"
    raise UsageError(message)


def _weight(names: Sequence[str], wanted: str) -> int:
    if wanted != "auto":
        return _place(names, wanted)
    for place, name in enumerate(names):
        if name.lower() in _WEIGHT_NAMES:
            return place
    message = f"weights='auto': no column is called weight, but there are {_list(names)}"
    raise UsageError(message)


def _list(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))
