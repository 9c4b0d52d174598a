"""Check the file of a Z-machine story, read its card, and open it in a separate process."""

from __future__ import annotations

from pathlib import Path

from ariadne.events import Handicaps
from ariadne.files import built_games, write
from ariadne.worlds.card import StoryCard
from ariadne.worlds.digest import digest
from ariadne.worlds.sandbox import SandboxedWorld, StoryOrder, open_sandboxed
from ariadne.worlds.zmachine import read_story


def open_story(path: Path, seed: int | None = None, handicap: Handicaps = ()) -> SandboxedWorld:
    """Open the story at `path` in a separate process.

    Args:
        seed: of the story's dice. None or 0 means the seed of Jericho's walkthrough, or 1 if there is none.
        handicap: the data read from the interpreter for the player.

    Raises:
        UserError: the file is missing or not a story, or its card cannot be read.
        Failure: Jericho cannot start it.
    """
    content, card = check_story(path), load_card(path)
    return open_sandboxed(
        StoryOrder("jericho", _unpacked(path, content), digest(content), card.model_dump_json(), seed, handicap)
    )


def load_card(path: Path) -> StoryCard:
    """Return the card beside a story, or an empty one."""
    card = path.with_suffix(".yaml")
    return StoryCard.load(card) if card.is_file() else StoryCard()


def check_story(path: Path) -> bytes:
    """Return the bytes of a story after checking that Jericho can load it.

    Raises:
        UserError: the file is missing or not a story.
    """
    from jericho.defines import BINDINGS_DICT

    return read_story(path, BINDINGS_DICT)


def _unpacked(path: Path, story: bytes) -> Path:
    """A file that Frotz can read: the story itself or, for a Blorb, a copy of its story among the built games."""
    if path.stat().st_size == len(story):
        return path
    place = built_games() / f"{path.stem}-{digest(story)}.z{story[0]}"
    if not place.is_file() or place.read_bytes() != story:
        place.parent.mkdir(parents=True, exist_ok=True)
        write(place, story)
    return place
