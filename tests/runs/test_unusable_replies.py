"""An unusable reply never ends an episode, whether it is new, cached, or in the events of a run."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ariadne.events import Usage
from ariadne.models.answers import Explore
from ariadne.models.cache import ReplyStore
from ariadne.models.cached import CachedModel
from ariadne.models.model import Reply, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.reading import read
from ariadne.record import read_events
from tests.conftest import Game
from tests.models.test_cache import kept
from tests.runs.test_resume import Table, Whimsical, Whole, lasting, left
from tests.screen.events import file_of

STEPS = 4


def learned(**said: Any) -> str:
    """A reply to `learn`, as endpoints escape it."""
    return json.dumps({"triplets": [], "replaced": [], "entities": [], **said})


POISON = {
    "half a character": learned(triplets=["lamp, shows, \ud83d"]),
    "half a character in what matters": learned(entities=["\udc00 lamp: 2"]),
    "a depth without end": learned(entities=["lamp: " + "9" * 5000]),
    "a number without end": learned()[:-1] + ', "sure": ' + "9" * 5000 + "}",
    "blanks": learned(entities=[" " * 2000 + "x y: z"]),
    "nesting": learned(triplets=[]).replace("[]", "[" * 3000, 1),
    "far too long": learned(triplets=["lamp, is, on"] * 30_000),
}
OF_NO_USE = ("nesting", "far too long")


class Poisoned(Whimsical):
    """A script whose first reply to `learn` is a certain one."""

    def __init__(self, poison: str) -> None:
        super().__init__()
        self._poison = poison

    def _say(self, question: Question[Any]) -> Any:
        said = super()._say(question)
        return self._poison if question.name == "learn" and len(self.of("learn")) == 1 else said


@pytest.fixture(scope="session")
def table(game: Game) -> Table:
    return Table(game("treasure-hunt"), steps=STEPS, calls="two")


@pytest.fixture(scope="session")
def whole(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(table, tmp_path_factory.mktemp("whole"))


def check_complete(path: Path) -> list[Any]:
    events: list[Any] = list(read_events(path))
    assert (events[-1].why, events[-1].steps) == ("steps", STEPS)
    return [event for event in events if event.name == "question"]


@pytest.mark.parametrize("poison", POISON.values(), ids=POISON)
def test_an_episode_survives_an_unusable_reply(table: Table, poison: str, tmp_path: Path) -> None:
    path = table.play(tmp_path, Poisoned(poison).model)
    questions = check_complete(path)
    assert path.stat().st_size < 200_000
    is_repaired = questions[1].repair
    assert bool(questions[0].error) == is_repaired


@pytest.mark.parametrize("poison", POISON.values(), ids=POISON)
def test_an_episode_that_an_unusable_reply_ended_resumes(
    table: Table, whole: Whole, poison: str, tmp_path: Path
) -> None:
    place = next(place for place, event in enumerate(whole.events) if event.name == "question")
    asked = replace(whole.events[place], reply=poison)
    ended = replace(whole.events[-1], why="failed", error="TypeError: of the tokenizer")
    left(whole, tmp_path, file_of([*whole.events[:place], asked, ended]).encode())
    script = Whimsical()
    questions = check_complete(table.play(tmp_path, script.model, whole.memory))
    assert questions[0].prompt == asked.prompt
    # It is not requested twice: an unusable reply is repaired.
    assert [question.repair is not None for question in script.of("learn")][:1] == [bool(questions[0].error)]
    assert len(questions[0].reply) < 11_000


@pytest.mark.parametrize("kind", OF_NO_USE)
def test_events_after_a_reply_that_is_now_unusable_are_invalid(
    table: Table, whole: Whole, kind: str, tmp_path: Path
) -> None:
    """Older versions may have written such events."""
    places = [place for place, event in enumerate(whole.events) if getattr(event, "kind", "") == "learn"]
    events = whole.events[:-3]
    events[places[1]] = replace(events[places[1]], reply=POISON[kind])
    left(whole, tmp_path, file_of(events).encode())
    path = table.play(tmp_path, Whimsical().model, whole.memory)
    check_complete(path)
    (resumed,) = [line for line in map(json.loads, path.read_text().splitlines()) if line["event"] == "resumed"]
    assert resumed["kept"] == places[1]
    assert lasting(list(read_events(path)))[: places[1]] == lasting(whole.events)[: places[1]]


QUESTION = Question("explore", {"plan": ["look around"]}, Explore)


class Paid:
    """An endpoint's model, whose replies are worth keeping."""

    name = "paid"

    def __init__(self, *says: str) -> None:
        self.asked = 0
        self._says = says

    async def answer(self, question: Question[A]) -> Reply[A]:
        self.asked += 1
        text = self._says[self.asked - 1]
        try:
            return Reply((await read(text, question)).answer, text, Usage(10, 5, 0, 0.25))
        except Exception as error:
            raise UnreadableReply(str(error), text, Usage(10, 5), 0.0) from error

    async def close(self) -> None:
        """Nothing is held."""

    def fingerprint(self, question: Question[Any]) -> Mapping[str, Any]:
        return {"name": question.name}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ReplyStore]:
    store = ReplyStore(tmp_path / "replies.sqlite")
    yield store
    store.close()


async def test_an_unusable_cached_reply_is_replaced(store: ReplyStore, tmp_path: Path) -> None:
    model = Paid(*['{"explore": true}'] * 2)
    await CachedModel(model, store, 1).answer(QUESTION)
    await kept()
    with closing(sqlite3.connect(tmp_path / "replies.sqlite")) as database, database:
        database.execute("UPDATE replies SET text = ?", ('{"explore": ' + "[" * 3000,))
    for _ in range(2):
        reply = await CachedModel(model, store, 1).answer(QUESTION)
        await kept()
        assert reply.answer.explore is True
    assert (model.asked, reply.cached) == (2, True)


async def test_an_unusable_reply_is_cached_as_unusable(store: ReplyStore) -> None:
    def use(answer: Explore) -> None:
        raise ZeroDivisionError("of no use")

    model = Paid('{"explore": true}')
    question = Question("explore", {"plan": []}, Explore, use=use)
    for cached in (False, True):
        with pytest.raises(UnreadableReply, match=r"cannot be used .ZeroDivisionError: of no use") as raised:
            await CachedModel(model, store, 1).answer(question)
        await kept()
        assert raised.value.cached == cached
    assert model.asked == 1
