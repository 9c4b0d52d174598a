"""A report of runs as pages that open from disk: one of a single episode; else an index, and a page for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ariadne.errors import UserError
from ariadne.evaluate.contenders import contender
from ariadne.evaluate.episodes import Played, played
from ariadne.evaluate.scorecard import distinct, of_episodes, read_runs
from ariadne.evaluate.sections import of_card
from ariadne.evaluate.sections.cells import NOTHING, score
from ariadne.evaluate.tables import Page, plain
from ariadne.files import write
from ariadne.history import History, whole_history
from ariadne.qa import scorecard, tables
from ariadne.qa.answered import are_questions
from ariadne.report.charts import Chart, charts
from ariadne.report.episode_data import episode_data
from ariadne.report.page import page, part
from ariadne.runs.run import file_name
from ariadne.screen.words import ending, money, outcome, points, tokens, who

if TYPE_CHECKING:
    from markupsafe import Markup

NAME = "report.html"
COLUMNS = ("episode", "game", "seed", "who", "ended", "score", "steps", "tokens", "cost")
WORDS = (0, 1, 3, 4)
# How many of the scorecard's tables are open at first.
SHOWN = 2

Told = tuple[Sequence[Played], Page, Sequence[Chart]]
"""The episodes of runs, their scorecard, and its charts."""


def write_report(runs: Sequence[Path], out: Path | None = None) -> Path:
    """Write the report of all episodes, or all questions, of one or several runs.

    Args:
        out: a folder, or a file that ends in `.html`; the first run's folder unless given.

    Returns:
        the page to open first.

    Raises:
        UserError: a folder is no run, no episode has begun, events are damaged, or a file cannot be written.
    """
    episodes, card, drawn = (_of_questions if are_questions(runs) else _of_games)(runs)
    first, inside = _first_page(runs, out), out is None
    if len(episodes) == 1:
        _write(first, episode_page(whole_history(episodes[0].path), [_overview(card, drawn, 0)]), inside)
        return first
    folder = first.with_suffix("") / "episodes"
    names = [f"{number}-{_name(episode)}.html" for number, episode in enumerate(episodes, 1)]
    up = f"../../{_address(first.name)}"
    for name, episode in zip(names, episodes, strict=True):
        _write(folder / name, episode_page(whole_history(episode.path), up=up), inside)
    links = [f"{_address(folder.parent.name)}/episodes/{name}" for name in names]
    lines = [(link, _line(number, each)) for number, (link, each) in enumerate(zip(links, episodes, strict=True), 1)]
    listed = part("episodes", columns=COLUMNS, words=WORDS, lines=lines)
    came_to = [_overview(card, drawn, SHOWN), listed]
    _write(first, page("What the runs came to", [f"{card.headline}."], came_to), inside)
    return first


def _of_games(runs: Sequence[Path]) -> Told:
    episodes = read_runs(runs)
    card = of_episodes(episodes, runs)
    return episodes, of_card.page(card), charts(card, episodes)


def _of_questions(runs: Sequence[Path]) -> Told:
    card = scorecard.build(runs)
    return [episode for run in distinct(runs) for episode in played(run)], tables.page(card), []


def _first_page(runs: Sequence[Path], out: Path | None) -> Path:
    if out is None:
        return runs[0] / NAME
    return out if out.suffix == ".html" else out / NAME


def _name(episode: Played) -> str:
    summary = episode.summary
    return f"{file_name(summary.game)}-{file_name(contender(episode).name)}-{summary.repeat}"


def _address(name: str) -> str:
    from urllib.parse import quote

    return quote(name)


def _write(path: Path, text: str, inside: bool) -> None:
    """Write a page, into a run's folder or where the user said."""
    try:
        if not inside:
            path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make {path.parent}: {error.strerror or error}") from error
    write(path, text, inside)


def _overview(card: Page, drawn: Sequence[Chart], shown: int) -> Markup:
    """The scorecard with its charts."""
    notes = [plain(note) for note in card.notes]
    told = part("scorecard", sections=card.sections, notes=notes, shown=shown)
    return part("overview", parts=[told, part("charts", charts=drawn)]) if drawn else told


def _line(number: int, episode: Played) -> list[str]:
    summary = episode.summary
    return [
        f"{number}",
        plain(summary.game),
        "" if summary.seed is None else str(summary.seed),
        plain(contender(episode).name),
        outcome(episode.why, summary.steps),
        _score(episode),
        str(summary.steps),
        tokens(summary.prompt_tokens + summary.completion_tokens),
        money(summary.cost_usd),
    ]


def _score(episode: Played) -> str:
    summary = episode.summary
    if summary.max_score:
        return f"{points(summary.score)} of {points(summary.max_score)} ({score(episode.normalized)})"
    return points(summary.score) if summary.score else NOTHING


def _came_to(history: History) -> list[str]:
    """How an episode ended, in short lines."""
    if history.ended is None:
        return ["It has not ended."]
    title, numbers, run = ending(history.ended)
    return [f"{title.partition(':')[0]}: {numbers}", run]


def episode_page(history: History, more: Sequence[Markup] = (), up: str = "", live: Markup | None = None) -> str:
    """The page of one episode.

    Args:
        more: what comes below the steps.
        up: where its way back leads, a relative address.
        live: for an episode that is being played, what says so above the steps; the page follows it.
    """
    from markupsafe import Markup

    # The data escapes for itself what could end its element.
    steps = part("episode", last=len(history.steps) - 1, data=Markup(episode_data(history)))
    lead = [history.started.goal, *_came_to(history)]
    parts = [*([live] if live else []), steps, *more]
    scripts = [*(["live.js"] if live else []), "episode.js"]
    return page(who(history.started), lead, parts, scripts, up, follows=live is not None)
