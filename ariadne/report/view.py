"""The page of all runs in a folder. It links to runs and episodes, and follows running ones.

A request never becomes a path: its name is looked up among the existing runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote_to_bytes
from zlib import crc32

from ariadne.episode_files import episode_files
from ariadne.errors import AriadneError
from ariadne.report.listing import Listed, about, listed
from ariadne.report.live import live_pages
from ariadne.report.page import page, part
from ariadne.report.race import race_of
from ariadne.report.report import EPISODES, TITLE, came_to, lead, told_of
from ariadne.report.runs_table import ALL as COLUMNS
from ariadne.report.runs_table import NUMBERS, as_csv, cells
from ariadne.report.server import Make, Rendered, served
from ariadne.runs.named import is_running, runs_in
from ariadne.text import counted, one_line

ALL = "All runs"
TABLE = "runs.csv"
SCRIPTS = ("view.js",)
# The columns of words, counted after the column that selects a run.
WORDS = tuple(place for place, column in enumerate(COLUMNS, 1) if column not in NUMBERS)

Pages = Mapping[str, tuple[str, Make]]
NO_PAGES: Pages = {}


def viewing(root: Path, port: int = 0) -> AbstractContextManager[str]:
    """Serve pages of the runs in a folder while the block runs, and yield the secret address.

    Args:
        port: 0 for any free one.

    Raises:
        UserError: the port is not available.
    """
    return served(RunsView(root).answer, linger=0, port=port)


class RunsView:
    """The pages of the runs in a folder.

    The empty name is the page of all runs, `run/NAME/` of one run, `run/NAME/3/` of its third episode,
    `compare/?run=NAME&run=NAME` of several runs, and `race/?run=NAME&run=NAME` of two plays of one game. Each page has
    a `step` beside it, a number that changes with the page.
    `runs.csv` is the table of all runs, `runs.csv?run=NAME` of those named.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._rendered = Rendered()

    def answer(self, name: str) -> tuple[str, Make] | None:
        """Return the content type of a page and its maker; None if there is no such page."""
        place, _, query = name.partition("?")
        *folders, last = place.split("/")
        match folders:
            case [] if last == TABLE:
                return self._table(parse_qs(query).get("run", []))
            case []:
                return self._all().get(last)
            case ["compare"]:
                return self._several(parse_qs(query).get("run", []), "../").get(last)
            case ["race"]:
                return self._race(parse_qs(query).get("run", [])).get(last)
            case ["run", run]:
                return self._several([run], "../../").get(last)
            case ["run", run, number]:
                return self._episode(run, number).get(last)
        return None

    def _all(self) -> Pages:
        def whole() -> str:
            # Running ones first, then newest first.
            runs = sorted(listed(self._root), key=lambda run: run.state != "running")
            lines = [(run, _link(run), _key(run.path), _numbered(run)) for run in runs]
            table = part("runs", live=_live(runs), columns=("chosen", *COLUMNS), words=WORDS, lines=lines)
            return page("Runs", [str(self._root)], [table], SCRIPTS, follows=True, sends=True)

        return self._pages("", whole, lambda: listed(self._root))

    def _table(self, keys: Sequence[str]) -> tuple[str, Make]:
        def table() -> tuple[str, bool]:
            return as_csv(run for run in listed(self._root) if not keys or run.name in names), False

        names = {_name(key) for key in keys}
        return "text/csv", table

    def _race(self, keys: Sequence[str]) -> Pages:
        runs = self._named(keys)
        page = self._pages(("race", *runs), lambda: race_of(runs, {ALL: "../"}), lambda: [about(run) for run in runs])
        return page if runs else NO_PAGES

    def _several(self, keys: Sequence[str], top: str) -> Pages:
        runs = self._named(keys)
        if not runs and keys:
            return NO_PAGES

        def whole() -> str:
            # List first, so that events written meanwhile reload the page.
            stood = [about(run) for run in runs]
            lead, parts = _results(runs, top)
            followed = part("followed", live=_live(stood), lead=lead, parts=parts)
            title = one_line(runs[0].name) if len(runs) == 1 else TITLE
            return page(title, [], [followed], SCRIPTS, {ALL: top}, follows=True)

        return self._pages((top, *runs), whole, lambda: [about(run) for run in runs])

    def _episode(self, key: str, number: str) -> Pages:
        run = self._run(key)
        if run is None or not number.isdecimal():
            return NO_PAGES
        up = {ALL: "../../../", EPISODES: "../"}
        return live_pages(lambda: _events(run, number), up, lambda: is_running(run), self._rendered)

    def _pages(self, name: object, whole: Callable[[], str], runs: Callable[[], Sequence[Listed]]) -> Pages:
        def step() -> tuple[str, bool]:
            return json.dumps({"events": _stamp(runs())}), False

        def shown() -> tuple[str, bool]:
            return self._rendered.page(name, _stamp(runs()), lambda: (whole(), False))

        return {"": ("text/html", shown), "step": ("application/json", step)}

    def _named(self, keys: Sequence[str]) -> list[Path]:
        return [run for key in keys if (run := self._run(key))]

    def _run(self, key: str) -> Path | None:
        return next((run for run in runs_in(self._root) if run.name == _name(key)), None)


def _results(runs: Sequence[Path], top: str) -> tuple[list[str], list[object]]:
    """The results of runs, or why there are none yet."""
    if not runs:
        return ["No run was chosen. Go back and choose the runs to compare."], []
    try:
        content = told_of(runs)
    except AriadneError as error:
        return [str(error)], []
    links = [f"{top}{_place(episode.path)}" for episode in content.episodes]
    return lead(content), [*came_to(content, links)]


def _live(runs: Sequence[Listed]) -> object:
    running = sum(run.state == "running" for run in runs)
    says = f"{counted(len(runs), 'run')}, {running} running; this page follows."
    return part("live", events=_stamp(runs), ended=False, says=says)


def _stamp(runs: Sequence[Listed]) -> int:
    """A number that changes with the listing of the runs."""
    return crc32(repr(runs).encode(errors="backslashreplace"))


def _link(run: Listed) -> str:
    """The address of a run's page; for a play, of its episode's page."""
    return f"run/{_key(run.path)}/1/" if run.what == "play" else f"run/{_key(run.path)}/"


def _place(events: Path) -> str:
    """The address of an episode's page."""
    folder = events.parent
    return f"run/{_key(folder.parents[1])}/{folder.name.partition('-')[0]}/"


def _key(run: Path) -> str:
    """A run's name, encoded for an address."""
    return quote(os.fsencode(run.name), safe="")


def _name(key: str) -> str:
    return os.fsdecode(unquote_to_bytes(key))


def _numbered(run: Listed) -> list[tuple[str, float | None]]:
    """A run's cells, each with its sort key if it is a number."""
    numbers = (NUMBERS[column](run) if column in NUMBERS else None for column in COLUMNS)
    return list(zip(cells(run, COLUMNS), numbers, strict=True))


def _events(run: Path, number: str) -> Path | None:
    """The path of an episode's events; None before it has begun."""
    try:
        files = episode_files(run)
    except AriadneError:
        return None
    return next((path for path in files if path.parent.name.partition("-")[0] == number), None)
