"""Games by the name or file of a preset, one per seed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ariadne.files import built_games
from ariadne.games.make import make_unless_good, story_path
from ariadne.games.presets import Preset, load_preset, preset_names
from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.textworld_files import game_of

DEFAULT_SEED = 1


def game_by(preset: Preset, seed: int, folder: Path | None = None) -> Game:
    """Return the game of a preset and a seed. It is made in `folder`, or in the folder of all games."""
    place = folder or built_games() / preset.folder
    return game_of(
        story_path(preset, seed, place), preset.name, seed, preset.max_steps,
        make=partial(make_unless_good, preset, seed, place), preset=preset.recipe,
    )  # fmt: skip


def _find(name: str, seed: int | None) -> Game | None:
    path = Path(name)
    if name in preset_names() or (path.suffix in (".yaml", ".yml") and path.is_file()):
        return game_by(load_preset(name), DEFAULT_SEED if seed is None else seed)
    return None


def _about(name: str) -> str:
    preset = load_preset(name)
    return f"{preset.description} At most {preset.max_steps} steps."


PRESETS = WorldKind(_find, preset_names, _about, lambda name, wanted: wanted or (DEFAULT_SEED,))
