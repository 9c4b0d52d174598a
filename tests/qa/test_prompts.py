"""The prompts, with the questions that `ariadne qa` really asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ariadne.config import ModelConfig
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.evaluate.scheduler import Board
from ariadne.models.answers import AnswerForm, Read, Recognized, Searched, ShortAnswer
from ariadne.models.model import Model
from ariadne.models.question import Question
from ariadne.qa.answering import Answering
from ariadne.qa.plan import QUESTIONS, QAJob, QAPlan, jobs_of
from ariadne.qa.scorecard import build
from ariadne.runs.resources import Resources
from ariadne.runs.run import Run
from tests.evaluate.evaluating import of_kind
from tests.qa import test_longmemeval as longmemeval
from tests.qa.asking import musique
from tests.scripted import Script, unshown_inputs

ANSWERS: dict[str, type[AnswerForm]] = {
    "read": Read,
    "qa_entities": Searched,
    "recognize": Recognized,
    "qa_answer": ShortAnswer,
}


class Scripted(Resources):
    """What a script says, for any name."""

    def __init__(self, script: Script, minilm: MiniLM) -> None:
        super().__init__()
        self._script = script
        self._cache = TextCache(minilm)

    def model(self, name: str, config: ModelConfig) -> Model:
        return self._script.model

    def texts(self, config: ModelConfig) -> TextCache:
        return self._cache


def script(**more: Any) -> Script:
    known = {"triplets": ["the tin lamp, was made by, ada oil", "ada oil, was born in, pisa"], "replaced": []}
    says = {"read": known, "qa_entities": {"entities": ["tin lamp: 3", "town: 1"]},
            "qa_answer": {"reason": "it says so", "answer": "Pisa"}}  # fmt: skip
    return Script(**{**says, **more})


async def answered(
    folder: Path, said: Script, minilm: MiniLM, methods: Sequence[str] = ("arigraph",), file: Path | None = None
) -> Run:
    plan = QAPlan(files=(str(file or musique(folder, 1)),), methods=tuple(methods), models=("m",))
    run = Run(folder / "run")
    result = await Answering(plan, jobs_of(plan), run, Board[QAJob](), Scripted(said, minilm)).run()
    assert result.failed == 0
    return run


@pytest.fixture
async def asked(tmp_path: Path, minilm: MiniLM) -> dict[str, Question[Any]]:
    """The last question of each name, of AriGraph where it asks it."""
    said = script(recognize={"kept": [1]})
    for method in ("hipporag-style", "arigraph"):
        (tmp_path / method).mkdir()
        await answered(tmp_path / method, said, minilm, (method,))
    return {question.name: question for question in said.asked}


async def test_these_questions_are_asked_and_shown_whole(asked: dict[str, Question[Any]]) -> None:
    assert {name: question.answer for name, question in asked.items()} == ANSWERS
    assert set(ANSWERS) == set(QUESTIONS)
    for question in asked.values():
        assert all(question.inputs.values())
        assert unshown_inputs(question) == []
        empty = {key: "" if isinstance(value, str) else [] for key, value in question.inputs.items()}
        assert unshown_inputs(replace(question, inputs=empty)) == []
        for message in question.prompt.messages:
            assert "\n\n\n" not in message["content"]


async def test_what_answers_knows_the_date_and_that_it_may_not_be_told_where_the_data_set_has_such_questions(
    tmp_path: Path, minilm: MiniLM, asked: dict[str, Question[Any]]
) -> None:
    chats = longmemeval.written(tmp_path, longmemeval.question(), longmemeval.ABSTENTION)
    said = script(qa_answer={"reason": "", "answer": "Not mentioned."})
    run = await answered(tmp_path / "chats", said, minilm, ("bm25",), chats)
    prompts = [question.prompt.messages for question in said.asked]
    known, unknown = sorted(prompts, key=lambda prompt: "bicycle" in prompt[-1]["content"])
    for (*_, user), question in ((known, "What colour is my boat Marigold?"), (unknown, "What colour is my bicycle?")):
        assert user["content"].endswith(f"Date of the question: 2023/05/30 (Tue) 23:40\nQuestion: {question}")
        assert 'the answer is "not mentioned".\n\nDate' in user["content"]
        assert "\n\n\n" not in user["content"]
    assert all(unshown_inputs(question) == [] for question in said.asked)
    assert sorted((scored.exact, scored.f1) for scored in of_kind(run.path, "scored")) == [(0, 0), (1, 1)]
    other = asked["qa_answer"].prompt.messages[-1]["content"]
    assert "not mentioned" not in other
    assert "Date" not in other


@pytest.mark.parametrize(("said", "expected"), [(1920, "1920"), (True, "yes"), (False, "no"), ("Pisa", "Pisa")])
def test_an_answer_is_text_however_json_has_it(said: object, expected: str) -> None:
    assert ShortAnswer.model_validate({"reason": "", "answer": said}).answer == expected


async def test_an_answer_that_cannot_be_read_is_wrong_and_ends_nothing(tmp_path: Path, minilm: MiniLM) -> None:
    run = await answered(tmp_path, script(qa_answer="I would rather not."), minilm)
    (answer,), (scored,) = of_kind(run.path, "answered"), of_kind(run.path, "scored")
    assert (answer.answer, scored.exact, scored.f1) == ("", 0.0, 0.0)
    assert "qa_answer" in answer.error
    (row,) = build([run.path]).rows
    assert (row.total("finished"), row.mean("f1"), row.total("unreadable")) == (1, 0, 1)


async def test_where_no_entity_is_named_the_question_is_searched_for(tmp_path: Path, minilm: MiniLM) -> None:
    run = await answered(tmp_path, script(qa_entities="Hm."), minilm)
    (recalled,) = of_kind(run.path, "recalled")
    assert recalled.queries == {"where was the maker of the old tin lamp born?": 1}


async def test_the_paper_searches_for_entities_and_the_blend_for_the_question_as_well(
    tmp_path: Path, minilm: MiniLM
) -> None:
    run = await answered(tmp_path, script(), minilm, ("arigraph", "arigraph-blend"))
    paper, blend = of_kind(run.path, "recalled")
    assert paper.queries == {"tin lamp": 3, "town": 1}
    assert blend.queries == {"Where was the maker of the old tin lamp born?": 1, **paper.queries}
    assert paper.facts
    assert len(paper.shown) <= 2
    assert len(blend.shown) == 3
    # The words of the question find what the same triplets everywhere cannot tell apart.
    assert blend.ranking[0] == 1


async def test_a_walk_is_led_by_the_triplets_that_the_model_recognizes(tmp_path: Path, minilm: MiniLM) -> None:
    said = script(recognize={"kept": [1]})
    run = await answered(tmp_path, said, minilm, ("hipporag-style",))
    (asked,) = said.of("recognize")
    assert asked.inputs["query"] == "Where was the maker of the old tin lamp born?"
    assert all(question.inputs["known"] == [] for question in said.of("read"))
    (recalled,) = of_kind(run.path, "recalled")
    assert sorted(recalled.ranking) == [0, 1, 2, 3]
    assert len(recalled.shown) == 3
    assert [event.paragraph for event in of_kind(run.path, "learned")] == [0, 1, 2, 3]
