"""What wheels are made for, and how the command is built for each."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import hatch_glibc

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Target:
    """A platform tag of wheels, and what Go calls such machines."""

    tag: str
    system: str
    machine: str
    tags: str = ""

    @property
    def command(self) -> str:
        """The file name of the command."""
        return "tricycle.exe" if self.system == "windows" else "tricycle"

    @property
    def environment(self) -> dict[str, str]:
        """What Go has to be told of it."""
        return {"CGO_ENABLED": "0", "GOOS": self.system, "GOARCH": self.machine}


# Go opens the driver of a GPU with the C library, which musl is none of: there the command is
# static, and without GPUs.
TARGETS = {
    target.tag: target
    for target in (
        Target("manylinux_2_17_x86_64", "linux", "amd64"),
        Target("manylinux_2_17_aarch64", "linux", "arm64"),
        Target("musllinux_1_2_x86_64", "linux", "amd64", "nogpu"),
        Target("musllinux_1_2_aarch64", "linux", "arm64", "nogpu"),
        Target("macosx_12_0_x86_64", "darwin", "amd64"),
        Target("macosx_12_0_arm64", "darwin", "arm64"),
        Target("win_amd64", "windows", "amd64"),
        Target("win_arm64", "windows", "arm64"),
    )
}


def chosen() -> Target:
    """Return the target that TRICYCLE_WHEEL_TARGET names, or that of GOOS and GOARCH.

    Without either it is the machine that builds.

    Raises:
        ValueError: there are no wheels for it.

    """
    tag = os.environ.get("TRICYCLE_WHEEL_TARGET")
    if tag:
        if tag not in TARGETS:
            message = f"TRICYCLE_WHEEL_TARGET={tag} is none of {', '.join(TARGETS)}"
            raise ValueError(message)
        return TARGETS[tag]
    system, machine = _go("env", "GOOS", "GOARCH").split()
    musl = system == "linux" and _has_musl()
    for target in TARGETS.values():
        if (target.system, target.machine) == (system, machine) and (
            musl == target.tag.startswith("musllinux") or system != "linux"
        ):
            return target
    message = f"there are no wheels for {system}/{machine}, but for {', '.join(TARGETS)}"
    raise ValueError(message)


def _has_musl() -> bool:
    """Tell whether musl is the C library here, and not only installed beside glibc."""
    return platform.libc_ver()[0] != "glibc" and any(Path("/lib").glob("ld-musl-*"))


def source() -> Path:
    """Return where the Go source is: around this folder in a checkout, in it in an sdist.

    Raises:
        FileNotFoundError: it is in neither.

    """
    for folder in (HERE / "go", HERE.parent):
        if (folder / "go.mod").is_file() and (folder / "cmd" / "tricycle").is_dir():
            return folder
    message = (
        f"tricycle's Go source is neither in {HERE / 'go'} nor around {HERE}: install from a whole "
        "checkout, an sdist or a wheel"
    )
    raise FileNotFoundError(message)


def build(target: Target, out: Path) -> None:
    """Build the command for a target as the file `out`.

    Raises:
        ValueError: it needs a newer C library than the tag promises.

    """
    tags = ["-tags", target.tags] if target.tags else []
    _go(
        *("build", "-trimpath", "-ldflags=-s -w", *tags, "-o", str(out), "./cmd/tricycle"),
        **target.environment,
    )
    check(target, out)


def check(target: Target, binary: Path) -> None:
    """Hold a binary against the C library that its tag promises.

    Raises:
        ValueError: it needs a newer one, or any where the tag promises none of glibc.

    """
    if target.system != "linux":
        return
    family, major, minor, *_ = target.tag.split("_")
    promised = (int(major), int(minor)) if family == "manylinux" else ()
    needed = hatch_glibc.newest(binary)
    if needed > promised:
        message = f"{binary} needs GLIBC_{'.'.join(map(str, needed))}, too new for {target.tag}"
        raise ValueError(message)


def check_version(version: str) -> None:
    """Hold the version of the package against the tag of the commit, which the command tells.

    Raises:
        ValueError: the commit has tags of versions, and none is of this one.

    """
    git = shutil.which("git")
    if git is None or not (source() / ".git").exists():
        return
    asked = [git, "tag", "--points-at", "HEAD", "--list", "v*"]
    told = subprocess.run(asked, cwd=source(), capture_output=True, text=True, check=False)
    tags = told.stdout.split()
    if tags and f"v{version}" not in tags:
        message = f"tricycle_graph.__version__ is {version}, and the commit is {', '.join(tags)}"
        raise ValueError(message)


def files() -> list[str]:
    """Return the files of the Go source, below `source()`, of which all targets are built."""
    form = (
        "{{$d := .Dir}}{{if not .Standard}}{{with .Module}}{{if .Main}}"
        '{{range $.GoFiles}}{{$d}}/{{.}}{{"\\n"}}{{end}}'
        '{{range $.SFiles}}{{$d}}/{{.}}{{"\\n"}}{{end}}'
        '{{range $.HFiles}}{{$d}}/{{.}}{{"\\n"}}{{end}}'
        '{{range $.EmbedFiles}}{{$d}}/{{.}}{{"\\n"}}{{end}}'
        "{{end}}{{end}}{{end}}"
    )
    folder = source()
    found = {"go.mod", "go.sum"}
    for target in TARGETS.values():
        tags = ["-tags", target.tags] if target.tags else []
        listed = _go("list", "-deps", *tags, "-f", form, "./cmd/tricycle", **target.environment)
        for line in filter(None, listed.splitlines()):
            found.add(Path(line).relative_to(folder).as_posix())
    return sorted(found)


def _go(*args: str, **environment: str) -> str:
    go = shutil.which("go")
    if go is None:
        message = (
            "tricycle-graph is built from source with Go, which is not on PATH: install it from "
            "https://go.dev/dl, as new as go.mod asks for, or take a wheel, which needs none"
        )
        raise FileNotFoundError(message)
    done = subprocess.run(
        [go, *args],
        cwd=source(),
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        message = f"go {' '.join(args)}: {done.stderr.strip()}"
        raise RuntimeError(message)
    sys.stderr.write(done.stderr)
    return done.stdout
