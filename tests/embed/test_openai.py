from __future__ import annotations

import socket
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ariadne.embed.openai import OpenAIEmbedder
from ariadne.errors import Failure, UserError
from arigraph import AriGraph
from tests.models.server import ChatServer, Reaction, Request, serving

Answer = Callable[[dict[str, Any]], tuple[int, dict[str, Any]]]
Refuses = Callable[[list[str]], bool]
Embedded = Callable[[list[str]], dict[str, Any]]


class Endpoint:
    """An embeddings endpoint: its answers, and the requests to it."""

    def __init__(self, server: ChatServer) -> None:
        self.url = server.url
        self.answer: Answer = lambda request: (200, embeddings(request["input"]))
        self.headers: dict[str, str] = {}
        self.stream: Iterator[str] | None = None
        self._server = server
        server.behaviour = self._react

    @property
    def requests(self) -> list[dict[str, Any]]:
        return [request.body for request in self._server.requests]

    @property
    def keys(self) -> list[str]:
        return [request.key for request in self._server.requests]

    def embedder(self, **options: Any) -> OpenAIEmbedder:
        """An embedder for this endpoint that does not wait between tries."""
        return OpenAIEmbedder("small", base_url=self.url, **{"sleep": lambda seconds: None, **options})

    def calls_of(self, embedder: OpenAIEmbedder, texts: list[str]) -> list[int]:
        """The number of texts in each call that an embedder makes."""
        before = len(self.requests)
        embedder.embed(texts)
        return [len(request["input"]) for request in self.requests[before:]]

    def _react(self, request: Request) -> Reaction:
        status, reply = self.answer(request.body)
        return Reaction(reply, status, self.headers, events=self.stream)


def embeddings(texts: list[str]) -> dict[str, Any]:
    """Vectors of a text's length and number of words, the last text first, since the order is free."""
    data = [
        {"object": "embedding", "index": index, "embedding": [float(len(text)), float(len(text.split()))]}
        for index, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "model": "small", "data": data[::-1], "usage": usage}


def error(status: int, message: str) -> Answer:
    return lambda request: (status, {"error": {"message": message, "type": "error"}})


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Endpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    # A local server needs no certificates, and reading those of the system takes longer than a question.
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    with serving() as server:
        yield Endpoint(server)


def test_vectors_come_in_the_order_of_the_texts(endpoint: Endpoint) -> None:
    vectors = endpoint.embedder().embed(["a", "two words", "a"])
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[1, 1], [9, 2], [1, 1]]
    assert endpoint.requests[0]["model"] == "small"
    assert endpoint.keys == ["secret-key"]


def test_many_texts_are_asked_in_batches(endpoint: Endpoint) -> None:
    vectors = endpoint.embedder().embed(["x" * i for i in range(1, 601)])
    assert [len(request["input"]) for request in endpoint.requests] == [256, 256, 88]
    assert vectors[:, 0].tolist() == [*range(1, 601)]


def test_an_empty_text_is_sent_as_a_blank(endpoint: Endpoint) -> None:
    endpoint.embedder().embed([""])
    assert endpoint.requests[0]["input"] == [" "]


def test_no_texts_ask_nothing(endpoint: Endpoint) -> None:
    assert len(endpoint.embedder().embed([])) == 0
    assert endpoint.requests == []


@pytest.mark.parametrize("status", [429, 503])
def test_a_passing_failure_is_asked_again(endpoint: Endpoint, status: int) -> None:
    endpoint.answer = lambda request: (
        (status, {"error": {"message": "busy"}}) if len(endpoint.requests) < 4 else (200, embeddings(request["input"]))
    )
    waits: list[float] = []
    assert endpoint.embedder(sleep=waits.append).embed(["a"]).tolist() == [[1, 1]]
    assert len(waits) == 3
    assert waits == sorted(waits)


def test_a_failure_within_http_200_is_retried_too(endpoint: Endpoint) -> None:
    endpoint.answer = lambda request: (
        (200, {"error": {"code": 429, "message": "busy"}})
        if len(endpoint.requests) == 1
        else (200, embeddings(request["input"]))
    )
    assert endpoint.embedder().embed(["a"]).tolist() == [[1, 1]]
    endpoint.answer = lambda request: (200, {"error": {"code": 401, "message": "who?"}})
    with pytest.raises(UserError, match="refuses the key"):
        endpoint.embedder().embed(["b"])


def test_retry_after_is_obeyed(endpoint: Endpoint) -> None:
    endpoint.headers = {"Retry-After": "7"}
    endpoint.answer = lambda request: (
        (429, {"error": {"message": "busy"}}) if len(endpoint.requests) == 1 else (200, embeddings(request["input"]))
    )
    waits: list[float] = []
    endpoint.embedder(sleep=waits.append).embed(["a"])
    assert 7 <= waits[0] <= 8
    endpoint.headers, endpoint.answer = {"Retry-After": "86400"}, error(429, "come back tomorrow")
    with pytest.raises(Failure, match="does not answer: HTTP 429: come back tomorrow"):
        endpoint.embedder(sleep=waits.append).embed(["a"])
    assert len(waits) == 1


