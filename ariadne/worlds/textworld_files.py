"""TextWorld games by the paths of their stories."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from ariadne.worlds.floor_plan import read_floor_plan
from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.textworld import check_story, files_of, load_card, open_world

DEFAULT_MAX_STEPS = 150


def game_of(story: Path, name: str, seed: int | None, max_steps: int, **more: Any) -> Game:
    """Return the game of a story, which may not exist yet; `more` are further fields of `Game`."""
    return Game(
        name, story, seed, max_steps, partial(open_world, story),
        sandboxed=True, inside=partial(read_floor_plan, story), files=partial(files_of, story), portable=True, **more,
    )  # fmt: skip


def _find(name: str, seed: int | None) -> Game | None:
    """A story with TextWorld's `.json`, described by its card if any. It gets the name of a preset only if the card
    proves that it was made from it."""
    story = Path(name)
    if not (story.is_file() and story.with_suffix(".json").is_file()):
        return None
    check_story(story)
    card = load_card(story)
    if card is None:
        return game_of(story, story.stem, seed, DEFAULT_MAX_STEPS, seeded=False)
    own = card.seed if seed is None else seed
    name, preset = (card.preset, card.recipe) if card.preset and card.digest else (story.stem, None)
    return game_of(story, name, own, card.max_steps, seeded=False, preset=preset)


FILES = WorldKind(_find)
