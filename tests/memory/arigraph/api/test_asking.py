from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.embed.embedder import Embedder
from ariadne.errors import AnswerError
from ariadne.memory.arigraph.api.asking import (
    MOST,
    facts_of,
    history_of,
    paragraphs,
    queries,
    things_in,
)
from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.models.answers import FromMemory
from ariadne.models.ask import Asked
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Letters, library
from tests.scripted import Script, unshown_inputs

FACT = Triplet("alice", "lives in", "paris")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("one\ntwo", ["one\ntwo"]),
        ("one\n\ntwo\n \t\nthree\n", ["one", "two", "three"]),
        ("one\r\n\r\ntwo", ["one", "two"]),
        (" \n\n ", []),
        ("one\n\n" + "Two is a line.\n" * 100, ["one", *["Two is a line."] * 100]),
    ],
)
def test_blank_lines_separate_paragraphs(text: str, parts: list[str]) -> None:
    assert paragraphs(text) == parts


@given(st.text("ab \n\t\r", max_size=40))
def test_paragraphs_hold_all_words_of_a_text(text: str) -> None:
    parts = paragraphs(text)
    assert " ".join(parts).split() == text.split()
    assert all(parts)


async def test_names_in_a_question_are_queries_too() -> None:
    memory = library()
    await memory.learn("\n".join(f"zz {number}, of, what where who {number}" for number in range(9)))
    await memory.learn("qq, knows, bob")
    question = "what where who is with QQ"
    assert Triplet("qq", "knows", "bob") not in (await memory.recall(question, depth=1, width=3)).facts
    assert Triplet("qq", "knows", "bob") in (await memory.recall(memory.searched(question, 1), width=3)).facts


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Where does the Kizir River flow?", ["kizir river"]),
        ("What flows in Russia?", ["russia"]),
        ("What was in 1999?", ["1999"]),
        ("where is a river in the country?", []),
        ("", []),
    ],
)
async def test_common_words_in_a_question_are_not_queries(question: str, names: list[str]) -> None:
    memory = library()
    await memory.learn("kizir river, flows in, russia\nriver, is, home\nrussia, is, vast\nin, is, word\nit, was, 1999")
    assert queries(memory.graph, question, 3) == {question: 3, **dict.fromkeys(names, 1)}


SAYS = {"known": True, "answer": "In Rome.", "values": ["Rome"], "facts": [1, 9], "texts": [2]}
MARCH = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def moved(script: Script) -> AriGraph:
    """A memory of where Alice lived, and lives."""
    memory = AriGraph(Asked(script.ask), Letters())
    await memory.learn("Alice lives in Rome by now.", facts=["alice, lives in, rome"], time=MARCH + timedelta(days=30))
    await memory.learn("Alice lives in Paris.", facts=["alice, lives in, paris"], time=MARCH)
    await memory.learn("Alice left Paris.", ended=["alice, lives in, paris"], time=MARCH + timedelta(days=9))
    return memory


async def test_the_model_sees_valid_facts_ended_facts_and_texts_in_order() -> None:
    script = Script(answer_from_memory=SAYS)
    answer = await (await moved(script)).answer("Where does Alice live?")
    (question,) = script.of("answer_from_memory")
    assert question.answer is FromMemory
    assert question.inputs["question"] == "Where does Alice live?"
    assert question.inputs["facts"] == [
        "alice, lives in, rome (since 2026-03-31)",
        "alice, lives in, paris (since 2026-03-01, until 2026-03-10)",
    ]
    assert question.inputs["texts"] == [
        "[2026-03-01 12:00] Alice lives in Paris.",
        "[2026-03-10 12:00] Alice left Paris.",
        "[2026-03-31 12:00] Alice lives in Rome by now.",
    ]
    assert question.inputs["today"] == f"{datetime.now(UTC):%A, %Y-%m-%d}"
    assert unshown_inputs(question) == []
    assert (answer.text, answer.values, bool(answer)) == ("In Rome.", ("Rome",), True)
    assert [str(edge.triplet) for edge in answer.facts] == ["alice, lives in, rome"], "there is no fact 9"
    assert [node.observation for node in answer.texts] == ["Alice left Paris."]


async def test_an_unknown_answer_is_false() -> None:
    says = {**SAYS, "known": False, "answer": "The memory does not tell.", "values": ["Rome"]}
    answer = await (await moved(Script(answer_from_memory=says))).answer("Where was Alice born?")
    assert (bool(answer), answer.text, answer.values) == (False, "The memory does not tell.", ())


