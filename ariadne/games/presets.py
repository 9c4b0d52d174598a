"""Presets: the named games of the paper (Appendix E) as YAML files in `games/`, and a user's own by path."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny

from ariadne.errors import UserError
from ariadne.files import data_folder
from ariadne.games.families import FAMILIES
from ariadne.games.knobs import Knobs
from ariadne.registry import unknown
from ariadne.worlds.digest import digest_of_said
from ariadne.yaml_file import read_model, read_yaml


class Preset(BaseModel):
    """A family of games with values for its knobs. A preset and a seed define one game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    family: str
    description: str
    max_steps: int = Field(gt=0)
    knobs: SerializeAsAny[Knobs]

    @property
    def recipe(self) -> dict[str, Any]:
        """Return everything that shapes its games except their seeds: its content, and the versions of its makers."""
        content = self.model_dump(mode="json", include={"family", "max_steps", "knobs"})
        return {**content, "maker": FAMILIES[self.family].version, "textworld": version("textworld")}

    @property
    def folder(self) -> str:
        """Return the name of the folder for its games, unique among presets of the same name."""
        return f"{self.name}-{digest_of_said(self.recipe)[:8]}"


class _PresetFile(BaseModel):
    """The content of a preset's file. The preset has the file's name."""

    model_config = ConfigDict(extra="forbid")

    family: str
    description: str = ""
    max_steps: int = Field(default=150, gt=0)
    knobs: dict[str, Any] = Field(default_factory=dict)


def preset_names() -> list[str]:
    """The presets that ship with Ariadne, sorted."""
    return sorted(path.stem for path in data_folder("games").glob("*.yaml") if not path.stem.startswith("catalogue"))


def load_preset(name_or_path: str | Path) -> Preset:
    """Return the shipped preset of that name, or the one in the YAML file at that path.

    Raises:
        UserError: there is no such preset, or its file is not valid.
    """
    return read_preset(_find(str(name_or_path)))


def read_preset(path: Path) -> Preset:
    """Read a preset's file.

    Raises:
        UserError: the file is not readable, or a knob is unknown or impossible.
    """
    return preset_from(path.stem, read_yaml(path), str(path))


def preset_from(name: str, content: Any, where: str) -> Preset:
    """Make a preset from the content of its file; `where` opens the error message.

    Raises:
        UserError: something is unknown or impossible.
    """
    file = read_model(_PresetFile, content, where)
    if file.family not in FAMILIES:
        raise UserError(f"{where}: family: {unknown(file.family, FAMILIES)}")
    knobs = read_model(FAMILIES[file.family].knobs, file.knobs, f"{where}: knobs")
    return read_model(Preset, {**file.model_dump(), "name": name, "knobs": knobs}, where)


def _find(name: str) -> Path:
    shipped = data_folder("games") / f"{name}.yaml"
    if name in preset_names():
        return shipped
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        if path.is_file():
            return path
        raise UserError(f"there is no file {path}")
    if path.is_dir():
        raise UserError(f"preset: {path} is a folder: name a file in it (.yaml)")
    raise UserError(f"preset: {unknown(name, preset_names())}")
