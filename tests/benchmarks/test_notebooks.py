"""Notebooks can be answered from their notes, answers are graded by their values, and a play can be played again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from notebooks import Question, Verdict, grade, holds, load
from recorded_replies import Recorder

from ariadne.memory.arigraph.core.reading import reading_of, replaced_of
from ariadne.models.answers import Read
from ariadne.models.model import UnreadableReply
from ariadne.models.question import Question as ModelQuestion
from ariadne.models.recorded import RecordedModel, RecordedReply, ScriptedModel
from ariadne.triplet import Triplet
from arigraph import AriGraph
from tests.command import ROOT, benchmark

pytestmark = pytest.mark.nightly

NOTEBOOKS = sorted((ROOT / "benchmarks" / "notebooks").glob("*.yaml"))
RECORDINGS = sorted((ROOT / "tests" / "recorded" / "notebooks").glob("*.jsonl"))


@dataclass(frozen=True)
class Said:
    """An answer."""

    values: tuple[str, ...] = ()
    text: str = ""
    known: bool = True


def asked(*values: list[str], **more: object) -> Question:
    return Question.model_validate({"ask": "?", "values": values, "known": bool(values), "about": "now", **more})


PLACE = asked(["Lisbon"])
TIME = asked(["Wednesday", "Wednesdays"], ["9:30", "09:30"])
LIST = asked(["peanut", "peanuts"], ["milk"])
UNTOLD = asked()

GRADED: list[tuple[Question, Said, Verdict]] = [
    (PLACE, Said(("Lisbon",)), "right"),
    (PLACE, Said(("lisbon.",), "In Lisbon."), "right"),
    (PLACE, Said(("Lisbon, since the summer",)), "right"),
    (PLACE, Said((), "She lives in Lisbon now."), "right"),
    (PLACE, Said(("Gothenburg",)), "wrong"),
    (PLACE, Said(("Lisbon", "Gothenburg")), "wrong"),
    (PLACE, Said(("Lisbonne",)), "wrong"),
    (PLACE, Said((), ""), "wrong"),
    (PLACE, Said(known=False), "not known"),
    (TIME, Said(("9:30 on Wednesdays",)), "right"),
    (TIME, Said(("Wednesdays", "at 09:30")), "right"),
    (TIME, Said(("Wednesdays",)), "incomplete"),
    (TIME, Said(("Wednesdays", "19:30")), "wrong"),
    (LIST, Said(("milk", "the peanuts")), "right"),
    (LIST, Said(("milk",)), "incomplete"),
    (LIST, Said(("milk",), "He is allergic to milk and to peanuts."), "right"),
    (LIST, Said(("milk", "peanuts", "soy")), "wrong"),
    (asked(["2 June"]), Said(("2nd June 2026",)), "right"),
    (asked(["55,000"]), Said(("55000 euros",)), "right"),
    (asked(["5 mg"]), Said(("5mg in the morning",)), "right"),
    (asked(["5"]), Said(("3.5",)), "wrong"),
    (UNTOLD, Said(known=False), "right"),
    (UNTOLD, Said(("0123 456",)), "wrong"),
]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_whatever_is_known_follows_from_the_notes(path: Path) -> None:
    notebook = load(path)
    notes = "\n".join(note.text for note in notebook.notes)
    assert [each.ask for each in notebook.questions if each.known and not holds(each, notes)] == []
    assert len({each.ask for each in notebook.questions}) == len(notebook.questions)
    assert max(note.time for note in notebook.notes) < notebook.asked


@pytest.mark.parametrize(("right", "said", "verdict"), GRADED)
def test_an_answer_is_graded_by_its_values(right: Question, said: Said, verdict: Verdict) -> None:
    assert grade(right, said) == verdict


def test_what_is_recalled_holds_an_answer_when_it_tells_every_value() -> None:
    assert holds(TIME, "weekly sync, takes place at, 9:30\nweekly sync, is on, Wednesdays")
    assert not holds(TIME, "weekly sync, is on, Wednesdays")
    assert not holds(TIME, "weekly sync, is on, Wednesdays at 19:30")


def test_what_has_to_be_counted_is_held_by_what_there_is_to_count() -> None:
    cats = asked(["2", "two"], about="count", evidence=[["Pixel"], ["Morty", "Mortadella"]])
    assert holds(cats, "Pixel and Mortadella are cats")
    assert not holds(cats, "Two cats, one of them is Pixel")


async def test_replies_are_kept_as_they_came_and_play_again(tmp_path: Path) -> None:
    question = ModelQuestion("read", {"known": [], "texts": ["Ada lives in Paris."]}, Read)
    said = iter(["{'triplets': ['Ada, lives in, Paris'], 'replaced': []}", "unreadable"])
    recorder = Recorder(ScriptedModel(lambda _: next(said)))
    replayed = tmp_path / "replies.jsonl"
    first = await recorder.answer(question)
    with pytest.raises(UnreadableReply):
        await recorder.answer(question)
    recorder.save(replayed)
    again = RecordedModel.load(replayed)
    assert (await again.answer(question)).text == first.text
    with pytest.raises(UnreadableReply):
        await again.answer(question)


BOOK = """
notes: [{time: 2026-03-01T09:00, text: Ada lives in Paris.}]
questions:
  - {ask: "Where does Ada live?", values: [[Paris]], known: true, about: now}
  - {ask: "How old is Ada?", known: false, about: unknown}
