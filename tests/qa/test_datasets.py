from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.qa.datasets import Paragraph, QAItem, drawn, load_items

HOTPOT: dict[str, Any] = {
    "_id": "5a76",
    "answer": "Pisa",
    "question": "In which city was the maker of the lamp born?",
    "supporting_facts": [["The Lamp", 0], ["Ada Oil", 1]],
    "context": [
        ["The Lamp", ["The Lamp is a lamp.", " It was made by Ada Oil."]],
        ["Lamps", ["Lamps give light."]],
        ["Ada Oil", ["Ada Oil made lamps.", " ", "She was born in Pisa."]],
    ],
    "type": "bridge",
    "level": "hard",
}
MUSIQUE: dict[str, Any] = {
    "id": "2hop__1_2",
    "paragraphs": [
        {"idx": 0, "title": "The Lamp", "paragraph_text": "Ada Oil made it.", "is_supporting": True},
        {"idx": 1, "title": "Lamps", "paragraph_text": "Lamps give light.", "is_supporting": False},
    ],
    "question": "Who made the lamp?",
    "question_decomposition": [],
    "answer": "Ada Oil",
    "answer_aliases": ["Ada", "A. Oil"],
    "answerable": True,
}


def lines(path: Path, *entries: object) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def test_hotpotqa_is_read_from_its_list_and_from_lines(tmp_path: Path) -> None:
    whole = tmp_path / "hotpot_dev_distractor_v1.json"
    whole.write_text(json.dumps([HOTPOT], indent=1), encoding="utf-8")
    item = QAItem(
        id="5a76",
        question="In which city was the maker of the lamp born?",
        answers=("Pisa",),
        paragraphs=(
            Paragraph("The Lamp", "The Lamp is a lamp. It was made by Ada Oil.", True),
            Paragraph("Lamps", "Lamps give light.", False),
            Paragraph("Ada Oil", "Ada Oil made lamps. She was born in Pisa.", True),
        ),
        dataset="hotpotqa",
        verdicts=True,
    )
    assert load_items(whole) == load_items(lines(tmp_path / "hotpot.jsonl", HOTPOT)) == [item]


def test_what_cannot_be_answered_is_left_out(tmp_path: Path) -> None:
    path = lines(tmp_path / "full.jsonl", {**MUSIQUE, "answerable": False}, {**MUSIQUE, "id": "other"})
    assert [item.id for item in load_items(path, limit=1)] == ["other"]


def test_a_limit_reads_no_further(tmp_path: Path) -> None:
    path = lines(tmp_path / "musique.jsonl", *({**MUSIQUE, "id": str(number)} for number in range(5)))
    with path.open("a") as file:
        file.write("{torn")
    assert [item.id for item in load_items(path, limit=2)] == ["0", "1"]


@given(st.integers(1, 60), st.integers(0, 2**32 - 1), st.data())
def test_a_sample_is_the_same_for_the_same_seed_in_order_and_part_of_every_larger_one(
    size: int, seed: int, data: st.DataObject
) -> None:
    items = [QAItem(str(number), "?", ("!",), (), "musique") for number in range(size)]
    count = data.draw(st.integers(1, size))
    sample = drawn(items, count, seed)
    assert sample == drawn(items, count, seed)
    assert sample == [item for item in items if item in sample]
    assert len(sample) == count
    assert {item.id for item in sample} <= {item.id for item in drawn(items, data.draw(st.integers(count, size)), seed)}


@pytest.mark.parametrize(
    "other",
    [
        {**HOTPOT, "evidences": [["The Lamp", "maker", "Ada Oil"]]},  # 2WikiMultihopQA
        {**HOTPOT, "type": "bridge_comparison"},
        {**MUSIQUE, "source": "elsewhere"},
        {"question": "Who?", "answer": "Ada", "context": "Ada made it."},
    ],
)
def test_a_file_of_an_unknown_form_is_refused(tmp_path: Path, other: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="line 1: this is not a question of hotpotqa or musique"):
        load_items(lines(tmp_path / "other.jsonl", other))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (json.dumps(MUSIQUE) + '\n\n{"id": ', "line 3: not JSON"),
        (json.dumps(MUSIQUE) + '\n{"id": "1"}\n', "line 2: this is not a question"),
        (
            json.dumps([HOTPOT, {**HOTPOT, "_id": "2", "context": [["A title", "text"]]}]),
            "nearest is hotpotqa, but context.0.1: ",
        ),
        (json.dumps(MUSIQUE) + "\n" + json.dumps(MUSIQUE), "line 2: the id 2hop__1_2 occurs twice"),
    ],
)
def test_a_damaged_file_is_one_clear_line(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_items(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_file_or_no_text_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read"):
        load_items(tmp_path / "nowhere.jsonl")
    with pytest.raises(UserError, match="cannot read"):
        load_items(tmp_path)
    (tmp_path / "image.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="UTF-8"):
        load_items(tmp_path / "image.jsonl")


words = st.text(min_size=1, max_size=20)


@settings(max_examples=10)
@given(
    st.lists(
        st.tuples(words, st.lists(st.tuples(words, words, st.booleans()), min_size=1, max_size=4)),
        min_size=1,
        max_size=4,
    )
)
def test_whatever_musique_says_comes_back(
    tmp_path_factory: pytest.TempPathFactory, questions: list[tuple[str, list[tuple[str, str, bool]]]]
) -> None:
    entries = [
        {
            "id": str(number),
            "question": question,
            "answer": "x",
            "paragraphs": [
                {"title": title, "paragraph_text": text, "is_supporting": supporting}
                for title, text, supporting in paragraphs
            ],
        }
        for number, (question, paragraphs) in enumerate(questions)
    ]
    items = load_items(lines(tmp_path_factory.mktemp("any") / "musique.jsonl", *entries))
    said = [(item.question, [(one.title, one.text, one.supporting) for one in item.paragraphs]) for item in items]
    assert said == questions
