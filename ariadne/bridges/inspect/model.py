"""Inspect's model as one that answers our questions: its log shows the calls, and its limits and options apply.

Inspect's bridge for agents that call an OpenAI client (`agent_bridge`) would serve `OpenAIModel`, but it answers inside
the client, which reports every exception as a lost connection and retries. So a limit of Inspect's, or an unknown
model, would appear as an unreachable endpoint, minutes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from time import perf_counter
from typing import Any

from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentReasoning,
    GenerateConfig,
    ModelOutput,
    ResponseSchema,
    get_model,
)
from inspect_ai.model import Model as Served
from inspect_ai.util import JSONSchema

from ariadne.errors import UserError
from ariadne.events import Message, Usage
from ariadne.models.completion import Choice, Completion, ReplyMessage
from ariadne.models.fallback import REFUSAL, Capabilities, Form
from ariadne.models.model import Model, Reply, Retry
from ariadne.models.prices import cost, estimated_usage
from ariadne.models.prompt import Sampling
from ariadne.models.question import A, Question
from ariadne.models.registry import AS_PROMPTS_SAY, RULES, Override, load_model
from ariadne.text import encodable, one_line

NO_MODEL = "none/none"
"""Inspect's name for no model."""
LOCAL = ".gguf"
_ENDS = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}
_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


def load(name: str, override: Override = AS_PROMPTS_SAY, **more: Any) -> Model:
    """Return the model of a name, as `load_model` does, with Inspect's model for names of endpoint models.

    Raises:
        UserError: there can be no such model.
    """
    if name == RULES or name.endswith(LOCAL):
        return load_model(name, override=override, **more)
    return InspectModel(name, override)


def model_name() -> str:
    """The name of the model under evaluation; without one, `rules` answers."""
    name = str(get_model())
    return RULES if name == NO_MODEL else name


class InspectModel(Model):
    """Answers questions by a model of Inspect's.

    Sampling options of `inspect eval` (`--temperature`, …) take precedence over those of prompts and questions. Inspect
    retries transient failures. Answers are requested by JSON schema if the model's provider supports one. A reply that
    is cut while the model thinks is requested again with twice the tokens.

    Args:
        name: as Inspect has it, with the provider: `openai/gpt-4o-mini`.
        override: replaces settings of the prompts.

    Raises:
        LimitExceededError: and any other error of Inspect or the provider, unchanged.
    """

    def __init__(self, name: str, override: Override = AS_PROMPTS_SAY) -> None:
        self.name = name
        self._override = asdict(override)
        self._capabilities = Capabilities()

    async def answer(self, question: Question[A]) -> Reply[A]:
        """Ask once; see `Model.answer`."""
        capabilities, usage, retries = self._capabilities, Usage(cost_usd=0.0), list[Retry]()
        sampling = capabilities.sampling(question, self._override)
        while True:
            started = perf_counter()
            try:
                completion, used = await self._complete(question, capabilities, sampling)
            except Exception as error:
                if not _refuses_form(error, capabilities):
                    raise
                capabilities = replace(capabilities, form=Form.TEXT)
                retries.append(Retry(one_line(str(error)), 0.0))
                continue
            usage += used
            most, heard = capabilities.most_tokens(sampling), capabilities.after_reply(completion, question)
            capabilities = self._capabilities = heard
            if heard.most_tokens(sampling) == most:
                break
            retries.append(Retry(f"cut at {most} tokens, all of them thoughts: more asked for", 0.0))
        return await completion.answer_to(question, usage, perf_counter() - started, retries, most)

    async def _complete(
        self, question: Question[Any], capabilities: Capabilities, sampling: Sampling
    ) -> tuple[Completion, Usage]:
        """Return the model's completion and its usage."""
        served, messages = self._served(), question.prompt.messages
        config = _config(capabilities.parameters(question, sampling, question.seed)).merge(served.config)
        chat = [_MESSAGES[message["role"]](content=encodable(message["content"])) for message in messages]
        output = await served.generate(chat, config=config)
        if output.error and not output.empty and output.stop_reason == "model_length":
            raise UserError(
                f"the question '{question.name}' is longer than '{self.name}' can read: take a model with a larger "
                f"context, or a memory that shows less ({one_line(output.error)})"
            )
        completion = _completion(output)
        return completion, self._usage(output, messages, completion.written)

    def _served(self) -> Served:
        """The model under evaluation if it has this name, else Inspect's model of that name."""
        evaluated = get_model()
        return evaluated if str(evaluated) == self.name else get_model(self.name)

    def _usage(self, output: ModelOutput, messages: Sequence[Message], written: str) -> Usage:
        counted = output.usage
        if counted is None:
            usage, price = estimated_usage(messages, written), None
        else:
            cached, price = counted.input_tokens_cache_read or 0, counted.total_cost
            read_anew = counted.input_tokens + (counted.input_tokens_cache_write or 0)
            usage = Usage(read_anew + cached, counted.output_tokens, cached)
        provider, _, name = self.name.partition("/")
        return replace(usage, cost_usd=cost(name, None, usage, provider) if price is None else price)


def _refuses_form(error: Exception, capabilities: Capabilities) -> bool:
    """Whether the schema may be why a provider refuses a request."""
    return capabilities.form is Form.SCHEMA and getattr(error, "status_code", None) in REFUSAL


def _config(parameters: dict[str, Any]) -> GenerateConfig:
    """Convert the parameters of a chat completion to Inspect's."""
    form = parameters.pop("response_format", {}).get("json_schema")
    config = GenerateConfig(**parameters)
    if form:
        schema = JSONSchema.model_validate(form["schema"])
        config.response_schema = ResponseSchema(name=form["name"], json_schema=schema, strict=form["strict"])
    return config


def _completion(output: ModelOutput) -> Completion:
    """Convert an output to a chat completion."""
    if output.empty:
        return Completion(choices=[Choice(message=ReplyMessage(content=""))])
    content = output.message.content
    parts = [] if isinstance(content, str) else [part for part in content if isinstance(part, ContentReasoning)]
    thoughts = "\n".join((part.summary or "") if part.redacted else part.reasoning for part in parts)
    message = ReplyMessage(content=output.message.text, reasoning_content=thoughts or None)
    return Completion(choices=[Choice(message=message, finish_reason=_ENDS.get(output.stop_reason, "stop"))])
