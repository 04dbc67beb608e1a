"""The two columns of a data frame that hold edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import functions as F  # noqa: N812 - as everybody calls them
from pyspark.sql import types as T  # noqa: N812

from tricycle_graph._errors import UsageError

from ._pack import DST, SRC

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

_BYTES = "UTF8_BINARY"  # the collation that compares bytes


def ends(edges: DataFrame, src: str, dst: str) -> DataFrame:
    """Return a frame of two columns of one type, 64-bit integers or text.

    Raises:
        TypeError: it is no DataFrame of Spark, or a column holds no ids.
        UsageError: a column is not there, or is named twice.

    """
    if not (hasattr(edges, "mapInArrow") and hasattr(edges, "schema")):
        message = f"a {type(edges).__name__} is no DataFrame of Spark"
        raise TypeError(message)
    for name in (src, dst):
        if not isinstance(name, str):
            message = f"a column is named by text, not by a {type(name).__name__}"
            raise TypeError(message)
    if src == dst:
        message = f"src and dst both name the column {src!r}"
        raise UsageError(message)
    kinds = [_kind(edges, name) for name in (src, dst)]
    if kinds[0] != kinds[1]:
        message = (
            f"{src!r} holds {kinds[0].simpleString()} and {dst!r} {kinds[1].simpleString()}: "
            "the ids of both columns are integers, or both are text"
        )
        raise TypeError(message)
    return edges.select(
        *(_named(old).cast(kinds[0]).alias(new) for old, new in ((src, SRC), (dst, DST)))
    )


def as_they_are(edges: DataFrame, src: str, dst: str) -> DataFrame:
    """Return a frame of the two columns, which are known to hold ids."""
    return edges.select(_named(src), _named(dst))


def hashed(pairs: DataFrame) -> DataFrame:
    """Return the frame with an integer for each end that is text, from which its colour comes."""
    if not is_text(pairs):
        return pairs
    return pairs.select(SRC, DST, *(F.xxhash64(end).alias(f"{end} hash") for end in (SRC, DST)))


def is_text(pairs: DataFrame) -> bool:
    """Tell whether ids are text."""
    return isinstance(pairs.schema[SRC].dataType, T.StringType)


def _named(name: str) -> Column:
    return F.col("`" + name.replace("`", "``") + "`")  # for a name may have dots in it


def _kind(edges: DataFrame, name: str) -> T.DataType:
    """Return the type that the ids of a column have for us."""
    found = [field for field in edges.schema.fields if field.name == name]
    if len(found) != 1:
        names = ", ".join(map(repr, edges.columns))
        what = "several columns are called" if found else "there is no column"
        message = f"{what} {name!r}: the columns are {names}"
        raise UsageError(message)
    kind = found[0].dataType
    if isinstance(kind, T.IntegralType):
        return T.LongType()
    if isinstance(kind, T.StringType):
        collation = getattr(kind, "collation", _BYTES)  # which Spark before version 4 has not
        if collation != _BYTES:
            message = (
                f"column {name!r} has the collation {collation}, which takes unlike text for the "
                f"same: ids are compared by their bytes, as after collate({name}, '{_BYTES}')"
            )
            raise TypeError(message)
        return T.StringType()
    message = f"column {name!r} holds {kind.simpleString()}: ids are integers or text"
    raise TypeError(message)
