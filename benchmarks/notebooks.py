"""Questions about notebooks: the memory learns notes, with corrections among them, one by one, then answers questions.

    python benchmarks/notebooks.py play benchmarks/notebooks/project.yaml --model NAME --base-url URL
    python benchmarks/notebooks.py play benchmarks/notebooks/household.yaml --model NAME --record DIR
    python benchmarks/notebooks.py play benchmarks/notebooks/household.yaml --model recorded:DIR/household.jsonl
    python benchmarks/notebooks.py table

A notebook is a YAML file of notes with times, and of questions with the right answers, made by hand. The notes are in
the order of learning; some have an earlier date than those before them. Questions are asked the day after the last
note. For each, the recalled facts are checked for the answer, and the answer is graded:

right       it has every value, and no other
incomplete  it has some of the values, and no other
wrong       it has another value, or none of the values; or it answers although the notes do not
not known   the memory says that it does not know, although the notes have the answer

`--record` keeps the model's replies in DIR, in the format that `recorded:` replays, after the whole notebook has been
played. `--json` prints everything for programs, including each note's changes and the recalled facts. `table` plays all
notebooks with the replies in the repository and prints a line of Markdown for each.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, Protocol, get_args

from pydantic import BaseModel, ConfigDict, Field, NaiveDatetime, field_validator, model_validator
from recorded_replies import Recorder

from ariadne.cli.exit_codes import exit_code
from ariadne.errors import AnswerError, UserError
from ariadne.keys import redacted
from ariadne.models.registry import load_model
from ariadne.qa.metrics import normalized
from ariadne.text import one_line, truncated
from ariadne.yaml_file import read_model, read_yaml
from arigraph import AriGraph, wait

Verdict = Literal["right", "incomplete", "wrong", "not known"]
About = Literal["now", "before", "why", "when", "count", "list", "unknown"]
Value = tuple[str, ...]
"""The ways to write one value."""

NOTEBOOKS = Path(__file__).parent / "notebooks"
KEPT = Path(__file__).parents[1] / "tests" / "recorded" / "notebooks"
HEAD = """\
| notebook | notes | right of all questions | wrong | answer recalled | calls | prompt tokens | reply tokens |
| --- | --: | --: | --: | --: | --: | --: | --: |"""
BUDGET = 1500
SHORT = 60

_NUMBER_OR_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")


class Answered(Protocol):
    """An answer to grade."""

    @property
    def known(self) -> bool: ...

    @property
    def values(self) -> tuple[str, ...]: ...

    @property
    def text(self) -> str: ...


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Note(_Entry):
    """A note, and when it was written."""

    time: NaiveDatetime
    text: str = Field(min_length=1)


class Question(_Entry):
    """A question with the right answer.

    Attributes:
        values: each is one value, with all ways to write it.
        known: whether the notes have the answer.
        about: the skill that it tests.
        evidence: the words that a text needs so the answer follows from it; by default the values.
    """

    ask: str = Field(min_length=1)
    values: tuple[Value, ...] = ()
    known: bool
    about: About
    evidence: tuple[Value, ...] = ()

    @field_validator("values", "evidence")
    @classmethod
    def _can_be_found(cls, values: tuple[Value, ...]) -> tuple[Value, ...]:
        if not all(ways and all(map(words, ways)) for ways in values):
            raise ValueError("a value needs at least one spelling, and each spelling a word or a number")
        return values

    @model_validator(mode="after")
    def _tells_what_is_known(self) -> Question:
        if self.known != bool(self.values):
            raise ValueError("a question has values if and only if its answer is known")
        if self.evidence and not self.known:
            raise ValueError("a question with an unknown answer cannot have evidence")
        return self


class Notebook(_Entry):
    """Notes in the order of learning, and questions about them."""

    notes: tuple[Note, ...] = Field(min_length=1)
    questions: tuple[Question, ...] = Field(min_length=1)

    @property
    def asked(self) -> datetime:
        """The date of the questions: the day after the last note."""
        return max(note.time for note in self.notes) + timedelta(days=1)


def load(path: Path) -> Notebook:
    """Read a notebook.

    Raises:
        UserError: the file cannot be read, or is not a notebook.
    """
    return read_model(Notebook, read_yaml(path), str(path))


def grade(question: Question, answer: Answered) -> Verdict:
    """Grade an answer. A value may add words to the right one: `10:00 on Tuesdays` for `10:00`."""
    if not question.known:
        return "wrong" if answer.known else "right"
    if not answer.known:
        return "not known"
    values = [*map(words, answer.values)]
    is_other = any(not any(_tells(one, ways) for ways in question.values) for one in values)
    named = sum(any(_tells(one, ways) for one in (*values, words(answer.text))) for ways in question.values)
    if is_other or not named:
        return "wrong"
    return "right" if named == len(question.values) else "incomplete"


def holds(question: Question, facts_and_texts: str) -> bool:
    """Whether the answer to a question follows from what was recalled."""
    recalled = words(facts_and_texts)
    return all(_tells(recalled, ways) for ways in question.evidence or question.values)


def words(text: str) -> str:
    """The words and numbers of a text, without case, articles and punctuation: `The 2nd, at 9:30` is `2 at 930`."""
    found = _NUMBER_OR_WORD.findall(_ORDINAL.sub("", text.casefold()))
    return normalized(" ".join(found))


def _tells(said: str, ways: Value) -> bool:
    return any(f" {words(way)} " in f" {said} " for way in ways)


@dataclass(frozen=True)
class Lesson:
    """The changes by a note, as in the library's `Change`."""

    text: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    unmatched: tuple[str, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """The result of a question.

    Attributes:
        held: whether what was recalled contains the answer; None for a question without an answer.
    """

    ask: str
    about: About
    held: bool | None
    verdict: Verdict
    values: tuple[str, ...]
    text: str
    recalled: str


@dataclass(frozen=True)
class Effort:
    """The model's usage; `cost_usd` is None if the price is unknown."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None


@dataclass(frozen=True)
class Played:
    """The results of a notebook."""

    notebook: str
    model: str
    lessons: tuple[Lesson, ...]
    rows: tuple[Row, ...]
    effort: Effort

    @property
    def verdicts(self) -> dict[Verdict, int]:
        """The count of each verdict."""
        counted = Counter(row.verdict for row in self.rows)
        return {verdict: counted[verdict] for verdict in get_args(Verdict)}

    @property
    def held(self) -> tuple[int, int]:
        """The number of recollections with the answer, and of all that could have it."""
        judged = [row.held for row in self.rows if row.held is not None]
        return sum(judged), len(judged)

    @property
    def ended(self) -> int:
        """The number of facts that ended."""
        return sum(len(lesson.removed) for lesson in self.lessons)

    def as_json(self) -> str:
        """Everything, with totals, for programs."""
        held, judged = self.held
        totals = {"held": held, "judged": judged, "verdicts": self.verdicts, "ended": self.ended}
        return redacted(json.dumps({**asdict(self), "totals": totals}, ensure_ascii=False, indent=2))

    def as_row(self) -> str:
        """A line of Markdown."""
        effort, (held, judged) = self.effort, self.held
        verdicts = f"{self.verdicts['right']} of {len(self.rows)}", f"{self.verdicts['wrong']}", f"{held} of {judged}"
        spent = f"{effort.calls}", f"{effort.prompt_tokens:,}", f"{effort.completion_tokens:,}"
        return f"| {' | '.join((f'`{self.notebook}`', f'{len(self.lessons)}', *verdicts, *spent))} |"

    def as_table(self) -> str:
        """One line for each question, then the totals, for people."""
        held, judged = self.held
        effort = self.effort
        cost = "at an unknown price" if effort.cost_usd is None else f"{effort.cost_usd:.4f} dollars"
        return "\n".join(
            (
                f"{'recall':7}{'verdict':12}{'question':{SHORT + 4}}  answer",
                *map(_line, self.rows),
                "",
                f"{held} of {judged} answers recalled",
                ", ".join(f"{number} {verdict}" for verdict, number in self.verdicts.items()),
                f"{self.ended} facts ended",
                f"{effort.calls} calls, {effort.prompt_tokens} + {effort.completion_tokens} tokens, {cost}",
            )
        )


def play(notebook: Notebook, memory: AriGraph, name: str, model: str) -> Played:
    """Let a memory learn the notes and answer the questions; progress goes to stderr."""
    lessons = tuple(_learned(notebook.notes, memory))
    rows = tuple(_asked(notebook, memory))
    usage = memory.usage
    effort = Effort(usage.calls, usage.prompt_tokens, usage.completion_tokens, usage.cost_usd)
    return Played(name, model, lessons, rows, effort)


def _learned(notes: Sequence[Note], memory: AriGraph) -> Iterator[Lesson]:
    for number, note in enumerate(notes, 1):
        change = memory.sync.learn(note.text, time=note.time)
        told = (tuple(map(str, some)) for some in (change.added, change.removed, change.unmatched, change.failed))
        lesson = Lesson(note.text, *told)
        failed = ", could not be read" if lesson.failed else ""
        _say(f"note {number}/{len(notes)}: {len(lesson.added)} facts, {len(lesson.removed)} ended{failed}")
        yield lesson


def _asked(notebook: Notebook, memory: AriGraph) -> Iterator[Row]:
    for number, question in enumerate(notebook.questions, 1):
        recalled = memory.sync.recall(question.ask, budget=BUDGET).as_prompt()
        held = holds(question, recalled) if question.known else None
        try:
            answer = memory.sync.answer(question.ask, at=notebook.asked)
            verdict, values, text = grade(question, answer), answer.values, answer.text
        except AnswerError as error:
            # An unusable reply affects only its question.
            verdict, values, text = "wrong", (), str(error)
        _say(f"question {number}/{len(notebook.questions)}: {verdict}")
        yield Row(question.ask, question.about, held, verdict, values, text, recalled)


def _line(row: Row) -> str:
    held = "-" if row.held is None else "yes" if row.held else "no"
    answer = truncated(one_line("; ".join(row.values) or row.text), SHORT)
    return f"{held:7}{row.verdict:12}{truncated(one_line(row.ask), SHORT):{SHORT + 4}}  {answer}"


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextmanager
def opened(model: str, base_url: str | None, record: Path | None, timeout: float | None = None) -> Iterator[AriGraph]:
    """A memory in this process; if its block succeeds, the model's replies are written to the file `record`.

    Raises:
        UserError: there is no such model, or the file is missing.
    """
    if record is None:
        with AriGraph(model, base_url=base_url, timeout=timeout) as memory:
            yield memory
        return
    _make(record.parent)
    recorder = Recorder(load_model(model, base_url, timeout=timeout))
    try:
        with AriGraph(recorder) as memory:
            yield memory
    finally:
        wait(recorder.close())
    recorder.save(record)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot keep replies in {folder}: {error.strerror}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("play", help="have a memory learn a notebook and ask it the questions")
    command.add_argument("notebook", type=Path, metavar="FILE.yaml")
    command.add_argument("--model", required=True, metavar="NAME", help="the model that reads and answers")
    command.add_argument("--base-url", metavar="URL", help="the model's endpoint")
    command.add_argument("--timeout", type=float, metavar="SECONDS", help="timeout of a reply (default: 120)")
    command.add_argument("--record", type=Path, metavar="DIR", help="folder for the model's replies")
    command.add_argument("--json", action="store_true", help="print JSON instead of a table")
    command.set_defaults(run=_play)
    command = commands.add_parser("table", help="play all that are kept and print a line of Markdown for each")
    command.set_defaults(run=_table)
    options = parser.parse_args(arguments)
    options.run(options)
    return 0


def _play(options: argparse.Namespace) -> None:
    notebook, name = load(options.notebook), options.notebook.stem
    record = options.record and options.record / f"{name}.jsonl"
    with opened(options.model, options.base_url, record, options.timeout) as memory:
        played = play(notebook, memory, name, options.model)
    print(played.as_json() if options.json else played.as_table())


def _table(_: argparse.Namespace) -> None:
    print(HEAD)
    for path in sorted(KEPT.glob("*.jsonl")):
        model = f"recorded:{path}"
        with opened(model, None, None) as memory:
            print(play(load(NOTEBOOKS / f"{path.stem}.yaml"), memory, path.stem, model).as_row(), flush=True)


if __name__ == "__main__":
    sys.exit(exit_code(main))