"""
REPLIES = [
    {"name": "read", "reply": {"triplets": ["Ada, lives in, Paris"], "replaced": []}},
    {"name": "answer_from_memory", "reply": {"known": True, "answer": "In Paris.", "values": ["Paris"]}},
    {"name": "answer_from_memory", "reply": {"known": False, "answer": "Nobody says."}},
]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "book.yaml").write_text(BOOK, encoding="utf-8")
    lines = "".join(f"{json.dumps(reply)}\n" for reply in REPLIES)
    (tmp_path / "replies.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def test_a_play_tells_of_each_question_what_it_came_to(book: Path) -> None:
    done = benchmark("notebooks", "play", book / "book.yaml", "--model", f"recorded:{book / 'replies.jsonl'}")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split() for line in lines[1:3]] == [
        ["yes", "right", "Where", "does", "Ada", "live?", "Paris"],
        ["-", "right", "How", "old", "is", "Ada?", "Nobody", "says."],
    ]
    assert lines[4:7] == ["recall held 1 of 1 answers", "2 right, 0 incomplete, 0 wrong, 0 not known", "0 facts ended"]
    assert lines[7].startswith("3 calls, ")
    assert done.stderr.splitlines() == ["note 1/1: 1 facts, 0 ended", "question 1/2: right", "question 2/2: right"]


def test_what_a_play_records_plays_again(book: Path) -> None:
    def totals(model: Path, *more: object) -> object:
        done = benchmark("notebooks", "play", book / "book.yaml", "--json", "--model", f"recorded:{model}", *more)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["totals"]

    first = totals(book / "replies.jsonl", "--record", book / "kept")
    assert totals(book / "kept" / "book.jsonl") == first


LEAST_HELD = {"project": 17, "household": 25, "orchestra": 24}
LEAST_RIGHT = {"project": 16, "household": 28, "orchestra": 28}


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_play_recalls_and_answers_as_it_did(path: Path) -> None:
    notebook = ROOT / "benchmarks" / "notebooks" / f"{path.stem}.yaml"
    done = benchmark("notebooks", "play", notebook, "--json", "--model", f"recorded:{path}")
    assert done.returncode == 0, done.stderr
    played = json.loads(done.stdout)
    assert len(played["rows"]) == len(load(notebook).questions)
    assert played["totals"]["held"] >= LEAST_HELD[path.stem]
    assert played["totals"]["verdicts"]["right"] >= LEAST_RIGHT[path.stem]
    assert played["totals"]["verdicts"]["wrong"] == 0


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_no_fact_is_lost_that_the_model_did_not_name(path: Path) -> None:
    notebook = load(ROOT / "benchmarks" / "notebooks" / f"{path.stem}.yaml")
    replies = [RecordedReply.model_validate_json(line) for line in path.read_text(encoding="utf-8").splitlines()]
    named: set[Triplet] = set()
    model = ScriptedModel(lambda question: _naming(question, replies, named))
    with AriGraph(model, concurrency=1) as memory:
        for note in notebook.notes:
            memory.sync.learn(note.text, time=note.time)
        for edge in memory.history():
            goes_on = edge.valid_to is None or edge.reason in ("merged", "told again")
            assert goes_on or edge.triplet in named, str(edge)
        assert memory.sync.check() == ()


def _naming(question: ModelQuestion[Any], replies: list[RecordedReply], named: set[Triplet]) -> Any:
    """The next reply to a question of that name; what it says to end, or to have ended, is noted."""
    reply = next(each for each in replies if each.name == question.name)
    replies.remove(reply)
    shown = [Triplet.parse(line) for line in question.inputs.get("known", question.inputs.get("facts", ()))]
    said = question.answer.model_validate_json(reply.reply if isinstance(reply.reply, str) else json.dumps(reply.reply))
    replaced, _ = replaced_of(getattr(said, "replaced", ()), shown)
    spans = reading_of(said, shown).spans
    named |= {each.old for each in replaced} | {fact for fact, (_, until) in spans.items() if until}
    return reply.reply
