"""The commands `graph` and `export`: what runs hold, for other tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ariadne.cli.options import Root, Run, Runs, option
from ariadne.errors import UserError
from ariadne.files import write
from ariadne.text import counted


def graph(
    run: Run,
    episode: Annotated[
        int | None,
        typer.Argument(help="The number of an episode; needed where there are several.", metavar="EPISODE"),
    ] = None,
    step: Annotated[
        int | None, option("As it was when this step was decided.", metavar="N", min=0, show_default="the last")
    ] = None,
    form: Annotated[str, option("How it is told.", None, "--format", metavar="svg|dot|json|png")] = "svg",
    out: Annotated[Path | None, option("Write it into this file.", metavar="FILE", show_default="stdout")] = None,
    root: Root = None,
) -> None:
    """Show the graph of an episode's memory at any step."""
    from ariadne.report import graphs
    from ariadne.runs.named import find_run

    if form == "png" and not out:
        raise UserError("a PNG is no text: say where to write it with --out FILE")
    content = graphs.graph(find_run(run, root), episode, step, form)
    if out:
        write(out, content if form == "png" else content.decode())
        print(out)
    else:
        sys.stdout.write(content.decode())


def export(
    runs: Runs,
    out: Annotated[Path, option("The folder that the files are written into.", metavar="DIR")],
    form: Annotated[
        str, option("Tables, or examples to train a model with.", None, "--format", metavar="csv|parquet|sft")
    ] = "csv",
    won: Annotated[bool, option("Examples of episodes that were won only.", "Examples")] = False,
    max_steps: Annotated[
        int | None, option("Examples of episodes with so many steps at most.", "Examples", metavar="N", min=1)
    ] = None,
    valid: Annotated[bool, option("Leave out commands at which nothing happened.", "Examples")] = False,
    license: Annotated[
        str | None, option("Terms that the examples are passed on under, as each says.", "Examples", metavar="TEXT")
    ] = None,
    root: Root = None,
) -> None:
    """Write two tables: a row for each step of all episodes, and one for each question to a model; of runs of
    `ariadne qa` a third, of what was answered. Or write examples to train a model with, in the conversations that TRL
    reads (`sft`): of episodes what was seen and done, and of questions the reply."""
    from ariadne.evaluate.examples import LICENSE, Wanted
    from ariadne.evaluate.export import export as export_tables
    from ariadne.qa.answered import LINE, are_questions, lines
    from ariadne.runs.named import find_run

    runs = [find_run(run, root) for run in runs]
    more = {"answers": (lines(runs), LINE)} if are_questions(runs) else None
    chosen = won or valid or max_steps is not None or license is not None
    wanted = Wanted(won, max_steps, valid, LICENSE if license is None else license) if chosen else None
    for path, rows in export_tables(runs, out, form, more, wanted).items():
        print(f"{path}: {counted(rows, 'row')}")
