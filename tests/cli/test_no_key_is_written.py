"""An endpoint that echoes the key at every place, and a grep over all that is written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from ariadne.cli import run
from ariadne.keys import MARK
from ariadne.record import read_events
from ariadne.report.server import served
from tests.command import ariadne, ariadne_here, environment, files_in
from tests.conftest import Game
from tests.evaluate.endpoint import answer
from tests.models.server import ChatServer, Reaction, Request, completion, refusal, serving

KEY = "sk-test-0123456789/abc_def"
FORMS = {"plain": KEY, "as JSON": KEY.replace("/", "\\/")}
ECHO = " ".join(FORMS.values())


def left_in(written: bytes | str) -> list[str]:
    """The forms of the key that are left in what was written."""
    text = written if isinstance(written, str) else written.decode("utf-8", "replace")
    return [name for name, form in FORMS.items() if form in text]


def echoing(body: dict[str, Any]) -> Reaction:
    """A reply to the question that holds the key wherever it can."""
    said = {name: _with_key(name, value) for name, value in answer(body).items()}
    body_of_it = completion(json.dumps(said)).body
    escaped = json.dumps(body_of_it).replace("sk-test", "\\u0073k-test")
    return Reaction(escaped, headers={"X-Echo": KEY})


def _with_key(name: str, value: Any) -> Any:
    if isinstance(value, str):
        return value if name == "action" else f"{value} {ECHO}"
    if isinstance(value, list) and value and isinstance(value[0], str):
        return [*value, *(f"{form}, is, key" for form in FORMS.values())]
    return value


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with serving() as chat:
        yield chat


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_key_that_is_echoed_is_written_nowhere(
    server: ChatServer, game: Game, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    number = count()

    def react(request: Request) -> Reaction:
        assert request.key == KEY
        troubles = [
            refusal(500, f"no: {ECHO}", headers={"X-Echo": KEY, "Retry-After": "0"}),
            Reaction(f"<h1>{ECHO}</h1>", 502, {"Retry-After": "0"}),
        ]
        return {1: troubles[0], 4: troubles[1]}.get(next(number)) or echoing(request.body)

    server.behaviour = react
    home = tmp_path / "home"
    secret = {"OPENAI_API_KEY": KEY, "ARIADNE_HOME": str(home)}
    what = ["--games", game("cooking"), "--repeats", "1", "--max-steps", "3", "--model", "m", "--base-url", server.url]
    what += ["--calls", "three"]
    begun = ariadne("eval", *what, "--run-tokens", "4000", env=environment(**secret, OPENAI_LOG="debug"))
    assert "tokens is used up" in begun.stderr
    assert "DEBUG" in begun.stderr
    (folder,) = (home / "runs").iterdir()
    ended = ariadne_here("eval", "--resume", folder, "--trust", "--run-tokens", "1000000", **secret)
    assert ended.returncode == 0, ended.stderr

    events = [event for path in folder.rglob("events.jsonl") for event in read_events(path)]
    assert {"resumed", "retried", "learned"} <= {event.name for event in events}
    assert MARK in json.dumps([event.prompt for event in events if event.name == "question"])
    assert not [*folder.rglob("*set-aside*")]

    out, memory = tmp_path / "out", tmp_path / "out.memory"
    for command in (
        ["report", folder], ["scorecard", folder, "--out", f"{out}.md", "--format", "md"],
        ["export", folder, "--out", out], ["graph", folder, "1"],
        ["memory", "import", memory, next(folder.glob("episodes/1-*"))], ["memory", "export", memory],
    ):  # fmt: skip
        assert run([*map(str, command)]) == 0, capfd.readouterr().err
    said = [*capfd.readouterr(), begun.stdout, begun.stderr, ended.stdout, ended.stderr]
    assert [left_in(text) for text in said] == [[]] * len(said)
    files = files_in(tmp_path)
    kinds = {path.suffix for path in files}
    assert {".html", ".jsonl", ".yaml", ".csv", ".sqlite", ".memory", ".md", ".json"} <= kinds
    assert {str(path): left for path in files if (left := left_in(path.read_bytes()))} == {}


@pytest.mark.parametrize(
    "reaction",
    [
        refusal(400, f"no such input: {ECHO}"),
        refusal(500, f"headers: Authorization: Bearer {ECHO}"),
        Reaction(f"<h1>{ECHO}</h1>", 400),
    ],
)
def test_an_embedders_error_does_not_show_the_key(
    server: ChatServer,
    game: Game,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    reaction: Reaction,
) -> None:
    monkeypatch.setattr("ariadne.embed.openai.wait_before", lambda tried, retry_after: 0.0)
    server.react(reaction)
    embedder = ["--embedder", "openai:m", "--embedder-base-url", server.url]
    assert run(["play", str(game("cooking")), "--max-steps", "2", "--json", *embedder]) != 0
    said = capfd.readouterr()
    assert "embeddings endpoint" in said.err
    assert left_in(said.out + said.err) == []
    files = files_in(tmp_path)
    assert ".jsonl" in {path.suffix for path in files}
    assert [path for path in files if left_in(path.read_bytes())] == []


def test_a_page_that_is_served_holds_no_key() -> None:
    pages = {"": ("text/html", lambda: (f"<p>{ECHO}</p>", True))}
    with served(pages.get) as address, urlopen(address) as page:
        assert left_in(page.read()) == []


def test_an_unexpected_error_shows_no_key(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from ariadne.cli.exit_codes import exit_code, explained

    def fail() -> None:
        with explained(tmp_path, "go on"):
            raise ValueError(f"sent with {ECHO}")

    assert exit_code(fail) == 1
    assert left_in(capfd.readouterr().err) == []
    details = (tmp_path / "traceback.txt").read_text()
    assert "ValueError" in details
    assert left_in(details) == []
