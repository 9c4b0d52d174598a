"""The command `replay`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ariadne.errors import UserError


def replay(
    run: Annotated[Path, typer.Argument(help="A run's folder.", metavar="RUN")],
    episode: Annotated[
        int | None,
        typer.Argument(help="Its number; needed where the run has several.", metavar="EPISODE", show_default=False),
    ] = None,
) -> None:
    """Step through an episode in the terminal: what the agent saw, knew, recalled, planned, was asked and did."""
    from ariadne.history import find_episode
    from ariadne.report import replay as report

    path = find_episode(run, episode)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        raise UserError("a replay needs a terminal to be shown in")
    report.replay(path)
