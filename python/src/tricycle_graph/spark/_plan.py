"""What Spark would do for a DataFrame: read two columns of files of Parquet, or more than that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from tricycle_graph._inputs.source import PAIR

from ._parquet import File, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame

_MOST = 2048  # files: each is asked for by name, and all of them are in one command line
_SQL = "org.apache.spark.sql."
_SOURCES = _SQL + "execution.datasources."
_PROJECT = _SQL + "catalyst.plans.logical.Project"
_ALIAS = _SQL + "catalyst.expressions.Alias"
_ATTRIBUTE = _SQL + "catalyst.expressions.AttributeReference"
# Plans that give a row as soon as they have read one, so that little is lost if all begins again.
_READING = (
    {_PROJECT, _SOURCES + "LogicalRelation", _SOURCES + "v2.DataSourceV2ScanRelation"}
    | {
        f"{_SQL}catalyst.plans.logical.{name}"
        for name in ("Filter", "LocalRelation", "Range", "Union")
    }
    | {_SQL + "execution.columnar.InMemoryRelation"}
)
# Options that change nothing about what is in a file, or which of them are listed.
_HARMLESS = {"path", "paths", "basepath", "mergeschema", "recursivefilelookup", "pathglobfilter"}
# Settings with which Spark passes over files, or finds columns in another way.
_SETTINGS = (
    "spark.sql.files.ignoreMissingFiles",
    "spark.sql.files.ignoreCorruptFiles",
    "spark.sql.parquet.fieldId.read.enabled",
)


def table_of(pairs: DataFrame) -> Table | None:
    """Return the files that Spark would read for a frame of two columns, and do nothing else."""
    session = pairs.sparkSession
    if ".connect." in type(session).__module__:
        return None  # where plans stay with the server
    if any(session.conf.get(name, "false") != "false" for name in _SETTINGS):
        return None
    try:
        plan: Any = pairs._jdf.queryExecution().optimizedPlan()  # noqa: SLF001 - the only way to it
        wanted = None
        if _name(plan) == _PROJECT:
            wanted, plan = [_attribute(x) for x in _each(plan.projectList())], plan.child()
        if _name(plan) != _SOURCES + "LogicalRelation" or not _plain(plan.relation()):
            return None
        names = {x.exprId().id(): x.name() for x in _each(plan.output())}
        columns = [names.get(x, "") for x in (names if wanted is None else wanted)]
        if not _good(columns, plan.relation()):
            return None
        nothing = pairs.sparkSession._jvm.PythonUtils.toSeq([])  # noqa: SLF001
        files = _listed(plan.relation().location().listFiles(nothing, nothing))
    except (Py4JError, PySparkException, AttributeError, TypeError):
        return None  # what Spark does not show, or not yet, or no more
    kinds = [field.dataType.simpleString() for field in pairs.schema.fields]
    return Table(files, (columns[0], columns[1]), (kinds[0], kinds[1])) if files else None


def reads_alone(pairs: DataFrame) -> bool:
    """Tell whether Spark only reads rows for a frame, filters them and computes with each."""
    try:
        return _reads_alone(pairs._jdf.queryExecution().optimizedPlan())  # noqa: SLF001
    except (Py4JError, PySparkException, AttributeError, TypeError):
        return False


def _reads_alone(plan: Any) -> bool:  # noqa: ANN401
    return _name(plan) in _READING and all(map(_reads_alone, _each(plan.children())))


def runs_python(pairs: DataFrame) -> bool:
    """Tell whether Spark hands rows to functions of Python for a frame, as far as it shows that."""
    try:
        plan: str = pairs._jdf.queryExecution().optimizedPlan().toString()  # noqa: SLF001
    except (Py4JError, PySparkException, AttributeError):
        return True
    return any(word in plan.lower() for word in ("python", "pandas", "arrow"))


def _plain(relation: Any) -> bool:  # noqa: ANN401
    """Tell files of Parquet that Spark reads as they are, and none of a format on top of it."""
    known = ["HadoopFsRelation", "InMemoryFileIndex", "parquet.ParquetFileFormat"]
    if _name(relation) != _SOURCES + known[0] or not relation.bucketSpec().isEmpty():
        return False
    kinds = [_name(x) for x in (relation, relation.location(), relation.fileFormat())]
    options = {x.lower() for x in _each(relation.options().keys().toSeq())}
    return kinds == [_SOURCES + x for x in known] and options <= _HARMLESS


def _good(columns: list[str], relation: Any) -> bool:  # noqa: ANN401
    """Tell whether these are two columns in the files, by names that mean nothing else."""
    divided = {x.name().lower() for x in _each(relation.partitionSchema())}
    return (
        len(set(columns)) == PAIR
        and not divided & {x.lower() for x in columns}
        # A point or a number would mean something else to those who read.
        and all(x and "." not in x and not x.isdigit() for x in columns)
    )


def _listed(folders: Any) -> tuple[File, ...]:  # noqa: ANN401
    """Return the files; none where some are elsewhere, twice there, or too many."""
    files: list[File] = []
    for folder in _each(folders):
        for status in _each(folder.files()):
            uri = status.getPath().toUri()
            if uri.getScheme() != "file" or len(files) == _MOST:
                return ()
            files.append(File(uri.getPath(), status.getLen(), status.getModificationTime()))
    return tuple(files) if len({file.path for file in files}) == len(files) else ()


def _name(x: Any) -> str:  # noqa: ANN401
    name: str = x.getClass().getName()
    return name


def _each(sequence: Any) -> Iterator[Any]:  # noqa: ANN401
    """Return what is in a sequence of Scala."""
    return (sequence.apply(i) for i in range(sequence.size()))


def _attribute(x: Any) -> int:  # noqa: ANN401
    """Return the number of a column, under whatever name; -1 for what was computed."""
    if _name(x) == _ALIAS:
        x = x.child()
    return int(x.exprId().id()) if _name(x) == _ATTRIBUTE else -1
