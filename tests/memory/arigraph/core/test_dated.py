"""Texts that are learned out of the order of their times."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.models.question import Question
from ariadne.models.recorded import ScriptedModel
from ariadne.triplet import clean
from arigraph import AriGraph, Edge, Text, Triplet, wait
from tests.memory.arigraph.libraries import Letters, library

Told = tuple[int, str, str]
"""A year, a person, and their home from then on."""

PEOPLE, CITIES = ("alice", "bob"), ("oslo", "paris", "rome")
YEARS = range(2001, 2013)


def lives(question: Question[Any]) -> dict[str, list[str]]:
    """Reads triplets; the last one is the present home."""
    if question.name == "outdated":
        return outdated([Triplet.parse(line) for line in question.inputs["facts"]])
    new = [line for text in question.inputs["texts"] for line in text.splitlines()]
    known = [Triplet.parse(line) for line in question.inputs["known"]]
    replaced = [
        f"{old} -> {line}" for line in new for old in known if Triplet.parse(line).subject == old.subject != old.object
    ]
    return {"triplets": new, "replaced": [pair for pair in replaced if pair.split(" -> ")[0] != pair.split(" -> ")[1]]}


def outdated(facts: Sequence[Triplet]) -> dict[str, list[str]]:
    """Each fact is replaced by the next one of the same subject."""
    later = (
        (at, [to for to, new in enumerate(facts, 1) if to > at and new.subject == old.subject != old.object])
        for at, old in enumerate(facts, 1)
    )
    return {"replaced": [f"{at} changed -> {tos[0]}" for at, tos in later if tos]}


def memory(path: Path | None = None) -> AriGraph:
    return AriGraph(ScriptedModel(lives), Letters(), path)


def learned(told: Sequence[Told], path: Path | None = None) -> AriGraph:
    library = memory(path)
    for year, who, city in told:
        wait(library.learn(f"{who}, lives in, {city}", time=at(year)))
    return library


def at(year: float) -> datetime:
    return datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=366 * (year - 2000))


def homes(library: AriGraph, moment: datetime | int | None = None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for edge in library.facts(moment):
        found.setdefault(edge.triplet.subject, []).append(edge.triplet.object)
    return found


def true_at(told: Sequence[Told], year: float) -> Mapping[str, list[str]]:
    """The definition: the last value told up to then."""
    return {who: [city] for when, who, city in sorted(told) if when <= year}


histories = st.lists(
    st.tuples(st.sampled_from(YEARS), st.sampled_from(PEOPLE), st.sampled_from(CITIES)),
    max_size=7,
    unique_by=lambda told: told[:2],
)


def test_an_earlier_text_ends_no_later_fact() -> None:
    library = learned([(2010, "alice", "rome"), (2002, "alice", "paris")])
    assert homes(library) == {"alice": ["rome"]}
    assert homes(library, at(2005)) == {"alice": ["paris"]}
    assert homes(library, at(2010)) == {"alice": ["rome"]}
    rome, paris = library.history("alice")
    assert (paris.reason, paris.retired_by) == ("replaced", rome.triplet)
    assert rome == Edge(Triplet("alice", "lives in", "rome"), 1, since=at(2010))
    assert (paris.since, paris.until) == (at(2002), at(2010))


def test_a_fact_also_told_earlier_is_marked_as_continuing() -> None:
    library = learned([(2010, "alice", "rome"), (2002, "alice", "rome")])
    assert [(edge.until, edge.reason) for edge in library.history("alice")] == [(None, ""), (at(2010), "told again")]


def test_steps_are_in_the_order_of_their_times() -> None:
    library = learned([(2010, "alice", "rome"), (2002, "alice", "paris")])
    assert [homes(library, step) for step in (0, 1, 2)] == [{}, {"alice": ["rome"]}, {"alice": ["paris"]}]


def test_a_change_lists_facts_that_no_longer_hold_now() -> None:
    library = learned([(2002, "alice", "paris"), (2010, "alice", "rome")])
    change = wait(library.learn("alice, lives in, oslo", time=at(2006)))
    assert [str(fact) for fact in change.added] == ["alice, lives in, oslo"]
    assert change.removed == ()


@given(histories.flatmap(lambda told: st.tuples(st.just(told), st.permutations(told))))
def test_any_order_of_learning_gives_the_same_answers_at_every_time(orders: tuple[list[Told], list[Told]]) -> None:
    told, order = orders
    library = learned(order)
    for year in (2000, *YEARS, *(year + 0.5 for year in YEARS)):
        assert homes(library, at(year)) == true_at(told, year)
    assert homes(library) == true_at(told, 3000)
    assert {*wait(library.recall(PEOPLE, width=9)).facts} == {edge.triplet for edge in library.facts()}


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-05:00", "0001-01-01T00:00:00+05:00"])
async def test_a_time_beyond_the_calendar_is_an_error(moment: str) -> None:
    library = memory()
    with pytest.raises(UserError, match="calendar"):
        await library.learn("alice, lives in, rome", time=datetime.fromisoformat(moment))
    with pytest.raises(UserError, match="calendar"):
        library.facts(datetime.fromisoformat(moment))
    assert library.history() == ()


def test_composed_and_decomposed_accents_are_one_name() -> None:
    composed, decomposed = "jos\u00e9", "jose\u0301"
    assert clean(decomposed) == composed
    library = memory()
    wait(library.learn(f"{decomposed}, lives in, rome"))
    change = wait(library.learn(f"{composed}, lives in, paris"))
    assert [str(fact) for fact in change.removed] == [f"{composed}, lives in, rome"]
    assert len(library.history(decomposed)) == len(library.history(composed)) == 2
    assert library.history(decomposed.upper())[-1].triplet.object == "paris"
    assert [fact.subject for fact in wait(library.recall(decomposed)).facts] == [composed]


def test_a_clock_that_was_ahead_does_not_keep_facts_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "life.db"
    with library(path) as memory, monkeypatch.context() as ahead:
        ahead.setattr(Scope, "now", lambda scope: datetime(2036, 1, 1, tzinfo=UTC))
        wait(memory.learn("ann, lives in, paris"))
    with library(path) as memory:
        wait(memory.learn("ann, lives in, leeds", ended=["ann, lives in, paris"]))
        assert [str(edge.triplet) for edge in memory.facts()] == ["ann, lives in, leeds"]
        wait(memory.learn("ann, lives in, york", ended=["ann, lives in, leeds"]))
        assert [str(edge.triplet) for edge in memory.facts()] == ["ann, lives in, york"]
        assert wait(memory.check()) == ()


def test_days_are_those_of_the_speaker() -> None:
    asked: list[Question[Any]] = []

    def reader(question: Question[Any]) -> dict[str, Any]:
        asked.append(question)
        return {"triplets": ["ann, is on, leave (since 2026-03-02)"]}

    late = datetime(2026, 3, 2, 1, tzinfo=timezone(timedelta(hours=9)))
    with AriGraph(ScriptedModel(reader), Letters()) as memory:
        wait(memory.learn("Ann has left.", time=late))
        (edge,) = memory.facts(late)
        assert edge.since == late.replace(hour=0)
        wait(memory.learn("Ann is still away.", time=late))
    assert asked[0].inputs["time"].startswith("Monday, 2026-03-02")
    assert asked[1].inputs["dates"] == [" (since 2026-03-02)"]


def test_a_dated_text_after_an_undated_one_changes_the_same_when_the_file_was_closed_between(tmp_path: Path) -> None:
    histories = []
    for is_closed in (False, True):
        path = tmp_path / f"{is_closed}.db"
        memory = library(path)
        wait(memory.learn("ann, lives in, paris", time=datetime(2036, 1, 1, tzinfo=UTC)))
        wait(memory.learn("ben, lives in, rome"))
        if is_closed:
            memory.close()
            memory = library(path)
        wait(memory.learn("ann, lives in, oslo\nnot ann, lives in, paris", time=datetime(2035, 1, 1, tzinfo=UTC)))
        histories.append([(str(edge.triplet), edge.valid_to) for edge in memory.history("ann")])
        memory.close()
    assert histories[0] == histories[1]


@pytest.fixture
def in_new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("in_new_york")
def test_a_model_is_shown_local_days_and_times_in_summer_and_winter() -> None:
    asked: list[Question[Any]] = []

    def reader(question: Question[Any]) -> dict[str, Any]:
        asked.append(question)
        if question.name == "answer_from_memory":
            return {"known": True, "answer": "On leave.", "values": [], "facts": [1], "texts": []}
        return {"triplets": ["ann, is on, leave (since 2026-12-01)"]}

    with AriGraph(ScriptedModel(reader), Letters()) as memory:
        wait(memory.learn_many([Text("Ann plans to be on leave.", time=datetime(2026, 7, 1, 22))]))
        prompt = wait(memory.recall("Ann")).as_prompt()
        wait(memory.answer("Where is Ann?", at=datetime(2026, 12, 24, 22)))
        wait(memory.answer("Where is Ann?", at=datetime(2026, 12, 25, 3, tzinfo=UTC)))
    fact, text = "ann, is on, leave (since 2026-12-01)", "[2026-07-01 22:00] Ann plans to be on leave."
    assert prompt == f"Facts:\n- {fact}\n\nTexts:\n- {text}"
    read, local, of_utc = (question.inputs for question in asked)
    assert read["time"] == "Wednesday, 2026-07-01 22:00"
    assert (local["facts"], local["texts"], local["today"]) == ([fact], [text], "Thursday, 2026-12-24")
    assert (of_utc["texts"], of_utc["today"]) == ([text.replace("01 22", "02 02")], "Friday, 2026-12-25")


def test_a_zone_of_the_machine_beyond_a_day_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC+99")
        time.tzset()
        with pytest.raises(UserError, match="zones \\(TZ\\) within a day"):
            wait(library().learn("ann, lives in, rome", time=datetime(2026, 3, 1)))
        wait((memory := library()).learn("ann, lives in, rome"))
        assert "since" in wait(memory.recall("Ann")).as_prompt()
    time.tzset()
