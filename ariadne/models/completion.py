"""A chat completion as it comes from an endpoint: what we read of it."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from ariadne.models.model import Usage
from ariadne.text import encodable, number

MOST_TOKENS = 100_000_000


def _else_none(value: object, validate: ValidatorFunctionWrapHandler) -> Any:
    """What is not as it should be is not there: a reply is not lost because its tokens are miscounted."""
    try:
        return validate(value)
    except ValidationError:
        return None


Text = Annotated[str, AfterValidator(encodable)]
Tokens = Annotated[Annotated[int, Field(ge=0, le=MOST_TOKENS)] | None, WrapValidator(_else_none)]


class ReplyMessage(BaseModel):
    """What the model said, or that it refuses to."""

    content: Text | None = None
    refusal: Text | None = None


class Choice(BaseModel):
    """One reply, and why it ends."""

    message: ReplyMessage
    finish_reason: str | None = None


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

    @property
    def text(self) -> str:
        """The reply; empty where the model said nothing."""
        message = self.choices[0].message
        return message.content or message.refusal or ""

    @property
    def was_cut(self) -> bool:
        """Whether the reply ends because it may not be longer."""
        return self.choices[0].finish_reason == "length"

    @property
    def was_refused(self) -> bool:
        """Whether the model or a filter refuses to reply."""
        return bool(self.choices[0].message.refusal) or self.choices[0].finish_reason == "content_filter"

    @property
    def counted(self) -> Usage | None:
        """The tokens, without a price; None where the endpoint did not count them, or not as tokens can be counted."""
        if self.usage is None or not self.usage.prompt_tokens or self.usage.completion_tokens is None:
            return None
        details = self.usage.prompt_tokens_details
        cached = min((details.cached_tokens if details else None) or 0, self.usage.prompt_tokens)
        return Usage(self.usage.prompt_tokens, self.usage.completion_tokens, cached)


def parse_completion(content: bytes) -> Completion | None:
    """The completion in an endpoint's answer; None if it is none.

    Lone surrogates are replaced, so that the text can be written to any file.
    """
    try:
        return Completion.model_validate(json.loads(content, parse_int=number))
    except (ValueError, RecursionError):
        return None