@pytest.mark.parametrize(
    ("status", "message", "raised", "said"),
    [
        (
            401,
            "Incorrect API key provided: secret-key",
            UserError,
            "refuses the key: set OPENAI_API_KEY",
        ),
        (404, "no such model", UserError, "has no model small"),
        (400, "input is too long", UserError, "too long"),
        (500, "out of order", Failure, "does not answer"),
        (429, "quota", Failure, "does not answer"),
    ],
)
def test_what_the_endpoint_refuses_is_one_clear_line(
    endpoint: Endpoint, status: int, message: str, raised: type[Exception], said: str
) -> None:
    endpoint.answer = error(status, message)
    with pytest.raises(raised, match=said) as caught:
        endpoint.embedder().embed(["a"])
    assert "\n" not in str(caught.value)
    assert "secret-key" not in str(caught.value)


def test_vectors_that_are_missing_are_noticed(endpoint: Endpoint) -> None:
    endpoint.answer = lambda request: (200, embeddings(request["input"][1:]))
    with pytest.raises(Failure, match="1 vector for 2 texts"):
        endpoint.embedder().embed(["a", "b"])


def test_an_unreachable_endpoint_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unheard.getsockname()[1]}/v1"
        with pytest.raises(Failure, match="does not answer"):
            OpenAIEmbedder("small", base_url=url).embed(["a"])


def test_openai_itself_needs_a_key_and_other_endpoints_do_not(
    monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(UserError, match="set OPENAI_API_KEY"):
        OpenAIEmbedder()
    assert len(endpoint.embedder().embed(["a"])) == 1


def vectors(*rows: Any) -> Answer:
    return lambda request: (200, {"data": [{"index": place, "embedding": row} for place, row in enumerate(rows)]})


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (vectors([1.0], [1.0, 2.0]), "vectors of several lengths"),
        (vectors([1.0], [1e300]), "numbers that are too large"),
        (vectors([1.0], [float("nan")]), "does not answer with vectors"),
        (vectors([1.0], "AAAA"), "does not answer with vectors"),
        (vectors([], []), "does not answer with vectors"),
        (vectors([1.0], [1.0], [1.0]), "3 vectors for 2 texts"),
        (vectors([1.0], b64encode(np.array([1.0, np.nan], "<f4").tobytes()).decode()), "does not answer with vectors"),
        (lambda request: (200, {"data": None}), "does not answer with vectors"),
        (lambda request: (200, {"data": [{"index": 10**30, "embedding": [1.0]}] * 2}), "2 vectors for 2 texts"),
        (lambda request: (200, {}), "does not answer with vectors"),
    ],
)
def test_invalid_vectors_are_a_one_line_error(endpoint: Endpoint, answer: Answer, said: str) -> None:
    endpoint.answer = answer
    with pytest.raises(Failure, match=said) as raised:
        endpoint.embedder().embed(["a", "b"])
    assert "\n" not in str(raised.value)


def test_vectors_of_another_length_than_before_are_one_line(endpoint: Endpoint) -> None:
    embedder = endpoint.embedder()
    embedder.embed(["a"])
    endpoint.answer = vectors([1.0, 2.0, 3.0])
    with pytest.raises(Failure, match="vectors of 3 numbers after some of 2"):
        embedder.embed(["b"])


