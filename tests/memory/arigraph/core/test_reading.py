"""The known facts that a model is shown with a text, and the replies that it may give."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ariadne.embed.cache import TextCache
from ariadne.errors import Failure
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import Options, Schema
from ariadne.memory.arigraph.core.reading import depths
from ariadne.models.ask import Asked
from tests.effort import check_linear
from tests.scripted import Script, shown, unshown_inputs

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
PARIS, ROME = "ann lee, lives in, paris", "ann lee, lives in, rome"


def saying(*facts: str, replaced: Sequence[str] = (), same: Sequence[str] = ()) -> dict[str, Any]:
    return {"triplets": [*facts], "replaced": [*replaced], "same": [*same]}


def now(memory: AriGraph) -> list[str]:
    return [str(edge.triplet) for edge in memory.facts()]


async def taught(script: Script, texts: TextCache, *told: str) -> AriGraph:
    memory = AriGraph(Asked(script.ask), texts)
    for day, text in enumerate(told):
        await memory.learn(text, time=MARCH + timedelta(days=day))
    return memory


async def test_known_facts_are_shown_by_number_with_their_dates(texts: TextCache) -> None:
    script = Script(read=[saying(PARIS), saying(ROME, replaced=[f"1 changed -> {ROME}"])])
    memory = await taught(script, texts, "Ann Lee resides in Paris.", "Ann Lee lives in Rome.")
    second = script.of("read")[1]
    assert f"1. {PARIS} (since 2026-03-01)" in shown(second)
    assert "of Monday, 2026-03-02" in shown(second)
    assert {*unshown_inputs(second)} <= {"dates"}, "a date goes with its fact"
    assert now(memory) == [ROME]
    assert (str(memory.history()[0].retired_by), memory.history()[0].reason) == (ROME, "replaced")
    assert script.of("outdated") == [], "the reader has seen all"


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("maria lindqvist, leads, kestrel", "Maria hands over to Priya."),
        ("jeweled egg, is in, nest", "The egg is gone."),
        (PARIS, "She lives in Rome by now."),
    ],
)
async def test_facts_about_partial_names_and_the_last_texts_are_shown(known: str, text: str, texts: TextCache) -> None:
    script = Script(read=[saying(known), saying()])
    await taught(script, texts, "At first.", text)
    assert script.of("read")[1].inputs["known"] == [known]


@pytest.fixture
def by_names_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts that are near in meaning are not shown."""
    monkeypatch.setattr("ariadne.memory.arigraph.api.learning.NEAR", 0)


async def test_facts_near_in_meaning_are_shown(texts: TextCache) -> None:
    others = [f"thing {number}, is made of, wood" for number in range(30)]
    read = [saying("household, has vet, dr. amsel", *others), saying(), saying(), saying()]
    script = Script(read=read)
    await taught(script, texts, "At first.", "Nothing.", "Nothing.", "The animals see another doctor from now on.")
    shown_facts = script.of("read")[3].inputs["known"]
    assert "household, has vet, dr. amsel" in shown_facts
    assert len(shown_facts) < 15


@pytest.mark.usefixtures("by_names_alone")
async def test_a_word_of_many_names_shows_none_of_them(texts: TextCache) -> None:
    many = [f"box {number}, is in, hall" for number in range(20)]
    script = Script(read=[saying(*many), saying("tom, is, tall"), saying("ann, is, tall"), saying()])
    memory = await taught(script, texts, "At first.", "Tom.", "Ann.", "The box is open.")
    assert len(memory.history("hall")) == 20
    assert [line for line in script.of("read")[3].inputs["known"] if line.startswith("box")] == []


async def test_a_fact_may_be_over_or_corrected(texts: TextCache) -> None:
    told = saying("ann, plays, chess", "ann, owns, boat", "ann, likes, tea")
    script = Script(read=[told, saying(replaced=["1 over", "2 corrected", "3 over (until 2026-02-14)"])])
    memory = AriGraph(script.model, texts)
    await memory.learn("Ann.", time=MARCH - timedelta(days=60))
    change = await memory.learn("Ann again.", time=MARCH)
    assert [(str(each.fact), each.reason, each.who) for each in change.retired] == [
        ("ann, plays, chess", "outdated", "scripted"),
        ("ann, owns, boat", "corrected", "scripted"),
        ("ann, likes, tea", "outdated", "scripted"),
    ]
    chess, boat, tea = memory.history()
    assert (chess.until, boat.until, tea.until) == (MARCH, boat.since, datetime(2026, 2, 14, tzinfo=UTC))
    held = [str(edge.triplet) for edge in memory.facts(at=MARCH - timedelta(days=30))]
    assert held == ["ann, plays, chess", "ann, likes, tea"]


