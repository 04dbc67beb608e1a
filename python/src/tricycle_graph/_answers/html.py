"""How notebooks show answers."""

from __future__ import annotations

import html
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_HEIGHT = 640


def facts(rows: Iterable[tuple[str, Any]]) -> str:
    """Return names and values as a table without lines."""
    cells = "".join(
        f'<tr><th style="text-align:left">{html.escape(name)}</th>'
        f'<td style="text-align:left">{html.escape(_text(value))}</td></tr>'
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def table(names: Sequence[str], rows: Iterable[Sequence[Any]], below: str) -> str:
    """Return rows as a table, with a line below."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(_text(value))}</td>" for value in row) + "</tr>"
        for row in rows
    )
    return (
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"<p>{html.escape(below)}</p>"
    )


def frame(page: str) -> str:
    """Return a report in a frame of its own, where its styles and scripts stay."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts"'
        f' style="width:100%;height:{_HEIGHT}px;border:0"></iframe>'
    )


def in_notebook() -> bool:
    """Tell whether what is returned is shown in a notebook."""
    shell = sys.modules.get("IPython")
    return shell is not None and hasattr(shell.get_ipython(), "kernel")


def _text(value: Any) -> str:  # noqa: ANN401 - whatever was found
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.6g}"
        case dict():
            return ", ".join(
                f"{str(name).replace('_', ' ')} {_text(item)}" for name, item in value.items()
            )
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "…"  # noqa: PLR2004 - a line or two
