"""How well the memory answers questions about long conversations and lists of facts, used as a library.

    python benchmarks/conversations.py longmemeval_s.json locomo10.json --model NAME --base-url URL --sample 50
    python benchmarks/conversations.py factconsolidation_sh_6k.json --model NAME --limit 20 --memory DIR --json

Files of LongMemEval, LoCoMo and FactConsolidation are used through the library: `learn_many` learns their texts, and
`memory.answer(question, at=...)` answers their questions. (`ariadne qa` compares methods, with its own questions to the
model; docs/qa.md.) DIR has a memory for each data file, `<data file>.db`, with a scope for every list of paragraphs
that questions share, or else for every question.

texts   A conversation is learned as messages, some three hundred words of a session at once, with the session's date;
        other texts in their paragraphs. Without dates, texts are a minute apart, in their order. If the data set says
        that the later of two facts is true, the memory resolves contradictions so: `Options(supersede="always")`.
asked   On the date of the question; without a date, on the day after the last text. Dates are taken to be in UTC.
marked  The values of the answer, joined by "; ": all three data sets compare an answer with a few words, LongMemEval
        and LoCoMo by exact match and F1, FactConsolidation by whether it contains the right one. If the answer has no
        values, its text. If the memory does not know, a phrase that counts as abstention.

DIR also has `<data file>.jsonl`, a log with the lines `begun` (the model and the file), `learned` (the number of
texts of a scope, and the cost since the line before), and `answered` (a question, its marks and its cost). After an
interruption, the same command resumes: nothing is learned or asked twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import groupby
from operator import add
from pathlib import Path
from statistics import mean

from conversation_diary import Answered, Begun, Diary, Learned

from ariadne.cli.exit_codes import exit_code, explained
from ariadne.embed.embedder import Embedder
from ariadne.embed.registry import load_embedder
from ariadne.errors import AnswerError, UserError
from ariadne.files import home
from ariadne.gather import gathered
from ariadne.keys import redacted
from ariadne.memory.arigraph.api.asking import paragraphs
from ariadne.memory.arigraph.core.costs import Meter
from ariadne.memory.arigraph.core.histories import ahead
from ariadne.qa.datasets import UNKNOWN, QAItem, Said
from ariadne.qa.metrics import AnswerMarks, abstention, marks
from ariadne.qa.plan import chosen, digests
from ariadne.text import counted, encodable, one_line
from arigraph import Answer, AriGraph, Call, Options, Spent, Text

BEGIN = datetime(2025, 1, 1, tzinfo=UTC)
"""The time of the first text in a data set without dates."""
APART, AFTER = timedelta(minutes=1), timedelta(days=1)
DATES = ("%Y/%m/%d (%a) %H:%M", "%I:%M %p on %d %B, %Y")
"""The date formats of LongMemEval and LoCoMo."""
WORDS = 300
"""The number of words in messages that are learned at once."""
AT_ONCE = 16

_METER: ContextVar[Meter] = ContextVar("meter")
"""Sums the usage of the current task."""


def texts_of(item: QAItem) -> list[Text]:
    """A question's context as texts to learn.

    Raises:
        UserError: a date cannot be read.
    """
    found: list[Text] = []
    for moment, pairs in groupby(zip(times_of(item), item.paragraphs, strict=True), key=lambda pair: pair[0]):
        together = [paragraph for _, paragraph in pairs]
        messages = [each for paragraph in together for each in paragraph.said]
        found += [Text(time=moment, messages=[*map(_message, some)]) for some in in_parts(messages)]
        unsaid = [paragraph.as_text() for paragraph in together if not paragraph.said]
        found += [Text(piece, moment) for text in unsaid for piece in paragraphs(text)]
    return found


def times_of(item: QAItem) -> list[datetime]:
    """The time of each paragraph.

    Raises:
        UserError: a date cannot be read.
    """
    if any(paragraph.date for paragraph in item.paragraphs):
        return [when(paragraph.date, item.id) for paragraph in item.paragraphs]
    return [BEGIN + place * APART for place in range(len(item.paragraphs))]


def when(date: str, question: str) -> datetime:
    """Parse a data set's date.

    Raises:
        UserError: it has no known format.
    """
    for form in DATES:
        try:
            return datetime.strptime(date.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise UserError(f"{question}: the date '{one_line(date)}' is written neither as in LongMemEval nor as in LoCoMo")


def in_parts(said: Sequence[Said]) -> Iterator[list[Said]]:
    """Parts of a conversation, of some three hundred words each, or of one longer turn."""
    part: list[Said] = []
    words = 0
    for each in said:
        length = len(each.text.split())
        if part and words + length > WORDS:
            yield part
            part, words = [], 0
        part.append(each)
        words += length
    if part:
        yield part


def _message(said: Said) -> dict[str, str]:
    name = {"name": said.name} if said.name else {}
    return {"role": said.role, "content": said.text, **name}


def told(answer: Answer) -> str:
    """The part of an answer that is marked."""
    if not answer.known:
        return UNKNOWN[0]
    return "; ".join(answer.values) or answer.text


def marked(item: QAItem, said: str) -> AnswerMarks:
    """The marks of an answer."""
    return marks(said, item.answers, item.verdicts, item.contained) if item.answerable else abstention(said)


@dataclass(frozen=True)
class How:
    """The options of memories; see `AriGraph`."""

    model: str
    base_url: str | None
    concurrency: int
    embedder: Embedder
    folder: Path

    def opened(self, file: str, scope: str, options: Options) -> AriGraph:
        """Open a scope of a data file's memory. Scopes are opened separately to limit the use of main memory."""
        return AriGraph(
            self.model,
            self.embedder,
            self.folder / f"{file}.db",
            scope=scope,
            options=options,
            base_url=self.base_url,
            concurrency=self.concurrency,
            on_call=_count,
        )


