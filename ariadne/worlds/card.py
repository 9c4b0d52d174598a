"""A game's card: what stands in the `<name>.yaml` beside a story."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from ariadne.errors import UserError
from ariadne.files import write
from ariadne.worlds.story_score import compile_milestone
from ariadne.yaml_file import read_yaml


class NativeScoring(BaseModel):
    """The score that TextWorld keeps itself."""

    model_config = ConfigDict(extra="forbid")
    rule: Literal["native"] = "native"


class HomesScoring(BaseModel):
    """Cleaning's score, a potential over the world's facts: per thing 0 in a wrong place or gone, 1 carried,
    2 in a right place; score = the sum now − the sum at the start. Won when every thing is in a right place.
    """

    model_config = ConfigDict(extra="forbid")
    rule: Literal["homes"] = "homes"
    homes: dict[str, list[str]] = Field(description="for each thing, the holders (or rooms) where it is right")


class Card(BaseModel):
    """What cards have in common."""

    model_config = ConfigDict(extra="forbid")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a card.

        Raises:
            UserError: it is no YAML, or holds what a card does not have.
        """
        try:
            return cls.model_validate(read_yaml(path))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the file"
            raise UserError(f"{path}: {where}: {first['msg']}") from error


class GameCard(Card):
    """What a game is, beside the two files that TextWorld plays from."""

    preset: str = ""
    seed: int | None = None
    family: str = ""
    knobs: dict[str, Any] = Field(
        default_factory=dict, description="the preset's knobs, as the game was made with them"
    )
    goal: str
    briefing: str = ""
    maximum: float = Field(ge=0)
    max_steps: int = Field(default=150, gt=0)
    scoring: NativeScoring | HomesScoring = Field(default_factory=NativeScoring, discriminator="rule")
    textworld: str = Field(default="", description="the version of TextWorld that made the story")
    fingerprint: str = Field(default="", description="a digest of all that shaped the game")
    walkthrough_length: int = Field(default=0, ge=0, description="its commands: the reference for steps and moves")
    walkthrough: list[str] = Field(default_factory=list)

    def save(self, path: Path) -> None:
        """Write the card as YAML.

        Raises:
            UserError: the file cannot be written.
        """
        write(path, yaml.safe_dump(self.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=110))


def _can_be_searched(pattern: str) -> str:
    compile_milestone(pattern)
    return pattern


class StoryCard(Card):
    """What somebody says about a story that is not TextWorld's. Where it is silent, the story or Jericho is asked."""

    goal: str = ""
    briefing: str = ""
    maximum: float | None = Field(default=None, ge=0)
    max_steps: int | None = Field(default=None, gt=0)
    milestones: list[Annotated[str, AfterValidator(_can_be_searched)]] = Field(
        default_factory=list,
        description="patterns for lines of the story's text, each worth one point instead of the story's own",
    )
    walkthrough: list[str] = Field(default_factory=list)
