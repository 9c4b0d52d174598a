"""What tests of models share: a clean environment, a folder of small prompts, and a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ariadne.models.openai import OpenAIModel
from tests.models.server import ChatServer, serving

Make = Callable[..., OpenAIModel]

PROMPTS = {
    "act": """
max_tokens: 200
temperature: 0
system: |
  You choose an action. Reply with JSON: {"reason": "...", "action": "..."}
user: |
  {{ observation }}
  Valid actions:
  {% for action in actions %}
  {{ action }}
  {% endfor %}
""",
    "list": """
max_tokens: 150
system: |
  You list things. Reply with JSON: {"triplets": ["subject, relation, object"]}
user: |
  {{ text }}
""",
    "judge": """
max_tokens: 60
user: |
  {{ text }}
  Does this need to be found? Reply with JSON: {"explore": true or false}
""",
}


@pytest.fixture(autouse=True)
def _no_certificates(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A local server needs none, and reading those of the system takes a client longer than a question."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path_factory.getbasetemp()))


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with serving() as server:
        yield server


@pytest.fixture
def slept() -> list[float]:
    """The waits of the models that `make` makes; they do not really wait."""
    return []


@pytest.fixture
async def make(server: ChatServer, slept: list[float]) -> AsyncIterator[Make]:
    """Makes models at the server, and closes them."""
    made: list[OpenAIModel] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    def make(base_url: str | None = server.url, name: str = "tiny", **options: Any) -> OpenAIModel:
        made.append(OpenAIModel(name, base_url, sleep=sleep, **options))
        return made[-1]

    yield make
    for model in made:
        await model.close()


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests use neither the developer's key nor a proxy."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def prompts(tmp_path: Path) -> Path:
    """A folder with the prompts `act`, `list` and `judge`."""
    folder = tmp_path / "prompts"
    folder.mkdir()
    for name, text in PROMPTS.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder
