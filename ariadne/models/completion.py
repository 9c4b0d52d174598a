"""A chat completion as it comes from an endpoint: what we read of it."""

from __future__ import annotations

import json

from pydantic import BaseModel, Field

from ariadne.models.model import Usage


class ReplyMessage(BaseModel):
    """What the model said, or that it refuses to."""

    content: str | None = None
    refusal: str | None = None


class Choice(BaseModel):
    """One reply, and why it ends."""

    message: ReplyMessage
    finish_reason: str | None = None


class PromptTokens(BaseModel):
    """Details of the prompt's tokens."""

    cached_tokens: int | None = None


class CountedTokens(BaseModel):
    """Tokens as the endpoint counts them."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: PromptTokens | None = None


class Completion(BaseModel):
    """A chat completion with its first reply."""

    choices: list[Choice] = Field(min_length=1)
    usage: CountedTokens | None = None

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
        """The tokens, without a price; None where the endpoint did not count them."""
        if self.usage is None or not self.usage.prompt_tokens:
            return None
        details = self.usage.prompt_tokens_details
        cached = min((details.cached_tokens if details else None) or 0, self.usage.prompt_tokens)
        return Usage(self.usage.prompt_tokens, self.usage.completion_tokens or 0, cached)


def parse_completion(content: bytes) -> Completion | None:
    """The completion in an endpoint's answer; None if it is none.

    Lone surrogates are replaced, so that the text can be written to any file.
    """
    try:
        plain = json.dumps(json.loads(content), ensure_ascii=False).encode("utf-8", "replace")
        return Completion.model_validate_json(plain)
    except (ValueError, RecursionError):
        return None
