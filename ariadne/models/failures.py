"""Failed calls to an endpoint: the kind of failure, and its one-line message."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

from ariadne.errors import AriadneError, UserError, clear
from ariadne.keys import redacted
from ariadne.models.model import NoReply, Retry
from ariadne.models.size_limits import Unacceptable, proxy_of
from ariadne.text import number, truncated

CLIP = 240
LONGEST_MESSAGE = 4000
# An error number, other than 0 and 200; a message with a word in it.
_NUMBER, _WORD = re.compile(r"^(?!200$)-?[1-9][0-9]*$"), re.compile(r"[^\W\d_]{2}")
OVERFLOW = re.compile(
    r"context[ _](length|size|window)|maximum context|too many tokens|prompt is too long|input is too long",
    re.I,
)
NO_MODEL = re.compile(
    r"model_not_found|unknown model|\bmodel\b.{0,200}\b(not found|not exist|is not a valid model)",
    re.I | re.DOTALL,
)
NO_MONEY = re.compile(r"insufficient[_ ](quota|credit|balance|funds)", re.I)
FILTER_FIELDS = frozenset(
    ("content_filter_result", "content_filter_results", "prompt_filter_results", "contentFilter", "flagged_input")
)
"""Fields that only the errors of content filters have: Azure's, Zhipu's and OpenRouter's."""
FILTER_CODE = re.compile(
    "content.?(filter|policy)|moderation|safety|sensitive|inspection|responsible.?ai|invalid_prompt", re.I
)
"""Codes and types of other filters: OpenAI, Moonshot, DashScope, Volcengine."""
FILTER_WORDS = re.compile(
    r"content (filter|polic|exists risk|violates)|(usage|safety)[_ ](polic|guideline)|\bflagged\b", re.I
)
"""Messages of Anthropic, DeepSeek and xAI, whose codes are those of any invalid request, and of proxies that drop
codes."""
CAN_FILTER = (400, 403, 422, 451, 500)
FAILED = 400
STATUSES = {
    "invalid_api_key": 401,
    "insufficient_quota": 429,
    "rate_limit_exceeded": 429,
    "invalid_request_error": 400,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "rate_limit_error": 429,
}
"""The HTTP statuses for OpenAI's and Anthropic's error codes and types; any other code counts as 500."""


class FailureKind(Enum):
    """The kind of a failure, which determines the reaction."""

    ABSENT = "nothing listens at the address"
    FOREIGN = "the server is not an OpenAI-compatible endpoint"
    PASSING = "it may be gone at the next try"
    KEY = "the key is missing or wrong"
    MONEY = "the account has no credit left"
    FILTERED = "a filter refuses what was asked, or the reply to it"
    MODEL = "there is no such model"
    OVERFLOW = "the prompt is too long for the model"
    REFUSED = "refused for any other reason"


SENTENCES = {
    FailureKind.ABSENT: "nothing answers at {address} ({said}): {remedy}",
    FailureKind.FOREIGN: "{address} is not an OpenAI-compatible endpoint: should it end in /v1? ({said})",
    FailureKind.KEY: "{address} refuses {key}, or its use for '{model}' (HTTP {status})",
    FailureKind.MONEY: "the account at {address} has no credit left ({said})",
    FailureKind.MODEL: "{address} has no model '{model}' ({said})",
    FailureKind.OVERFLOW: "the question '{question}' is longer than '{model}' can read: take a model with a larger "
    "context, or a memory that shows less ({said})",
    FailureKind.FILTERED: "{address} filters the question '{question}' ({said})",
    FailureKind.REFUSED: "{address} refuses the question '{question}' ({said})",
}
ENVIRONMENTS_KEY = "the key in OPENAI_API_KEY"
NO_KEY = "{address} needs a key (HTTP {status}): set OPENAI_API_KEY"


