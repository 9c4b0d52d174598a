"""Models behind any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ariadne.errors import AnswerError, UserError
from ariadne.events import Usage
from ariadne.keys import api_key, in_use, redacted
from ariadne.models.clients import Clients
from ariadne.models.completion import Completion, parse_completion, refusal
from ariadne.models.dialect import Dialect, Form
from ariadne.models.endpoint import address_of, is_openais
from ariadne.models.failures import ENVIRONMENTS_KEY, CallFailure, Endpoint, Kind, check_address, explain, lost
from ariadne.models.incoming import TooLong, limited
from ariadne.models.limiter import MOST, Limiter
from ariadne.models.model import Reply, Retry, UnreadableReply
from ariadne.models.prices import cost, estimated_usage
from ariadne.models.prompt import Message, Sampling, render, sendable
from ariadne.models.question import A, Question
from ariadne.models.reading import read
from ariadne.models.retry import parse_retry_after, wait_before
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
"""Bytes that are taken in of what an endpoint sends, unpacked."""
READ_BESIDE = 100_000
"""Bytes from which on an answer is read beside the event loop."""


class OpenAIModel:
    """Answers questions by chat completions.

    Answers are asked for by JSON schema, always the same for a type of answer; where the server refuses that, as a call
    to a tool, in JSON mode, or as plain text. What a server takes is learned once, for all types of answers.
    What a filter refuses is a reply that cannot be used.
    A reply that was cut while the model thought is asked for again, with twice the tokens; so are all later ones.
    What fails for a passing reason (408, 409, 429, 5xx, a lost connection, a timeout) is tried again.
    Any number of threads and event loops may ask at once; each loop has connections of its own.

    Args:
        name: the model, as the server calls it.
        base_url: the endpoint; that in `OPENAI_BASE_URL` unless given, else OpenAI's.
        api_key: the key for it; that in `OPENAI_API_KEY` unless given, and none if empty.
        client: a client of the openai package, asked as it is: its own endpoint and key count, and whoever made it
            closes it.
        seed: sent along, so that servers that can will repeat their replies; a question's own goes before it.
        temperature, top_p, max_tokens, reasoning_effort: instead of what prompts and questions say; a question's own
            temperature goes before it.
        timeout: seconds until a try is given up.
        tries: how often a question is sent at most.
        free: replies cost nothing, whatever the price list says.
        stream: have replies sent piece by piece, and give one up that begins to repeat itself.
        more: what else is sent along, for servers that know it.
        sleep: waits between tries.
        most: how many calls run at once at most; fewer while the server says 429.
        fitted: hold each reply to the choices and limits of its question, by a schema of its own.

    Raises:
        UserError: no key for OpenAI, a key that cannot be one, a base URL that is none, or something that does not go
            with a client.
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
            raise UserError(f"{name} must be asked at least one question at once, not {most}")
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
        self._dialect = Dialect(fitted=fitted)
        self._reached = False

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Ask once; see `Model.answer`."""
        asked = await self._ask(question, self._sampling(question))
        completion = asked.completion
        text, cut = completion.text, completion.was_cut
        told = (text, asked.usage, asked.seconds, asked.retries)
        try:
            if completion.says_only_why_not:
                raise AnswerError(text)
            found = await read(text, question)
        except AnswerError as error:
            problem = completion.problem(asked.most_tokens, str(error))
            raise UnreadableReply(problem, *told, cut=cut, refused=completion.was_refused) from error
        return Reply(found.answer, *told, salvaged=found.is_salvaged, cut=cut)

    @property
    def form(self) -> Form | None:
        """The most binding form in which the endpoint takes questions; None before the first reply."""
        return self._dialect.form if self._reached else None

    async def close(self) -> None:
        """Close the connections, on whatever event loops they are; a later question opens new ones."""
        await self._clients.close()

    def fingerprint(self, question: Question[Any]) -> dict[str, Any]:
        """All that shapes a reply; never the key."""
        return {
            "base_url": self._base_url,
            "model": self.name,
            "messages": render(question),
            "answer": self._dialect.schema(question),
            "sampling": self._sampling(question).model_dump(include=set(Sampling.model_fields)),
            "seed": self._seed_of(question),
            **self._more,
        }

    def _seed_of(self, question: Question[Any]) -> int | None:
        return self._seed if question.seed is None else question.seed

    def _sampling(self, question: Question[Any]) -> Sampling:
        return self._dialect.sampling(question, self._override)

    async def _ask(self, question: Question[Any], sampling: Sampling) -> _Asked:
        """Try until there is a completion, with waits between tries and in ever plainer dialects.

        Raises:
            UserError, NoReply: trying again is of no use, or was of none.
        """
        begun = dialect = self._dialect
        messages = render(question)
        retries: list[Retry] = []
        usage = Usage(cost_usd=0.0)
        failed = 0
        while True:
            started = perf_counter()
            parameters = dialect.parameters(question, sampling, self._seed_of(question))
            result = await self._called(dialect.messages(messages), parameters)
            wait = 0.0
            if isinstance(result, CallFailure) and result.kind is Kind.FILTERED:
                result = refusal(result.said)
            if isinstance(result, Completion):
                self._reached = True
                usage += self._usage(result, messages)
                heard = dialect.heard(result, question)
                if heard != begun:  # Else another question may have learned more meanwhile.
                    self._dialect = heard
                most, more = dialect.most_tokens(sampling), heard.most_tokens(sampling)
                if more == most:
                    return _Asked(result, most, usage, perf_counter() - started, tuple(retries))
                dialect = heard
                retries.append(Retry(f"cut at {most} tokens, all of them thoughts: {more} asked for", wait))
                continue
            if adapted := dialect.after(result):
                dialect = adapted
            elif self._may_pass(result) and failed + 1 < self._tries:
                failed += 1
                wait = wait_before(failed, result.retry_after)
                await self._sleep(wait)
            else:
                raise explain(result, self._endpoint, question.name, tuple(retries), self._reached)
            retries.append(Retry(result.said, wait))

    def _may_pass(self, failure: CallFailure) -> bool:
        """An address that has never answered is a wrong one, and nobody waits longer than their patience."""
        if (failure.retry_after or 0) > PATIENCE:
            return False
        return failure.kind is Kind.PASSING or (self._reached and failure.kind in (Kind.ABSENT, Kind.FOREIGN))

    async def _called(self, messages: Sequence[Message], parameters: dict[str, Any]) -> Completion | CallFailure:
        """Try once there is room for one more call."""
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
        except (APIConnectionError, TooLong) as error:
            return lost(error)
        except TimeoutError:
            return CallFailure(f"no reply within {self._timeout:g} seconds")
        except Exception as error:  # A stream that breaks off, or what the client makes no sense of.
            if isinstance(error.__cause__, TooLong):
                return lost(error)
            return CallFailure(redacted(f"{type(error).__name__}: {error}"))
        told = (content, status, parse_retry_after(headers.get("retry-after")))
        return (
            await asyncio.to_thread(parse_completion, *told) if len(content) > READ_BESIDE else parse_completion(*told)
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


@dataclass(frozen=True)
class _Asked:
    """What asking led to.

    Attributes:
        most_tokens: the limit that was asked for.
        usage: of this try, and of those before it that were cut.
        seconds: that this try took.
        retries: the tries before it.
    """

    completion: Completion
    most_tokens: int
    usage: Usage
    seconds: float
    retries: tuple[Retry, ...]


def _key(base_url: str, said: str | None) -> tuple[str, str]:
    """The key for an endpoint, and what people call it; both are empty where there is none.

    Raises:
        UserError: there is none, and OpenAI wants one.
    """
    key = api_key(said)
    if not key and is_openais(base_url):
        raise UserError(
            "no key for OpenAI: set OPENAI_API_KEY, or name another endpoint by its base URL, "
            "or take the built-in reasoner, which is called rules"
        )
    return key, ((ENVIRONMENTS_KEY if said is None else "the key that was given") if key else "")


def _address_of(client: AsyncOpenAI, base_url: str | None, key: str | None) -> str:
    """The endpoint of a client that is ready; its key is a key in use from now on.

    Raises:
        UserError: it is no such client, or comes with an endpoint or a key beside its own.
    """
    from openai import AsyncOpenAI

    if not isinstance(client, AsyncOpenAI):
        raise UserError(f"the client must be an AsyncOpenAI of the openai package, not a {type(client).__name__}")
    if base_url is not None or key is not None:
        raise UserError("the client brings its own base URL and key: give them to the client, and nothing beside it")
    if isinstance(client.api_key, str):
        in_use(client.api_key)
    return str(client.base_url).rstrip("/")
