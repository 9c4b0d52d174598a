"""Shell completion of the names of games, agents, memories, runs and settings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def games(incomplete: str) -> list[str]:
    """Presets and files."""
    from ariadne.games.presets import preset_names

    return [*_beginning(incomplete, preset_names()), *_paths(incomplete)]


def agents(incomplete: str) -> list[str]:
    """Built-in agents."""
    from ariadne.agents.registry import AGENTS

    return _beginning(incomplete, AGENTS)


def memories(incomplete: str) -> list[str]:
    """Built-in memories."""
    from ariadne.memory.registry import MEMORIES

    return _beginning(incomplete, MEMORIES)


def runs(incomplete: str) -> list[str]:
    """`last`, runs of the default folder, newest first, and files."""
    from ariadne.errors import UserError
    from ariadne.runs.named import LAST, runs_in
    from ariadne.runs.settings import runs as usual_place

    try:
        names = [run.name for run in runs_in(usual_place())]
    except UserError:  # The command itself reports the error.
        names = []
    return [*_beginning(incomplete, [LAST, *names]), *_paths(incomplete)]


def settings(incomplete: str) -> list[str]:
    """Settings of `ariadne.toml`."""
    from ariadne.runs.settings import Settings

    return _beginning(incomplete, Settings.model_fields)


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _paths(incomplete: str) -> list[str]:
    """Files, and folders with a slash; nothing for an empty word."""
    if not incomplete:
        return []
    typed = Path(incomplete)
    folder = typed if incomplete.endswith("/") else typed.parent
    begun = "" if incomplete.endswith("/") else typed.name
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [f"{path}/" if path.is_dir() else str(path) for path in found if path.name.startswith(begun)]
