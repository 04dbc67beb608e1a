"""Every example of the README runs, and says what it says there."""

from __future__ import annotations

import ast
import asyncio
import fnmatch
import importlib.util
import inspect
import re
import tokenize
import warnings
from importlib.metadata import entry_points
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


class Compared(ast.NodeTransformer):
    """Hands the value of each expression that has a comment to `compare`, with the comment."""

    def __init__(self, code: str) -> None:
        tokens = tokenize.generate_tokens(StringIO(code).readline)
        self.comments = {
            t.start[0]: t.string.removeprefix("# ") for t in tokens if t.type == tokenize.COMMENT
        }

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        comment = self.comments.get(node.end_lineno or 0)
        if comment is not None:
            name = ast.Name("compare", ast.Load())
            node.value = ast.Call(name, [node.value, ast.Constant(comment)], [])
        return node


def missing(tree: ast.Module) -> list[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    packages = {name.partition(".")[0] for name in names}
    if "backend=" in ast.unparse(tree) and not entry_points(
        group="networkx.backends", name="tricycle"
    ):
        return ["the package itself"]
    return sorted(name for name in packages if importlib.util.find_spec(name) is None)


def test_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.chdir(tmp_path)
    compared = 0

    def compare(value: object, told: str) -> None:
        nonlocal compared
        compared += 1
        pattern = told.replace("[", "[[]").replace("…", "*")
        assert fnmatch.fnmatchcase(repr(value), pattern), f"{value!r} is not {told}"

    scope: dict[str, Any] = {"compare": compare}
    for number, code in enumerate(EXAMPLES):
        tree = ast.parse(code)
        with subtests.test(example=number, code=code), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if absent := missing(tree):
                pytest.skip(f"{', '.join(absent)} is not installed")
            tree = ast.fix_missing_locations(Compared(code).visit(tree))
            flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
            try:
                done = eval(compile(tree, str(README), "exec", flags=flags), scope)  # noqa: S307
                if inspect.iscoroutine(done):
                    asyncio.run(done)
            except ModuleNotFoundError as error:
                if str(error.name).startswith("tricycle"):
                    raise
                pytest.skip(f"{error.name} is not installed")
    assert compared > len(EXAMPLES) // 3
