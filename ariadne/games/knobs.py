"""The base of every family's knobs."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Knobs(BaseModel):
    """The parameters of a family's games."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    wording_seed: int | None = Field(
        default=None, ge=0, lt=2**32, description="fixes the wording of the rooms for all seeds"
    )
