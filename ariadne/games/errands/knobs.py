"""The parameters of a game of errands."""

from __future__ import annotations

from pydantic import Field, model_validator

from ariadne.games.catalogue import load_catalogue
from ariadne.games.errands.foods import FOODS
from ariadne.games.house import DOOR_NAMES
from ariadne.games.knobs import Knobs

TOOLS = 2
"""Things in every house of errands: the cookbook and the knife."""
LARGEST_KIND = 4
"""Most things of a kind."""
KINDS_ALIKE = 4
"""Most kinds of things in a house."""


class ErrandsKnobs(Knobs):
    """The parameters of a game of errands: the house, and the number of errands of each kind."""

    rooms: int = Field(default=9, ge=4)
    things: int = Field(default=30, ge=1, description="things to carry, including keys, foods, cookbook and knife")
    furniture: int = Field(default=3, ge=2, le=8, description="maximum pieces of furniture per room")
    closed: float = Field(default=0.6, ge=0, le=1, description="the share of containers that are closed at the start")
    locked: int = Field(default=2, ge=0, le=12, description="locked ones among the closed containers")
    on_floor: float = Field(default=0.1, ge=0, le=1, description="probability that a thing is on the floor")
    loops: float = Field(default=0.15, ge=0, le=1, description="share of passages beyond a tree; 0 is a tree")
    doors: int = Field(default=2, ge=0, le=len(DOOR_NAMES), description="passages with a closed door")
    fetch: int = Field(default=4, ge=0, description="errands that bring a thing to a room, or put it somewhere")
    put_back: int = Field(default=7, ge=0, description="errands that put a thing where it first was")
    beside: int = Field(default=2, ge=0, description="errands that name a thing by what is beside it")
    alike: int = Field(default=2, ge=0, description="errands that bring all things of a kind to a room")
    as_it_was: int = Field(default=3, ge=0, description="errands that shut something as it first was")
    shut: int = Field(default=1, ge=0, description="errands that open, close or lock something")
    dish: int = Field(default=2, ge=0, le=len(FOODS), description="errands that prepare a food as the cookbook says")
    inside: int = Field(default=3, ge=0, description="errands that ask for what is in a container")
    news: int = Field(default=5, ge=0, description="things that others move meanwhile, announced to the player")

    @property
    def errands(self) -> int:
        """The number of errands."""
        return sum(self.by_kind.values())

    @property
    def by_kind(self) -> dict[str, int]:
        """The number of errands of each kind."""
        return {kind: getattr(self, kind) for kind in KINDS}

    @model_validator(mode="after")
    def _possible(self) -> ErrandsKnobs:
        kinds = len(load_catalogue().rooms)
        if self.rooms > kinds:
            raise ValueError(f"{self.rooms} rooms, but the catalogue has {kinds} kinds of room")
        if self.doors > self.rooms - 1:
            raise ValueError(f"{self.doors} doors need at least {self.doors + 1} rooms, there are {self.rooms}")
        if not self.errands:
            raise ValueError("no errands: ask for some of one kind")
        needed = (
            TOOLS
            + self.locked
            + self.dish
            + 2 * self.beside
            + self.inside
            + LARGEST_KIND * min(self.alike, KINDS_ALIKE)
        )
        if self.things < needed:
            raise ValueError(f"{self.things} things, but the errands need {needed}: ask for more things")
        return self


KINDS = ("fetch", "put_back", "beside", "alike", "as_it_was", "shut", "dish", "inside")
"""The kinds of errand, as knobs and cards call them."""
