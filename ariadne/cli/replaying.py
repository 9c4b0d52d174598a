"""The command `replay`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from ariadne.cli.options import Root, Run
from ariadne.errors import UserError


def replay(
    run: Run,
    episode: Annotated[
        int | None,
        typer.Argument(help="Number of the episode, if the run has several.", metavar="EPISODE", show_default=False),
    ] = None,
    root: Root = None,
) -> None:
    """Step through an episode in the terminal: what the agent saw, knew, recalled, planned and did, and its prompts."""
    from ariadne.episode_files import find_episode
    from ariadne.report import replay as report
    from ariadne.runs.named import find_run

    path = find_episode(find_run(run, root), episode)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        raise UserError("a replay needs a terminal")
    report.replay(path)
