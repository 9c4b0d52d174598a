from __future__ import annotations

import pytest

from ariadne.errors import UserError
from ariadne.models.failures import CallFailure, FailureKind, check_address


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (CallFailure("All connection attempts failed", absent=True), FailureKind.ABSENT),
        (CallFailure("Server disconnected"), FailureKind.PASSING),
        (CallFailure("<html>", 200), FailureKind.FOREIGN),
        (CallFailure("Not Found", 404), FailureKind.FOREIGN),
        (CallFailure("The model `x` does not exist.", 404), FailureKind.MODEL),
        (CallFailure('model "x" not found, try pulling it first', 404), FailureKind.MODEL),
        (CallFailure("x is not a valid model ID", 400), FailureKind.REFUSED),
        (CallFailure("no", 404, code="model_not_found"), FailureKind.MODEL),
        (CallFailure("Incorrect API key", 401), FailureKind.KEY),
        (CallFailure("", 403), FailureKind.KEY),
        (CallFailure("Rate limit reached, see billing", 429), FailureKind.PASSING),
        (CallFailure("too many tokens per minute", 429), FailureKind.PASSING),
        (CallFailure("quota", 429, code="insufficient_quota"), FailureKind.MONEY),
        (CallFailure("Insufficient Balance", 402), FailureKind.MONEY),
        (CallFailure("This model's maximum context length is 4096 tokens", 400), FailureKind.OVERFLOW),
        (CallFailure("the request exceeds the available context size", 500), FailureKind.OVERFLOW),
        (CallFailure("too big", 400, code="context_length_exceeded"), FailureKind.OVERFLOW),
        (CallFailure("", 503), FailureKind.PASSING),
        (CallFailure("", 408), FailureKind.PASSING),
        (CallFailure("", 409), FailureKind.PASSING),
        (CallFailure("Unknown parameter: 'seed'", 400), FailureKind.REFUSED),
    ],
)
def test_failures_are_classified(failure: CallFailure, kind: FailureKind) -> None:
    assert failure.kind is kind


def test_what_a_server_says_is_one_short_line() -> None:
    said = CallFailure("line one\n\nline two " + "x" * 1000, 500).said
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
