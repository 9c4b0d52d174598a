from __future__ import annotations

import pytest

from ariadne.errors import UserError
from ariadne.models.trouble import Kind, Trouble, check_address


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [
        (Trouble("All connection attempts failed", absent=True), Kind.ABSENT),
        (Trouble("Server disconnected"), Kind.PASSING),
        (Trouble("<html>", 200), Kind.FOREIGN),
        (Trouble("Not Found", 404), Kind.FOREIGN),
        (Trouble("The model `x` does not exist.", 404), Kind.MODEL),
        (Trouble('model "x" not found, try pulling it first', 404), Kind.MODEL),
        (Trouble("x is not a valid model ID", 400), Kind.REFUSED),
        (Trouble("no", 404, code="model_not_found"), Kind.MODEL),
        (Trouble("Incorrect API key", 401), Kind.KEY),
        (Trouble("", 403), Kind.KEY),
        (Trouble("Rate limit reached, see billing", 429), Kind.PASSING),
        (Trouble("too many tokens per minute", 429), Kind.PASSING),
        (Trouble("quota", 429, code="insufficient_quota"), Kind.MONEY),
        (Trouble("Insufficient Balance", 402), Kind.MONEY),
        (Trouble("This model's maximum context length is 4096 tokens", 400), Kind.OVERFLOW),
        (Trouble("the request exceeds the available context size", 500), Kind.OVERFLOW),
        (Trouble("too big", 400, code="context_length_exceeded"), Kind.OVERFLOW),
        (Trouble("", 503), Kind.PASSING),
        (Trouble("", 408), Kind.PASSING),
        (Trouble("", 409), Kind.PASSING),
        (Trouble("Unknown parameter: 'seed'", 400), Kind.REFUSED),
    ],
)
def test_trouble_is_known_by_its_signs(trouble: Trouble, kind: Kind) -> None:
    assert trouble.kind is kind


def test_what_a_server_says_is_one_short_line() -> None:
    said = Trouble("line one\n\nline two " + "x" * 1000, 500).said
    assert said.startswith("HTTP 500: line one line two")
    assert len(said) < 300


@pytest.mark.parametrize("url", ["http://localhost:8080/v1", "https://api.example.org/v1/", "http://[::1]:9/v1"])
def test_an_address_that_can_be_one_passes(url: str) -> None:
    check_address(url)


@pytest.mark.parametrize("url", ["localhost:8080/v1", "ftp://x/v1", "http://", "http://x:99999/v1", "http://[/v1"])
def test_an_address_that_cannot_be_one_is_refused(url: str) -> None:
    with pytest.raises(UserError, match="must look like"):
        check_address(url)


@pytest.mark.parametrize("url", ["http://me:hunter2@localhost/v1", "http://localhost/v1?key=hunter2"])
def test_an_address_with_a_secret_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(UserError) as raised:
        check_address(url)
    assert "hunter2" not in str(raised.value)
