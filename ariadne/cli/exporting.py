"""The commands `graph` and `export`: the contents of runs, for other tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from ariadne.cli.options import Episode, Force, Root, Run, Runs, option
from ariadne.errors import UserError
from ariadne.files import write
from ariadne.text import counted


def graph(
    run: Run,
    episode: Episode = None,
    step: Annotated[
        int | None, option("The graph as it was at this step.", metavar="N", min=0, show_default="the last")
    ] = None,
    form: Annotated[str, option("Output format.", "--format", metavar="svg|dot|json|png")] = "svg",
    out: Annotated[Path | None, option("Output file.", metavar="FILE", show_default="stdout")] = None,
    force: Force = False,
    root: Root = None,
) -> None:
    """Write the graph of an episode's memory at a step."""
    from ariadne.report import graphs
    from ariadne.runs.named import find_run

    if form == "png" and not out:
        raise UserError("a PNG cannot go to stdout: name a file with --out FILE")
    content = graphs.graph(find_run(run, root), episode, step, form)
    if out:
        write(out, content if form == "png" else content.decode(), force=force)
        print(out)
    else:
        sys.stdout.write(content.decode())


def export(
    runs: Runs,
    out: Annotated[Path, option("Output folder.", metavar="DIR")],
    form: Annotated[
        str, option("Tables (csv, parquet), or training examples (sft).", "--format", metavar="csv|parquet|sft")
    ] = "csv",
    won: Annotated[bool, option("sft: only episodes that were won.", "--won")] = False,
    max_steps: Annotated[int | None, option("sft: only episodes of at most N steps.", metavar="N", min=1)] = None,
    valid: Annotated[bool, option("sft: leave out commands that had no effect.", "--valid")] = False,
    license: Annotated[str | None, option("sft: licence that each example states.", metavar="TEXT")] = None,
    force: Force = False,
    root: Root = None,
) -> None:
    """Write tables of steps and of model calls (for `ariadne qa` runs also of answers), or training examples (`sft`:
    conversations in TRL's format)."""
    from ariadne.evaluate.examples import LICENSE, Wanted
    from ariadne.evaluate.export import export as export_tables
    from ariadne.qa.answered import LINE, lines
    from ariadne.report.cards import kind_of
    from ariadne.runs.named import find_run

    runs = [find_run(run, root) for run in runs]
    more = {"answers": (lines(runs), LINE)} if kind_of(runs) == "questions" else None
    chosen = won or valid or max_steps is not None or license is not None
    wanted = Wanted(won, max_steps, valid, LICENSE if license is None else license) if chosen else None
    for path, rows in export_tables(runs, out, form, more, wanted, force).items():
        print(f"{path}: {counted(rows, 'row')}")
