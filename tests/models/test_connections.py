"""Proxies and certificates that the environment names, and endpoints that lack them."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ariadne.embed.openai import OpenAIEmbedder
from ariadne.errors import AriadneError, UserError
from ariadne.models.listing import served_models
from ariadne.models.openai import OpenAIModel
from tests.models.questions import act
from tests.models.server import Reaction, serving

pytestmark = pytest.mark.slow

AWAY = "http://models.invalid/v1"
NOBODY = "http://127.0.0.1:9"
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")

Called = Callable[[str], object]


@pytest.fixture(autouse=True)
def _direct(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def embed(url: str) -> None:
    OpenAIEmbedder("small", base_url=url, tries=1).embed(["a"])


@pytest.fixture(params=[served_models, embed])
def call(request: pytest.FixtureRequest) -> Called:
    """Ways to ask an endpoint."""
    called: Called = request.param
    return called


def said_of(call: Called, url: str) -> str:
    with pytest.raises(AriadneError) as raised:
        call(url)
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_the_error_of_a_silent_proxy_names_its_variable(
    call: Called, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, NOBODY)
    assert f"it is reached through the proxy in {variable}; check that, or name the host in NO_PROXY" in said_of(
        call, AWAY
    )
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert "check the base URL, or start the server" in said_of(call, NOBODY)


def test_the_error_of_a_proxy_that_wants_a_password_names_its_variable(
    call: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving() as server:
        server.react(Reaction("<h1>Who are you?</h1>", 407))
        monkeypatch.setenv("HTTP_PROXY", server.url.removesuffix("/v1"))
        assert "HTTP_PROXY" in said_of(call, AWAY)


@pytest.mark.parametrize(
    ("proxy", "said"),
    [
        ("ftp://me:secret@host", "HTTPS_PROXY names no proxy that can be used: it must look like http://host:port"),
        ("http://me:secret@host:port", "HTTPS_PROXY names no proxy that can be used"),
        ("socks5://me:secret@host:1", "HTTPS_PROXY names a SOCKS proxy, which needs a package"),
    ],
)
async def test_the_error_of_an_invalid_proxy_names_its_variable(
    call: Called, monkeypatch: pytest.MonkeyPatch, prompts: Path, proxy: str, said: str
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    with pytest.raises(UserError) as raised:
        await OpenAIModel("m", AWAY).answer(act(prompts))
    for told in (said_of(call, AWAY), str(raised.value)):
        assert said in told
        assert "secret" not in told


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_the_error_of_unreadable_certificates_names_their_variable(
    call: Called, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "own.pem"
    if content:
        path.write_text(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    assert "SSL_CERT_FILE" in said_of(call, AWAY)


def test_the_error_of_an_untrusted_certificate_names_the_variable(
    call: Called, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key, own = tmp_path / "key.pem", tmp_path / "own.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(own)]
    about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    subprocess.run([*make, *about], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own, key)
    with serving(context) as server:
        url = server.url.replace("http:", "https:")
        assert "name a file with the trusted certificates in SSL_CERT_FILE" in said_of(call, url)
        monkeypatch.setenv("SSL_CERT_FILE", str(own))
        server.react(Reaction({"data": [{"id": "m", "index": 0, "embedding": [1.0]}]}))
        call(url)
