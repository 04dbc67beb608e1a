"""Wheels: what they are for, what is in them, and what their command needs."""

from __future__ import annotations

import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

import tricycle_graph as tc

hatch_target = pytest.importorskip("hatch_target", reason="only beside the sources")
hatch_glibc = pytest.importorskip("hatch_glibc", reason="only beside the sources")

PROJECT = Path(hatch_target.__file__).parent
LINUX = hatch_target.TARGETS["manylinux_2_17_x86_64"]
MUSL = hatch_target.TARGETS["musllinux_1_2_x86_64"]


def elf(*versions: str) -> bytes:
    """Return an ELF file that is nothing but a table of the versions it needs of one library."""
    names = b"\0libc.so.6\0" + b"".join(v.encode() + b"\0" for v in versions)
    table, at = b"", len(b"\0libc.so.6\0")
    for i, version in enumerate(versions):
        table += struct.pack("<IHHII", 0, 0, 0, at, 16 if i + 1 < len(versions) else 0)
        at += len(version) + 1
    table = struct.pack("<HHIII", 1, len(versions), 1, 16, 0) + table
    sections = struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, 64, len(names), 0, 0, 1, 0)
    sections += struct.pack(
        "<IIQQQQIIQQ", 0, 0x6FFFFFFE, 2, 0, 64 + len(names), len(table), 0, 1, 4, 0
    )
    head = b"\x7fELF\x02\x01\x01" + bytes(33) + struct.pack("<Q", 64 + len(names) + len(table))
    return head + struct.pack("<IHHHHHH", 0, 64, 56, 0, 64, 2, 0) + names + table + sections


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    """Return where a test writes its binary."""
    return tmp_path / "binary"


@pytest.mark.parametrize(
    ("versions", "newest"),
    [
        ((), ()),
        (("GLIBC_2.2.5",), (2, 2, 5)),
        (("GLIBC_2.9", "GLIBC_2.17", "GLIBC_2.3.4"), (2, 17)),
        (("GLIBC_2.17", "GLIBC_PRIVATE"), (999,)),
        (("ZLIB_9.9", "GLIBC_2.4"), (2, 4)),
    ],
)
def test_newest_version_is_found(
    binary: Path, versions: tuple[str, ...], newest: tuple[int, ...]
) -> None:
    binary.write_bytes(elf(*versions))
    assert hatch_glibc.newest(binary) == newest


def test_no_elf_is_refused(binary: Path) -> None:
    binary.write_bytes(b"MZ" + bytes(100))
    with pytest.raises(ValueError, match="no 64-bit little-endian ELF"):
        hatch_glibc.newest(binary)


@pytest.mark.parametrize(
    ("target", "version", "fits"),
    [
        (LINUX, "GLIBC_2.17", True),
        (LINUX, "GLIBC_2.18", False),
        (LINUX, "GLIBC_2.34", False),
        (MUSL, "GLIBC_2.2.5", False),
    ],
)
def test_tag_promises_a_c_library(
    binary: Path, target: hatch_target.Target, version: str, *, fits: bool
) -> None:
    binary.write_bytes(elf("GLIBC_2.2.5", version))
    if fits:
        hatch_target.check(target, binary)
    else:
        with pytest.raises(
            ValueError, match=f"needs {re.escape(version)}, too new for (musl|many)linux"
        ):
            hatch_target.check(target, binary)


