from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from ariadne.embed.openai import OpenAIEmbedder
from ariadne.errors import Failure, UserError

Answer = Callable[[dict[str, Any]], tuple[int, dict[str, Any]]]


@dataclass
class Endpoint:
    """A local embeddings endpoint: what it answers, and what it was asked."""

    url: str = ""
    answer: Answer = lambda request: (200, embeddings(request["input"]))
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


def embeddings(texts: list[str]) -> dict[str, Any]:
    """A vector of a text's length and its number of words; the last text first, as the order is free."""
    data = [
        {"object": "embedding", "index": index, "embedding": [float(len(text)), float(len(text.split()))]}
        for index, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "model": "small", "data": data[::-1], "usage": usage}


def error(status: int, message: str) -> Answer:
    return lambda request: (status, {"error": {"message": message, "type": "error"}})


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    state = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append(request)
            state.keys.append(self.headers["Authorization"])
            status, reply = state.answer(request)
            body = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("retry-after-ms", "1")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


def test_vectors_come_in_the_order_of_the_texts(endpoint: Endpoint) -> None:
    vectors = OpenAIEmbedder("small", base_url=endpoint.url).embed(["a", "two words", "a"])
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[1, 1], [9, 2], [1, 1]]
    assert endpoint.requests[0]["model"] == "small"
    assert endpoint.keys == ["Bearer secret-key"]


def test_many_texts_are_asked_in_batches(endpoint: Endpoint) -> None:
    vectors = OpenAIEmbedder("small", base_url=endpoint.url).embed(["x" * (1 + i % 7) for i in range(600)])
    assert [len(request["input"]) for request in endpoint.requests] == [256, 256, 88]
    assert vectors[:, 0].tolist() == [1 + i % 7 for i in range(600)]


def test_an_empty_text_is_sent_as_a_blank(endpoint: Endpoint) -> None:
    OpenAIEmbedder("small", base_url=endpoint.url).embed([""])
    assert endpoint.requests[0]["input"] == [" "]


def test_no_texts_ask_nothing(endpoint: Endpoint) -> None:
    assert len(OpenAIEmbedder("small", base_url=endpoint.url).embed([])) == 0
    assert endpoint.requests == []


def test_a_passing_failure_is_asked_again(endpoint: Endpoint) -> None:
    endpoint.answer = lambda request: (
        (503, {"error": {"message": "busy"}}) if len(endpoint.requests) == 1 else (200, embeddings(request["input"]))
    )
    assert OpenAIEmbedder("small", base_url=endpoint.url).embed(["a"]).tolist() == [[1, 1]]


@pytest.mark.parametrize(
    ("status", "message", "raised", "said"),
    [
        (401, "Incorrect API key provided: secret-key", UserError, "refuses the key in OPENAI_API_KEY"),
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
        OpenAIEmbedder("small", base_url=endpoint.url).embed(["a"])
    assert "\n" not in str(caught.value)
    assert "secret-key" not in str(caught.value)


def test_vectors_that_are_missing_are_noticed(endpoint: Endpoint) -> None:
    endpoint.answer = lambda request: (200, embeddings(request["input"][1:]))
    with pytest.raises(Failure, match="1 vector for 2 texts"):
        OpenAIEmbedder("small", base_url=endpoint.url).embed(["a", "b"])


def test_nobody_there_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unheard.getsockname()[1]}/v1"
        with pytest.raises(Failure, match="does not answer"):
            OpenAIEmbedder("small", base_url=url, timeout=5).embed(["a"])


def test_openai_itself_needs_a_key_and_other_endpoints_do_not(
    monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(UserError, match="set OPENAI_API_KEY"):
        OpenAIEmbedder()
    assert len(OpenAIEmbedder("small", base_url=endpoint.url).embed(["a"])) == 1


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
        (vectors([1.0]), "1 vector for 2 texts"),
        (lambda request: (200, {"data": None}), "does not answer with vectors"),
        (lambda request: (200, {"data": [{"index": 10**30, "embedding": [1.0]}] * 2}), "2 vectors for 2 texts"),
        (lambda request: (200, {}), "does not answer with vectors"),
    ],
)
def test_vectors_that_are_none_are_one_line(endpoint: Endpoint, answer: Answer, said: str) -> None:
    endpoint.answer = answer
    with pytest.raises(Failure, match=said) as raised:
        OpenAIEmbedder("small", base_url=endpoint.url).embed(["a", "b"])
    assert "\n" not in str(raised.value)


def test_vectors_of_another_length_than_before_are_one_line(endpoint: Endpoint) -> None:
    embedder = OpenAIEmbedder("small", base_url=endpoint.url)
    embedder.embed(["a"])
    endpoint.answer = vectors([1.0, 2.0, 3.0])
    with pytest.raises(Failure, match="vectors of 3 numbers after some of 2"):
        embedder.embed(["b"])


def test_what_is_sent_without_end_is_given_up(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ariadne.embed.openai.LONGEST_ANSWER", 1_000_000)
    endpoint.answer = lambda request: (200, {"data": " " * 2_000_000})
    with pytest.raises(Failure, match="does not answer: the answer is longer than 1 MB"):
        OpenAIEmbedder("small", base_url=endpoint.url).embed(["a"])
