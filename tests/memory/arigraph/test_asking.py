from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne import Triplet
from ariadne.memory.arigraph.arigraph import Found
from ariadne.memory.arigraph.asking import answer, consult, paragraphs
from ariadne.memory.arigraph.episodes import EpisodeNode
from ariadne.models.answers import Told
from ariadne.models.prompt import load_prompt, unshown_inputs
from tests.memory.arigraph.libraries import library
from tests.scripted import Script

FACT = Triplet("alice", "lives in", "paris")
NODE = EpisodeNode(1, "Alice lives in Paris.", (FACT,), datetime(2026, 3, 1, 12, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("one\ntwo", ["one\ntwo"]),
        ("one\n\ntwo\n \t\nthree\n", ["one", "two", "three"]),
        ("one\r\n\r\ntwo", ["one", "two"]),
        (" \n\n ", []),
    ],
)
def test_blank_lines_part_paragraphs(text: str, parts: list[str]) -> None:
    assert paragraphs(text) == parts


@given(st.text("ab \n\t\r", max_size=40))
def test_paragraphs_hold_all_words_of_a_text(text: str) -> None:
    parts = paragraphs(text)
    assert " ".join(parts).split() == text.split()
    assert all(parts)


async def test_what_a_question_names_is_looked_up_beside_the_question() -> None:
    memory = library()
    await memory.learn("\n".join(f"zz {number}, of, what where who {number}" for number in range(9)))
    await memory.learn("qq, knows, bob")
    question = "what where who is with qq"
    assert (await memory.recall(question, depth=1, width=3)).facts != (Triplet("qq", "knows", "bob"),)
    assert Triplet("qq", "knows", "bob") in (await consult(memory, question, depth=1, width=3)).facts


async def test_an_answer_is_asked_for_with_all_that_was_recalled() -> None:
    script = Script(answer_from_memory={"answer": "In Paris."})
    assert await answer(script.ask, "Where is Alice?", Found((FACT,), (NODE,))) == "In Paris."
    (question,) = script.of("answer_from_memory")
    assert question.answer is Told
    assert question.inputs == {
        "question": "Where is Alice?",
        "facts": ["alice, lives in, paris"],
        "texts": ["Alice lives in Paris. (2026-03-01 12:00)"],
    }
    assert unshown_inputs(question) == []
    assert '{"answer": "..."}' in load_prompt("answer_from_memory").system.render()


async def test_an_answer_is_asked_for_where_nothing_was_recalled() -> None:
    script = Script(answer_from_memory={"answer": "The memory does not know."})
    await answer(script.ask, "Where is Bob?", Found((), ()))
    assert unshown_inputs(script.of("answer_from_memory")[0]) == []