@pytest.mark.skipif(shutil.which("readelf") is None, reason="readelf is not installed")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no ELF files here")
def test_same_as_readelf() -> None:
    shell = Path("/bin/sh").resolve()
    told = subprocess.run(
        ["readelf", "--version-info", "--wide", shell], check=True, capture_output=True, text=True
    ).stdout
    _, _, needs = told.partition("Version needs section")
    versions = {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([\d.]+)", needs)}
    assert hatch_glibc.newest(shell) == max(versions, default=())


def test_target_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRICYCLE_WHEEL_TARGET", raising=False)
    monkeypatch.setenv("GOOS", "darwin")
    monkeypatch.setenv("GOARCH", "arm64")
    assert hatch_target.chosen().tag == "macosx_12_0_arm64"
    monkeypatch.setenv("GOOS", "windows")
    assert hatch_target.chosen().command == "tricycle.exe"
    monkeypatch.setenv("GOOS", "freebsd")
    with pytest.raises(ValueError, match="no wheels for freebsd/arm64"):
        hatch_target.chosen()
    for tag, target in hatch_target.TARGETS.items():
        monkeypatch.setenv("TRICYCLE_WHEEL_TARGET", tag)
        assert hatch_target.chosen() == target
    monkeypatch.setenv("TRICYCLE_WHEEL_TARGET", "manylinux1_x86_64")
    with pytest.raises(ValueError, match="is none of manylinux_2_17_x86_64"):
        hatch_target.chosen()


@pytest.mark.parametrize("python", ["glibc", ""])
@pytest.mark.parametrize("linker", ["ld-musl-x86_64.so.1", None])
def test_c_library_is_that_of_python(
    monkeypatch: pytest.MonkeyPatch, python: str, linker: str | None
) -> None:
    monkeypatch.delenv("TRICYCLE_WHEEL_TARGET", raising=False)
    monkeypatch.setenv("GOOS", "linux")
    monkeypatch.setenv("GOARCH", "amd64")
    monkeypatch.setattr(hatch_target.platform, "libc_ver", lambda: (python, ""))
    monkeypatch.setattr(Path, "glob", lambda folder, _: [folder / linker] if linker else [])
    musl = linker is not None and python != "glibc"
    assert hatch_target.chosen() == (MUSL if musl else LINUX)


def test_version_is_that_of_the_package() -> None:
    try:
        installed = metadata.version("tricycle-graph")
    except metadata.PackageNotFoundError:
        pytest.skip("the package is not installed")
    assert tc.__version__ == installed


def test_tag_is_the_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for command in (
        ["init", "--quiet"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a", "--allow-empty"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    monkeypatch.setattr(hatch_target, "source", lambda: tmp_path)
    hatch_target.check_version("1.2.0")
    subprocess.run(["git", "tag", "v1.2.0"], cwd=tmp_path, check=True)
    hatch_target.check_version("1.2.0")
    with pytest.raises(ValueError, match=r"is 1.3.0, and the commit is v1.2.0"):
        hatch_target.check_version("1.3.0")


def test_without_go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("TRICYCLE_WHEEL_TARGET", raising=False)
    with pytest.raises(FileNotFoundError, match=r"https://go.dev/dl"):
        hatch_target.chosen()


def test_source_has_all_that_is_built(tmp_path: Path) -> None:
    folder = hatch_target.source()
    files = hatch_target.files()
    assert any(f.endswith("_windows.go") for f in files)
    assert any(f.endswith(".ptx") for f in files)
    assert not [f for f in files if f.endswith("_test.go")]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / name, tmp_path / name)
    for target in (LINUX, hatch_target.TARGETS["win_arm64"]):
        subprocess.run(
            ["go", "list", "-deps", "./cmd/tricycle"],
            cwd=tmp_path,
            env=os.environ | target.environment,
            stdout=subprocess.DEVNULL,
            check=True,
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel for the machine that tests."""
    return build(tmp_path_factory.mktemp("wheel"))


def build(folder: Path) -> Path:
    pytest.importorskip("build")
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, PROJECT]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.slow
def test_wheel_is_the_same_twice(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path).read_bytes() == wheel.read_bytes()


@pytest.mark.slow
def test_wheel_has_all(wheel: Path) -> None:
    target = hatch_target.chosen()
    assert wheel.name.endswith(f"-py3-none-{target.tag}.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (script,) = (n for n in names if n.endswith(f".data/scripts/{target.command}"))
        mode = archive.getinfo(script).external_attr >> 16
        assert mode & stat.S_IXUSR, oct(mode)
        for licence in ("LICENSE", "THIRD_PARTY_NOTICES"):
            (name,) = (n for n in names if n.endswith(f".dist-info/licenses/{licence}"))
            assert archive.read(name) == (hatch_target.source() / licence).read_bytes()
        assert "tricycle_graph/py.typed" in names
        sources = {p.relative_to(PROJECT / "src").as_posix() for p in PROJECT.glob("src/**/*.py")}
        assert sources <= set(names)
        assert not [n for n in names if "test" in n or n.startswith("hatch")]


@pytest.mark.slow
def test_metadata_is_checked(wheel: Path) -> None:
    pytest.importorskip("twine")
    command = [sys.executable, "-m", "twine", "check", "--strict", wheel]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("way", ["target", "user"])
def test_command_is_found_outside_environments(wheel: Path, tmp_path: Path, way: str) -> None:
    options = ["--target", str(tmp_path)] if way == "target" else ["--user"]
    # The user's folder is out of sight in a virtual environment, but for its interpreter.
    python = Path(sys.executable).resolve() if way == "user" else Path(sys.executable)
    around = {k: v for k, v in os.environ.items() if k != "TRICYCLE_BINARY"}
    around |= {"PYTHONUSERBASE": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    subprocess.run([*install, "--break-system-packages", *options, wheel], env=around, check=True)
    (module,) = tmp_path.rglob("tricycle_graph/_command/binary.py")
    # NumPy may not be there, and with it the package; what finds the command does not need it.
    code = (
        "import sys, types; package = types.ModuleType('tricycle_graph');"
        f"package.__path__ = [{str(module.parents[1])!r}]; sys.modules[package.__name__] = package;"
        "from tricycle_graph._command.binary import binary; print(binary())"
    )
    found = subprocess.run(
        [python, "-c", code], env=around, check=True, capture_output=True, text=True
    )
    assert tmp_path in Path(found.stdout.strip()).parents, found.stdout
