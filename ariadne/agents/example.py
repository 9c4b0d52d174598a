"""In-context examples: one play for each domain, in the notation of each agent (`prompts/examples/`)."""

from __future__ import annotations

from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ariadne.caches import cached
from ariadne.errors import UserError, line_of
from ariadne.files import data_folder
from ariadne.memory.hiagent import MET, NOT_MET
from ariadne.yaml_file import read_model


class Pair(BaseModel):
    """An action and the world's answer; or `retrieve`, the number of a sub-goal to look at again."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    action: str = ""
    retrieve: int = Field(default=0, ge=0)
    observation: str = ""

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Pair:
        if bool(self.action) == bool(self.retrieve) or bool(self.action) != bool(self.observation):
            raise ValueError("a step is an action with an observation, or the number of a sub-goal to retrieve")
        return self


class Milestone(BaseModel):
    """A sub-goal and the actions for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    subgoal: str
    steps: tuple[Pair, ...] = Field(min_length=1)
    met: bool = True


class Example(BaseModel):
    """A play that reaches its goal."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    goal: str
    opening: str
    milestones: tuple[Milestone, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _can_be(self) -> Example:
        for number, milestone in enumerate(self.milestones, 1):
            if not any(step.action for step in milestone.steps):
                raise ValueError(f"nothing is done for sub-goal {number}")
            if any(step.retrieve >= number for step in milestone.steps):
                raise ValueError(f"sub-goal {number} can only retrieve those before it")
        return self

    def as_pairs(self) -> str:
        """Actions and observations alone."""
        steps = [step for milestone in self.milestones for step in milestone.steps if not step.retrieve]
        return "\n".join([f"Goal: {self.goal}", self.opening, *map(_as_text, steps)])

    def as_subgoals(self, retrieval: bool) -> str:
        """Render the same under numbered sub-goals, each with whether it was met.

        Args:
            retrieval: whether one of the steps looks at an earlier sub-goal again.
        """
        lines = [f"Goal: {self.goal}", self.opening]
        for number, milestone in enumerate(self.milestones, 1):
            steps = [_as_text(step) for step in milestone.steps if retrieval or not step.retrieve]
            lines += [f"{number} Subgoal: {milestone.subgoal}", *steps]
            lines[-1] += f" {MET if milestone.met else NOT_MET}"
        return "\n".join(lines)


@cached(None)
def find_example(domain: str) -> Example | None:
    """Return the example of a domain; None if there is no such file.

    Raises:
        UserError: the file is unreadable or invalid.
    """
    path = data_folder("prompts") / "examples" / f"{Path(domain).name}.yaml"
    if not domain or not path.is_file():
        return None
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is not a valid example: {line_of(error)}") from error
    return read_model(Example, content, str(path))


def _as_text(step: Pair) -> str:
    if step.retrieve:
        return f"Action: retrieve({step.retrieve})\nObservation: What was done for sub-goal {step.retrieve} is shown."
    return f"Action: {step.action}\nObservation: {step.observation}"
