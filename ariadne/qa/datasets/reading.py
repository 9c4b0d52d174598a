"""Reading questions; the fields of an entry decide which data set it is from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import entry_points
from itertools import islice
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from ariadne.errors import UserError
from ariadne.files import read_at_most
from ariadne.qa.datasets.entry import Entry, QAItem
from ariadne.qa.datasets.factconsolidation import FactConsolidation
from ariadne.qa.datasets.hotpotqa import HotpotQA
from ariadne.qa.datasets.locomo import LoCoMo
from ariadne.qa.datasets.longmemeval import LongMemEval
from ariadne.qa.datasets.musique import MuSiQue
from ariadne.registry import load
from ariadne.yaml_file import problem

LARGEST = 2**30
"""Bytes of a file; HotpotQA's training questions have half of that."""

GROUP = "ariadne.datasets"

DATASETS: Mapping[str, type[Entry]] = {
    "hotpotqa": HotpotQA,
    "musique": MuSiQue,
    "factconsolidation": FactConsolidation,
    "longmemeval": LongMemEval,
    "locomo": LoCoMo,
}


def datasets() -> Mapping[str, type[Entry]]:
    """Data sets by name: Ariadne's own, and the entry points in the group `ariadne.datasets`.

    Raises:
        UserError: one cannot be imported.
    """
    return {**{entry.name: load(entry) for entry in entry_points(group=GROUP)}, **DATASETS}


def load_items(path: Path, limit: int | None = None) -> list[QAItem]:
    """Read the questions of a file, a JSON list or JSON Lines; with `limit`, only the first.

    Raises:
        UserError: the file is unreadable, has an invalid entry (with its line), an id twice, or no question.
    """
    items: dict[str, QAItem] = {}
    for where, item in islice(_items(path), limit):
        if item.id in items:
            raise UserError(f"{where}: the id {item.id} occurs twice")
        items[item.id] = item
    if not items:
        raise UserError(f"{path} contains no question")
    return list(items.values())


def drawn(items: Sequence[QAItem], count: int, seed: int) -> list[QAItem]:
    """A random sample of questions in their order; a larger sample with the same seed contains it.

    It is drawn as in the evaluation of AriGraph's authors, whose seed is 42.
    """
    places = np.random.RandomState(seed).permutation(len(items))[:count]
    return [items[place] for place in sorted(places)]


def _items(path: Path) -> Iterator[tuple[str, QAItem]]:
    known = datasets()
    for where, entry in _entries(path):
        for item in _read(where, entry, known):
            yield where, item


def _read(where: str, entry: object, known: Mapping[str, type[Entry]]) -> list[QAItem]:
    """The questions of an entry, read by the data set whose fields it has."""
    errors: dict[str, ValidationError] = {}
    for dataset, form in known.items():
        try:
            return list(form.model_validate(entry).items(dataset))
        except ValidationError as error:
            errors[dataset] = error
    nearest = min(errors, key=lambda dataset: errors[dataset].error_count())
    what = problem(errors[nearest])
    raise UserError(f"{where}: this is not a question of {' or '.join(known)}; nearest is {nearest}, but {what}")


def _entries(path: Path) -> Iterator[tuple[str, object]]:
    """The JSON values of a file, each with its position for error messages."""
    try:
        text = read_at_most(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not text in UTF-8") from error
    if text.lstrip().startswith("[") or _is_one_value(text):
        whole = _parsed(text, str(path), 1)
        entries = whole if isinstance(whole, list) else [whole]
        yield from ((f"{path}, entry {number}", entry) for number, entry in enumerate(entries, 1))
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"{path}, line {number}", _parsed(line, str(path), number)


def _is_one_value(text: str) -> bool:
    """Whether a file is one JSON object over several lines."""
    return text.lstrip().partition("\n")[0].strip() == "{"


def _parsed(text: str, path: str, line: int) -> object:
    """Parse a JSON value that begins at a line of a file."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        at, what = (error.lineno, error.msg) if isinstance(error, json.JSONDecodeError) else (1, "nested too deeply")
        raise UserError(f"{path}, line {line + at - 1}: not JSON: {what}") from error
