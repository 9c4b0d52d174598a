"""`docs/fastapi.md`: its app, served by uvicorn on a real port, with a stub of an endpoint as its model."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from arigraph import AriGraph
from tests.command import ROOT, environment
from tests.models.server import ChatServer, Reaction, Request, completion, serving
from tests.test_readme import blocks

[CODE] = blocks("python", (ROOT / "docs" / "fastapi.md").read_text(encoding="utf-8"))
USERS = ("ann", "bob", "cleo", "dan")
NOTES = 5


def reads(request: Request) -> Reaction:
    """A model that reads a note as the fact it states, and answers with the last text shown."""
    schema = request.body["response_format"]["json_schema"]["schema"]
    last = request.body["messages"][-1]["content"].strip().splitlines()[-1]
    replies = {"known": True, "answer": "In a box.", "triplets": [last], "replaced": []}
    return completion(json.dumps({name: reply for name, reply in replies.items() if name in schema["properties"]}))


@pytest.fixture
def model() -> Iterator[ChatServer]:
    with serving() as server:
        server.behaviour = reads
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "app.py").write_text(CODE, encoding="utf-8")
    return tmp_path


def started(folder: Path, model: ChatServer) -> subprocess.Popen[str]:
    """Start the app as the page does, on a free port."""
    command = [sys.executable, "-m", "uvicorn", "app:app", "--workers", "1", "--port", "0"]
    own = environment(OPENAI_BASE_URL=model.url, OPENAI_API_KEY="of-a-test")
    return subprocess.Popen(command, cwd=folder, env=own, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


@contextmanager
def app(folder: Path, model: ChatServer, end: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """The URL of the app, which is stopped by a signal."""
    with started(folder, model) as process:
        assert process.stderr
        try:
            said = ""
            while not (heard := re.search(r"running on (http://\S+)", said)):
                assert process.poll() is None, said
                said += process.stderr.readline()
            yield heard[1]
        finally:
            process.send_signal(end)
            said += process.communicate(timeout=60)[1]
    assert "Traceback" not in said, said


def told(folder: Path) -> dict[str, set[str]]:
    """The texts of each user in the file."""
    with AriGraph(path=folder / "notes.db", read_only=True) as memory:
        return {name: {node.observation for node in memory.scope(name).told()} for name in memory.scopes() if name}


async def note(client: httpx.AsyncClient, user: str, number: int) -> str:
    """Send a note; return the acknowledged text."""
    text = f"thing {number}, is in, box of {user}"
    done = await client.post(f"/users/{user}/notes", json={"text": text})
    assert (done.status_code, done.json()) == (201, {"added": [text], "removed": [], "failed": []})
    return text


async def test_concurrent_notes_of_users_stay_separate(folder: Path, model: ChatServer) -> None:
    with app(folder, model) as url:
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            await asyncio.gather(*(note(client, user, number) for number in range(NOTES) for user in USERS))
            for user in USERS:
                query = {"q": f"What is in the box of {user}?"}
                context = (await client.get(f"/users/{user}/context", params=query)).json()["context"]
                assert set(re.findall(r"box of (\w+)", context)) == {user}
                answer = await client.get(f"/users/{user}/answer", params=query)
                assert answer.json() == {"answer": "In a box.", "known": True}
    notes = {f"user:{user}": {f"thing {number}, is in, box of {user}" for number in range(NOTES)} for user in USERS}
    assert told(folder) == notes


@pytest.mark.nightly
async def test_what_was_acknowledged_outlives_a_kill(folder: Path, model: ChatServer) -> None:
    acknowledged = set()
    with app(folder, model, signal.SIGKILL) as url:
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            telling = [asyncio.create_task(note(client, "ann", number)) for number in range(10)]
            for done in asyncio.as_completed(telling[:5]):
                acknowledged.add(await done)
            for each in telling[5:]:
                each.cancel()
    assert acknowledged <= told(folder)["user:ann"]


@pytest.mark.nightly
async def test_a_mistake_is_a_400_in_one_line(folder: Path, model: ChatServer) -> None:
    with app(folder, model) as url:
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            refused = await client.post(f"/users/{'a' * 300}/notes", json={"text": "A note."})
            assert await note(client, "ann", 1)
    assert refused.status_code == 400
    assert refused.json() == {"detail": "a scope's name is a text of at most 200 letters, without keys"}


@pytest.mark.nightly
async def test_an_unreadable_note_is_kept_and_reported(folder: Path, model: ChatServer) -> None:
    model.react(completion("I would rather not."))
    with app(folder, model) as url:
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            done = await client.post("/users/ann/notes", json={"text": "Ann is in."})
    assert done.status_code == 201
    assert done.json()["failed"]
    assert told(folder) == {"user:ann": {"Ann is in."}}


@pytest.mark.nightly
def test_a_second_process_does_not_start(folder: Path, model: ChatServer) -> None:
    with app(folder, model), started(folder, model) as second:
        said = second.communicate(timeout=60)[1]
        assert second.returncode != 0
        assert "another process" in said
