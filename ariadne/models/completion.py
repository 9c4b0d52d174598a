"""The parts of an endpoint's chat completion that are used."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from ariadne.events import Usage
from ariadne.keys import redacted, without_keys
from ariadne.models.failures import FAILED, CallFailure, as_json, error_in, failure_of
from ariadne.models.model import Reply, Retry
from ariadne.models.question import A, Question
from ariadne.models.raw import RawReply
from ariadne.models.reading import OBJECT, without_thoughts
from ariadne.text import encodable

MOST_TOKENS = 100_000_000
FILTERED = "content_filter"
STOPPED = "stop"
REFUSING = re.compile("filter|refus|safety|prohibit|sensitive|block|recitation", re.I)
"""Words in the finish reasons of refused replies."""
REPEATED = "repeated"
"""The finish reason of a reply that was stopped because it repeats itself."""


def _else_none(value: object, validate: ValidatorFunctionWrapHandler) -> Any:
    """Treat an invalid value as missing: a wrong token count must not cost us the reply."""
    try:
        return validate(value)
    except ValidationError:
        return None


def _joined(content: object) -> object:
    """Join content that came in parts or as an object into one text, with thoughts between tags."""
    if not isinstance(content, list):
        return _dumped(content)
    return "".join(_part(part) for part in content if isinstance(part, dict))


def _part(part: dict[Any, Any]) -> str:
    if "thinking" in part:
        return f"<think>{_joined(part['thinking'])}</think>"
    return str(part.get("text") or "")


def _dumped(said: object) -> object:
    """Turn an answer that came as an object into text."""
    return json.dumps(said) if isinstance(said, dict) else said


Said = Annotated[str, BeforeValidator(_joined)]
Text = Annotated[Said, AfterValidator(encodable)]
Arguments = Annotated[str, BeforeValidator(_dumped)]
Finish = Annotated[str | None, WrapValidator(_else_none)]
Thoughts = Annotated[Text | None, WrapValidator(_else_none)]
Tokens = Annotated[Annotated[int, Field(ge=0, le=MOST_TOKENS)] | None, WrapValidator(_else_none)]


class Called(BaseModel):
    """The called function; there is only one, and its arguments are the answer."""

    arguments: Annotated[Arguments, AfterValidator(encodable)] = ""


class ToolCall(BaseModel):
    """One call to a tool."""

    function: Called


class ReplyMessage(BaseModel):
    """The model's message or refusal.

    Attributes:
        reasoning_content, reasoning: the thoughts; servers use one name or the other.
    """

    content: Text | None = None
    refusal: Text | None = None
    reasoning_content: Thoughts = None
    reasoning: Thoughts = None
    tool_calls: Annotated[list[ToolCall] | None, WrapValidator(_else_none)] = None
    function_call: Annotated[Called | None, WrapValidator(_else_none)] = None

    @property
    def said(self) -> str:
        """The reply without separate thoughts; empty if there is none."""
        return self.called_with or self.content or self.refusal or ""

    @property
    def called_with(self) -> str:
        """The arguments of the first tool call; empty if there is no call."""
        called = self.tool_calls[0].function if self.tool_calls else self.function_call
        return called.arguments.strip() if called else ""

    @property
    def thoughts(self) -> str:
        """The thoughts that the server sends separately."""
        return (self.reasoning_content or self.reasoning or "").strip()


class Choice(BaseModel):
    """One reply, and its finish reason."""

    message: ReplyMessage
    finish_reason: Finish = None

    @model_validator(mode="before")
    @classmethod
    def _of_a_filter(cls, said: Any) -> Any:
        """A content filter may drop the message."""
        is_end = isinstance(said, dict) and ("message" in said or said.get("finish_reason"))
        return {**said, "message": {}} if is_end and said.get("message") is None else said


class PromptTokens(BaseModel):
    """Details of the prompt's tokens."""

    cached_tokens: Tokens = None


class CountedTokens(BaseModel):
    """Token counts of the endpoint."""

    prompt_tokens: Tokens = None
    completion_tokens: Tokens = None
    prompt_tokens_details: Annotated[PromptTokens | None, WrapValidator(_else_none)] = None


