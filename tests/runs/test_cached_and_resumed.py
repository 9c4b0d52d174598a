"""The reply cache together with resumption: replies come from the events first, and then from the cache."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ariadne.events import Usage
from ariadne.models.answers import Explore
from ariadne.models.cache import ReplyStore
from ariadne.models.cached import CachedModel
from ariadne.models.model import Reply
from ariadne.models.question import A, Question
from ariadne.models.raw import RawReply
from ariadne.models.reading import find_answer
from ariadne.record import read_events
from ariadne.runs.episode import Asker
from ariadne.runs.events import EventLog
from ariadne.runs.resume import Replay, past_of

QUESTION = Question("explore", {"location": "hall", "facts": [], "plan": ["look around"]}, Explore)


class Fickle:
    """A cacheable model whose replies alternate."""

    name = "fickle"

    def __init__(self) -> None:
        self.asked = 0

    async def answer(self, question: Question[A]) -> Reply[A]:
        self.asked += 1
        text = f'{{"explore": {"true" if self.asked % 2 else "false"}}}'
        return Reply(find_answer(text, question.answer).answer, text, Usage(10, 5, 0, 0.25))

    async def close(self) -> None:
        """Nothing is held."""

    def fingerprint(self, question: Question[Any]) -> Mapping[str, Any]:
        return {"name": question.name}


class Watchful(ReplyStore):
    """A store that checks whether a reply's event is written before the reply is stored."""

    def __init__(self, path: Path, events: Path) -> None:
        super().__init__(path)
        self.told: list[int] = []
        self._events = events

    def put(self, key: str, model: str, stored: RawReply) -> None:
        self.told.append(len(list(read_events(self._events))))
        super().put(key, model, stored)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Watchful]:
    store = Watchful(tmp_path / "replies.sqlite", tmp_path / "events.jsonl")
    yield store
    store.close()


async def kept(store: Watchful, replies: int) -> None:
    """Wait until so many replies are kept."""
    async with asyncio.timeout(10):
        while store.contents().replies < replies:
            await asyncio.sleep(0.01)


async def test_a_reply_is_cached_after_its_event_is_written(store: Watchful, tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    ask = Asker(CachedModel(Fickle(), store, 1), log)
    for _ in range(3):
        await ask(QUESTION)
    await kept(store, 3)
    log.close()
    assert store.told == [1, 2, 3]


async def test_a_question_asked_again_after_a_kill_is_not_answered_with_its_first_reply(
    store: Watchful, tmp_path: Path
) -> None:
    path, model = tmp_path / "events.jsonl", Fickle()
    log = EventLog(path)
    before = (await Asker(CachedModel(model, store, 1), log)(QUESTION)).explore
    await kept(store, 1)
    log.close()

    past = past_of(path)
    log = EventLog(path, past=past.events)
    cached = CachedModel(model, store, 1)
    ask = Asker(Replay(cached, past, cached.passed), log)
    again, new = (await ask(QUESTION)).explore, (await ask(QUESTION)).explore
    await kept(store, 2)
    log.close()
    assert (before, again, new) == (True, True, False)
    assert model.asked == 2
    questions = [event for event in read_events(path) if event.name == "question"]
    assert [(event.cached, event.usage.cost_usd) for event in questions] == [(False, 0.25)] * 2


async def test_another_run_gets_both_replies_from_the_cache_in_their_order(store: Watchful, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    for model in (Fickle(), Fickle()):
        log = EventLog(path)
        ask = Asker(CachedModel(model, store, 1), log)
        assert [(await ask(QUESTION)).explore for _ in range(2)] == [True, False]
        await kept(store, 2)
        log.close()
    assert model.asked == 0
    assert [event.cached for event in read_events(path)] == [False, False, True, True]


def test_a_reply_that_comes_after_the_store_is_closed_is_not_kept(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path / "replies.sqlite")
    store.close()
    store.put("key", "model", RawReply("text", Usage(), 0.0))
    with closing(ReplyStore(tmp_path / "replies.sqlite")) as kept:
        assert kept.contents().replies == 0
