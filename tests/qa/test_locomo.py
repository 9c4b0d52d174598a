"""LoCoMo: long conversations of two people, each with many questions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.qa.datasets import UNKNOWN, Paragraph, Said, load_items
from tests.evaluate.endpoint import answer
from tests.evaluate.evaluating import card_of, episodes, of_kind, only_run
from tests.models.server import Request, completion, serving
from tests.qa.asking import asked

CONVERSATION: dict[str, Any] = {
    "speaker_a": "Nora",
    "speaker_b": "Emil",
    "session_2_date_time": "7:30 pm on 20 May, 2023",
    "session_2": [
        {"speaker": "Emil", "dia_id": "D2:1", "text": "I sold the boat."},
        {"speaker": "Nora", "dia_id": "D2:2", "text": "My sister Ida moved to Bergen."},
    ],
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Nora", "dia_id": "D1:1", "text": "Hello Emil!"},
        {"speaker": "Emil", "dia_id": "D1:2", "text": "I painted my boat red. ", "blip_caption": "a red boat",
         "img_url": ["https://example.org/boat.jpg"], "query": "red boat", "re-download": True},
    ],
    "session_3_date_time": "2:00 pm on 1 June, 2023",
}  # fmt: skip
QUESTIONS: list[dict[str, Any]] = [
    {"question": "What colour did Emil paint his boat?", "answer": "red", "evidence": ["D1:2"], "category": 4},
    {"question": "What did Emil do with his boat?", "answer": "painted, sold", "evidence": ["D1:2; D2:1"],
     "category": 1},
    {"question": "In which year did Ida move to Bergen?", "answer": 2023, "evidence": ["D2:02"], "category": 2},
    {"question": "Does Nora have family in Norway?", "answer": "Yes; her sister is in Bergen", "evidence": [],
     "category": 3},
    {"question": "What colour did Nora paint her boat?", "adversarial_answer": "red", "evidence": ["D1:2"],
     "category": 5},
]  # fmt: skip


def sample(**changes: Any) -> dict[str, Any]:
    """A conversation with its questions, as the file has them."""
    about = {"event_summary": {"events_session_1": {}}, "observation": {}, "session_summary": {}}
    return {"sample_id": "conv-1", "conversation": CONVERSATION, "qa": QUESTIONS, **about, **changes}


def written(folder: Path, *samples: dict[str, Any]) -> Path:
    path = folder / "locomo10.json"
    path.write_text(json.dumps(samples), encoding="utf-8")
    return path


def answered(path: Path, method: str, says: Callable[[Request], dict[str, Any]]) -> Path:
    """The run in which a model has answered the questions of a file."""
    with serving() as server:
        server.behaviour = lambda request: completion(json.dumps(says(request)))
        way = ("--method", method, "--model", "m", "--base-url", server.url)
        done = asked(path, *way, "--runs", path.parent / "runs")
    assert done.returncode == 0, done.stderr
    return only_run(path.parent / "runs")


def turn(session: str, date: str, name: str, text: str, supporting: bool = False) -> Paragraph:
    """The paragraph that a turn is."""
    return Paragraph(f"{session}, {date}", f"{name}: {text}", supporting, date, (Said("user", text, name),))


def test_a_paragraph_is_a_turn_under_its_session_and_date_in_order(tmp_path: Path) -> None:
    first, *_ = read = load_items(written(tmp_path, sample()))
    assert first.paragraphs == (
        turn("Session 1", "1:56 pm on 8 May, 2023", "Nora", "Hello Emil!"),
        turn(
            "Session 1", "1:56 pm on 8 May, 2023", "Emil", "I painted my boat red. (sends a picture: a red boat)", True
        ),
        turn("Session 2", "7:30 pm on 20 May, 2023", "Emil", "I sold the boat."),
        turn("Session 2", "7:30 pm on 20 May, 2023", "Nora", "My sister Ida moved to Bergen."),
    )
    assert [item.id for item in read] == [f"conv-1-{number}" for number in range(1, 6)]
    assert {(item.dataset, item.score, item.shared, item.abstains) for item in read} == {
        ("locomo", "f1", "conv-1", True)
    }


def test_evidence_is_found_however_it_is_written(tmp_path: Path) -> None:
    needed = [
        [place for place, paragraph in enumerate(item.paragraphs) if paragraph.supporting]
        for item in load_items(written(tmp_path, sample()))
    ]
    assert needed == [[1], [1, 2], [3], [], [1]]


def test_answers_are_text_without_how_they_are_known_and_an_adversarial_one_is_not_to_be_given(
    tmp_path: Path,
) -> None:
    read = load_items(written(tmp_path, sample()))
    assert [item.answers for item in read] == [("red",), ("painted, sold",), ("2023",), ("Yes",), UNKNOWN]
    assert [item.answerable for item in read] == [True, True, True, True, False]


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=4), st.sampled_from(["; ", " ", ", "]))
def test_evidence_in_one_text_is_evidence_in_several(
    tmp_path_factory: pytest.TempPathFactory, places: list[tuple[int, int]], between: str
) -> None:
    named = [f"D{session}:{turn}" for session, turn in places]
    both = [{**QUESTIONS[0], "evidence": named}, {**QUESTIONS[0], "evidence": [between.join(named)]}]
    one, other = load_items(written(tmp_path_factory.mktemp("any"), sample(qa=both)))
    assert one.paragraphs == other.paragraphs


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"conversation": {"speaker_a": "Nora", "speaker_b": "Emil"}}, "the conversation has no session with turns"),
        ({"conversation": {**CONVERSATION, "session_1": [{"speaker": "Nora", "text": "Hello"}]}}, "conversation."),
        ({"qa": []}, "qa: "),
        ({"qa": [{"question": "Who?", "answer": "Ida", "category": 6}]}, "qa.0.category: "),
    ],
)
def test_a_damaged_conversation_is_one_clear_line(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError) as caught:
        load_items(written(tmp_path, sample(**changes)))
    assert "locomo10.json, entry 1: " in str(caught.value)
    assert f"nearest is locomo, but {said}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_retrieval_is_measured_by_the_evidence_without_a_model(tmp_path: Path) -> None:
    path = written(tmp_path, sample(), sample(sample_id="conv-2"))
    done = asked(path, "--method", "bm25,dense", "--retrieval-only", "--runs", tmp_path / "runs")
    assert done.returncode == 0, done.stderr
    run = only_run(tmp_path / "runs")
    for row in card_of(run).rows:
        assert (row.unit, row.total("finished"), row.total("failed")) == ("locomo", 10, 0)
        # Among the first five are all four turns, whatever their order.
        assert row.mean("recall_2") == 1
    assert sum(event.ranking is None for event in of_kind(run, "recalled")) == 4


def test_a_conversation_is_learned_once_and_apart_from_another(tmp_path: Path) -> None:
    other = {**CONVERSATION, "session_2": [{"speaker": "Nora", "dia_id": "D2:1", "text": "Ida moved to Oslo."}]}
    path = written(tmp_path, sample(), sample(sample_id="conv-2", conversation=other, qa=QUESTIONS[:1]))
    run = answered(path, "arigraph-blend", lambda request: answer(request.body))
    learned = [sum(event.name == "learned" for event in told) for told in episodes(run).values()]
    assert sorted(learned) == [0, 0, 0, 0, 3, 4]


def test_who_does_not_know_says_so_and_is_right_where_nothing_tells(tmp_path: Path) -> None:
    told = {"question": "Where did Ida move?", "answer": "Bergen", "evidence": ["D2:2"], "category": 4}
    unknown = {**told, "question": "How old is Nora's cousin?"}
    taken_in = {"question": "Where did Ida move?", "adversarial_answer": "Bergen", "evidence": ["D2:2"], "category": 5}
    path = written(tmp_path, sample(qa=[told, QUESTIONS[-1], unknown, taken_in]))

    def knows_ida(request: Request) -> dict[str, str]:
        said = str(request.body["messages"])
        assert f'the answer is "{UNKNOWN[0]}"' in said
        return {"reason": "", "answer": "Bergen" if "did Ida move?" in said else UNKNOWN[0]}

    run = answered(path, "bm25", knows_ida)
    assert [(event.exact, event.f1) for event in of_kind(run, "scored")] == [(1, 1), (1, 1), (0, 0), (0, 0)]
    assert "not comparable" in " ".join(card_of(run).notes)
