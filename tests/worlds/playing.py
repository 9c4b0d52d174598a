"""How tests play a story."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ariadne.worlds.sandbox import SandboxedWorld
from ariadne.worlds.textworld import open_world
from ariadne.worlds.world import Turn


@contextmanager
def playing(story: Path) -> Iterator[SandboxedWorld]:
    with closing(open_world(story)) as world:
        yield world


def walk(world: SandboxedWorld) -> list[Turn]:
    """All turns of the walkthrough."""
    return [world.reset(), *(world.step(command) for command in world.walkthrough)]