def _count(call: Call) -> None:
    _METER.get()(call)


class Learning:
    """The cost of learning a scope, written to a log line by line."""

    def __init__(self, scope: str, diary: Diary) -> None:
        self.texts = diary.texts.get(scope, 0)
        self._scope, self._diary = scope, diary
        self._meter, self._since = Meter(), time.monotonic()
        _METER.set(self._meter)

    def note(self, texts: int, unread: int = 0) -> None:
        """Log the number of texts that are learned by now."""
        usage, self._meter.spent = self._meter.spent, Spent()
        now = time.monotonic()
        self._diary.write(
            Learned(scope=self._scope, texts=texts, unread=unread, usage=usage, seconds=now - self._since)
        )
        self.texts, self._since = texts, now

    def end(self, unread: int) -> None:
        """Log the end; the cost of unfinished texts is included."""
        if unread or self._meter.spent.calls:
            self.note(self.texts, unread)


class Play:
    """A data file to learn and to ask about.

    Args:
        name: the file's.

    Raises:
        UserError: a date cannot be read.
    """

    def __init__(self, name: str, items: Sequence[QAItem], diary: Diary, how: How) -> None:
        self._name, self._diary, self._how = name, diary, how
        self._scopes = gathered((scope_of(item), item) for item in items)
        self._count, self._done = len(items), sum(item.id in diary.answered for item in items)
        self._options = Options(supersede="always" if any(item.news for item in items) else "never")
        self._last = {scope: max(times_of(each)) for scope, (each, *_) in self._scopes.items()}
        self._asked = {item.id: self._today(item) for item in items}

    def _today(self, item: QAItem) -> datetime:
        """The date of a question."""
        return when(item.date, item.id) if item.date else self._last[scope_of(item)] + AFTER

    async def play(self) -> None:
        """Do the remaining work."""
        for number, (scope, items) in enumerate(self._scopes.items(), 1):
            left = [item for item in items if item.id not in self._diary.answered]
            if not left:
                continue
            async with self._how.opened(self._name, scope, self._options) as memory:
                await self._learn(memory, texts_of(items[0]), scope, f"{scope} ({number}/{len(self._scopes)})")
                await self._ask(memory, left)

    async def _learn(self, memory: AriGraph, texts: Sequence[Text], scope: str, where: str) -> None:
        learning = Learning(scope, self._diary)

        def progress(done: int, of: int) -> None:
            is_told = done == of or done * 10 // of > learning.texts * 10 // of
            learning.note(done)
            if is_told:
                self._say(f"{where}: {done}/{of} texts learned")

        unread = 0
        try:
            changes = await memory.learn_many(texts, progress=progress)
            unread = sum(bool(change.failed) for change in changes)
        finally:
            learning.end(unread)
        if unread:
            self._say(f"{where}: {counted(unread, 'text')} could not be read")

    async def _ask(self, memory: AriGraph, items: Sequence[QAItem]) -> None:
        async def answer(item: QAItem) -> None:
            row = await _answered(memory, item, self._asked[item.id])
            self._diary.write(row)
            self._done += 1
            worth = f"F1 {row.f1:.2f}" if item.answerable and not item.contained else "right" if row.exact else "wrong"
            self._say(f"{self._done}/{self._count} {item.id}: {'no answer' if row.error else worth}")

        async with aclosing(ahead(items, answer, self._how.concurrency)) as groups:
            async for _ in groups:
                pass

    def _say(self, line: str) -> None:
        _say(f"{self._name}: {line}")


