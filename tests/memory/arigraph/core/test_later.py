"""The dates of facts, for texts in any order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Embedder, Vectors
from ariadne.errors import Failure, UserError
from ariadne.models.model import Reply
from ariadne.models.question import A, Question
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, Change, Options, Text
from tests.command import files_in
from tests.memory.arigraph.libraries import Failing, Letters
from tests.scripted import Script

PARIS, ROME, TEA = "ann, in, paris", "ann, in, rome", "ann, likes, tea"
TO_COME, NOW = "2096", ""


class Diary:
    """A memory for which the test states what the model reads.

    Attributes:
        memory: where it is all learned.
    """

    def __init__(self, path: Path | None, embedder: Embedder | TextCache, options: Options) -> None:
        self.memory = AriGraph(Script(read=self._read).model, embedder, path, options=options)
        self._says: dict[str, Any] = {}

    async def tell(
        self,
        date: str | datetime | None,
        *facts: str,
        replaced: Sequence[str] = (),
        same: Sequence[str] = (),
        text: str = "Of Ann.",
        source: str = "",
    ) -> Change:
        """Learn a text of a date, in which the model reads these facts."""
        self._says = {"triplets": [*facts], "replaced": [*replaced], "same": [*same]}
        return await self.memory.learn(text, time=on(date) if isinstance(date, str) else date, source=source)

    def held(self, date: str = NOW) -> list[str]:
        """The facts that held on a date, by default now."""
        return sorted(str(edge.triplet) for edge in self.memory.facts(at=on(date) if date else datetime.now(UTC)))

    def _read(self, _: Question[Any]) -> dict[str, Any]:
        return self._says


def on(date: str) -> datetime:
    """The beginning of a year, a month or a day."""
    return datetime.fromisoformat(f"{date}-01-01"[:10]).replace(tzinfo=UTC)


@asynccontextmanager
async def diary(
    path: Path | None, options: Options | None = None, embedder: Embedder | TextCache | None = None
) -> AsyncIterator[Diary]:
    """A diary. At the end, its memory must be consistent and equal to the file."""
    embedder = embedder or Letters()
    told = Diary(path, embedder, options or Options())
    with told.memory as memory:
        yield told
        assert await memory.check() == ()
        history, facts, texts = memory.history(), memory.facts(), [node.observation for node in memory.told()]
    if path:
        with AriGraph(None, embedder, path) as again:
            assert (again.history(), again.facts()) == (history, facts)
            assert [node.observation for node in again.told()] == texts
            assert await again.check() == ()


@pytest.fixture(params=["in memory", "in a file"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "ann.db" if request.param == "in a file" else None


SINGLE = Options(single={"in"})
OSLO, WAVE = "ann, in, oslo", "bob, does, wave"

Telling = tuple[str, list[str], list[str]]
"""The date of a text, the facts that the model reads in it, and those that it says have ended."""

STORIES: dict[str, tuple[list[Telling], dict[str, list[str]]]] = {
    "an older text begins a fact before its ended edge": (
        [
            ("2018", [PARIS], []),
            ("2019", [], ["1 over"]),
            ("2024", [WAVE], []),
            ("2021", [f"{PARIS} (since 2015)"], []),
        ],
        {"2014": [], "2016": [PARIS], "2018-06": [PARIS], "2022": [PARIS], NOW: [PARIS, WAVE]},
    ),
    "a fact told again ends by an older text until it was told again": (
        [("2010", [PARIS], []), ("2020", [PARIS], []), ("2011", [f"{PARIS} (until 2012-06)"], [])],
        {"2009": [], "2010": [PARIS], "2012": [PARIS], "2015": [], "2020": [PARIS], NOW: [PARIS]},
    ),
    "a fact told again is over by an older text until it was told again": (
        [("2010", [PARIS], []), ("2020", [PARIS], []), ("2011", [], ["1 over (until 2012-06)"])],
        {"2009": [], "2010": [PARIS], "2012": [PARIS], "2015": [], "2020": [PARIS], NOW: [PARIS]},
    ),
    "a fact told again is replaced on the date of an older text": (
        [("2010", [PARIS], []), ("2020", [PARIS], []), ("2011", [f"{ROME} (since 2012-06)"], [f"1 changed -> {ROME}"])],
        {"2012": [PARIS], "2015": [ROME], NOW: [PARIS, ROME]},
    ),
    "a successor does not extend a fact past its end": (
        [("2020", [f"{PARIS} (until 2021-01)"], []), ("2024", [ROME], [f"1 changed -> {ROME}"])],
        {"2020": [PARIS], "2022": [], "2024": [ROME], NOW: [ROME]},
    ),
    "an older text does not extend an ended fact": (
        [("2010", [PARIS], []), ("2020", [], ["1 over"]), ("2017", [f"{PARIS} (until 2053)"], [])],
        {"2012": [PARIS], "2018": [PARIS], "2021": [], "2050": [], NOW: []},
    ),
    "facts of one text have dates of their own": (
        [("2026", [f"{ROME} (since 2024-05)", f"{OSLO} (since 2020, until 2024-05-01)", f"{TEA} (until 2096)"], [])],
        {"2019": [], "2021": [OSLO], "2025": [ROME], "2027": [ROME, TEA], "2097": [ROME]},
    ),
    "a text sets the end of a known fact": (
        [("2010", [PARIS, TEA], []), ("2020", [f"{PARIS} (until 2015)", f"{TEA} (until 2096)"], [])],
        {"2012": [PARIS, TEA], "2016": [TEA], NOW: [TEA], "2097": []},
    ),
    "a fact past its end may begin again": (
        [("2010", [f"{PARIS} (until 2011)"], []), ("2012", [PARIS], [])],
        {"2010": [PARIS], "2011-06": [], "2013": [PARIS], NOW: [PARIS]},
    ),
    "a fact that is over ends on the date that its text states": (
        [("2010", [PARIS], []), ("2020", [f"{PARIS} (until 2015)", TEA], ["1 over"])],
        {"2012": [PARIS], "2016": [], NOW: [TEA]},
    ),
    "a replaced fact holds until its successor begins": (
        [("2020", [PARIS], []), ("2021", [f"{ROME} (since {TO_COME})"], [f"1 changed -> {ROME}"])],
        {NOW: [PARIS], "2097": [ROME]},
    ),
    "an older text may state a later date": (
        [("2024", [WAVE], []), ("2023", [f"{PARIS} (since {TO_COME})"], []), ("2025", [TEA], [])],
        {"2024": [WAVE], "2025": [TEA, WAVE], "2097": [PARIS, TEA, WAVE]},
    ),
    "a text extends a known end": (
        [("2010", [f"{PARIS} (until 2014)"], []), ("2012", [f"{PARIS} (until 2016)"], [])],
        {"2013": [PARIS], "2015": [PARIS], "2017": []},
    ),
    "a later text moves the beginning of a known fact": (
        [("2020", [PARIS], []), ("2024", [f"{PARIS} (since 2015)"], [])],
        {"2014": [], "2017": [PARIS], "2022": [PARIS], NOW: [PARIS]},
    ),
    "an earlier span leaves a known fact as it is": (
        [("2020", [PARIS], []), ("2024", [f"{PARIS} (since 2001, until 2010)"], [])],
        {"2015": [], "2020": [PARIS], "2022": [PARIS], NOW: [PARIS]},
    ),
    "a planned fact comes true early": (
        [("2020", [f"{PARIS} (since {TO_COME})"], []), ("2021", [PARIS], [])],
        {"2020-06": [], "2021": [PARIS], "2022": [PARIS], "2097": [PARIS], NOW: [PARIS]},
    ),
    "a cancelled plan never holds": (
        [("2020", [f"{PARIS} (since {TO_COME})"], []), ("2021", [], ["1 over"])],
        {"2020-06": [], "2022": [], TO_COME: [], "2097": [], NOW: []},
    ),
    "an older text with an end leaves the present fact": (
        [("2024", [PARIS], []), ("2022", [f"{PARIS} (until 2023-03)"], [])],
        {"2022-06": [PARIS], "2023-06": [], "2025": [PARIS]},
    ),
    "an older text with a later beginning of a known fact adds nothing": (
        [("2022", [ROME], []), ("2020", [f"{ROME} (since 2024)"], [])],
        {"2021": [], "2023": [ROME], "2025": [ROME]},
    ),
}
OF_ONE_VALUE: dict[str, tuple[list[Telling], dict[str, list[str]]]] = {
    "values told backwards hold until the next": (
        [("2004", [ROME], []), ("2002", [OSLO], []), ("2000", [PARIS], [])],
        {"2001": [PARIS], "2003": [OSLO], "2005": [ROME], NOW: [ROME]},
    ),
    "a value that comes back, told backwards, holds twice": (
        [("2004", [ROME], []), ("2002", [OSLO], []), ("2000", [ROME], [])],
        {"2001": [ROME], "2003": [OSLO], "2005": [ROME], NOW: [ROME]},
    ),
    "an older text does not end facts of a later one": (
        [("2024", [f"{ROME} (since 2019)"], []), ("2020", [PARIS], [])],
        {"2019-06": [ROME], "2021": [ROME], "2025": [ROME]},
    ),
    "a plan protects only itself": (
        [("2020", [PARIS], []), ("2021", [f"{OSLO} (since 2023)"], []), ("2022", [ROME], [])],
        {"2020-06": [PARIS], "2022-06": [ROME], "2024": [OSLO]},
    ),
    "an earlier plan holds until a later one begins": (
        [("2020", [f"{OSLO} (since 2025)"], []), ("2021", [f"{ROME} (since 2028)"], [])],
        {"2024": [], "2026": [OSLO], "2029": [ROME]},
    ),
    "a plan of an older text replaces when it begins": (
        [("2004", [OSLO], []), ("2000", [f"{ROME} (since 2009)"], [])],
        {"2005": [OSLO], "2010": [ROME]},
    ),
}


@pytest.mark.parametrize("story", [*STORIES, *OF_ONE_VALUE])
async def test_each_fact_holds_from_its_beginning_to_its_end(story: str, tmp_path: Path) -> None:
    tellings, held = (STORIES | OF_ONE_VALUE)[story]
    async with diary(tmp_path / "ann.db", SINGLE if story in OF_ONE_VALUE else None) as told:
        for date, facts, replaced in tellings:
            await told.tell(date, *facts, replaced=replaced)
        assert {date: told.held(date) for date in held} == held


async def test_planned_facts_are_forgotten_at_once_and_may_be_told_again(path: Path | None) -> None:
    facts = ["ann, works for, acme", f"{ROME} (since 2099)"]
    async with diary(path) as told:
        await told.tell("2020", *facts)
        await told.memory.forget("ann")
        assert (told.held(), told.held("2050"), told.held("2100")) == ([], [], [])
        change = await told.tell(None, *facts)
        assert [*map(str, change.added)] == ["ann, works for, acme", ROME]
        assert (told.held(), told.held("2050")) == (["ann, works for, acme"], ["ann, works for, acme"])
        assert told.held("2100") == [ROME, "ann, works for, acme"]


SAM = {
    "Sam Taylor, in Paris.": {"triplets": ["sam taylor, in, paris"], "replaced": []},
    "Sam is Sam Taylor.": {"triplets": ["sam, likes, tea"], "replaced": [], "same": ["sam = sam taylor"]},
    "Sam, in Rome.": {"triplets": ["sam, in, rome"], "replaced": []},
}
ABOUT_SAM = [Text(text, time=on(f"{2020 + at}")) for at, text in enumerate(SAM)]


def said_of_sam(question: Question[Any]) -> dict[str, Any]:
    return SAM[question.inputs["texts"][0]] if question.name == "read" else {"replaced": []}


async def test_a_merge_is_learned_with_its_text_or_not_at_all(path: Path | None) -> None:
    embedder = Failing("sam taylor, likes")
    with AriGraph(ScriptedModel(said_of_sam), embedder, path) as memory:
        with pytest.raises(Failure, match="does not answer"):
            await memory.learn_many(ABOUT_SAM[1:2])
        assert (memory.told(), memory.history()) == ([], ())
        embedder.down_for = ""
        await memory.learn_many(ABOUT_SAM[1:2])
        assert "sam taylor, likes, tea" in [str(edge.triplet) for edge in memory.facts()]
        assert await memory.check() == ()


class Copying(Letters):
    """An embedder that copies a file at each call.

    Attributes:
        copies: what it has copied.
    """

    def __init__(self, path: Path) -> None:
        self.copies: list[Path] = []
        self._path = path

    def embed(self, texts: Sequence[str]) -> Vectors:
        copy = self._path.with_name(f"copy-{len(self.copies)}.db")
        with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        self.copies.append(copy)
        return super().embed(texts)


async def test_a_file_never_has_a_text_without_its_merge(tmp_path: Path) -> None:
    path, saved = tmp_path / "sam.db", tmp_path / "saved.db"
    embedder = Copying(path)
    with AriGraph(ScriptedModel(said_of_sam), embedder, path) as memory:
        await memory.learn_many(ABOUT_SAM[1:2])
        memory.save(saved)
    for copy in [*embedder.copies, saved, path]:
        with AriGraph(ScriptedModel(said_of_sam), Letters(), copy) as memory:
            await memory.learn_many(ABOUT_SAM[1:2])
            assert "sam taylor, likes, tea" in [str(edge.triplet) for edge in memory.facts()]
            assert len(memory.told()) == 1
            assert await memory.check() == ()


class FirstIsSlow(ScriptedModel):
    """A model that replies to the first text last."""

    async def answer(self, question: Question[A]) -> Reply[A]:
        if question.name == "read" and [*question.inputs["texts"]] == [ABOUT_SAM[0].text]:
            await asyncio.sleep(0.1)
        return await super().answer(question)


async def test_a_merge_applies_to_texts_read_concurrently(path: Path | None) -> None:
    options = Options(single={"in"})
    with (
        AriGraph(FirstIsSlow(said_of_sam), Letters(), options=options, concurrency=1) as one_by_one,
        AriGraph(FirstIsSlow(said_of_sam), Letters(), path, options=options, concurrency=4) as at_once,
    ):
        for memory in (one_by_one, at_once):
            await memory.learn_many(ABOUT_SAM)
            facts = [edge.triplet for edge in memory.facts()]
            assert [str(fact) for fact in facts if fact.relation == "in"] == ["sam taylor, in, rome"]
            assert await memory.check() == ()
        assert {edge.triplet for edge in at_once.facts()} == {edge.triplet for edge in one_by_one.facts()}
        history = at_once.history()
    if path:
        with AriGraph(None, Letters(), path) as again:
            assert again.history() == history


async def test_a_fact_of_a_time_is_recalled_after_its_end(path: Path | None, texts: TextCache) -> None:
    nice, rome = "ann, lives in, nice", "ann, lives in, rome"
    async with diary(path, embedder=texts) as told:
        await told.tell("2010", nice, text="Ann lives in Nice.")
        await told.tell("2020", rome, replaced=[f"1 changed -> {rome}"], text="Ann lives in Rome.")
        then = await told.memory.recall("Where does Ann live?", at=on("2015"))
        now = await told.memory.recall("Where does Ann live?")
        assert [[*map(str, found.facts)] for found in (then, now)] == [[nice], [rome]]


async def test_a_fact_of_a_time_is_recalled_from_a_later_text(path: Path | None, texts: TextCache) -> None:
    async with diary(path, embedder=texts) as told:
        await told.tell("2024", "ann, works for, acme (since 2010)", text="Ann has worked for Acme since 2010.")
        found = await told.memory.recall("Who does Ann work for?", at=on("2015"))
        before = await told.memory.recall("Who does Ann work for?", at=on("2009"))
        assert [*map(str, found.facts)] == ["ann, works for, acme"]
        assert (before.facts, found.episodes) == ((), ())


async def test_a_name_is_erased_with_the_only_text_that_merges_it(tmp_path: Path) -> None:
    async with diary(tmp_path / "bob.db") as told:
        await told.tell("2020", "bob, likes, tea")
        same = ["bob = zebediah quux"]
        await told.tell("2021", "bob, owns, yacht", same=same, text="Bob is Zebediah Quux.", source="letter")
        assert "zebediah quux, likes, tea" in told.held()
        await told.memory.erase(source="letter")
        assert told.held() == ["bob, likes, tea"]
        assert [edge for edge in told.memory.history() if "zebediah" in str(edge)] == []
    assert [part.name for part in files_in(tmp_path) if b"zebediah" in part.read_bytes().lower()] == []


async def test_a_fact_that_replaces_itself_does_not_end(path: Path | None) -> None:
    async with diary(path) as told:
        await told.tell("2020", PARIS)
        change = await told.tell("2021", replaced=["1 changed -> 1"])
        assert (change.retired, change.removed, told.held()) == ((), (), [PARIS])
        assert len(change.unmatched) == 1


async def test_a_replacing_fact_is_learned_even_if_not_listed(path: Path | None) -> None:
    async with diary(path) as told:
        await told.tell("2020", PARIS)
        change = await told.tell("2021", replaced=[f"1 changed -> {ROME}"])
        assert [*map(str, change.added)] == [ROME]
        assert (told.held("2020"), told.held()) == ([PARIS], [ROME])
        assert [node.observation for node in told.memory.sources(ROME)] == ["Of Ann."]


@pytest.mark.parametrize(
    "date", ["since 2024-13-45", "until 2024-06-31", "since 9999-12-31T23:59:59-05:00", "until 0001-01-01T00:00+05:00"]
)
async def test_an_impossible_date_is_dropped_and_spoils_no_other_line(date: str, path: Path | None) -> None:
    async with diary(path) as told:
        await told.tell("2020", "bob, does, wave")
        await told.tell("2021", f"{ROME} ({date})", TEA, replaced=["1 over"])
        assert TEA in told.held()
        assert "bob, does, wave" not in told.held()
        names = {name for edge in told.memory.history() for name in edge.triplet.vertices}
        assert names <= {"ann", "rome", "tea", "bob", "wave"}


LINES = [f"{who}, {relation}, {what}" for who in ("ann", "bob") for relation in ("in", "likes") for what in "xyz"]
YEARS = st.integers(2000, 2030)
SPANS = st.one_of(
    st.just(""),
    st.builds("(since {})".format, YEARS),
    st.builds("(until {})".format, YEARS),
    st.builds("(since {}, until {})".format, YEARS, YEARS),
)
ENDS = st.builds(
    "{} {}{} {}".format,
    st.integers(1, 6),
    st.sampled_from(["changed", "over", "corrected", ""]),
    st.one_of(st.just(""), st.builds(" (until {})".format, YEARS)),
    st.one_of(st.just(""), st.builds("-> {}".format, st.sampled_from(LINES))),
)
LESSONS = st.tuples(
    st.integers(2000, 2020),
    st.lists(st.builds("{} {}".format, st.sampled_from(LINES), SPANS), max_size=3),
    st.lists(ENDS, max_size=2),
    st.lists(st.sampled_from(["bob = ann", "ann = ann lee", "x = y"]), max_size=1),
    st.sampled_from(["", "", "", "forget", "merge"]),
)


@settings(max_examples=12)
@given(lessons=st.lists(LESSONS, max_size=7), single=st.booleans())
@example(
    lessons=[(2001, ["ann, in, y (since 2999)"], [], [], ""), (2000, ["ann, in, x"], [], [], "forget")], single=True
)
def test_any_dates_keep_a_memory_consistent(
    tmp_path_factory: pytest.TempPathFactory, lessons: list[Any], single: bool
) -> None:
    async def live() -> None:
        path = tmp_path_factory.mktemp("memory") / "ann.db"
        async with diary(path, SINGLE if single else None) as told:
            for year, facts, replaced, same, then in lessons:
                await told.tell(str(year), *facts, replaced=replaced, same=same)
                assert await told.memory.check() == ()
                if then == "forget":
                    await told.memory.forget("ann")
                    assert not any("ann" in fact for fact in told.held())
                elif then == "merge":
                    with suppress(UserError):
                        await told.memory.merge("bob", "ann")
            for edge in told.memory.history():
                assert not (edge.since and edge.until) or edge.since <= edge.until

    asyncio.run(live())
