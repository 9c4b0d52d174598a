"""The command `scorecard`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ariadne.cli.options import Force, Root, Runs, option
from ariadne.errors import UserError
from ariadne.files import write

if TYPE_CHECKING:
    from ariadne.evaluate.tables import ScorecardPage


def scorecard(
    runs: Runs,
    form: Annotated[str, option("Format of the scorecard.", "--format", metavar="table|json|md|csv")] = "table",
    baseline: Annotated[
        str | None,
        option("Memory or agent to compare with.", metavar="NAME", show_default="arigraph, or standard"),
    ] = None,
    as_json: Annotated[bool, option("The same as `--format json`.", "--json")] = False,
    quiet: Annotated[bool, option("Print only the verdict.", "--quiet")] = False,
    out: Annotated[Path | None, option("Output file.", metavar="FILE", show_default="stdout")] = None,
    force: Force = False,
    root: Root = None,
) -> None:
    """Make a scorecard from runs, finished or not: of games, `ariadne qa` or `ariadne exam`, or from logs of Inspect,
    TALES or BALROG."""
    from ariadne.evaluate import tables
    from ariadne.registry import unknown
    from ariadne.runs.named import find_run

    if form not in tables.FORMATS:
        raise UserError(f"format: {unknown(form, tables.FORMATS)}")
    page = _page([find_run(run, root) for run in runs], baseline)
    render = tables.as_verdict if quiet and not as_json else tables.FORMATS["json" if as_json else form]
    if out:
        write(out, render(page), force=force)
        print(out)
    elif render is tables.as_text:
        tables.show(page, sys.stdout)
    else:
        sys.stdout.write(render(page))


def _page(runs: list[Path], baseline: str | None) -> ScorecardPage:
    from ariadne.bridges.others.reading import logs_in
    from ariadne.report.cards import page_of

    return _of_logs(runs, baseline) if any(map(logs_in, runs)) else page_of(runs, baseline)


def _of_logs(paths: list[Path], baseline: str | None) -> ScorecardPage:
    """The scorecard of logs of other harnesses, together with runs."""
    from ariadne.bridges.others.reading import limits, logs_in, read
    from ariadne.evaluate.scorecard import of_episodes, read_runs
    from ariadne.evaluate.sections.of_card import page

    others = read(logs := [logs_in(path) for path in paths])
    runs = [path for path, found in zip(paths, logs, strict=True) if not found]
    episodes = read_runs(runs, others.episodes)
    card = of_episodes(episodes, paths, baseline)
    about = [*others.notes, *limits(episodes)] if others.notes else []
    return page(card.model_copy(update={"notes": [*about, *card.notes]}))