async def test_statements_about_unknown_facts_are_unmatched(texts: TextCache) -> None:
    script = Script(read=saying("ann, is, tall", replaced=["7 over", "bo, is, tall -> bo, is, small"]))
    change = await AriGraph(script.model, texts).learn("Ann.")
    assert change.unmatched == ("7 over", "bo, is, tall")
    strict = AriGraph(script.model, texts, options=Options(strict=True))
    with pytest.raises(Failure, match="7 over"):
        await strict.learn("Ann.")
    assert strict.told() == []


async def test_the_model_may_merge_names(texts: TextCache) -> None:
    named = saying("ann lee, lives in, rome", same=["Nan = Ann Lee", "bo = bo"])
    script = Script(read=[saying("nan, is, cook"), named, saying("nan, owns, boat")])
    memory = await taught(script, texts, "Nan is a cook.", "Nan is Ann Lee.", "Nan owns a boat.")
    assert {"ann lee, is, cook", "ann lee, lives in, rome", "ann lee, owns, boat"} <= {*now(memory)}


@pytest.mark.usefixtures("by_names_alone")
@pytest.mark.parametrize(
    ("replaced", "left"), [(["1 changed -> 2"], []), (["2 over", "bo, is, tall", "9 over"], [PARIS])]
)
async def test_facts_that_the_model_was_not_shown_are_asked_about_and_no_others_end(
    texts: TextCache, replaced: list[str], left: list[str]
) -> None:
    read = [saying(PARIS), saying("bo, is, tall"), saying("cy, is, tall"), saying(ROME)]
    script = Script(read=read, outdated={"replaced": replaced})
    memory = await taught(script, texts, "Ann Lee.", "Bo.", "Cy.", "She lives in Rome by now.")
    (asked,) = script.of("outdated")
    assert (asked.inputs["facts"], asked.inputs["texts"]) == ([PARIS, ROME], ["She lives in Rome by now."])
    assert {*unshown_inputs(asked)} <= {"dates"}
    assert now(memory) == [*left, "bo, is, tall", "cy, is, tall", ROME]


async def test_the_prompt_has_the_schema_and_the_instruction(texts: TextCache) -> None:
    schema = Schema(entities={"person": "somebody by name"}, relations=["works for", "lives in"])
    script = Script(read=saying("ann, works for, acme", "ann, adores, tea", "ann, is a, person"))
    memory = AriGraph(script.model, texts, options=Options(schema=schema, instruction="Who works where."))
    change = await memory.learn("Ann works for Acme and adores tea.")
    asked = shown(script.of("read")[0])
    assert all(each in asked for each in ("Who works where.", "person: somebody by name", "works for", "lives in"))
    assert now(memory) == ["ann, works for, acme", "ann, is a, person"]
    assert "'ann, adores, tea'" in change.failed[0]


async def test_an_unusable_reply_is_in_failed(texts: TextCache) -> None:
    change = await AriGraph(Script(read="I would rather not.").model, texts).learn("Ann lives in Rome.")
    assert "did not answer the question 'read'" in change.failed[0]
    assert (len(change.nodes), change.added, change.usage.calls) == (1, (), 2)


async def test_a_line_that_is_not_a_fact_is_in_failed_once(texts: TextCache) -> None:
    script = Script(read=[saying(PARIS, *["bob is her neighbour"] * 9)])
    change = await AriGraph(Asked(script.ask), texts).learn("Ann Lee lives in Paris. Bob is her neighbour.")
    assert [*map(str, change.added)] == [PARIS]
    (failed,) = change.failed
    assert "'bob is her neighbour'" in failed


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("key: 2", {"key": 2}),
        ("  Red Key |1 ", {"red key": 1}),
        ("box: of tin: 2", {"box: of tin": 2}),
        ("key", {"key": 1}),
        ("key: two", {"key: two": 1}),
        ("key: 0", {"key": 1}),
        ("key: 9", {"key": 3}),
        ("key: -1", {"key: -1": 1}),
        ("55", {"55": 1}),
        (": 2", {": 2": 1}),
        ("key: ٢", {"key": 2}),
        ("key: ²", {"key: ²": 1}),
        ("key: " + "9" * 5000, {"key": 3}),
        ("", {}),
        (" " * 50_000, {}),
    ],
)
def test_an_entity_has_a_valid_depth(line: str, found: dict[str, int]) -> None:
    assert depths([line], 3) == found


@pytest.mark.parametrize("piece", [" ", ": ", "1", "a: 1 ", "|"])
def test_parsing_depths_takes_linear_time(piece: str) -> None:
    def made(size: int) -> Any:
        return "x" + piece * (size // len(piece)) + "y"

    check_linear(lambda line: depths([line], 2), made)
