"""A question: one call to a language model, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel

from ariadne.errors import AnswerError, AriadneError

A = TypeVar("A", bound=BaseModel)

Inputs = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class Repair:
    """Why a question is asked again: the reply that did not fit, and what was wrong with it."""

    reply: str
    error: str


@dataclass(frozen=True)
class Question(Generic[A]):
    """A named prompt, what goes into it, and the type of its answer.

    Attributes:
        name: the prompt's name, `prompts/<name>.yaml`.
        inputs: strings and lists of strings; the template must show every one of them.
        answer: the pydantic type that a reply is read as.
        repair: set when an earlier reply to the same question did not fit.
        prompts: the folder of the prompt, for packages that bring their own; else Ariadne's.
        seed: for models that sample: with the same seed, those that can will give the same reply.
        temperature: at which it is sampled, instead of its prompt's.
        choices: what a field of the answer may be, by its name. Whoever asks checks that it is.
        most: how many items a list of the answer should have, or characters a text, by its name.
        max_tokens: of a reply, where its prompt would allow more. Choices and limits bind a model file alone: see
            `OpenAIModel.fitted`.
        use: what whoever asks makes of an answer. It is tried before a reply is taken for one: where it raises
            anything, the reply fits no more than one that cannot be read.
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

    def try_out(self, answer: A) -> None:
        """See that an answer can be used.

        Raises:
            AnswerError: it cannot; the message says why, in one line.
        """
        try:
            if self.use:
                self.use(answer)
        except AriadneError:
            raise
        except Exception as error:
            reason = " ".join(str(error).split())[:200]
            raise AnswerError(f"the answer cannot be used ({type(error).__name__}: {reason})") from error