@dataclass(frozen=True)
class Endpoint:
    """The endpoint of a call, without secrets.

    Attributes:
        address: the base URL.
        model: the name of the requested model.
        key: the name of the key that was sent, for messages; empty if none was sent.
    """

    address: str
    model: str
    key: str


@dataclass(frozen=True)
class CallFailure:
    """A failed call.

    Attributes:
        message: from the server or the network.
        status: the HTTP status; 0 without an HTTP response, 200 if the response is not a chat completion.
        code: the server's error code and type.
        param: the parameter that the server reports as wrong.
        retry_after: seconds that the server asks to wait.
        filtered: whether the error has fields that only a content filter sends.
        absent: whether the connection failed.
    """

    message: str
    status: int = 0
    code: str = ""
    param: str = ""
    retry_after: float | None = None
    filtered: bool = False
    absent: bool = False

    def __post_init__(self) -> None:
        for name in ("message", "code", "param"):
            object.__setattr__(self, name, truncated(getattr(self, name), LONGEST_MESSAGE))

    @property
    def kind(self) -> FailureKind:
        """The first kind that matches, from the surest sign to the vaguest."""
        words = f"{self.code} {self.message}"
        failed = self.status >= FAILED
        signs = (
            (FailureKind.ABSENT, self.absent or self.status == 407),
            (FailureKind.FOREIGN, self.status == 200),
            (FailureKind.FILTERED, self.status in CAN_FILTER and self._names_filter),
            (FailureKind.KEY, self.status in (401, 403)),
            (FailureKind.MONEY, self.status == 402 or (failed and NO_MONEY.search(words))),
            (FailureKind.OVERFLOW, self.status == 413 or (failed and self.status != 429 and OVERFLOW.search(words))),
            (FailureKind.PASSING, self.status in (0, 408, 409, 429) or self.status >= 500),
            (FailureKind.MODEL, failed and NO_MODEL.search(words)),
            (FailureKind.FOREIGN, self.status == 404),
        )
        return next((kind for kind, holds in signs if holds), FailureKind.REFUSED)

    @property
    def _names_filter(self) -> bool:
        return self.filtered or bool(FILTER_CODE.search(self.code) or FILTER_WORDS.search(self.message))

    @property
    def said(self) -> str:
        """The message in one short line."""
        line = " ".join(self.message.split()) or "no reason given"
        line = truncated(line, CLIP)
        return f"HTTP {self.status}: {line}" if self.status else line


def failure_of(body: Any, status: int, retry_after: float | None = None) -> CallFailure:
    """The failure in an endpoint's response body: JSON in any of the usual forms, or text.

    If the HTTP status is a success, the status comes from the error itself, or is 500.
    """
    error = error_in(body) or body
    fields = error if isinstance(error, dict) else {}
    inner: dict[str, Any] = next(
        (part for name in ("innererror", "metadata") if isinstance(part := fields.get(name), dict)), {}
    )
    around = body if isinstance(body, dict) else {}
    message = fields.get("message") or fields.get("detail") or _message_in(fields) or error or ""
    return CallFailure(
        redacted(str(message)),
        status if status >= FAILED else _status_in(fields) or 500,
        code=redacted(
            " ".join(str(part[name]) for part in (fields, inner) for name in ("code", "type") if part.get(name))
        ),
        param=redacted(str(fields.get("param") or "")),
        retry_after=retry_after,
        filtered=not FILTER_FIELDS.isdisjoint([*around, *fields, *inner]),
    )


def as_json(content: str | bytes) -> Any:
    """Parse JSON; return any other content unchanged."""
    try:
        return json.loads(content, parse_int=number)
    except (ValueError, RecursionError):
        return content


def lost(error: Exception) -> CallFailure:
    """The failure for a connection that was refused, lost, or given up."""
    cause = error.__cause__ or error
    if isinstance(cause, Unacceptable):
        return CallFailure(str(cause))
    known = clear(error)
    if known is not error:
        return CallFailure(str(known))
    name = type(cause).__name__
    return CallFailure(redacted(str(cause)) or name, absent=name in ("ConnectError", "ConnectTimeout", "ProxyError"))


