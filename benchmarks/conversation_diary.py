"""The log of a data file of conversations, line by line, from which an interrupted run is resumed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ariadne.errors import UserError
from ariadne.files import read_at_most, write
from ariadne.qa.datasets import LARGEST
from ariadne.yaml_file import problem
from arigraph import Spent


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Begun(_Line):
    """The model and the digest of the data file."""

    kind: Literal["begun"] = "begun"
    model: str
    sha256: str


class Learned(_Line):
    """Progress in learning a scope.

    Attributes:
        unread: the number of texts with unusable replies; reported at the end.
        usage, seconds: since the line before.
    """

    kind: Literal["learned"] = "learned"
    scope: str
    texts: int
    unread: int = 0
    usage: Spent
    seconds: float


class Answered(_Line):
    """The result of a question.

    Attributes:
        error: why the model's replies could not be used.
    """

    kind: Literal["answered"] = "answered"
    id: str
    scope: str
    answer: str = ""
    known: bool = False
    values: tuple[str, ...] = ()
    error: str = ""
    exact: float
    f1: float
    usage: Spent
    seconds: float


_LINE: TypeAdapter[Begun | Learned | Answered] = TypeAdapter(
    Annotated[Begun | Learned | Answered, Field(discriminator="kind")]
)


class Diary:
    """The log file.

    Args:
        begun: its first line.

    Attributes:
        answered: by the id of the question. `texts`: the number of learned texts in each scope.

    Raises:
        UserError: the file is not such a log, or belongs to another model or other data.
    """

    def __init__(self, path: Path, begun: Begun) -> None:
        self._path = path
        self.learned: list[Learned] = []
        self.answered: dict[str, Answered] = {}
        self.texts: dict[str, int] = {}
        lines = _read(path) if path.exists() else []
        if lines and lines[0] != begun:
            raise UserError(f"{path} was begun with another model or another data file: name another folder (--memory)")
        for line in lines[1:]:
            self._take(line)
        if not lines:
            self.write(begun)

    def write(self, line: Begun | Learned | Answered) -> None:
        """Add a line."""
        write(self._path, f"{line.model_dump_json()}\n", inside=True, at_end=True)
        self._take(line)

    def _take(self, line: Begun | Learned | Answered) -> None:
        if isinstance(line, Answered):
            self.answered[line.id] = line
        elif isinstance(line, Learned):
            self.learned.append(line)
            self.texts[line.scope] = line.texts


def _read(path: Path) -> list[Begun | Learned | Answered]:
    """The lines of a log. An incomplete last line, left by a kill, is removed."""
    content = read_at_most(path, LARGEST)
    whole = content[: content.rfind(b"\n") + 1]
    lines = [_parsed(line, f"{path}, line {number}") for number, line in enumerate(whole.splitlines(), 1)]
    if len(whole) < len(content):
        os.truncate(path, len(whole))
    return lines


def _parsed(line: bytes, where: str) -> Begun | Learned | Answered:
    try:
        return _LINE.validate_json(line)
    except ValidationError as error:
        raise UserError(f"{where} is not from this benchmark ({problem(error)}): name another folder") from error
