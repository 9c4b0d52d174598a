"""Capability fallback: what a server supports of the OpenAI protocol, learned from its refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from ariadne.models.answers import LabelledAnswer
from ariadne.models.completion import Completion
from ariadne.models.failures import CallFailure, FailureKind
from ariadne.models.form import schema_name, strict_schema
from ariadne.models.prompt import Message, Sampling, sampling_of
from ariadne.models.question import Question

ABOUT_FORM = re.compile(
    r"response_format|json_schema|json_object|json mode|structured output|schema|grammar|tool_choice|\btools?\b", re.I
)
ABOUT_SYSTEM = re.compile(r"\bsystem\b|\broles?\b|developer (instruction|message|prompt)", re.I)
ABOUT_LIMIT = re.compile(r"max_(completion_)?tokens", re.I)
OPTIONAL = ("temperature", "top_p", "seed", "reasoning_effort")
REFUSAL = (400, 422)
REFUSAL_OF_FORM = (404, 500, 501)
THINKING = 2
"""The factor for the token limit if a model spent all tokens on thoughts."""


class Form(IntEnum):
    """How the form of an answer is requested, the strictest first."""

    SCHEMA = 0
    TOOLS = 1
    JSON = 2
    TEXT = 3


@dataclass(frozen=True)
class Capabilities:
    """The capabilities of a server.

    Attributes:
        form: the strictest answer form that it has not refused.
        fitted: whether each question has its own form, with its choices and limits. Otherwise the form depends on the
            answer's type only, so a server can keep its prompt cache and its grammar.
        thinks: whether the model has spent all its tokens on thoughts.
        limit: the server's name for the token limit.
        refused: optional parameters that it rejects; the limit's name if it accepts no higher one.
        has_system: whether it accepts a system message; otherwise that text begins the user message.
    """

    form: Form = Form.SCHEMA
    fitted: bool = False
    thinks: bool = False
    limit: str = "max_tokens"
    refused: frozenset[str] = frozenset()
    has_system: bool = True

    def messages(self, messages: Sequence[Message]) -> Sequence[Message]:
        """The messages of a prompt in the server's form."""
        if self.has_system or messages[0]["role"] != "system":
            return messages
        system, user, *rest = messages
        return [{**user, "content": f"{system['content']}\n\n{user['content']}"}, *rest]

    def sampling(self, question: Question[Any], override: Mapping[str, float | str | None]) -> Sampling:
        """The sampling options of a question; its own token limit applies together with those of its lists.

        Raises:
            UserError: its prompt does not exist.
        """
        return sampling_of(question if self.fitted else replace(question, max_tokens=None), override)

    def most_tokens(self, sampling: Sampling) -> int:
        """The token limit of a reply, including thoughts."""
        return sampling.max_tokens * (THINKING if self._asks_for_more else 1)

    def schema(self, question: Question[Any]) -> dict[str, Any]:
        """The schema of a question's answer."""
        choices, most = (question.choices, question.most) if self.fitted else (None, None)
        return strict_schema(question.answer, choices, most)

    def parameters(self, question: Question[Any], sampling: Sampling, seed: int | None) -> dict[str, Any]:
        """The parameters of a chat completion besides model and messages."""
        optional = {**sampling.model_dump(include=set(OPTIONAL)), "seed": seed}
        parameters: dict[str, Any] = {self.limit: self.most_tokens(sampling)}
        parameters |= {
            name: value for name, value in optional.items() if value is not None and name not in self.refused
        }
        return parameters | ({} if _on_lines(question) else self._form_of(question))

    def after_failure(self, failure: CallFailure) -> Capabilities | None:
        """The capabilities to try after a refusal; None if the refusal has another cause, or all were tried.

        A refusal (400, 422) that names no parameter may concern the answer form, so a looser form is tried.
        """
        if self._asks_for_more and (failure.kind is FailureKind.OVERFLOW or self._names_limit(failure)):
            return replace(self, refused=self.refused | {self.limit})
        if failure.kind in (FailureKind.OVERFLOW, FailureKind.MODEL):
            return None
        if failure.status in REFUSAL:
            if self.limit == "max_tokens" and "max_completion_tokens" in failure.message:
                return replace(self, limit="max_completion_tokens")
            if name := self._named(failure):
                return replace(self, refused=self.refused | {name})
        elif failure.status not in REFUSAL_OF_FORM:
            return None
        is_about_form = self.form < Form.TEXT and ABOUT_FORM.search(failure.message)
        if self.has_system and not is_about_form and ABOUT_SYSTEM.search(failure.message):
            return replace(self, has_system=False)
        return self._looser() if failure.status in REFUSAL or is_about_form else None

    def after_reply(self, completion: Completion, question: Question[Any]) -> Capabilities:
        """The capabilities after a reply to a question: some servers ignore tools."""
        if completion.ended_in_thought:
            return replace(self, thinks=True)
        asked_for_call = self.form is Form.TOOLS and not _on_lines(question)
        ignored = asked_for_call and not completion.is_call and not completion.was_refused and completion.text.strip()
        return replace(self, form=Form.JSON) if ignored else self

    @property
    def _asks_for_more(self) -> bool:
        return self.thinks and self.limit not in self.refused

    def _form_of(self, question: Question[Any]) -> dict[str, Any]:
        name = schema_name(question.answer)
        if self.form is Form.SCHEMA:
            schema = {"name": name, "schema": self.schema(question), "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        if self.form is Form.TOOLS:
            function = {"name": name, "parameters": self.schema(question), "strict": True}
            # There is only one tool, and fewer servers accept a choice by name.
            return {"tools": [{"type": "function", "function": function}], "tool_choice": "required"}
        return {"response_format": {"type": "json_object"}} if self.form is Form.JSON else {}

    def _named(self, failure: CallFailure) -> str | None:
        """The optional parameter that a refusal names."""
        left = [name for name in OPTIONAL if name not in self.refused]
        if failure.param in left:
            return failure.param
        return next((name for name in left if re.search(rf"\b{name}\b", failure.message, re.I)), None)

    def _names_limit(self, failure: CallFailure) -> bool:
        return failure.status in REFUSAL and ABOUT_LIMIT.search(f"{failure.param} {failure.message}") is not None

    def _looser(self) -> Capabilities | None:
        return None if self.form is Form.TEXT else replace(self, form=Form(self.form + 1))


def _on_lines(question: Question[Any]) -> bool:
    """Whether labelled lines are requested; a repair requests JSON instead, since the model did not write the lines."""
    return issubclass(question.answer, LabelledAnswer) and question.repair is None
