"""The command `scorecard`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ariadne.cli.options import Root, Runs, option
from ariadne.errors import UserError
from ariadne.files import write

if TYPE_CHECKING:
    from ariadne.evaluate.tables import Page


def scorecard(
    runs: Runs,
    form: Annotated[str, option("How it is told.", None, "--format", metavar="table|json|md|csv")] = "table",
    baseline: Annotated[
        str | None,
        option(
            "Which memory or agent all others are compared with.", metavar="NAME", show_default="arigraph, or standard"
        ),
    ] = None,
    as_json: Annotated[bool, option("As `--format json`.", None, "--json")] = False,
    quiet: Annotated[bool, option("Print nothing but its verdict.", None, "--quiet")] = False,
    out: Annotated[Path | None, option("Write it into this file.", metavar="FILE", show_default="stdout")] = None,
    root: Root = None,
) -> None:
    """Make a scorecard from runs of games, of `ariadne qa` or `ariadne exam`, ended or not, or from logs of Inspect."""
    from ariadne.evaluate import tables
    from ariadne.registry import unknown
    from ariadne.runs.named import find_run

    if form not in tables.FORMATS:
        raise UserError(f"format: {unknown(form, tables.FORMATS)}")
    page = _page([find_run(run, root) for run in runs], baseline)
    told = tables.as_verdict if quiet and not as_json else tables.FORMATS["json" if as_json else form]
    if out:
        write(out, told(page))
        print(out)
    elif told is tables.as_text:
        tables.show(page, sys.stdout)
    else:
        sys.stdout.write(told(page))


def _page(runs: list[Path], baseline: str | None) -> Page:
    if any(map(_is_log, runs)):
        return _of_logs(runs, baseline)
    from ariadne.exam.results import are_examinations
    from ariadne.qa.answered import are_questions

    if are_examinations(runs):
        return _of_examinations(runs, baseline)
    return _of_questions(runs, baseline) if are_questions(runs) else _of_games(runs, baseline)


def _is_log(path: Path) -> bool:
    """Whether a path is that of a log that Inspect writes, rather than a run's folder."""
    return path.suffix in (".eval", ".json") and not path.is_dir()


def _of_logs(paths: list[Path], baseline: str | None) -> Page:
    """The scorecard of the episodes in Inspect's logs, and in runs beside them."""
    from ariadne.bridges.inspect.log import read_log
    from ariadne.evaluate.scorecard import distinct, of_episodes, read_runs
    from ariadne.evaluate.sections.of_card import page

    logs = [path for path in distinct(paths) if _is_log(path)]
    runs = [path for path in paths if not _is_log(path)]
    episodes = read_runs(runs, [episode for log in logs for episode in read_log(log)])
    return page(of_episodes(episodes, paths, baseline))


def _of_examinations(runs: list[Path], baseline: str | None) -> Page:
    from ariadne.exam.scorecard import build
    from ariadne.exam.tables import page

    return page(build(runs, baseline))


def _of_games(runs: list[Path], baseline: str | None) -> Page:
    from ariadne.evaluate.scorecard import build
    from ariadne.evaluate.sections.of_card import page

    return page(build(runs, baseline))


def _of_questions(runs: list[Path], baseline: str | None) -> Page:
    from ariadne.qa.scorecard import build
    from ariadne.qa.tables import page

    return page(build(runs, baseline))
