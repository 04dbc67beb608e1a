"""The command `tricycle-graph`: one archive of this package and its command, for a cluster."""

from __future__ import annotations

import argparse
import gzip
import sys
import tarfile
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from ._command.binary import binary
from ._errors import TricycleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ELF = b"\x7fELF"


def pack(output: Path, command: Path) -> None:
    """Write the package as `tricycle_graph`, and beside it the command as `bin/tricycle`.

    The same files give the same archive. It is whole or not there.

    Raises:
        UsageError: the command is none of Linux, which executors have, or the output is no file.

    """
    if not output.name or output.is_dir():
        message = f"{output} is a folder: name a file with --output"
        raise UsageError(message)
    with command.open("rb") as program:
        head = program.read(len(_ELF))
    if head != _ELF:
        message = f"{command} is no program of Linux: name that of the cluster with --binary"
        raise UsageError(message)
    whole = output.with_name(output.name + ".part")
    try:
        with (
            whole.open("wb") as file,
            gzip.GzipFile("", "wb", 6, file, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            _add(archive, "bin/tricycle", command, 0o755)
            for name, path in _files():
                _add(archive, name, path, 0o644)
        whole.replace(output)
    finally:
        whole.unlink(missing_ok=True)


def _files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the package, and the licences of what is in the command."""
    package = Path(__file__).resolve().parent
    for path in sorted(package.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            yield f"{package.name}/{path.relative_to(package).as_posix()}", path
    try:
        licences = metadata.files("tricycle-graph") or []
    except metadata.PackageNotFoundError:
        licences = []
    for file in licences:
        if file.parent.name == "licenses":
            yield f"licenses/{file.name}", Path(str(file.locate()))


def _add(archive: tarfile.TarFile, name: str, path: Path, mode: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = path.stat().st_size, mode
    with path.open("rb") as file:
        archive.addfile(entry, file)


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line."""
    parser = argparse.ArgumentParser(prog="tricycle-graph", description="Tools of the package.")
    commands = parser.add_subparsers(required=True)
    spark = commands.add_parser(
        "pack-spark",
        help="write the archive that spark-submit takes with --archives FILE#tricycle",
        description="Write this package and its command as one archive. With "
        "--archives FILE#tricycle --conf spark.executorEnv.PYTHONPATH=./tricycle, "
        "spark-submit brings it to where tasks run.",
    )
    spark.add_argument("-o", "--output", metavar="FILE", type=Path, default="tricycle.tar.gz")
    spark.add_argument(
        "--binary", type=Path, metavar="FILE", help="another command: tricycle, built for Linux"
    )
    asked = parser.parse_args(args)
    try:
        pack(asked.output, asked.binary or Path(binary()))
    except (OSError, TricycleError) as error:
        print(f"tricycle-graph: {error}", file=sys.stderr)  # noqa: T201 - it is a command
        return getattr(error, "code", 2)
    return 0
