"""What every family of games shares: knobs read strictly, and one clear line about a mistake in them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ariadne.errors import UserError
from ariadne.text import shortened

M = TypeVar("M", bound=BaseModel)

# Nobody means a name that is longer.
LONGEST_NAME = 100


class Knobs(BaseModel):
    """The numbers and choices that shape a family's games."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    wording_seed: int | None = Field(
        default=None, ge=0, lt=2**32, description="fixes the wording of the rooms whatever the game's seed is"
    )


def read_model(model: type[M], values: Any, where: str) -> M:
    """Validate `values` as `model`; `where` opens the message about what is wrong.

    Raises:
        UserError: the first thing that does not fit, with near names for an unknown one.
    """
    if not isinstance(values, dict):
        raise UserError(f"{where}: expected names with values, found {type(values).__name__}")
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise UserError(f"{where}: {unknown(name, model.model_fields)}") from error
        message = first["msg"].removeprefix("Value error, ")
        raise UserError(f"{where}: {name}: {message}" if name else f"{where}: {message}") from error


def unknown(name: str, known: Iterable[str]) -> str:
    """A phrase about a name that is none of the known ones, with the nearest of them, or else all."""
    names, name = sorted(known), shortened(name, LONGEST_NAME)
    near = difflib.get_close_matches(name, names, n=3)
    if near:
        return f"unknown name '{name}'; did you mean {' or '.join(near)}?"
    return f"unknown name '{name}'; known are {', '.join(names) or 'none'}."
