"""A game's card: the content of the `<name>.yaml` beside a story."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ariadne.files import write
from ariadne.worlds.story_score import compile_milestone
from ariadne.yaml_file import read_model, read_yaml


class NativeScoring(BaseModel):
    """TextWorld's own score."""

    model_config = ConfigDict(extra="forbid")
    rule: Literal["native"] = "native"


class HomesScoring(BaseModel):
    """Cleaning's score, a potential over the world's facts: for each thing 0 in a wrong place or gone, 1 carried,
    2 in a right place; score = current sum − sum at the start. Won when every thing is in a right place."""

    model_config = ConfigDict(extra="forbid")
    rule: Literal["homes"] = "homes"
    homes: dict[str, list[str]] = Field(description="the right holders (or rooms) of each thing")


class Wish(BaseModel):
    """The wished place of a thing, its wished state, or both."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    thing: str
    places: tuple[str, ...] = Field(default=(), description="holders, or rooms for their floors; any one suffices")
    states: tuple[str, ...] = Field(default=(), description="the engine's names; all are required")


class News(BaseModel):
    """A thing that is moved while the player is elsewhere, and the message about it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    thing: str
    place: str = Field(description="a piece of furniture")
    who: str
    text: str


class Errand(BaseModel):
    """A task for the player."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    kind: str
    text: str
    wishes: tuple[Wish, ...] = Field(min_length=1, description="it is done when all of them hold at once")
    news: tuple[News, ...] = Field(default=(), description="what happens before its announcement")
    walk: tuple[str, ...] = Field(description="shortest commands from the end of the previous errand")


class ErrandsScoring(BaseModel):
    """One point for each finished errand. Won when all are finished."""

    model_config = ConfigDict(extra="forbid")
    rule: Literal["errands"] = "errands"
    rooms: dict[str, str] = Field(description="the room of each piece of furniture")
    errands: list[Errand] = Field(min_length=1, description="in the order of their announcement")


Scoring = Annotated[NativeScoring | HomesScoring | ErrandsScoring, Field(discriminator="rule")]


class Card(BaseModel):
    """The fields that all cards have."""

    model_config = ConfigDict(extra="forbid")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a card.

        Raises:
            UserError: it is not YAML, or has an unknown or invalid field.
        """
        return read_model(cls, read_yaml(path), str(path))


RECIPE = ("family", "maker", "textworld", "max_steps", "knobs")
"""The fields that shape all games of a preset, and are the same for all."""


class GameCard(Card):
    """A game's description, beside the two files that TextWorld plays from."""

    preset: str = ""
    seed: int | None = None
    family: str = ""
    knobs: dict[str, Any] = Field(default_factory=dict, description="the preset's knobs when the game was made")
    goal: str
    briefing: str = ""
    maximum: float = Field(ge=0)
    max_steps: int = Field(default=150, gt=0)
    scoring: Scoring = Field(default_factory=NativeScoring)
    maker: int = Field(default=0, description="the version of the family's maker")
    textworld: str = Field(default="", description="the version of TextWorld that made the story")
    digest: str = Field(default="", description="digest of the game's files without this line; empty if made elsewhere")
    walkthrough_length: int = Field(default=0, ge=0, description="its commands: the reference for steps and moves")
    walkthrough: list[str] = Field(default_factory=list)

    @property
    def recipe(self) -> dict[str, Any]:
        """Return what all games of a preset share: the preset's values and the makers' versions."""
        return self.model_dump(mode="json", include=set(RECIPE))

    def save(self, path: Path) -> None:
        """Write the card as YAML, without unset fields.

        Raises:
            UserError: the file cannot be written.
        """
        content = self.model_dump(mode="json", include=self.model_fields_set)
        write(path, yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110))


def _can_be_searched(pattern: str) -> str:
    compile_milestone(pattern)
    return pattern


class StoryCard(Card):
    """The user's description of a story that is not TextWorld's. Missing fields come from the story or Jericho."""

    goal: str = ""
    briefing: str = ""
    maximum: float | None = Field(default=None, ge=0)
    max_steps: int | None = Field(default=None, gt=0)
    milestones: list[Annotated[str, AfterValidator(_can_be_searched)]] = Field(
        default_factory=list,
        description="patterns for lines of the story's text, each worth one point; they replace the story's own points",
    )
    walkthrough: list[str] = Field(default_factory=list)
