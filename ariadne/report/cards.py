"""The scorecard of runs of any one kind, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from ariadne.errors import UserError
from ariadne.evaluate.tables import ScorecardPage

Kind = Literal["games", "questions", "examinations"]
_FOLDERS: dict[str, Kind] = {"episodes": "games", "items": "questions", "exams": "examinations"}


def kind_of(runs: Sequence[Path]) -> Kind:
    """Return the kind of runs, judged by their folders.

    Raises:
        UserError: they are of different kinds.
    """
    found = {kind for run in runs for folder, kind in _FOLDERS.items() if (run / folder).is_dir()}
    if len(found) > 1:
        raise UserError(f"runs of {' and of '.join(sorted(found))} need separate scorecards: name one kind")
    return found.pop() if found else "games"


def page_of(runs: Sequence[Path], baseline: str | None = None) -> ScorecardPage:
    """Return the scorecard of games, questions or examinations.

    Raises:
        UserError: a folder is not a run, a run has not begun, events are damaged, the baseline is unknown, or the runs
            are of different kinds.
    """
    kind = kind_of(runs)
    if kind == "examinations":
        from ariadne.exam.scorecard import build
        from ariadne.exam.tables import page
    elif kind == "questions":
        from ariadne.qa.scorecard import build
        from ariadne.qa.tables import page
    else:
        from ariadne.evaluate.scorecard import build
        from ariadne.evaluate.sections.of_card import page
    return page(build(runs, baseline))
