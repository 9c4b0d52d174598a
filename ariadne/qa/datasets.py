"""Multi-hop questions in their original files: HotpotQA (Yang et al. 2018), MuSiQue (Trivedi et al. 2022)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import BaseModel, Field, ValidationError

from ariadne.errors import UserError
from ariadne.files import read_at_most

LARGEST = 2**30
"""Bytes of a file; HotpotQA's largest, its questions for training, has half of that."""

Dataset = Literal["hotpotqa", "musique"]


@dataclass(frozen=True)
class Paragraph:
    """A text that may help to answer a question.

    Attributes:
        supporting: whether the data set says that the answer needs it.
    """

    title: str
    text: str
    supporting: bool

    def as_text(self) -> str:
        """Its title on a line of its own, then its text: how it is observed, indexed and embedded."""
        return f"{self.title}\n{self.text}"


@dataclass(frozen=True)
class QAItem:
    """A question with the paragraphs among which its answer is to be found.

    Attributes:
        answers: the answer, then its aliases.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    dataset: Dataset


class _Hotpot(BaseModel):
    """An entry of HotpotQA (distractor setting): a paragraph is its title and its sentences."""

    id: str = Field(alias="_id")
    question: str
    answer: str
    supporting_facts: list[tuple[str, int]]
    context: list[tuple[str, list[str]]] = Field(min_length=1)

    def item(self) -> QAItem:
        needed = {title for title, _ in self.supporting_facts}
        paragraphs = tuple(Paragraph(title, _joined(sentences), title in needed) for title, sentences in self.context)
        return QAItem(self.id, self.question, (self.answer,), paragraphs, "hotpotqa")


class _MusiqueParagraph(BaseModel):
    title: str
    paragraph_text: str
    is_supporting: bool


class _Musique(BaseModel):
    """An entry of MuSiQue."""

    id: str
    question: str
    answer: str
    answer_aliases: list[str] = []
    answerable: bool = True
    paragraphs: list[_MusiqueParagraph] = Field(min_length=1)

    def item(self) -> QAItem:
        paragraphs = tuple(Paragraph(one.title, one.paragraph_text, one.is_supporting) for one in self.paragraphs)
        return QAItem(self.id, self.question, (self.answer, *self.answer_aliases), paragraphs, "musique")


def load_items(path: Path, limit: int | None = None) -> list[QAItem]:
    """Read the questions of a file: a JSON list, or JSON Lines; which data set it is, is seen from each entry.

    The questions of MuSiQue-Full that cannot be answered are left out: its answerable half is MuSiQue-Ans.

    Args:
        limit: read only so many questions, the first.

    Raises:
        UserError: the file cannot be read, holds something else (with the line), an id twice, or no question.
    """
    items: dict[str, QAItem] = {}
    for where, item in islice(_items(path), limit):
        if item.id in items:
            raise UserError(f"{where}: the id {item.id} is there twice")
        items[item.id] = item
    if not items:
        raise UserError(f"{path} holds no question")
    return list(items.values())


def drawn(items: Sequence[QAItem], count: int, seed: int) -> list[QAItem]:
    """A random sample of questions, in their order; the same for the same seed, and part of every larger one.

    It is drawn as in the authors' evaluation of AriGraph, whose seed is 42.
    """
    places = np.random.RandomState(seed).permutation(len(items))[:count]
    return [items[place] for place in sorted(places)]


def _items(path: Path) -> Iterator[tuple[str, QAItem]]:
    for where, entry in _entries(path):
        try:
            read = _form(where, entry).model_validate(entry)
        except ValidationError as error:
            first = error.errors()[0]
            raise UserError(f"{where}: {'.'.join(str(part) for part in first['loc'])}: {first['msg']}") from error
        if isinstance(read, _Hotpot) or read.answerable:
            yield where, read.item()


def _form(where: str, entry: object) -> type[_Hotpot] | type[_Musique]:
    """What an entry is to be read as, by the field that holds its paragraphs."""
    if isinstance(entry, dict):
        if "context" in entry:
            return _Hotpot
        if "paragraphs" in entry:
            return _Musique
    raise UserError(f"{where}: this is no question of HotpotQA (with 'context') or of MuSiQue (with 'paragraphs')")


def _entries(path: Path) -> Iterator[tuple[str, object]]:
    """The JSON values of a file, each with where it stands, for error messages."""
    try:
        text = read_at_most(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not text in UTF-8") from error
    if text.lstrip().startswith("["):
        entries = _listed(_parsed(text, str(path), 1))
        yield from ((f"{path}, entry {number}", entry) for number, entry in enumerate(entries, 1))
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"{path}, line {number}", _parsed(line, str(path), number)


def _parsed(text: str, path: str, line: int) -> object:
    """A JSON value that begins at a line of a file."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        at, what = (error.lineno, error.msg) if isinstance(error, json.JSONDecodeError) else (1, "nested too deeply")
        raise UserError(f"{path}, line {line + at - 1}: not JSON: {what}") from error


def _listed(entries: object) -> list[object]:
    return entries if isinstance(entries, list) else [entries]


def _joined(sentences: list[str]) -> str:
    """A paragraph of its sentences, which begin with a space or not."""
    return " ".join(sentence.strip() for sentence in sentences if sentence.strip())
