"""Models behind any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ariadne.errors import UserError
from ariadne.events import Message, Usage
from ariadne.keys import api_key, in_use, redacted
from ariadne.models.clients import Clients
from ariadne.models.completion import Completion, parse_completion, refusal
from ariadne.models.endpoint import address_of, is_openais
from ariadne.models.failures import ENVIRONMENTS_KEY, CallFailure, Endpoint, FailureKind, check_address, explain, lost
from ariadne.models.fallback import Capabilities, Form
from ariadne.models.limiter import MOST, Limiter
from ariadne.models.model import Reply, Retry
from ariadne.models.prices import cost, estimated_usage
from ariadne.models.prompt import Sampling, sendable
from ariadne.models.question import A, Question
from ariadne.models.retry import parse_retry_after, wait_before
from ariadne.models.size_limits import Unacceptable, limited
from ariadne.models.streaming import STREAMED, StreamError, completed

if TYPE_CHECKING:
    from openai import AsyncOpenAI

NO_KEY = "none"
TIMEOUT = 120.0
CONNECT_TIMEOUT = 10.0
TRIES = 8
PATIENCE = 300.0
TOO_MANY = 429
LONGEST_ANSWER = 4_000_000
"""The size limit of a response, in unpacked bytes."""
READ_BESIDE = 100_000
"""The size in bytes above which a response is read in a thread."""


class OpenAIModel:
    """Answers questions by chat completions.

    Answers are requested by JSON schema, always the same for a type of answer; a server that refuses that is asked for
    a tool call, then for JSON mode, then for plain text. A server's capabilities are learned once, for all types of
    answers. A filter's refusal counts as an unusable reply.
    If a reply was cut during its thoughts, it is requested again with twice the tokens, and so are all later ones.
    Passing failures (408, 409, 429, 5xx, a lost connection, a timeout) are retried.
    Any number of threads and event loops may ask at once; each loop has its own connections.

    Args:
        name: the model, as the server calls it.
        base_url: the endpoint; by default that in `OPENAI_BASE_URL`, or else OpenAI's.
        api_key: the key; by default that in `OPENAI_API_KEY`. An empty one sends no key.
        client: a client of the openai package, with its own endpoint and key; the caller closes it.
        seed: is sent, so servers that support it repeat their replies; a question's own seed overrides it.
        temperature, top_p, max_tokens, reasoning_effort: override the prompt's and the question's values; only a
            question's own temperature overrides them.
        timeout: seconds until a try is given up.
        tries: the largest number of tries for a question.
        free: replies cost nothing, whatever the price list says.
        stream: stream replies and stop one that begins to repeat itself.
        more: additional parameters for servers that support them.
        sleep: waits between tries.
        most: the largest number of parallel calls; lower while the server answers 429.
        fitted: restrict each reply to its question's choices and limits, by a separate schema for each question.

    Raises:
        UserError: OpenAI's key is missing, the key or base URL is invalid, or an option conflicts with `client`.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        client: AsyncOpenAI | None = None,
        seed: int | None = None,
        temperature: float | None = None,
        top_p: float | None = None,
        max_tokens: int | None = None,
        reasoning_effort: str | None = None,
        timeout: float = TIMEOUT,
        tries: int = TRIES,
        free: bool = False,
        stream: bool = False,
        more: Mapping[str, Any] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        most: int = MOST,
        fitted: bool = False,
    ) -> None:
        if most < 1:
            raise UserError(f"{name} needs a limit of at least one parallel call, not {most}")
        if client is None:
            self._base_url = address_of(base_url)
            self._key, whose = _key(self._base_url, api_key)
        else:
            self._base_url = _address_of(client, base_url, api_key)
            self._key, whose = "", "the key of the client"
        check_address(self._base_url)
        self.name = name
        self._endpoint = Endpoint(self._base_url, name, whose)
        self._seed = seed
        self._override: dict[str, float | str | None] = {
            "temperature": temperature, "top_p": top_p, "max_tokens": max_tokens, "reasoning_effort": reasoning_effort,
        }  # fmt: skip
        self._timeout = timeout
        self._tries = tries
        self._free = free
        self._more = {**(STREAMED if stream else {}), **({"extra_body": dict(more)} if more else {})}
        self._sleep = sleep
        self._limiter = Limiter(most)
        self._client = client
        self._clients = Clients(self._connected)
        self._capabilities = Capabilities(fitted=fitted)
        self._reached = False

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Try until there is a completion, with waits between tries and fewer capabilities after each refusal; see
        `Model.answer`."""
        begun = capabilities = self._capabilities
        sampling, messages = self._sampling(question), question.prompt.messages
        retries: list[Retry] = []
        usage = Usage(cost_usd=0.0)
        failed = 0
        while True:
            started = perf_counter()
            parameters = capabilities.parameters(question, sampling, self._seed_of(question))
            result = await self._called(capabilities.messages(messages), parameters)
            wait = 0.0
            if isinstance(result, CallFailure) and result.kind is FailureKind.FILTERED:
                result = refusal(result.said)
            if isinstance(result, Completion):
                self._reached = True
                usage += self._usage(result, messages)
                heard = capabilities.after_reply(result, question)
                if heard != begun:  # Otherwise keep what a parallel question may have learned.
                    self._capabilities = heard
                most, more = capabilities.most_tokens(sampling), heard.most_tokens(sampling)
                if more == most:
                    return await result.answer_to(question, usage, perf_counter() - started, retries, most)
                capabilities = heard
                retries.append(Retry(f"cut at {most} tokens, all of them thoughts: {more} asked for", wait))
                continue
            if adapted := capabilities.after_failure(result):
                capabilities = adapted
            elif self._may_pass(result) and failed + 1 < self._tries:
                failed += 1
                wait = wait_before(failed, result.retry_after)
                await self._sleep(wait)
            else:
                raise explain(result, self._endpoint, question.name, tuple(retries), self._reached)
            retries.append(Retry(result.said, wait))

    @property
    def form(self) -> Form | None:
        """The strictest answer form that the endpoint has accepted; None before the first reply."""
        return self._capabilities.form if self._reached else None

    async def close(self) -> None:
        """Close the connections on all event loops; a later question opens new ones."""
        await self._clients.close()

    def fingerprint(self, question: Question[Any]) -> dict[str, Any]:
        """Everything that shapes a reply, without the key."""
        return {
            "base_url": self._base_url,
            "model": self.name,
            "messages": question.prompt.messages,
            "answer": self._capabilities.schema(question),
            "sampling": self._sampling(question).model_dump(include=set(Sampling.model_fields)),
            "seed": self._seed_of(question),
            **self._more,
        }

    def _seed_of(self, question: Question[Any]) -> int | None:
        return self._seed if question.seed is None else question.seed

    def _sampling(self, question: Question[Any]) -> Sampling:
        return self._capabilities.sampling(question, self._override)

    def _may_pass(self, failure: CallFailure) -> bool:
        """Whether to retry: a passing failure, or any at an address that answered before, if the server asks for no
        long wait."""
        if (failure.retry_after or 0) > PATIENCE:
            return False
        return failure.kind is FailureKind.PASSING or (
            self._reached and failure.kind in (FailureKind.ABSENT, FailureKind.FOREIGN)
        )

    async def _called(self, messages: Sequence[Message], parameters: dict[str, Any]) -> Completion | CallFailure:
        """Make one try as soon as a slot is free."""
        async with self._limiter.call() as call:
            result = await self._try(messages, parameters)
            call.went_well = isinstance(result, Completion)
            call.too_many = isinstance(result, CallFailure) and result.status == TOO_MANY
            return result

    async def _try(self, messages: Sequence[Message], parameters: dict[str, Any]) -> Completion | CallFailure:
        from openai import APIConnectionError, APIStatusError

        client = self._client or await self._clients.here()
        create: Any = client.chat.completions.with_raw_response.create
        try:
            async with asyncio.timeout(self._timeout):
                response = await create(model=self.name, messages=sendable(messages), **parameters, **self._more)
                content, status, headers = await completed(response.http_response), 200, response.headers
        except APIStatusError as error:
            content, status, headers = error.response.content, error.status_code, error.response.headers
        except StreamError as error:
            return CallFailure(str(error))
        except (APIConnectionError, Unacceptable) as error:
            return lost(error)
        except TimeoutError:
            return CallFailure(f"no reply within {self._timeout:g} seconds")
        except Exception as error:  # A stream that breaks off, or a response that the client cannot parse.
            if isinstance(error.__cause__, Unacceptable):
                return lost(error)
            return CallFailure(redacted(f"{type(error).__name__}: {error}"))
        arguments = (content, status, parse_retry_after(headers.get("retry-after")))
        return (
            await asyncio.to_thread(parse_completion, *arguments)
            if len(content) > READ_BESIDE
            else parse_completion(*arguments)
        )

    def _connected(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

        return AsyncOpenAI(
            api_key=self._key or NO_KEY,
            base_url=self._base_url,
            max_retries=0,
            timeout=Timeout(self._timeout, connect=CONNECT_TIMEOUT),
            http_client=limited(DefaultAsyncHttpxClient, LONGEST_ANSWER, is_async=True),
        )

    def _usage(self, completion: Completion, messages: Sequence[Message]) -> Usage:
        usage = completion.counted or estimated_usage(messages, completion.written)
        return replace(usage, cost_usd=0.0 if self._free else cost(self.name, self._base_url, usage))


def _key(base_url: str, said: str | None) -> tuple[str, str]:
    """The key for an endpoint and its name in messages; both are empty without a key."""
    key = api_key(said)
    if not key and is_openais(base_url):
        raise UserError(
            "no key for OpenAI: set OPENAI_API_KEY, or name another endpoint by its base URL, "
            "or use the built-in reasoner, which is called rules"
        )
    return key, ((ENVIRONMENTS_KEY if said is None else "the key that was given") if key else "")


def _address_of(client: AsyncOpenAI, base_url: str | None, key: str | None) -> str:
    """The endpoint of a given client; its key is redacted from now on."""
    from openai import AsyncOpenAI

    if not isinstance(client, AsyncOpenAI):
        raise UserError(f"the client must be an AsyncOpenAI of the openai package, not a {type(client).__name__}")
    if base_url is not None or key is not None:
        raise UserError("the client has its own base URL and key: give them to the client, and leave them out here")
    if isinstance(client.api_key, str):
        in_use(client.api_key)
    return str(client.base_url).rstrip("/")
