from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.events import Usage
from ariadne.models.cache import CacheSize, ReplyStore
from ariadne.models.cached import CachedModel
from ariadne.models.mixed import MixedModel
from ariadne.models.model import Model, NoReply, UnreadableReply
from ariadne.models.openai import OpenAIModel
from ariadne.models.question import Repair
from ariadne.models.raw import RawReply
from ariadne.models.recorded import ScriptedModel
from ariadne.runs.resources import Resources
from tests.command import environment
from tests.models.conftest import Make
from tests.models.questions import act, judge, list_triplets
from tests.models.server import ChatServer, Reaction, completion, refusal, serving

KEY = "sk-this-is-a-secret"
USAGE = {"prompt_tokens": 90, "completion_tokens": 11, "prompt_tokens_details": {"cached_tokens": 64}}


@pytest.fixture
def server() -> Iterator[ChatServer]:
    """An endpoint that says another thing each time it is asked."""
    with serving() as server:
        server.behaviour = lambda _: said(f"reply {len(server.requests)}")
        yield server


def said(reason: str) -> Any:
    return completion(f'{{"reason": "{reason}", "action": "look"}}', usage=USAGE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ReplyStore]:
    store = ReplyStore(tmp_path / "cache" / "replies.sqlite")
    yield store
    store.close()


async def reasons(model: Model, *questions: Any) -> list[str]:
    said = [(await model.answer(question)).answer.reason for question in questions]
    await kept()
    return said


async def kept() -> None:
    """Wait until pending replies are kept."""
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))


async def test_a_cached_reply_costs_nothing_and_is_marked(
    make: Make, store: ReplyStore, server: ChatServer, prompts: Path
) -> None:
    first = await CachedModel(make(), store, 1).answer(act(prompts))
    await kept()
    assert not first.cached
    second = await CachedModel(make(), store, 1).answer(act(prompts))
    assert len(server.requests) == 1
    assert second.cached
    assert (second.answer, second.text, second.seconds) == (first.answer, first.text, first.seconds)
    assert second.usage == Usage(90, 11, 64, 0.0)


async def test_pending_replies_are_cached_before_closing(make: Make, tmp_path: Path, prompts: Path) -> None:
    store = ReplyStore(tmp_path / "replies.sqlite")
    episodes = [CachedModel(make(), store, repeat) for repeat in range(1, 9)]
    await asyncio.gather(*(episode.answer(act(prompts)) for episode in episodes))
    await Resources(store).close()
    with closing(ReplyStore(store.path)) as kept:
        assert kept.contents().replies == len(episodes)


async def test_a_repeated_question_in_an_episode_has_another_key(
    make: Make, store: ReplyStore, server: ChatServer, prompts: Path
) -> None:
    question = act(prompts)
    assert await reasons(CachedModel(make(), store, 1), *[question] * 3) == ["reply 1", "reply 2", "reply 3"]
    assert await reasons(CachedModel(make(), store, 1), *[question] * 4) == [f"reply {n}" for n in (1, 2, 3, 4)]
    assert len(server.requests) == 4


async def test_whatever_shapes_a_reply_is_part_of_the_key(
    make: Make, store: ReplyStore, server: ChatServer, prompts: Path
) -> None:
    question = act(prompts)
    changed = replace(question, inputs={**question.inputs, "observation": "You are in a yard."})
    asked: list[tuple[OpenAIModel, Any]] = [
        (make(), question),
        (make(name="large"), question),
        (make(base_url=server.url.replace("127.0.0.1", "localhost")), question),
        (make(temperature=0.7), question),
        (make(temperature=0.7), replace(question, temperature=0.2)),
        (make(top_p=0.5), question),
        (make(max_tokens=33), question),
        (make(reasoning_effort="low"), question),
        (make(seed=1), question),
        (make(seed=1), replace(question, seed=2)),
        (make(), changed),
        (make(), replace(question, repair=Repair("up", "no JSON"))),
    ]
    for _ in range(2):
        given = [(await reasons(CachedModel(model, store, 1), each))[0] for model, each in asked]
        assert given == [f"reply {number}" for number in range(1, len(asked) + 1)]