async def _answered(memory: AriGraph, item: QAItem, today: datetime) -> Answered:
    """Ask a question on a date. Unusable replies affect only this question."""
    meter, began, scope = Meter(), time.monotonic(), scope_of(item)
    _METER.set(meter)

    try:
        answer, error = await memory.answer(item.question, at=today), ""
    except AnswerError as caught:
        answer, error = Answer(), one_line(str(caught))
    worth = AnswerMarks(0, 0) if error else marked(item, told(answer))
    return Answered(
        id=item.id,
        scope=scope,
        answer=encodable(answer.text),
        known=answer.known,
        values=tuple(map(encodable, answer.values)),
        error=error,
        exact=worth.exact,
        f1=worth.f1,
        usage=meter.spent,
        seconds=time.monotonic() - began,
    )


def scope_of(item: QAItem) -> str:
    """The scope of its paragraphs."""
    return item.shared or item.id


@dataclass(frozen=True)
class Took:
    """The cost of learning or answering; `cost_usd` is None if the price is unknown."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    cost_usd: float | None
    seconds: float

    @classmethod
    def of(cls, lines: Sequence[Learned] | Sequence[Answered]) -> Took:
        """The sum of all lines."""
        usage = reduce(add, (line.usage for line in lines), Spent())
        return cls(**asdict(usage), seconds=round(sum(line.seconds for line in lines), 1))

    def as_text(self) -> str:
        cost = "at an unknown price" if self.cost_usd is None else f"{self.cost_usd:.4f} dollars"
        return f"{self.calls} calls, {self.prompt_tokens} + {self.completion_tokens} tokens, {cost}"


@dataclass(frozen=True)
class Report:
    """The results for a data file.

    Attributes:
        exact, f1: over all questions; F1 is None if an answer must contain the right one.
        unanswerable, right_to_abstain: unanswerable questions, and those with a correct abstention.
        not_known: answerable questions that the memory says it cannot answer.
        failed: questions without a usable reply.
        texts, unread: learned texts, and those with unusable replies.
        learning: with wall-clock seconds. `answering`: with the sum of the answers' seconds, which run in parallel.
    """

    file: str
    model: str
    questions: int
    exact: float
    f1: float | None
    unanswerable: int
    right_to_abstain: int
    not_known: int
    failed: int
    texts: int
    unread: int
    learning: Took
    answering: Took

    @classmethod
    def of(cls, name: str, model: str, items: Sequence[QAItem], diary: Diary) -> Report:
        """The report of answered questions."""
        rows = [diary.answered[item.id] for item in items]
        pairs = [*zip(items, rows, strict=True)]
        scopes = {scope_of(item) for item in items}
        learned = [line for line in diary.learned if line.scope in scopes]
        return cls(
            file=name,
            model=model,
            questions=len(items),
            exact=mean(row.exact for row in rows),
            f1=None if all(item.contained for item in items) else mean(row.f1 for row in rows),
            unanswerable=sum(not item.answerable for item in items),
            right_to_abstain=sum(row.exact == 1 for item, row in pairs if not item.answerable),
            not_known=sum(item.answerable and not (row.known or row.error) for item, row in pairs),
            failed=sum(bool(row.error) for row in rows),
            texts=sum(diary.texts.get(scope, 0) for scope in scopes),
            unread=sum(line.unread for line in learned),
            learning=Took.of(learned),
            answering=Took.of(rows),
        )

    def as_table(self) -> str:
        """One line for each measure, for people."""
        measures = {
            "questions": f"{self.questions}",
            "EM" if self.f1 is not None else "substring match": f"{100 * self.exact:.1f}",
            **({"F1": f"{100 * self.f1:.1f}"} if self.f1 is not None else {}),
            "abstentions right": f"{self.right_to_abstain} of {self.unanswerable}",
            "answered `not known`": f"{self.not_known} of {self.questions - self.unanswerable} answerable",
            "no usable answer": f"{self.failed}",
            "texts learned": f"{self.texts}, of which {self.unread} could not be read",
            "learning": f"{self.learning.as_text()}, {self.learning.seconds:.1f} seconds",
            "answering": f"{self.answering.as_text()}, {self.answering.seconds / self.questions:.1f} seconds each",
        }
        return "\n".join([f"{self.file}, {self.model}", *(f"  {name:20}{value}" for name, value in measures.items())])


async def play_all(plays: Sequence[Play]) -> None:
    """Learn and ask about data files, one after the other."""
    for each in plays:
        await each.play()


def _say(line: str) -> None:
    print(one_line(line), file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="question files, in their original format")
    parser.add_argument("--model", required=True, metavar="NAME", help="the model that reads and answers")
    parser.add_argument("--base-url", metavar="URL", help="the model's endpoint")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first questions of each file")
    parser.add_argument("--sample", type=int, metavar="N", help="N random ones of each file, as in `ariadne qa`")
    parser.add_argument("--concurrency", type=int, default=AT_ONCE, metavar="N", help=f"calls at once ({AT_ONCE})")
    parser.add_argument("--memory", type=Path, metavar="DIR", help="folder for memories (default: conversations)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


def _check(options: argparse.Namespace) -> None:
    for name in ("limit", "sample", "concurrency"):
        number = getattr(options, name)
        if number is not None and number < 1:
            raise UserError(f"--{name} must be at least 1, not {number}")
    for name, count in Counter(file.name for file in options.files).items():
        if count > 1:
            raise UserError(f"{count} files are named {name}, and would have one memory: ask about them one by one")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    _check(options)
    folder = options.memory or home() / "conversations"
    files = {file: chosen(file, options.limit, options.sample) for file in options.files}
    begun = {file: Begun(model=options.model, sha256=digests((str(file),))[str(file)]) for file in files}
    diaries = {file: Diary(folder / f"{file.name}.jsonl", begun[file]) for file in files}
    how = How(options.model, options.base_url, options.concurrency, load_embedder(), folder)
    plays = [Play(file.name, items, diaries[file], how) for file, items in files.items()]
    _say(f"memories and answers go to {folder}")
    with explained(folder, f"the same command resumes with {folder}"):
        asyncio.run(play_all(plays))
    reports = [Report.of(file.name, options.model, items, diaries[file]) for file, items in files.items()]
    if options.json:
        print(redacted(json.dumps([asdict(report) for report in reports], ensure_ascii=False, indent=2)))
    else:
        print("\n\n".join(report.as_table() for report in reports))
    return 0


if __name__ == "__main__":
    sys.exit(exit_code(main))