def remedy(failure: CallFailure, address: str) -> str:
    """The advice for a failed connection."""
    if "CERTIFICATE_VERIFY_FAILED" in failure.message:
        return "name a file with the trusted certificates in SSL_CERT_FILE"
    if variable := proxy_of(address):
        return f"it is reached through the proxy in {variable}; check that, or name the host in NO_PROXY"
    return "check the base URL, or start the server"


def error_in(body: Any) -> Any:
    """The error in a body, whatever its HTTP status; None if there is no error."""
    body = _first(body)
    if not isinstance(body, dict):
        return None
    reply = _first(body.get("choices"))
    error = body.get("error") or _first(body.get("errors")) or (isinstance(reply, dict) and reply.get("error"))
    is_one = not reply and ("error" in (body.get("object"), body.get("type")) or _status_in(body))
    return error or (body if is_one else None if reply else _numbered(body))


def _numbered(body: dict[str, Any]) -> dict[str, Any] | None:
    """The part of a body that has an error's number and a message: `{"base_resp": {"status_code": 1002, "status_msg":
    "rate limit"}}`."""
    parts = [body, *(each for each in body.values() if isinstance(each, dict))]
    return next((part for part in parts if _ends_with(part, "code", _NUMBER) and _message_in(part)), None)


def _message_in(error: dict[str, Any]) -> str:
    return _ends_with(error, "message", _WORD) or _ends_with(error, "msg", _WORD)


def _ends_with(error: dict[str, Any], end: str, form: re.Pattern[str]) -> str:
    """The first value that matches `form` and whose name ends in `end`; else empty."""
    return next((str(said) for name, said in error.items() if name.endswith(end) and form.search(str(said))), "")


def _first(items: Any) -> Any:
    """The first item of a list; any other value unchanged."""
    return next(iter(items), None) if isinstance(items, list) else items


def _status_in(error: dict[str, Any]) -> int:
    """The HTTP status in an error; 0 if it has none."""
    values = [str(error.get(name)) for name in ("code", "status", "status_code", "type")]
    numbers = (int(each) if re.fullmatch("[45][0-9][0-9]", each) else STATUSES.get(each, 0) for each in values)
    return next(filter(None, numbers), 0)


def check_address(base_url: str) -> str:
    """The base URL, if it is valid and contains no secret: it is shown and saved.

    Raises:
        UserError: it is not an http(s) URL, or has a user, a password or a query in it.
    """
    try:
        parts = urlsplit(base_url)
        complete = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        complete = False
    if "@" in base_url or "?" in base_url:
        raise UserError("the base URL must not contain a user, password or query: a key goes into OPENAI_API_KEY")
    if not complete:
        raise UserError(f"the base URL must look like http://localhost:8080/v1, not like '{base_url}'")
    return base_url


def explain(
    failure: CallFailure, endpoint: Endpoint, question: str, retries: tuple[Retry, ...], reached: bool
) -> AriadneError:
    """The error for a failure that is not, or no longer, retried.

    `reached`: the endpoint has answered before, so its address is right.
    """
    kind = failure.kind
    if kind is FailureKind.PASSING or (reached and kind in (FailureKind.ABSENT, FailureKind.FOREIGN)):
        tries = f"after {len(retries) + 1} tries" if retries else "at the first try"
        return NoReply(f"no reply from {endpoint.address} to '{question}' {tries}: {failure.said}", retries)
    sentence = NO_KEY if kind is FailureKind.KEY and not endpoint.key else SENTENCES[kind]
    line = sentence.format(
        address=endpoint.address,
        model=endpoint.model,
        key=endpoint.key,
        question=question,
        said=failure.said,
        status=failure.status,
        remedy=remedy(failure, endpoint.address),
    )
    return NoReply(line, retries) if kind is FailureKind.REFUSED else UserError(line)
