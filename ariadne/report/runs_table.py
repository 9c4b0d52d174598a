"""The table of runs: its columns in a terminal and on a page, and its rows as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ariadne.evaluate.sections.cells import NOTHING, score
from ariadne.evaluate.tables import csv_of, defused
from ariadne.games.seeds import ranges
from ariadne.report.listing import Listed
from ariadne.screen.words import money, outcome, tokens

Cell = Callable[[Listed], str]


def _standing(run: Listed) -> str:
    """The state of a run, and whether it can be resumed."""
    if run.state in ("running", "damaged"):
        return run.state
    ended = outcome(run.why, 1) if run.why else run.state
    return f"{ended}, resumable" if run.state == "stopped" else ended


def _plays(run: Listed) -> bool:
    return run.what in ("play", "eval")


_CELLS: Mapping[str, Cell] = {
    "run": lambda run: run.name,
    "what": lambda run: run.what,
    "state": _standing,
    "began": lambda run: f"{run.began:%Y-%m-%d %H:%M}",
    "game": lambda run: ", ".join(run.games) or NOTHING,
    "seeds": lambda run: ranges(run.seeds) or NOTHING,
    "who": lambda run: ", ".join(run.who) or NOTHING,
    "model": lambda run: ", ".join(run.models) or NOTHING,
    "done": lambda run: str(run.done) if run.done == run.begun else f"{run.done} of {run.begun}",
    "won": lambda run: NOTHING if run.won is None else str(run.won),
    "score": lambda run: score(run.score),
    "steps": lambda run: f"{run.steps:,}" if _plays(run) else NOTHING,
    "tokens": lambda run: tokens(run.tokens),
    "cost": lambda run: money(run.cost_usd),
    "note": lambda run: " ".join([*(f"#{tag}" for tag in run.tags), run.note]),
}

NUMBERS: Mapping[str, Callable[[Listed], float | None]] = {
    "done": lambda run: run.done,
    "won": lambda run: run.won,
    "score": lambda run: run.score,
    "steps": lambda run: run.steps if _plays(run) else None,
    "tokens": lambda run: run.tokens,
    "cost": lambda run: run.cost_usd,
}
"""The columns of numbers, with their sort keys."""

ALL = tuple(_CELLS)
FEW = ("run", "what", "state", "game", "who", "model", "done", "won", "score")
"""The columns that a terminal has room for."""


def cells(run: Listed, columns: Sequence[str] = FEW) -> list[str]:
    """Return a run as a row of a table."""
    return [_CELLS[column](run) for column in columns]


def as_csv(runs: Iterable[Listed]) -> str:
    """Return a CSV row per run with all its fields; the values of a list are separated by spaces."""
    return csv_of([{name: _flat(value) for name, value in run.told().items()} for run in runs])


def _flat(value: object) -> object:
    if isinstance(value, list | tuple):
        value = " ".join(map(str, value))
    return defused(value) if isinstance(value, str) else value
