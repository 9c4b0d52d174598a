"""Runs as files: tables of steps and questions, as in `frames`, or training examples."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ariadne.errors import MissingPackage, UserError
from ariadne.evaluate import examples, frames
from ariadne.evaluate.examples import Wanted, write_lines
from ariadne.evaluate.results import distinct
from ariadne.evaluate.tables import defused, plain
from ariadne.registry import unknown

Line = dict[str, Any]


Table = tuple[Iterable[Line], Sequence[str]]
"""Lines and the names of their columns."""


def export(
    runs: Sequence[Path],
    folder: Path,
    form: str,
    more: Mapping[str, Table] | None = None,
    wanted: Wanted | None = None,
) -> dict[Path, int]:
    """Write the tables or the training examples of runs, and return the number of rows per file.

    Args:
        more: other tables, by name.
        wanted: which examples, and their licence.

    Raises:
        UserError: the format or a run does not exist, events are damaged, or the folder is not writable.
        MissingPackage: parquet needs pandas and pyarrow.
    """
    if form not in (*FORMATS, *examples.FORMATS):
        raise UserError(f"format: {unknown(form, (*FORMATS, *examples.FORMATS))}")
    if wanted and form in FORMATS:
        raise UserError(
            f"options that choose examples need --format {', '.join(examples.FORMATS)}: a table has every row"
        )
    named = distinct(runs)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if form in FORMATS:
            return _tables(named, folder, form, more or {})
        makers = {folder / f"{form}-{name}.jsonl": make for name, make in examples.FORMATS[form].items()}
        return {path: write_lines(path, make(named, wanted or Wanted())) for path, make in makers.items()}
    except OSError as error:
        raise UserError(f"cannot write into {folder}: {error.strerror or error}") from error


def _tables(runs: Sequence[Path], folder: Path, form: str, more: Mapping[str, Table]) -> dict[Path, int]:
    tables: dict[str, Table] = {
        "steps": (frames.step_lines(runs), frames.STEP),
        "questions": (frames.question_lines(runs), frames.QUESTION),
        **more,
    }
    return {
        folder / f"{name}.{form}": FORMATS[form](folder / f"{name}.{form}", lines, columns)
        for name, (lines, columns) in tables.items()
    }


def _write_csv(path: Path, lines: Iterable[Line], columns: Sequence[str]) -> int:
    rows = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        for line in _told(lines, defused):
            writer.writerow(line)
            rows += 1
    return rows


def _write_parquet(path: Path, lines: Iterable[Line], columns: Sequence[str]) -> int:
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise MissingPackage("parquet", "frames") from error
    table = frames.frame(_told(lines, plain), columns)
    table.to_parquet(path, engine="pyarrow", index=False)
    return len(table)


def _told(lines: Iterable[Line], text: Callable[[str], str]) -> Iterator[Line]:
    """Lines with texts that are safe in a table."""
    for line in lines:
        yield {name: text(value) if isinstance(value, str) else value for name, value in line.items()}


FORMATS: Mapping[str, Callable[[Path, Iterable[Line], Sequence[str]], int]] = {
    "csv": _write_csv,
    "parquet": _write_parquet,
}
