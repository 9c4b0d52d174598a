"""Options of commands that are not part of a run's configuration."""

from __future__ import annotations

from pydantic import BaseModel, Field


class SessionOptions(BaseModel):
    """Options that `play`, `eval`, `qa` and `exam` share; runs do not save them."""

    runs: str | None = Field(default=None, description="Folder of the runs (default: runs).")
    resume: str | None = Field(
        default=None, description="Resume a run, given by its folder, its name or the start of it, or `last`."
    )
    trust: bool = Field(
        default=False, description="With --resume: accept the endpoints, model files and embedders of the run."
    )
    as_it_was: bool = Field(
        default=False, description="With --resume: if a game has changed, play the run's copy of it."
    )
    dry_run: bool = Field(default=False, description="Print the size and price of the run, and start nothing.")
    as_json: bool = Field(default=False, alias="json", description="Print one JSON object.")
    quiet: bool = Field(default=False, description="Print only the result in one line, or the verdict.")


class ReaderOptions(BaseModel):
    """The model and embedder options of `memory` commands."""

    model: str | None = Field(
        default=None, description="Model that reads and answers: of the endpoint, or a .gguf file (default: none)."
    )
    embedder: str | None = Field(default=None, description="Embedder of the texts (default: the memory's own).")
