"""LongMemEval: questions about chats with an assistant, each with a history of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.qa.datasets import UNKNOWN, Paragraph, Said, load_items
from tests.evaluate.evaluating import card_of, of_kind, only_run
from tests.qa.asking import asked

SESSIONS = {
    "lamp_1": ("2023/05/20 (Sat) 02:21", ["I bought a green lamp from a potter.", "Nice! Put it by the window."]),
    "answer_boat_1": ("2023/05/21 (Sun) 10:05", ["My boat is called Marigold.", "A lovely name for a boat."]),
    "bread_1": ("2023/05/22 (Mon) 18:40", ["How long does bread rise?", "About two hours."]),
    "answer_boat_2": ("2023/05/23 (Tue) 09:00", ["I painted the boat Marigold red.", "Red suits a boat."]),
}


def question(**changes: Any) -> dict[str, Any]:
    """A question as the files have it."""
    return {
        "question_id": "e47becba",
        "question_type": "multi-session",
        "question": "What colour is my boat Marigold?",
        "answer": "red",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": [date for date, _ in SESSIONS.values()],
        "haystack_session_ids": [*SESSIONS],
        "haystack_sessions": [
            [
                {"role": "user", "content": said, "has_answer": session.startswith("answer")},
                {"role": "assistant", "content": replied},
            ]
            for session, (_, (said, replied)) in SESSIONS.items()
        ],
        "answer_session_ids": ["answer_boat_1", "answer_boat_2"],
        **changes,
    }


ABSTENTION = question(
    question_id="e47becba_abs", question="What colour is my bicycle?", answer="You did not mention a bicycle."
)


def written(folder: Path, *questions: dict[str, Any]) -> Path:
    path = folder / "longmemeval_s.json"
    path.write_text(json.dumps(questions), encoding="utf-8")
    return path


def test_a_paragraph_is_a_session_under_its_date(tmp_path: Path) -> None:
    (item,) = load_items(written(tmp_path, question()))
    assert (item.id, item.dataset, item.answers, item.score) == ("e47becba", "longmemeval", ("red",), "f1")
    assert item.date == "2023/05/30 (Tue) 23:40"
    assert item.paragraphs[0] == Paragraph(
        "2023/05/20 (Sat) 02:21",
        "user: I bought a green lamp from a potter.\nassistant: Nice! Put it by the window.",
        supporting=False,
        date="2023/05/20 (Sat) 02:21",
        said=(
            Said("user", "I bought a green lamp from a potter."),
            Said("assistant", "Nice! Put it by the window."),
        ),
    )
    assert [paragraph.supporting for paragraph in item.paragraphs] == [False, True, False, True]


def test_an_answer_may_be_a_number_and_a_turn_may_be_empty(tmp_path: Path) -> None:
    silent = question(answer=3)
    silent["haystack_sessions"][0] = [{"role": "user", "content": " "}, {"role": "assistant", "content": "Hello?"}]
    (item,) = load_items(written(tmp_path, silent))
    assert item.answers == ("3",)
    assert item.paragraphs[0].text == "assistant: Hello?"
    assert item.paragraphs[0].said == (Said("assistant", "Hello?"),)


def test_what_was_never_said_has_no_supporting_session(tmp_path: Path) -> None:
    known, unknown = load_items(written(tmp_path, question(), ABSTENTION))
    assert (known.abstains, known.answerable) == (True, True)
    assert (unknown.abstains, unknown.answerable, unknown.answers) == (True, False, UNKNOWN)
    assert not any(paragraph.supporting for paragraph in unknown.paragraphs)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"haystack_dates": ["2023/05/20 (Sat) 02:21"]}, "each session must have its id and its date"),
        ({"haystack_sessions": [[{"role": "user"}]] * 4}, "haystack_sessions.0.0.content: "),
        ({"question_type": "guesswork"}, "question_type: "),
    ],
)
def test_a_damaged_question_is_one_clear_line(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError) as caught:
        load_items(written(tmp_path, question(question_id="1"), question(**changes)))
    assert "longmemeval_s.json, entry 2: " in str(caught.value)
    assert f"nearest is longmemeval, but {said}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_retrieval_is_measured_without_a_model_and_not_where_nothing_is_to_be_found(tmp_path: Path) -> None:
    path = written(tmp_path, question(), ABSTENTION)
    done = asked(path, "--method", "bm25,dense", "--retrieval-only", "--runs", tmp_path / "runs")
    assert done.returncode == 0, done.stderr
    run = only_run(tmp_path / "runs")
    for row in card_of(run).rows:
        assert (row.unit, row.total("finished"), row.total("failed")) == ("longmemeval", 2, 0)
        assert [row.mean(f"recall_{k}") for k in (2, 3, 5)] == [1, 1, 1]
    assert [event.ranking is None for event in of_kind(run, "recalled")] == [False, False, True, True]
