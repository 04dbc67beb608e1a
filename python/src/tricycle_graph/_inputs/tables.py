"""Tables: anything with `__arrow_c_stream__`, and data frames where there is no pyarrow.

A table goes to the command as a stream of Arrow, of the two columns of ids alone. Which these are
is the command's own decision where nobody says it: it is asked with a table without rows.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tricycle_graph._command.memory import MemoryFile
from tricycle_graph._errors import UsageError

from .arrays import column, edges
from .source import Source
from .words import field

if TYPE_CHECKING:
    from collections.abc import Sequence

_PAIR = 2
_INDEX = "__index_level_"  # what pandas calls an index that has no name, as a column
_WEIGHT_NAMES = ("weight", "weights", "wt", "w")


def from_table(x: Any, columns: Sequence[str | int] | None, weights: str | None) -> Source:  # noqa: ANN401
    """Return the edges of a table, a row each."""
    if hasattr(x, "write_ipc_stream"):  # of polars, which needs nobody's help
        return _stream(_Polars(x), columns, weights)
    try:
        import pyarrow as pa  # noqa: PLC0415 - only where there is a table
    except ImportError:
        if hasattr(x, "iloc"):
            return _frame(x, columns, weights)
        message = f"to read a {type(x).__name__}, tricycle_graph needs pyarrow: pip install pyarrow"
        raise ImportError(message) from None
    if hasattr(x, "iloc") and columns is not None:
        x, columns, weights = _of_interest(x, columns, weights)
    if not hasattr(x, "__arrow_c_stream__"):
        return _stream(_Arrow(pa, pa.Table.from_pandas(x)), columns, weights)
    return _stream(_Arrow(pa, x), columns, weights)


class _Arrow:
    """A stream of Arrow, by pyarrow."""

    def __init__(self, pa: Any, x: Any) -> None:  # noqa: ANN401 - modules and tables may lack
        """Begin to read it."""
        self._pa = pa
        self._reader = pa.RecordBatchReader.from_stream(x)
        self.names: list[str] = list(self._reader.schema.names)

    def write(self, path: str, chosen: list[int], *, rows: bool) -> None:
        """Write some columns, with or without rows."""
        pa, schema = self._pa, self._reader.schema
        wanted = pa.schema([schema.field(i) for i in chosen])
        with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, wanted) as out:
            for batch in self._reader if rows else ():
                arrays = [batch.column(i) for i in chosen]
                out.write_batch(pa.RecordBatch.from_arrays(arrays, schema=wanted))


class _Polars:
    """A frame of polars."""

    def __init__(self, x: Any) -> None:  # noqa: ANN401 - its module may lack
        """Keep it."""
        self._frame = x
        self.names: list[str] = list(x.columns)

    def write(self, path: str, chosen: list[int], *, rows: bool) -> None:
        """Write some columns, with or without rows."""
        frame = self._frame.select([self.names[i] for i in chosen])
        with Path(path).open("wb") as file:
            (frame if rows else frame.head(0)).write_ipc_stream(file)


def _stream(
    table: _Arrow | _Polars, columns: Sequence[str | int] | None, weights: str | None
) -> Source:
    all_of = [i for i, name in enumerate(table.names) if not name.startswith(_INDEX)]
    flags = ["--format=arrow"]
    if columns is not None or len(all_of) != _PAIR:
        chosen = _asked(table, all_of) if columns is None else _named(table.names, columns)
        flags.append("--columns=" + ",".join(field(table.names[i]) for i in chosen))
    else:
        chosen = all_of
    if weights is not None:
        chosen = [*chosen, _weight(table.names, weights)]
        flags.append("--weights=" + table.names[chosen[-1]])
    held = MemoryFile("tricycle-input")
    table.write(held.path, chosen, rows=True)
    return Source(held.path, flags, None, held)


def _asked(table: _Arrow | _Polars, all_of: list[int]) -> list[int]:
    """Return the columns that the command takes for the ids, by their names and types."""
    with MemoryFile("tricycle-schema") as schema:
        table.write(schema.path, all_of, rows=False)
        asked = Source(schema.path, ["--format=arrow"], held=schema)
        reply = asked.run(["info", "--json", *asked.flags, "--", asked.path], quiet=True)
    return [all_of[int(number) - 1] for number in reply.json()["table"]["columns"]]


def _named(names: Sequence[str], columns: Sequence[str | int]) -> list[int]:
    """Return the places of columns by name or by number from 1; a name wins over a number."""
    if isinstance(columns, str) or not hasattr(columns, "__len__") or len(columns) != _PAIR:
        message = f"columns={columns!r}: two columns hold the ids"
        raise UsageError(message)
    found = [_place(names, name) for name in columns]
    if found[0] == found[1]:
        message = f"columns={columns!r}: one column is named twice"
        raise UsageError(message)
    return found


def _of_interest(
    x: Any,  # noqa: ANN401 - its module may lack
    columns: Sequence[str | int],
    weights: str | None,
) -> tuple[Any, list[str], str | None]:
    """Return a frame of pandas without columns that nobody asks for, of whatever objects."""
    names = [str(name) for name in x.columns]
    chosen = _named(names, columns)
    if weights is not None:
        chosen.append(_weight(names, weights))
        weights = names[chosen[-1]]
    return x.iloc[:, chosen], [names[i] for i in chosen[:_PAIR]], weights


def _frame(x: Any, columns: Sequence[str | int] | None, weights: str | None) -> Source:  # noqa: ANN401
    """Return the edges of a frame of pandas, without pyarrow."""
    names = [str(name) for name in x.columns]
    if weights is not None:
        message = "for weights of a frame, tricycle_graph needs pyarrow: pip install pyarrow"
        raise ImportError(message)
    if columns is None and len(names) != _PAIR:
        message = f"without pyarrow, columns= says which two of {_list(names)}"
        raise UsageError(message)
    src, dst = (0, 1) if columns is None else _named(names, columns)
    return edges(*(column(x.iloc[:, i].to_numpy(), names[i]) for i in (src, dst)))


def _place(names: Sequence[str], wanted: str | int) -> int:
    name = str(wanted)
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
