"""Options as all commands declare them, and a word to whoever waits."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import typer


def option(text: str, panel: str | None = None, *names: str, **more: Any) -> Any:
    """An option with its help text."""
    return typer.Option(*names, help=text, rich_help_panel=panel, **more)


def status(text: str, shown: bool) -> AbstractContextManager[object]:
    """A word to whoever waits, in a terminal."""
    if not shown:
        return nullcontext()
    from rich.console import Console
    from rich.text import Text

    return Console(stderr=True).status(Text(text))
