"""A chat completion as it comes from an endpoint: what we read of it."""

from __future__ import annotations

import json
import re
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
from ariadne.keys import redacted
from ariadne.models.failures import FAILED, CallFailure, as_json, error_in, failure_of
from ariadne.models.reading import OBJECT, without_thoughts
from ariadne.text import encodable

MOST_TOKENS = 100_000_000
FILTERED = "content_filter"
REFUSING = re.compile("filter|refus|safety|prohibit|sensitive|block|recitation", re.I)
"""What the reasons say for which a reply ends that is refused."""
REPEATED = "repeated"
"""Why a reply ends that was given up since it repeats itself."""


def _else_none(value: object, validate: ValidatorFunctionWrapHandler) -> Any:
    """What is not as it should be is not there: a reply is not lost because its tokens are miscounted."""
    try:
        return validate(value)
    except ValidationError:
        return None


def _joined(content: object) -> object:
    """Content that came in parts, as text; those that are thoughts stand between tags."""
    if not isinstance(content, list):
        return content
    return "".join(_part(part) for part in content if isinstance(part, dict))


def _part(part: dict[Any, Any]) -> str:
    if "thinking" in part:
        return f"<think>{_joined(part['thinking'])}</think>"
    return str(part.get("text") or "")


def _dumped(arguments: object) -> object:
    """Arguments as text, also where they came as the object itself."""
    return json.dumps(arguments) if isinstance(arguments, dict) else arguments


Text = Annotated[str, BeforeValidator(_joined), AfterValidator(encodable)]
Thoughts = Annotated[Text | None, WrapValidator(_else_none)]
Tokens = Annotated[Annotated[int, Field(ge=0, le=MOST_TOKENS)] | None, WrapValidator(_else_none)]


class Called(BaseModel):
    """The function that the model calls: where there is but one, its arguments are the answer."""

    arguments: Annotated[str, BeforeValidator(_dumped), AfterValidator(encodable)] = ""


class ToolCall(BaseModel):
    """One call to a tool."""

    function: Called


class ReplyMessage(BaseModel):
    """What the model said, or that it refuses to.

    Attributes:
        reasoning_content, reasoning: what it thought, as one server or another calls it.
    """

    content: Text | None = None
    refusal: Text | None = None
    reasoning_content: Thoughts = None
    reasoning: Thoughts = None
    tool_calls: Annotated[list[ToolCall] | None, WrapValidator(_else_none)] = None
    function_call: Annotated[Called | None, WrapValidator(_else_none)] = None

    @property
    def said(self) -> str:
        """The reply itself, without the thoughts that are set apart; empty where the model said nothing."""
        return self.called_with or self.content or self.refusal or ""

    @property
    def called_with(self) -> str:
        """The arguments of the first call to a tool; empty where there is none."""
        called = self.tool_calls[0].function if self.tool_calls else self.function_call
        return called.arguments.strip() if called else ""

    @property
    def thoughts(self) -> str:
        """What the model thought, where the server sets it apart."""
        return (self.reasoning_content or self.reasoning or "").strip()


class Choice(BaseModel):
    """One reply, and why it ends."""

    message: ReplyMessage
    finish_reason: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_a_filter(cls, said: Any) -> Any:
        """A filter may leave nothing of a message."""
        is_end = isinstance(said, dict) and ("message" in said or said.get("finish_reason"))
        return {**said, "message": {}} if is_end and said.get("message") is None else said


class PromptTokens(BaseModel):
    """Details of the prompt's tokens."""

    cached_tokens: Tokens = None


class CountedTokens(BaseModel):
    """Tokens as the endpoint counts them."""

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
        """A filter may leave no reply at all."""
        is_one = isinstance(said, dict) and ("choices" in said or said.get("object") == "chat.completion")
        return {**said, "choices": [{"finish_reason": FILTERED}]} if is_one and not said.get("choices") else said

    @property
    def text(self) -> str:
        """What is to be read: what was said, else what was thought; empty where there is nothing.

        Thoughts stand between tags, but for those that hold a JSON object: some servers take a whole answer for one.
        """
        message = self.choices[0].message
        if message.said.strip() or not message.thoughts:
            return message.said
        return message.thoughts if OBJECT.search(message.thoughts) else f"<think>{message.thoughts}</think>"

    @property
    def written(self) -> str:
        """All that the model wrote, its thoughts as well."""
        message = self.choices[0].message
        return message.thoughts + message.said

    @property
    def is_call(self) -> bool:
        """Whether the model calls a tool."""
        return bool(self.choices[0].message.called_with)

    @property
    def ended_in_thought(self) -> bool:
        """Whether the reply was cut before the answer began: all was thought, which some servers hide."""
        said = self.choices[0].message.said
        is_blank = bool(said) and not self.written.strip()
        return self.was_cut and not is_blank and not without_thoughts(said).strip()

    @property
    def was_cut(self) -> bool:
        """Whether the reply ends because it may not be longer."""
        return self.choices[0].finish_reason == "length"

    @property
    def repeats(self) -> bool:
        """Whether the reply was given up, since it repeats itself."""
        return self.choices[0].finish_reason == REPEATED

    @property
    def was_refused(self) -> bool:
        """Whether the model or a filter refuses to reply."""
        return bool(self.choices[0].message.refusal or REFUSING.search(self.choices[0].finish_reason or ""))

    @property
    def says_only_why_not(self) -> bool:
        """Whether there is nothing to be read but the words of a refusal."""
        message = self.choices[0].message
        return bool(message.refusal) and message.said == message.refusal

    def problem(self, max_tokens: int, error: str) -> str:
        """Why it cannot be used, for people and for the repair question.

        Args:
            max_tokens: that were asked for. error: what was wrong with the text.
        """
        if self.repeats:
            return f"the reply repeats itself; say each thing once ({error})"
        if self.ended_in_thought:
            thoughts = f"the reply was cut at {max_tokens} tokens and holds thoughts but no answer"
            return f"{thoughts}; think more briefly ({error})"
        if self.was_cut:
            return f"the reply was cut at {max_tokens} tokens; answer more briefly ({error})"
        if self.was_refused:
            return f"the model refuses to answer ({error})"
        return error

    @property
    def counted(self) -> Usage | None:
        """The tokens, without a price; None where the endpoint did not count them, or not as tokens can be counted."""
        if self.usage is None or not self.usage.prompt_tokens or self.usage.completion_tokens is None:
            return None
        details = self.usage.prompt_tokens_details
        cached = min((details.cached_tokens if details else None) or 0, self.usage.prompt_tokens)
        return Usage(self.usage.prompt_tokens, self.usage.completion_tokens, cached)


def parse_completion(content: bytes, status: int = 200, retry_after: float | None = None) -> Completion | CallFailure:
    """The completion in an endpoint's answer, or the failure that it tells, whatever its HTTP status.

    Keys are redacted, and lone surrogates replaced, so that the text can be written to any file.
    """
    text = redacted(content.decode("utf-8", "replace"))
    body = as_json(text)
    if status >= FAILED or error_in(body):
        return failure_of(body, status, retry_after)
    try:
        return Completion.model_validate(body)
    except (ValidationError, RecursionError):
        return CallFailure(text, status)


def refusal(why: str) -> Completion:
    """The completion that says no more than why there is none."""
    return Completion(choices=[Choice(message=ReplyMessage(refusal=why), finish_reason=FILTERED)])