async def test_choices_and_limits_are_part_of_a_fitted_models_key(make: Make, prompts: Path) -> None:
    question = list_triplets(prompts)
    for narrower in (
        replace(question, choices={"triplets": ["look"]}),
        replace(question, most={"triplets": 2}),
        replace(question, max_tokens=9),
    ):
        assert make().fingerprint(narrower) == make().fingerprint(question)
        assert make(fitted=True).fingerprint(narrower) != make(fitted=True).fingerprint(question)


async def test_the_requested_schema_is_part_of_the_key_even_after_refusals(
    make: Make, server: ChatServer, prompts: Path
) -> None:
    question = act(prompts)
    model = make()
    before = model.fingerprint(question)
    assert set(before["answer"]["properties"]) == {"reason", "action"}
    server.react(refusal(400, "no response_format"), said("reply 1"))
    await model.answer(question)
    assert model.fingerprint(question) == before


async def test_the_prompts_wording_is_part_of_the_key(make: Make, store: ReplyStore, prompts: Path) -> None:
    assert await reasons(CachedModel(make(), store, 1), act(prompts)) == ["reply 1"]
    for folder, wording, reply in (("same", "You choose", "reply 1"), ("other", "You wisely choose", "reply 2")):
        here = prompts.with_name(folder)
        here.mkdir()
        (here / "act.yaml").write_text((prompts / "act.yaml").read_text().replace("You choose", wording))
        assert await reasons(CachedModel(make(), store, 1), act(here)) == [reply]


async def test_an_unreadable_reply_is_kept_and_is_unreadable_again_but_its_repair_is_not(
    make: Make, store: ReplyStore, server: ChatServer, prompts: Path
) -> None:
    server.react(completion("Hm.", usage=USAGE), said("repaired"))
    errors = []
    for _ in range(2):
        model = CachedModel(make(), store, 1)
        with pytest.raises(UnreadableReply) as raised:
            await model.answer(act(prompts))
        errors.append(raised.value)
        repair = replace(act(prompts), repair=Repair("Hm.", str(raised.value)))
        assert await reasons(model, repair) == ["repaired"]
    assert len(server.requests) == 2
    assert [(str(error), error.text, error.cached) for error in errors] == [
        (str(errors[0]), "Hm.", False), (str(errors[0]), "Hm.", True),
    ]  # fmt: skip
    assert errors[1].usage.cost_usd == 0.0


@pytest.mark.parametrize(
    ("reaction", "error"),
    [(refusal(400, "this server is odd"), NoReply), (completion(None, "content_filter"), UnreadableReply)],
)
async def test_a_failure_and_a_refusal_are_not_cached(
    make: Make, store: ReplyStore, server: ChatServer, prompts: Path, reaction: Reaction, error: type[Exception]
) -> None:
    server.behaviour = lambda _: reaction
    with pytest.raises(error):
        await CachedModel(make(), store, 1).answer(act(prompts))
    assert store.contents().replies == 0
    server.react(said("better"))
    assert await reasons(CachedModel(make(), store, 1), act(prompts)) == ["better"]


async def test_models_that_cost_nothing_are_not_kept(store: ReplyStore, prompts: Path) -> None:
    model = CachedModel(ScriptedModel(lambda _: {"explore": True}), store, 1)
    assert (await model.answer(judge(prompts))).cached is False
    assert store.contents().replies == 0


