"""An episode in the terminal, stepped through by hand."""

from __future__ import annotations

from pathlib import Path

from ariadne.episode_files import whole_history
from ariadne.errors import MissingPackage


def replay(path: Path) -> None:
    """Show the episode in a file of events until the user quits.

    Raises:
        MissingPackage: textual is not installed.
        UserError: the events cannot be read.
    """
    history = whole_history(path)
    try:
        from ariadne.report.replay_app import ReplayApp
    except ModuleNotFoundError as error:
        raise MissingPackage("ariadne replay", "replay") from error
    ReplayApp(history).run()