def test_an_endless_answer_is_given_up(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ariadne.embed.openai.LONGEST_ANSWER", 1_000_000)
    endpoint.answer = lambda request: (200, {"data": " " * 2_000_000})
    with pytest.raises(Failure, match="does not answer: the answer is longer than 1 MB"):
        endpoint.embedder().embed(["a"])


def test_an_answer_that_takes_too_long_is_given_up(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ariadne.embed.openai.TIMEOUT", 0.2)
    endpoint.stream = iter(lambda: time.sleep(0.01) or "x", None)
    with pytest.raises(Failure, match=r"does not answer: the answer takes longer than 0\.2 seconds"):
        endpoint.embedder(tries=1).embed(["a"])


def refusing(refuses: Refuses, message: str = "invalid", status: int = 400, by: Embedded = embeddings) -> Answer:
    """An endpoint's answer that refuses some calls."""
    refused = error(status, message)
    return lambda request: refused(request) if refuses(request["input"]) else (200, by(request["input"]))


WORDS = "The weather was fine that day and nobody said much. " * 200
SHORT = [f"text {number}" for number in range(300)]
EVERY_LIMIT = {
    "texts": lambda texts: len(texts) > 10,
    "one text": lambda texts: len(texts) > 1,
    "words of a text": lambda texts: max(len(text.split()) for text in texts) > 512,
    "words of a call": lambda texts: sum(len(text.split()) for text in texts) > 600,
    "all of these": lambda texts: len(texts) > 10 or sum(len(text.split()) for text in texts) > 300,
}


@pytest.mark.parametrize(
    ("limit", "status"),
    [
        pytest.param("one text", 400, marks=pytest.mark.nightly),
        *((limit, 400) for limit in EVERY_LIMIT if limit != "one text"),
        *(("texts", status) for status in (413, 422, 500)),
    ],
)
def test_refused_calls_are_split_and_the_limit_is_remembered(endpoint: Endpoint, limit: str, status: int) -> None:
    refuses = EVERY_LIMIT[limit]
    endpoint.answer = refusing(refuses, status=status)
    embedder = endpoint.embedder()
    texts = [*SHORT, WORDS, "short"]
    found = embedder.embed(texts)
    assert found[:300, 0].tolist() == [len(text) for text in SHORT]
    assert found[301].tolist() == [5, 1]
    before = len(endpoint.requests)
    assert np.array_equal(embedder.embed(texts), found)
    assert not any(refuses(request["input"]) for request in endpoint.requests[before:])


def test_one_text_that_is_too_long_leaves_the_others_in_one_call(endpoint: Endpoint) -> None:
    endpoint.answer = refusing(EVERY_LIMIT["words of a text"])
    embedder = endpoint.embedder()
    embedder.embed([*SHORT[:100], WORDS])
    assert endpoint.calls_of(embedder, SHORT[100:200]) == [100]


def unit(texts: list[str]) -> dict[str, Any]:
    """Vectors of length 1, east for texts of `a`, north for others."""
    rows = [[1.0, 0.0] if text.startswith("a") else [0.0, 1.0] for text in texts]
    return {"data": [{"index": place, "embedding": row} for place, row in enumerate(rows)]}


def test_a_long_text_is_the_mean_of_its_parts(endpoint: Endpoint) -> None:
    long = "a " * 100 + "b " * 100
    endpoint.answer = refusing(lambda texts: max(map(len, texts)) > 200)
    assert endpoint.embedder().embed([long])[0].tolist() == [199, 100]
    endpoint.answer = refusing(lambda texts: max(map(len, texts)) > 200, by=unit)
    ((east, north),) = endpoint.embedder().embed([long])
    assert east == pytest.approx(north)
    assert east**2 + north**2 == pytest.approx(1)


@pytest.mark.parametrize("status", [400, 422, 403, 404, 401, 402])
def test_a_refusal_for_another_reason_is_told_after_two_calls(endpoint: Endpoint, status: int) -> None:
    endpoint.answer = error(status, "no")
    with pytest.raises(UserError):
        endpoint.embedder().embed([*SHORT, WORDS])
    assert len(endpoint.requests) <= 2


def test_a_text_refused_for_its_content_does_not_split_others(endpoint: Endpoint) -> None:
    endpoint.answer = refusing(lambda texts: any("forbidden" in text for text in texts), "against our policy")
    embedder = endpoint.embedder()
    with pytest.raises(UserError, match="refuses the request: HTTP 400: against our policy"):
        embedder.embed([*SHORT, "this is forbidden"])
    assert len(endpoint.requests) < 60
    assert endpoint.calls_of(embedder, [*SHORT, WORDS])[0] == 256


def test_an_endpoint_that_is_down_is_left_alone_after_some_tries(endpoint: Endpoint) -> None:
    endpoint.answer = error(503, "out of order")
    waits: list[float] = []
    with pytest.raises(Failure, match="does not answer: HTTP 503: out of order"):
        endpoint.embedder(sleep=waits.append).embed(SHORT)
    assert len(endpoint.requests) <= 8
    assert sum(waits) < 20


def test_an_endpoint_that_answers_fewer_vectors_than_texts_is_asked_for_fewer(endpoint: Endpoint) -> None:
    endpoint.answer = lambda request: (200, embeddings(request["input"][:100]))
    assert endpoint.embedder().embed(SHORT)[:, 0].tolist() == [len(text) for text in SHORT]


def test_vectors_may_come_as_base64(endpoint: Endpoint) -> None:
    said = b64encode(np.array([0.5, -2.0], dtype="<f4").tobytes()).decode()
    endpoint.answer = vectors(said)
    assert endpoint.embedder().embed(["a"]).tolist() == [[0.5, -2]]


def test_a_refusal_that_quotes_the_key_is_redacted(endpoint: Endpoint) -> None:
    endpoint.answer = error(400, "what is secret-key?")
    with pytest.raises(UserError, match=r"what is \(key\)\?"):
        endpoint.embedder().embed(["a"])


def test_an_invalid_address_is_reported_at_once() -> None:
    with pytest.raises(UserError, match="the base URL must look like http"):
        OpenAIEmbedder("small", base_url="localhost:8080")


async def test_a_memory_learns_with_an_endpoint_that_takes_little(endpoint: Endpoint) -> None:
    limit = EVERY_LIMIT["all of these"]
    endpoint.answer = refusing(limit, "This model's maximum context length is 300 tokens.")
    with AriGraph(embedder=endpoint.embedder()) as memory:
        facts = [(name, "lives in", "paris") for name in "Ada Ben Cora Dan Eve Finn Gus Hana Ivo Jana Kim".split()]
        await memory.learn([WORDS, "They live in Paris."], facts=facts)
        assert len((await memory.recall("Who lives in Paris?")).facts) > 0
        assert len(memory.facts()) == 11