async def test_only_cacheable_models_of_a_mix_are_cached(
    make: Make, store: ReplyStore, server: ChatServer, prompts: Path
) -> None:
    def mixed() -> CachedModel:
        free = ScriptedModel(lambda _: {"explore": True})
        return CachedModel(MixedModel(make(name="large"), {"act": make(), "judge": free}), store, 1)

    assert await reasons(mixed(), act(prompts)) == ["reply 1"]
    again = mixed()
    assert await reasons(again, act(prompts)) == ["reply 1"]
    assert not (await again.answer(judge(prompts))).cached
    assert [request.body["model"] for request in server.requests] == ["tiny"]
    # It is the same reply as that of the model alone.
    assert await reasons(CachedModel(make(), store, 1), act(prompts)) == ["reply 1"]


async def test_the_api_key_is_nowhere_in_the_file(
    make: Make, store: ReplyStore, server: ChatServer, prompts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    await reasons(CachedModel(make(), store, 1), act(prompts))
    assert server.requests[0].key == KEY
    written = [path.read_bytes() for path in store.path.parent.iterdir()]
    assert any(b"reply 1" in content for content in written)
    assert all(KEY.encode() not in content for content in written)


WRITER = """
import sys
from pathlib import Path
from ariadne.models.cache import ReplyStore
from ariadne.events import Usage
from ariadne.models.raw import RawReply

store = ReplyStore(Path(sys.argv[1]))
for number in range(200):
    store.put(f"key {number}", sys.argv[2], RawReply(sys.argv[2], Usage(1, 1, 0, 0.01), 0.1))
"""


def test_processes_share_a_file_and_the_first_reply_stays(store: ReplyStore) -> None:
    store.put("key 0", "first", RawReply("first", Usage(), 0.0))
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, store.path, name], env=environment()) for name in ("a", "b")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert store.contents().replies == 200
    found = [store.get(f"key {number}") for number in range(200)]
    assert found[0] == RawReply("first", Usage(cost_usd=0.0), 0.0, cached=True)
    assert {each.text for each in found[1:] if each} <= {"a", "b"}
    assert None not in found


def test_contents_are_counted_and_cleared(store: ReplyStore) -> None:
    assert store.contents().replies == 0
    for number, cost in enumerate((0.25, 0.5, None)):
        store.put(str(number), "tiny", RawReply("x" * 10_000, Usage(1, 2, 0, cost), 0.1))
    full = store.contents()
    assert (full.replies, full.cost_usd) == (3, 0.75)
    assert full.bytes > 30_000
    other = ReplyStore(store.path)
    assert store.clear() == 3
    assert all(b"xxxx" not in path.read_bytes() for path in store.path.parent.iterdir() if path.is_file())
    other.close()
    empty = store.contents()
    assert (empty.replies, empty.cost_usd, store.get("0")) == (0, 0.0, None)
    assert empty.bytes < full.bytes
    assert isinstance(empty, CacheSize)


def another_table(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE replies (something TEXT)")
    database.close()


def a_trigger(path: Path) -> None:
    ReplyStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TRIGGER lie AFTER INSERT ON replies BEGIN UPDATE replies SET text = 'lie'; END")
    database.close()


@pytest.mark.parametrize(
    "spoil",
    [lambda path: path.write_text("This is no database. " * 100), lambda path: path.mkdir(), another_table, a_trigger],
    ids=["text", "folder", "table", "trigger"],
)
def test_a_file_that_is_not_a_cache_is_one_clear_line(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    path = tmp_path / "replies.sqlite"
    spoil(path)
    with pytest.raises(UserError, match=r"replies\.sqlite cannot be used .*: remove it, or use no cache") as raised:
        ReplyStore(path).get("key")
    assert "\n" not in str(raised.value)


def test_a_place_where_nothing_can_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be used"):
        ReplyStore(tmp_path / "file" / "replies.sqlite")


def test_a_new_file_can_be_opened_in_parallel(tmp_path: Path) -> None:
    def opened(number: int) -> None:
        ReplyStore(tmp_path / str(number) / "replies.sqlite").close()

    with ThreadPoolExecutor(8) as pool:
        for number in range(30):
            list(pool.map(opened, [number] * 8))
