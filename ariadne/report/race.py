"""Two episodes of one game, side by side and in step, as one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from ariadne.episode_files import episode_files, find_episode, whole_history
from ariadne.errors import UserError
from ariadne.history import History
from ariadne.report.episode_data import as_script
from ariadne.report.house_data import house_data
from ariadne.report.narration import Narration
from ariadne.report.page import page, part, place, write_page
from ariadne.screen.words import ending, who, why
from ariadne.text import one_line

NAME = "race.html"
LONGEST = 200


def write_race(runs: Sequence[Path], out: Path | None = None, force: bool = False) -> Path:
    """Write the page of two episodes of the same game.

    Args:
        runs: two runs of one episode each, the folders of two episodes, or one run of two episodes.
        out: a folder, or a file that ends in `.html`; default: the first run's folder.
        force: replace an existing file of another kind; see `files.replaced`.

    Raises:
        UserError: as for `race_of`, or the page cannot be written.
    """
    path = place(runs, out, NAME)
    write_page(path, race_of(runs), out is None, force)
    return path


def race_of(runs: Sequence[Path], up: Mapping[str, str] | None = None) -> str:
    """Return the page of two episodes of the same game.

    Args:
        runs: as for `write_race`.
        up: the page's links back.

    Raises:
        UserError: they are not two episodes of the same game, or there is no such episode.
    """
    found = episode_files(runs[0]) if len(runs) == 1 else [find_episode(run) for run in runs]
    if len(found) != 2:
        raise UserError(f"a race needs two episodes, not {len(found)}: name two runs, or one run of two episodes")
    lanes = [*map(whole_history, found)]
    games = [_game(lane) for lane in lanes]
    if games[0] != games[1]:
        raise UserError(f"a race needs one game, and these are two: {games[0]} and {games[1]}")
    if len({lane.started.digest for lane in lanes} - {""}) > 1:
        where = " and ".join(lane.started.source or lane.started.digest for lane in lanes)
        raise UserError(f"a race needs one game, and these are two games named {games[0]}: {where}")
    return _page(lanes, up)


def _page(lanes: Sequence[History], up: Mapping[str, str] | None) -> str:
    from markupsafe import Markup

    # `as_script` has already escaped what could end the element.
    data = Markup(as_script([_lane(lane) for lane in lanes]))
    last = max(len(lane.steps) for lane in lanes) - 1 + max(bool(lane.ended) for lane in lanes)
    section = part("race", lanes=[(_name(lane), _result(lane)) for lane in lanes], last=last, data=data)
    lead = [lanes[0].started.goal]
    return page(f"{_game(lanes[0])}: a race", lead, [section], ["house.js", "steps.js", "race.js"], up)


def _game(history: History) -> str:
    started = history.started
    return one_line(started.game if started.seed is None else f"{started.game} · seed {started.seed}")


def _name(history: History) -> str:
    return who(history.started).removeprefix(f"{_game(history)} · ")


def _result(history: History) -> str:
    return ending(history.ended)[1] if history.ended else "It has not ended."


def _lane(history: History) -> dict[str, Any]:
    house, narration = house_data(history), Narration(history)
    uses = accumulate(step.use for step in history.steps)
    turns = [
        {
            "score": step.score,
            "maximum": step.maximum,
            "tokens": spent.prompt_tokens + spent.completion_tokens,
            "action": one_line(step.acted.action, LONGEST) if step.acted else "",
            "cost": spent.cost_usd,
            "told": narration.tell(step.number),
        }
        for step, spent in zip(history.steps, uses, strict=True)
    ]
    if history.ended:
        turns.append({**turns[-1], "action": why(history.ended), "told": narration.tell(len(history.steps))})
    for step, drawn in zip(turns, house["steps"], strict=True):
        step["facts"] = drawn["facts"] if history.edges else None
    return {"house": house, "steps": turns}
