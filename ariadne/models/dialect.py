"""What a server takes of the OpenAI protocol, learned from what it refuses."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from pydantic import BaseModel

from ariadne.models.answers import LabelledAnswer
from ariadne.models.form import schema_name, strict_schema
from ariadne.models.prompt import Sampling
from ariadne.models.trouble import Kind, Trouble

ABOUT_FORM = re.compile(r"response_format|json_schema|json_object|json mode|structured output|schema|grammar", re.I)
OPTIONAL = ("temperature", "top_p", "seed")
REFUSAL = (400, 422)
REFUSAL_OF_FORM = (404, 500, 501)


class Form(IntEnum):
    """How an answer's form is asked for, most binding first."""

    SCHEMA = 0
    JSON = 1
    TEXT = 2


@dataclass(frozen=True)
class Dialect:
    """How to speak to a server.

    Attributes:
        form: the most binding answer form that it has not refused.
        limit: the name that it has for the limit on tokens.
        refused: optional parameters that it does not take.
    """

    form: Form = Form.SCHEMA
    limit: str = "max_tokens"
    refused: frozenset[str] = frozenset()

    def parameters(
        self, answer: type[BaseModel], sampling: Sampling, seed: int | None, repair: bool = False
    ) -> dict[str, Any]:
        """The parameters of a chat completion besides model and messages.

        Labelled answers are asked for as plain text, but for a repair: whoever does not write labels is held to a form.
        """
        optional = {"temperature": sampling.temperature, "top_p": sampling.top_p, "seed": seed}
        parameters: dict[str, Any] = {self.limit: sampling.max_tokens}
        parameters |= {
            name: value for name, value in optional.items() if value is not None and name not in self.refused
        }
        if issubclass(answer, LabelledAnswer) and not repair:
            return parameters
        if self.form is Form.SCHEMA:
            schema = {"name": schema_name(answer), "schema": strict_schema(answer), "strict": True}
            parameters["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self.form is Form.JSON:
            parameters["response_format"] = {"type": "json_object"}
        return parameters

    def after(self, trouble: Trouble) -> Dialect | None:
        """The dialect to try after a refusal; None where it is not about the dialect, or all was tried.

        A refusal (400, 422) that names no parameter may be about the answer's form, so a looser one is tried.
        """
        if trouble.kind in (Kind.OVERFLOW, Kind.MODEL):
            return None
        if trouble.status in REFUSAL:
            if self.limit == "max_tokens" and "max_completion_tokens" in trouble.message:
                return replace(self, limit="max_completion_tokens")
            if name := self._named(trouble):
                return replace(self, refused=self.refused | {name})
            return self._looser()
        if trouble.status in REFUSAL_OF_FORM and ABOUT_FORM.search(trouble.message):
            return self._looser()
        return None

    def _named(self, trouble: Trouble) -> str | None:
        """The optional parameter that a refusal is about."""
        for name in OPTIONAL:
            if name not in self.refused and (trouble.param == name or re.search(rf"\b{name}\b", trouble.message, re.I)):
                return name
        return None

    def _looser(self) -> Dialect | None:
        return None if self.form is Form.TEXT else replace(self, form=Form(self.form + 1))
