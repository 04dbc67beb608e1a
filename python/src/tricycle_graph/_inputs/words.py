"""Words of the command line."""

from __future__ import annotations


def field(name: str | int) -> str:
    """Return a name or number as it stands in a list with commas."""
    text = str(name)
    if not set(text) & set(',"\n\r'):
        return text
    return '"' + text.replace('"', '""') + '"'
