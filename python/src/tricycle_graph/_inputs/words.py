"""Words of the command line."""

from __future__ import annotations


def field(column: str | int) -> str:
    """Return the name or number of a column as it stands in a list with commas."""
    text = str(column)
    if not set(text) & set(',"\n\r'):
        return text
    return '"' + text.replace('"', '""') + '"'
