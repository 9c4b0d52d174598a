from __future__ import annotations

from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from ariadne.errors import Failure, UserError
from ariadne.models import listing
from ariadne.models.listing import LONGEST_LIST, model_files, served_models
from tests.models.server import ChatServer, Reaction, refusal, serving

KEY = "sk-test-000000000000"


def sleep_a_little(said: str) -> str:
    sleep(0.05)
    return said


def listed(reaction: Reaction) -> tuple[list[str], ChatServer]:
    with serving() as server:
        server.react(reaction)
        return served_models(server.url), server


def test_model_files_are_found_by_their_ending(tmp_path: Path) -> None:
    for name in ("b.gguf", "a.gguf", "c.bin"):
        (tmp_path / name).touch()
    assert [path.name for path in model_files([tmp_path, tmp_path / "none"])] == ["a.gguf", "b.gguf"]


def test_an_endpoint_says_what_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    names, server = listed(Reaction({"object": "list", "data": [{"id": "small"}, {"id": "large", "owned_by": "us"}]}))
    assert names == ["small", "large"]
    assert [(each.path, each.key) for each in server.requests] == [("/v1/models", KEY)]


@pytest.mark.parametrize(
    "body",
    [
        {"data": ["small", "large"]},
        {"models": [{"name": "small", "model": "small:1"}, {"name": "large"}]},
        {"object": "list", "models": [{"id": "small"}, {"id": "large"}]},
        '[{"id": "small", "name": "The small one"}, {"id": "large"}]',
        '["small", "large"]',
        {"data": [{"model": "small"}, {"model": "large"}], "models": []},
    ],
)
def test_a_list_of_models_is_read_in_any_of_the_usual_forms(body: Any) -> None:
    assert listed(Reaction(body))[0] == ["small", "large"]


@pytest.mark.parametrize("body", [{"data": []}, {"object": "list", "data": None}, "[]"])
def test_an_endpoint_may_serve_nothing(body: Any) -> None:
    assert listed(Reaction(body))[0] == []


@pytest.mark.parametrize(
    ("reaction", "said"),
    [
        (refusal(401, f"the key {KEY} is wrong"), "refuses the key in OPENAI_API_KEY"),
        (refusal(404, "no such page"), "is not an OpenAI-compatible endpoint: should it end in /v1?"),
        (Reaction("<html>hello</html>"), "is not an OpenAI-compatible endpoint"),
        (Reaction({"data": "all"}), "is not an OpenAI-compatible endpoint"),
        (Reaction({"status": "ok"}), "is not an OpenAI-compatible endpoint"),
        (Reaction({"error": {"message": "wrong key", "code": 401}}), "refuses the key in OPENAI_API_KEY"),
    ],
)
def test_an_invalid_list_of_models_is_one_clear_line(
    reaction: Reaction, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(UserError) as raised:
        listed(reaction)
    assert said in str(raised.value)
    assert KEY not in str(raised.value)


def test_a_list_that_is_not_packed_as_it_says_is_one_clear_line() -> None:
    with pytest.raises(Failure, match=r"no reply from http://.* to 'models' .*: the response cannot be unpacked"):
        listed(Reaction("x" * 500, headers={"Content-Encoding": "gzip"}))


def test_a_list_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "TIMEOUT", 0.3)
    with pytest.raises(Failure, match=r"takes longer than 0\.3 seconds"):
        listed(Reaction(events=iter(partial(sleep_a_little, "x"), None)))


def test_an_address_without_a_server_is_reported() -> None:
    with pytest.raises(UserError, match="nothing answers at"):
        served_models("http://127.0.0.1:9/v1")
    with pytest.raises(UserError, match="must not contain a user, password or query"):
        served_models("http://me:secret@127.0.0.1:9/v1")


def test_an_endless_list_is_not_read() -> None:
    with pytest.raises(Exception, match="longer than"):
        listed(Reaction("x" * (LONGEST_LIST + 1)))
