"""Runs as files: tables of steps and questions, as in `frames`, or training examples."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ariadne.errors import MissingPackage, UserError
from ariadne.evaluate import frames
from ariadne.evaluate.examples import Wanted, sft_episodes, sft_questions
from ariadne.evaluate.results import distinct
from ariadne.evaluate.tables import defused, plain
from ariadne.files import replaced
from ariadne.registry import unknown

EXAMPLES = "sft"
"""The format of training examples."""

Line = dict[str, Any]


Table = tuple[Iterable[Line], Sequence[str]]
"""Lines and the names of their columns."""

Form = Callable[[Iterable[Line], Sequence[str]], Iterator[str | bytes]]
"""Makes the parts of a file from a table's lines and columns."""


def export(
    runs: Sequence[Path],
    folder: Path,
    form: str,
    more: Mapping[str, Table] | None = None,
    wanted: Wanted | None = None,
    force: bool = False,
) -> dict[Path, int]:
    """Write the tables or the training examples of runs and return the number of rows per file.

    Args:
        more: other tables, by name.
        wanted: which examples, and their licence.
        force: replace files whatever they are, as in `files.replaced`.

    Raises:
        UserError: the format or a run does not exist, events are damaged, or a file cannot be written.
        MissingPackage: parquet needs pandas and pyarrow.
    """
    if form not in (*FORMATS, EXAMPLES):
        raise UserError(f"format: {unknown(form, (*FORMATS, EXAMPLES))}")
    if wanted and form in FORMATS:
        raise UserError(f"options that choose examples need --format {EXAMPLES}: a table has every row")
    named = distinct(runs)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make {folder}: {error.strerror or error}") from error
    if form in FORMATS:
        tables = {
            "steps": (frames.step_lines(named), frames.STEP),
            "questions": (frames.question_lines(named), frames.QUESTION),
            **(more or {}),
        }
        files = {f"{name}.{form}": (*table, FORMATS[form]) for name, table in tables.items()}
    else:
        made = {"episodes": sft_episodes, "questions": sft_questions}
        files = {f"{form}-{name}.jsonl": (of(named, wanted or Wanted()), (), _jsonl) for name, of in made.items()}
    return {folder / name: _write(folder / name, *file, force) for name, file in files.items()}


def _write(path: Path, lines: Iterable[Line], columns: Sequence[str], form: Form, force: bool) -> int:
    """Write a file and return the number of its lines."""
    rows = 0

    def counted() -> Iterator[Line]:
        nonlocal rows
        for line in lines:
            rows += 1
            yield line

    replaced(path, form(counted(), columns), force)
    return rows


class _Echo:
    """A file that returns what is written into it."""

    def write(self, text: str) -> str:
        return text


def _csv(lines: Iterable[Line], columns: Sequence[str]) -> Iterator[str]:
    writer = csv.DictWriter(_Echo(), columns, lineterminator="\n")
    yield writer.writeheader()
    yield from map(writer.writerow, _safe(lines, defused))


def _parquet(lines: Iterable[Line], columns: Sequence[str]) -> Iterator[bytes]:
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise MissingPackage("parquet", "frames") from error
    content = io.BytesIO()
    frames.frame(_safe(lines, plain), columns).to_parquet(content, engine="pyarrow", index=False)
    yield content.getvalue()


def _jsonl(lines: Iterable[Line], columns: Sequence[str]) -> Iterator[str]:
    return (f"{json.dumps(line)}\n" for line in lines)


def _safe(lines: Iterable[Line], text: Callable[[str], str]) -> Iterator[Line]:
    """Lines with texts that are safe in a table."""
    for line in lines:
        yield {name: text(value) if isinstance(value, str) else value for name, value in line.items()}


FORMATS: Mapping[str, Form] = {"csv": _csv, "parquet": _parquet}