async def test_an_unusable_reply_is_an_error() -> None:
    with pytest.raises(AnswerError):
        await (await moved(Script(answer_from_memory="I would rather not."))).answer("Where does Alice live?")


async def test_the_model_is_not_asked_if_nothing_was_recalled() -> None:
    script = Script()
    answer = await AriGraph(Asked(script.ask), Letters()).answer("Where is Bob?")
    assert (bool(answer), script.asked) == (False, [])


async def test_a_model_judges_itself_whether_what_is_known_is_near_enough(minilm: Embedder) -> None:
    script, question = Script(answer_from_memory=SAYS), "Where do I work?"
    memory = AriGraph(Asked(script.ask), minilm)
    await memory.learn("Alice lives in Paris.", facts=[FACT], read=False)
    assert not (await memory.recall(question)).facts
    assert await memory.answer(question)
    assert "alice, lives in, paris" in script.of("answer_from_memory")[0].inputs["facts"][0]


async def test_without_a_model_the_best_matches_are_returned() -> None:
    memory = AriGraph(None, Letters())
    assert not await memory.answer("Where is Bob?")
    await memory.learn("Alice lives in Paris.", facts=[FACT])
    answer = await memory.answer("Where does Alice live?")
    assert not answer
    assert [edge.triplet for edge in answer.facts] == [FACT]
    assert [node.observation for node in answer.texts] == ["Alice lives in Paris."]


async def test_a_read_only_memory_answers(tmp_path: Path) -> None:
    script = Script(answer_from_memory=SAYS)
    with AriGraph(None, Letters(), tmp_path / "one.db") as memory:
        await memory.learn("Alice lives in Rome.", facts=["alice, lives in, rome"])
    with AriGraph.open(tmp_path / "one.db", Asked(script.ask), Letters(), read_only=True) as memory:
        assert (await memory.answer("Where does Alice live?")).values == ("Rome",)


def graph_of(*lines: str) -> SemanticGraph:
    """A graph of these triplets, one per step; `-` ends one."""
    graph = SemanticGraph()
    for step, line in enumerate(lines, 1):
        triplet = Triplet.parse(line.removeprefix("-"))
        if line.startswith("-"):
            graph.end(Ending(graph.number(triplet)), step)
        else:
            graph.add(triplet, step)
    return graph


def test_states_and_directions_are_not_things_of_a_question() -> None:
    graph = graph_of(
        "red chest, is, open", "cup, is on, kitchen table", "kitchen table, is in, hall", "hall, has exit, north"
    )
    question = "Is the red chest in the hall open, and the kitchen table north?"
    assert things_in(graph, question) == ["red chest", "kitchen table", "hall"]
    assert things_in(graph, "Is the dragon open?") == []


def test_facts_about_a_thing_include_those_about_its_holders() -> None:
    graph = graph_of(
        "ring, is in, box", "box, is on, shelf", "shelf, is in, attic", "attic, has exit, south", "cup, is on, shelf",
        "ring, is, old",
    )  # fmt: skip
    assert {*map(str, facts_of(graph, ["ring"]))} == {
        "ring, is in, box", "ring, is, old", "box, is on, shelf", "shelf, is in, attic",
    }  # fmt: skip
    assert {*map(str, facts_of(graph, ["shelf"]))} == {"box, is on, shelf", "cup, is on, shelf", "shelf, is in, attic"}


def test_circular_holders_end() -> None:
    assert len(facts_of(graph_of("box, is in, bag", "bag, is in, box"), ["box"])) == 2


def test_the_latest_facts_about_a_hub_are_returned() -> None:
    graph = graph_of(*(f"thing {number}, is in, barn" for number in range(3 * MOST)))
    assert facts_of(graph, ["barn"]) == graph.valid()[-MOST:]
    assert len(history_of(graph, ["barn"])) == MOST


def test_a_history_has_ended_facts_without_ways() -> None:
    graph = graph_of("hall, has exit, north", "cup, is in, hall", "-cup, is in, hall", "cup, is in, box")
    told = [(str(edge.triplet), edge.valid_from, edge.valid_to) for edge in history_of(graph, ["hall", "cup"])]
    assert told == [("cup, is in, hall", 2, 3), ("cup, is in, box", 4, None)]
