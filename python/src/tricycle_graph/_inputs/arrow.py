"""Tables as streams of Arrow, which the command reads: by pyarrow, or by polars itself.

The command has room for ids from 0 to 2⁶⁴-1. Where a column has others, negative ones or such of
more bits, its ids are numbered, and these numbers are written.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arrays import column, numbered
from .source import PAIR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Arrow:
    """A stream of Arrow, by pyarrow."""

    def __init__(self, pa: Any, x: Any) -> None:  # noqa: ANN401 - modules and tables may lack
        """Begin to read it.

        Raises:
            TypeError: it is a stream of one column, and no table.

        """
        self._pa = pa
        try:
            self._reader = pa.RecordBatchReader.from_stream(x)
        except pa.ArrowInvalid as error:
            message = f"a {type(x).__name__} is no table: {error}"
            raise TypeError(message) from error
        self.names: list[str] = list(self._reader.schema.names)

    def write_schema(self, path: str, chosen: Sequence[int], names: Sequence[str]) -> None:
        """Write a table of some columns under these names, and no rows."""
        pa = self._pa
        with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, self._schema(chosen, names)):
            pass

    def write(self, path: str, chosen: Sequence[int], names: Sequence[str]) -> NDArray[Any] | None:
        """Write some columns under these names; return the ids where numbers stand for them."""
        pa, wanted = self._pa, self._schema(chosen, names)
        whole = all(map(self._of_integers, wanted.types[:PAIR]))
        negative = False
        with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, wanted) as out:
            for batch in self._reader:
                arrays = [batch.column(i) for i in chosen]
                negative = negative or (whole and any(map(self._negative, arrays[:PAIR])))
                out.write_batch(pa.RecordBatch.from_arrays(arrays, schema=wanted))
        return self._number(path) if negative else None

    def _schema(self, chosen: Sequence[int], names: Sequence[str]) -> Any:  # noqa: ANN401
        fields = [self._reader.schema.field(i) for i in chosen]
        return self._pa.schema(
            [field.with_name(name) for field, name in zip(fields, names, strict=True)]
        )

    def _of_integers(self, kind: Any) -> bool:  # noqa: ANN401
        types = self._pa.types
        found: bool = types.is_integer(kind.value_type if types.is_dictionary(kind) else kind)
        return found

    def _negative(self, array: Any) -> bool:  # noqa: ANN401
        """Tell whether there is an id below 0."""
        if self._pa.types.is_dictionary(array.type):
            array = array.dictionary
        if not self._pa.types.is_signed_integer(array.type):
            return False
        if array.null_count > 0:
            array = array.drop_null()
        return len(array) > 0 and bool(array.to_numpy().min() < 0)

    def _number(self, path: str) -> NDArray[Any]:
        """Write numbers in the place of ids that were written; return the ids."""
        pa = self._pa
        with pa.OSFile(path, "rb") as file:  # and no map, for what is mapped cannot be replaced
            table = pa.ipc.open_stream(file).read_all()
        ends = []
        for i in range(PAIR):
            kind = table.schema.types[i]
            plain = kind.value_type if pa.types.is_dictionary(kind) else kind
            ends.append(table.column(i).cast(plain))
        *numbers, ids = numbered(*(end.fill_null(0).to_numpy() for end in ends))
        for i, (end, places) in enumerate(zip(ends, numbers, strict=True)):
            missing = end.is_null().to_numpy()  # which the command refuses, and says where
            table = table.set_column(i, table.schema.names[i], pa.array(places, mask=missing))
        with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, table.schema) as out:
            out.write_table(table)
        return ids


class Polars:
    """A frame of polars."""

    def __init__(self, x: Any) -> None:  # noqa: ANN401 - its module may lack
        """Keep it."""
        import polars as pl  # noqa: PLC0415 - it is there, since `x` is of it

        self._pl = pl
        self._frame = x
        self.names: list[str] = list(x.columns)

    def write_schema(self, path: str, chosen: Sequence[int], names: Sequence[str]) -> None:
        """Write a table of some columns under these names, and no rows."""
        rows = self._chosen(chosen, names).head(0)
        self._write(path, [self._of_arrow(end, self._pl.Int64) for end in rows.get_columns()])

    def write(self, path: str, chosen: Sequence[int], names: Sequence[str]) -> NDArray[Any] | None:
        """Write some columns under these names; return the ids where numbers stand for them."""
        given = self._chosen(chosen, names).get_columns()
        ends = given[:PAIR]
        weights = [self._of_arrow(weight, self._pl.Float64) for weight in given[PAIR:]]
        if not self._beyond(ends):
            self._write(path, [*ends, *weights])
            return None
        full = [end.fill_null(0) if end.dtype.is_integer() else end for end in ends]
        *numbers, ids = numbered(*(column(self._values(end), end.name) for end in full))
        # The command refuses what is missing, and says where.
        places = [
            self._pl.Series(end.name, n).set(end.is_null(), None)
            for end, n in zip(ends, numbers, strict=True)
        ]
        self._write(path, [*places, *weights])
        return ids

    def _chosen(self, chosen: Sequence[int], names: Sequence[str]) -> Any:  # noqa: ANN401
        frame = self._frame.select([self.names[i] for i in chosen])
        frame.columns = list(names)
        return frame

    def _write(self, path: str, columns: Sequence[Any]) -> None:
        with Path(path).open("wb") as file:
            self._pl.DataFrame(columns).write_ipc_stream(file)

    def _is_wide(self, series: Any) -> bool:  # noqa: ANN401
        """Tell integers of 128 bits, which Arrow and NumPy do not have."""
        return bool(series.dtype.is_integer()) and str(series.dtype).endswith("128")

    def _of_arrow(self, series: Any, dtype: Any) -> Any:  # noqa: ANN401
        """Return a column that Arrow has a type for."""
        return series.cast(dtype) if self._is_wide(series) else series

    def _beyond(self, ends: Sequence[Any]) -> bool:
        """Tell ids that the command has no room for, and would not refuse for a better reason."""
        if any(map(self._is_wide, ends)):
            return True
        if not all(end.dtype.is_integer() for end in ends):
            return False
        return any(end.dtype.is_signed_integer() and (end.min() or 0) < 0 for end in ends)

    def _values(self, series: Any) -> Any:  # noqa: ANN401
        return series.to_list() if self._is_wide(series) else series.to_numpy()