class Completion(BaseModel):
    """A chat completion with its first reply."""

    choices: list[Choice] = Field(min_length=1)
    usage: Annotated[CountedTokens | None, WrapValidator(_else_none)] = None

    @model_validator(mode="before")
    @classmethod
    def _of_a_filter(cls, said: Any) -> Any:
        """A content filter may drop all choices."""
        is_one = isinstance(said, dict) and ("choices" in said or said.get("object") == "chat.completion")
        return {**said, "choices": [{"finish_reason": FILTERED}]} if is_one and not said.get("choices") else said

    @property
    def text(self) -> str:
        """The text to read: the reply, or else the thoughts; empty if there is nothing.

        Thoughts are put between tags, except if they contain a JSON object: some servers label a whole answer as
        thoughts.
        """
        message = self.choices[0].message
        if message.said.strip() or not message.thoughts:
            return message.said
        return message.thoughts if OBJECT.search(message.thoughts) else f"<think>{message.thoughts}</think>"

    @property
    def written(self) -> str:
        """All that the model wrote, including its thoughts."""
        message = self.choices[0].message
        return message.thoughts + message.said

    @property
    def is_call(self) -> bool:
        """Whether the model calls a tool."""
        return bool(self.choices[0].message.called_with)

    @property
    def ended_in_thought(self) -> bool:
        """Whether the reply was cut before the answer began: all tokens went into thoughts, which some servers hide."""
        reply = self.choices[0].message.said
        is_blank = bool(reply) and not self.written.strip()
        return self.was_cut and not is_blank and not without_thoughts(reply).strip()

    @property
    def was_cut(self) -> bool:
        """Whether the reply was cut by the token limit."""
        return self.choices[0].finish_reason == "length"

    @property
    def was_refused(self) -> bool:
        """Whether the model or a filter refuses to answer."""
        return bool(self.choices[0].message.refusal or REFUSING.search(self.choices[0].finish_reason or ""))

    async def answer_to(
        self, question: Question[A], usage: Usage, seconds: float, retries: Sequence[Retry], max_tokens: int
    ) -> Reply[A]:
        """The answer to a question.

        Args:
            usage, seconds, retries: see `Reply`.
            max_tokens: the requested limit.

        Raises:
            UnreadableReply: the reply contains no usable answer, or only a refusal.
        """
        message = self.choices[0].message
        why_not = self.text if message.refusal and message.said == message.refusal else ""
        raw = RawReply(self.text, usage, seconds, why_not, tuple(retries), cut=self.was_cut, refused=self.was_refused)
        return await raw.answer_to(question, partial(self._problem, max_tokens))

    def _problem(self, max_tokens: int, error: str) -> str:
        """Why it cannot be used, for people and for the repair question."""
        if self.choices[0].finish_reason == REPEATED:
            return f"the reply repeats itself; say each thing once ({error})"
        if self.ended_in_thought:
            thoughts = f"the reply was cut at {max_tokens} tokens and holds thoughts but no answer"
            return f"{thoughts}; think more briefly ({error})"
        if self.was_cut:
            return f"the reply was cut at {max_tokens} tokens; answer more briefly ({error})"
        return f"the model refuses to answer ({error})" if self.was_refused else error

    @property
    def counted(self) -> Usage | None:
        """The tokens without a price; None if the endpoint sent no counts or invalid ones."""
        if self.usage is None or not self.usage.prompt_tokens or self.usage.completion_tokens is None:
            return None
        details = self.usage.prompt_tokens_details
        cached = min((details.cached_tokens if details else None) or 0, self.usage.prompt_tokens)
        return Usage(self.usage.prompt_tokens, self.usage.completion_tokens, cached)


def parse_completion(content: bytes, status: int = 200, retry_after: float | None = None) -> Completion | CallFailure:
    """Parse an endpoint's answer as a completion or as a failure, whatever its HTTP status.

    Keys are redacted, and lone surrogates replaced, so the text can be written to any file.
    """
    text = content.decode("utf-8-sig", "replace")
    try:
        # Keys that the body's JSON escapes show only after it is parsed.
        body = without_keys(as_json(text))
        if status >= FAILED or error_in(body):
            return failure_of(body, status, retry_after)
        return Completion.model_validate(body)
    except (ValidationError, RecursionError):
        return CallFailure(redacted(text), status)


def refusal(why: str) -> Completion:
    """A completion that contains only the reason of a refusal."""
    return Completion(choices=[Choice(message=ReplyMessage(refusal=why), finish_reason=FILTERED)])
