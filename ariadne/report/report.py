"""A report of runs as pages that open from disk: one page for a single episode, otherwise an index with a page each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ariadne.episode_files import whole_history
from ariadne.evaluate.arms import arm_of
from ariadne.evaluate.episodes import Played, played
from ariadne.evaluate.results import distinct
from ariadne.evaluate.scorecard import of_episodes, read_runs
from ariadne.evaluate.sections import of_card
from ariadne.evaluate.sections.cells import NOTHING, score
from ariadne.evaluate.tables import ScorecardPage, plain
from ariadne.history import History
from ariadne.report.cards import kind_of, page_of
from ariadne.report.charts import Chart, charts
from ariadne.report.episode_data import episode_data
from ariadne.report.narration import Narration
from ariadne.report.page import page, part, place, write_page
from ariadne.runs.run import file_name
from ariadne.screen.words import ending, money, outcome, plays, points, tokens

if TYPE_CHECKING:
    from markupsafe import Markup

NAME = "report.html"
COLUMNS = ("episode", "game", "seed", "who", "ended", "score", "steps", "tokens", "cost")
WORDS = (0, 1, 3, 4)
# The number of the scorecard's tables that are open at first.
SHOWN = 2

TITLE = "What the runs came to"
EPISODES = "All episodes"


@dataclass(frozen=True)
class ReportContent:
    """The scorecard of runs with its charts, and their episodes; runs of examinations have none."""

    episodes: Sequence[Played]
    page: ScorecardPage
    charts: Sequence[Chart] = ()


def write_report(runs: Sequence[Path], out: Path | None = None, force: bool = False) -> Path:
    """Write the report of all episodes, questions or examinations of one or several runs.

    Args:
        out: a folder, or a file that ends in `.html`; default: the first run's folder.
        force: replace existing files of another kind; see `files.replaced`.

    Returns:
        the page to open first.

    Raises:
        UserError: a folder is not a run, no episode has begun, events are damaged, or a file cannot be written.
    """
    content = told_of(runs)
    first, inside = place(runs, out, NAME), out is None
    if len(content.episodes) == 1:
        history = whole_history(content.episodes[0].path)
        write_page(first, episode_page(history, [_overview(content, 0)]), inside, force)
        return first
    folder = first.with_suffix("") / "episodes"
    names = [f"{number}-{_name(episode)}.html" for number, episode in enumerate(content.episodes, 1)]
    up = {EPISODES: f"../../{_address(first.name)}"}
    for name, episode in zip(names, content.episodes, strict=True):
        write_page(folder / name, episode_page(whole_history(episode.path), up=up), inside, force)
    links = [f"{_address(folder.parent.name)}/episodes/{name}" for name in names]
    write_page(first, page(TITLE, lead(content), came_to(content, links)), inside, force)
    return first


def told_of(runs: Sequence[Path]) -> ReportContent:
    """Return the content of a report.

    Raises:
        UserError: a folder is not a run, a run has not begun, events are damaged, or the runs are of different kinds.
    """
    kind = kind_of(runs)
    if kind == "games":
        episodes = read_runs(runs)
        card = of_episodes(episodes, runs)
        return ReportContent(episodes, of_card.page(card), charts(card))
    asked = [each for run in distinct(runs) for each in played(run)] if kind == "questions" else []
    return ReportContent(asked, page_of(runs))


def lead(told: ReportContent) -> list[str]:
    """Return the verdict and what it covers, in sentences."""
    return [*told.page.verdict, f"{told.page.headline}."]


def came_to(told: ReportContent, links: Sequence[str]) -> list[Markup]:
    """Return the results of runs: their scorecard, and a line per episode with a link to its page."""
    numbered = enumerate(zip(links, told.episodes, strict=True), 1)
    lines = [(link, _line(number, episode)) for number, (link, episode) in numbered]
    listed = part("episodes", columns=COLUMNS, words=WORDS, lines=lines)
    return [_overview(told, SHOWN), *([listed] if lines else [])]


def _name(episode: Played) -> str:
    summary = episode.summary
    return f"{file_name(summary.game)}-{file_name(arm_of(episode).name)}-{summary.repeat}"


def _address(name: str) -> str:
    from urllib.parse import quote

    return quote(name)


def _overview(content: ReportContent, shown: int) -> Markup:
    """The scorecard with its charts."""
    notes = [plain(note) for note in content.page.card.notes]
    card = part("scorecard", sections=content.page.sections, notes=notes, shown=shown)
    return part("overview", parts=[card, part("charts", charts=content.charts)]) if content.charts else card


def _line(number: int, episode: Played) -> list[str]:
    summary = episode.summary
    return [
        f"{number}",
        plain(summary.game),
        "" if summary.seed is None else str(summary.seed),
        plain(arm_of(episode).name),
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


def _ending(history: History) -> list[str]:
    """Short lines on how an episode ended."""
    if history.ended is None:
        return ["It has not ended."]
    title, numbers, run = ending(history.ended)
    return [f"{title.partition(':')[0]}: {numbers}", run]


def episode_page(
    history: History,
    more: Sequence[Markup] = (),
    up: Mapping[str, str] | None = None,
    live: Markup | None = None,
) -> str:
    """Return the page of one episode.

    Args:
        more: sections below the steps.
        up: its links back, relative addresses by their texts.
        live: for a running episode, the notice above the steps; the page follows it.
    """
    from markupsafe import Markup

    # `episode_data` has already escaped what could end the element.
    narration, last = Narration(history), len(history.steps) - 1 + bool(history.ended)
    data = {"story": [narration.tell(step) for step in range(last + 1)], "numbers": _ending(history)}
    steps = part("episode", last=last, data=Markup(episode_data(history, narration)), **data)
    lead = [f"Goal: {history.started.goal}", narration.summary()]
    parts = [*([live] if live else []), steps, *more]
    scripts = [*(["live.js"] if live else []), "house.js", "steps.js", "prompts.js", "episode.js"]
    title = plays(history.started)
    return page(title[:1].upper() + title[1:], lead, parts, scripts, up, follows=live is not None)
