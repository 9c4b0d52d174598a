"""A question: one call to a language model, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import BaseModel

from ariadne.errors import AnswerError, AriadneError, line_of

if TYPE_CHECKING:
    from ariadne.models.prompt import PartedPrompt

A = TypeVar("A", bound=BaseModel)

Inputs = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class Repair:
    """The reason for asking again: the reply that did not fit, and its error."""

    reply: str
    error: str


@dataclass(frozen=True)
class Question(Generic[A]):
    """A named prompt, its inputs, and the type of its answer.

    Attributes:
        name: the prompt's name, `prompts/<name>.yaml`.
        inputs: strings and lists of strings; the template must show every one of them.
        answer: the pydantic type of the answer.
        repair: set if an earlier reply to the same question did not fit.
        prompts: the folder of the prompt, for packages that ship their own; else Ariadne's.
        seed: for models that sample: with the same seed, those that support it repeat their reply.
        temperature: overrides the prompt's.
        choices: the allowed values of a field, by its name. The caller checks them.
        most: the requested limit of a list's items or a text's characters, by the field's name.
        max_tokens: of a reply, if its prompt would allow more. Choices and limits bind only model files: see
            `OpenAIModel.fitted`.
        use: the caller's use of an answer. It is tried before a reply is accepted: if it raises an exception, the reply
            counts as unreadable.
    """

    name: str
    inputs: Inputs
    answer: type[A]
    repair: Repair | None = None
    prompts: Path | None = None
    seed: int | None = None
    temperature: float | None = None
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    max_tokens: int | None = None
    use: Callable[[A], object] | None = field(default=None, compare=False)

    @cached_property
    def prompt(self) -> PartedPrompt:
        """The chat messages that ask it, rendered once for the model, the record and the reply cache.

        Raises:
            UserError: see `rendered`.
        """
        from ariadne.models.prompt import rendered

        return rendered(self)

    def try_out(self, answer: A) -> None:
        """Check that an answer can be used.

        Raises:
            AnswerError: it cannot; the message gives the reason in one line.
        """
        try:
            if self.use:
                self.use(answer)
        except AriadneError:
            raise
        except Exception as error:
            reason = line_of(error)[:200]
            raise AnswerError(f"the answer cannot be used ({type(error).__name__}: {reason})") from error
