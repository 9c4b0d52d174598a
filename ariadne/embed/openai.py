"""Embeddings from an OpenAI-compatible endpoint."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ariadne import keys
from ariadne.embed.embedder import Vectors
from ariadne.embed.limits import EndpointLimits
from ariadne.embed.reading import as_array, read, so_many
from ariadne.errors import AriadneError, Failure, MissingPackage, UserError
from ariadne.models.endpoint import address_of, is_openais
from ariadne.models.failures import CallFailure, FailureKind, as_json, check_address, error_in, failure_of, lost, remedy
from ariadne.models.retry import parse_retry_after, wait_before
from ariadne.models.size_limits import Unacceptable, limited

DEFAULT_MODEL = "text-embedding-3-small"
TRIES = 5
TIMEOUT = 60.0
"""Seconds to wait for one call."""
PATIENCE = 300.0
"""Longest wait, in seconds, that a server may ask for."""
_TRIES_TO_LEARN = 2
"""Tries of a call that tests a limit."""
LONGEST_ANSWER = 64_000_000
"""Size limit of an answer, in unpacked bytes: four times 256 vectors of 3,072 numbers as JSON."""
_UNIT = 1e-3
"""Tolerance for a vector's length of 1."""


class OpenAIEmbedder:
    """Asks an embeddings endpoint, 256 texts a call or as many as it accepts.

    A call that is too large is split, and the limit is remembered. A text that is too long is embedded in parts; its
    vector is the mean of theirs, weighted by length, and of length 1 if theirs are. So the end of a text counts too,
    which it would not if the text were cut. Transient failures (429, 5xx, a lost connection, a timeout) are retried
    after a wait.

    Args:
        model: the model's name at the endpoint.
        base_url: the endpoint; if None, `OPENAI_BASE_URL` or OpenAI's own.
        tries: the largest number of tries of a call.
        sleep: waits between tries.

    Raises:
        UserError: an invalid key or base URL, or no key for OpenAI's own endpoint. Other endpoints may need no key.
    """

    threshold: float | None = None

    def __init__(
        self,
        model: str = DEFAULT_MODEL,
        *,
        base_url: str | None = None,
        tries: int = TRIES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        try:
            from openai import DefaultHttpxClient, OpenAI
        except ImportError as error:
            raise MissingPackage("the openai embedder") from error
        address = address_of(base_url)
        check_address(address)
        key = keys.api_key()
        if is_openais(address) and not key:
            raise UserError("the openai embedder needs a key: set OPENAI_API_KEY, or give a base URL")
        self.name = f"openai:{model}"
        self._model = model
        self._tries = tries
        self._sleep = sleep
        self._limits = EndpointLimits()
        self._dimensions: int | None = None
        self._client = OpenAI(
            api_key=key or "none",
            base_url=address,
            max_retries=0,
            timeout=TIMEOUT,
            http_client=limited(DefaultHttpxClient, LONGEST_ANSWER, TIMEOUT),
        )
        self._endpoint = f"the embeddings endpoint {self._client.base_url.host}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return vectors of `texts`, float32 of shape (n, d).

        Raises:
            UserError: the endpoint refuses the key, the model or the texts.
            Failure: it does not answer with one vector for each text.
        """
        vectors: dict[str, Vectors] = {}
        limits = self._limits
        while left := [part for text in texts for part in limits.parts(text) if part not in vectors]:
            limits = self._ask(list(dict.fromkeys(left)), limits, vectors)
        self._limits = limits
        return np.stack([_mean(limits.parts(text), vectors) for text in texts]) if texts else np.empty((0, 0), "f4")

    def _ask(self, texts: Sequence[str], limits: EndpointLimits, vectors: dict[str, Vectors]) -> EndpointLimits:
        """Add the vectors of texts until a call is refused; return the limits for the rest."""
        for batch in limits.batches(texts):
            answer = self._patiently(batch, self._tries)
            if isinstance(answer, _Refusal):
                return self._narrowed(limits, batch, answer)
            vectors.update(zip(batch, answer, strict=True))
        return limits

    def _narrowed(self, limits: EndpointLimits, batch: Sequence[str], refusal: _Refusal) -> EndpointLimits:
        """Return the limits for another attempt after a refusal."""

        def takes(texts: Sequence[str]) -> bool:
            return not isinstance(self._patiently(texts, min(self._tries, _TRIES_TO_LEARN)), _Refusal)

        narrowed = limits.narrowed(batch, takes)
        if narrowed is None:
            raise refusal.error
        return narrowed

    def _patiently(self, texts: Sequence[str], tries: int) -> Vectors | _Refusal:
        """Return the vectors of texts, or the last failure after some tries."""
        tried = 1
        while isinstance(answer := self._try(texts), _Refusal) and answer.may_pass and tried < tries:
            self._sleep(wait_before(tried, answer.retry_after))
            tried += 1
        return answer

    def _try(self, texts: Sequence[str]) -> Vectors | _Refusal:
        """Return the vectors of texts, or why one call failed."""
        # Endpoints refuse an empty text but accept a blank one.
        inputs = [text or " " for text in texts]
        try:
            create = self._client.embeddings.with_raw_response.create
            content = create(model=self._model, input=inputs, encoding_format="float").http_response.content
        except Exception as error:  # a refusal, a lost connection, or an answer that the client cannot read
            if isinstance(error.__cause__, Unacceptable):
                raise Failure(f"{self._endpoint} does not answer: {error.__cause__}") from error
            return self._refused(_failure(error))
        try:
            rows = read(content, self._endpoint)
        except Failure:
            if not error_in(body := as_json(content)):
                raise
            return self._refused(failure_of(body, 200))
        if len(rows) < len(texts):
            return _Refusal(Failure(f"{self._endpoint} returned {so_many(rows, texts)}"))
        vectors = as_array(rows, texts, self._endpoint)
        self._dimensions = self._dimensions or vectors.shape[1]
        if vectors.shape[1] != self._dimensions:
            was = self._dimensions
            raise Failure(f"{self._endpoint} returned vectors of {vectors.shape[1]} numbers after some of {was}")
        return vectors

    def _refused(self, failure: CallFailure) -> _Refusal:
        """Return the refusal of a call that may succeed later, or with fewer texts."""
        kind, where = failure.kind, self._endpoint
        if kind is FailureKind.KEY:
            raise UserError(f"{where} refuses the key: set OPENAI_API_KEY")
        if kind is FailureKind.MONEY:
            raise UserError(f"the account at {where} has no credit left ({failure.said})")
        if kind in (FailureKind.MODEL, FailureKind.FOREIGN):
            raise UserError(f"{where} has no model {self._model}: check its name and the base URL")
        if kind is FailureKind.PASSING or (kind is FailureKind.ABSENT and self._dimensions):
            lost = Failure(f"{where} does not answer: {failure.said}")
            return _Refusal(lost, (failure.retry_after or 0) <= PATIENCE, failure.retry_after)
        if kind is FailureKind.ABSENT:
            raise Failure(f"{where} does not answer ({failure.said}): {remedy(failure, str(self._client.base_url))}")
        return _Refusal(UserError(f"{where} refuses the request: {failure.said}"))


@dataclass(frozen=True)
class _Refusal:
    """Why a call returned no vectors.

    Attributes:
        error: the error for the user.
        may_pass: whether a retry may succeed. `retry_after`: seconds that the server asks to wait.
    """

    error: AriadneError
    may_pass: bool = False
    retry_after: float | None = None


def _failure(error: Exception) -> CallFailure:
    """Classify a call's error."""
    import openai

    if isinstance(error, openai.APIStatusError):
        after = parse_retry_after(error.response.headers.get("retry-after"))
        return failure_of(error.body or error.message, error.status_code, after)
    return lost(error)


def _mean(parts: Sequence[str], vectors: dict[str, Vectors]) -> Vectors:
    """The vector of a text from those of its parts."""
    rows = np.stack([vectors[part] for part in parts])
    if len(rows) == 1:
        return np.asarray(rows[0])
    mean = np.average(rows, axis=0, weights=[*map(len, parts)])
    length = np.linalg.norm(mean)
    is_unit = np.abs(np.linalg.norm(rows, axis=1) - 1).max() < _UNIT
    return np.asarray(mean / length if is_unit and length else mean, dtype=np.float32)
