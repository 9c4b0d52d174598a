"""The build worker: a process that makes one game, `python -m ariadne.games.build_worker` in its working folder.

It needs its own process because the order of Python's sets shapes what TextWorld writes, so the hash seed must be fixed
before Python starts. It reads an order as JSON from standard input. An error is the last line on standard error, with
the error's exit code.
"""

from __future__ import annotations

import glob
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ariadne.errors import AriadneError, Failure, UserError
from ariadne.games.draft import Draft
from ariadne.games.families import FAMILIES
from ariadne.games.presets import Preset, preset_from
from ariadne.games.story import remove_date
from ariadne.text import counted
from ariadne.worlds.card import GameCard
from ariadne.worlds.digest import digest_of
from ariadne.worlds.errands import textworld_of
from ariadne.worlds.textworld import files_of, load_card


def main() -> int:
    """Make the ordered game in the current folder."""
    order = json.load(sys.stdin)
    # TextWorld reads its grammars in directory order, which would change the games.
    glob.glob = _sorted(glob.glob)  # type: ignore[assignment]
    try:
        preset = preset_from(order["name"], order["preset"], order["name"])
        make(preset, order["seed"], Path(order["story"]))
    except AriadneError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"cannot make {order['story']}: {error.strerror or error}", file=sys.stderr)
        return UserError.exit_code
    return 0


def make(preset: Preset, seed: int, story: Path) -> None:
    """Make the game's three files, and check that its walkthrough wins.

    Raises:
        UserError: TextWorld cannot compile it.
        Failure: the walkthrough does not win with the maximum score.
    """
    draft = FAMILIES[preset.family].build(preset.knobs, seed)
    draft.game.metadata["walkthrough"] = list(draft.walkthrough)
    compile_story(draft, story)
    card = GameCard(
        preset=preset.name,
        seed=seed,
        **preset.recipe,
        goal=draft.goal,
        briefing=draft.briefing,
        maximum=draft.maximum,
        scoring=draft.scoring,
        walkthrough_length=len(draft.walkthrough),
        walkthrough=list(draft.walkthrough),
    )
    card.save(story.with_suffix(".yaml"))
    card.digest = digest_of(files_of(story))
    card.save(story.with_suffix(".yaml"))
    prove(story)


def prove(story: Path) -> None:
    """Replay the walkthrough of a game's card in this process.

    Raises:
        Failure: a command is not valid when sent, or the end is not a win with the maximum score.
    """
    world = textworld_of(story, load_card(story))
    try:
        turn = world.reset()
        for number, command in enumerate(world.walkthrough, start=1):
            if command not in turn.commands:
                raise Failure(f"{story.stem}: the walkthrough's command {number}, '{command}', is not valid there")
            turn = world.step(command)
        score = world.score()
        if not score.won or score.score != score.maximum:
            raise Failure(f"{story.stem}: the walkthrough ends at {score.score:g} of {counted(score.maximum, 'point')}")
    finally:
        world.close()


def compile_story(draft: Draft, story: Path) -> None:
    """Write a game's story and TextWorld's `.json` beside it.

    Raises:
        UserError: TextWorld cannot compile it.
    """
    from textworld.generator.inform7 import CouldNotCompileGameError, compile_inform7_game, generate_inform7_source

    # Keep this machine's path out of the `.json`; playing needs no grammar.
    draft.game.kb.text_grammars_path = ""
    draft.game.save(str(story.with_suffix(".json")))
    try:
        compile_inform7_game(generate_inform7_source(draft.game) + draft.source, str(story))
    except CouldNotCompileGameError as error:
        raise UserError(f"{story.stem}: {_compiler_says(str(error))}") from error
    remove_date(story)


def _compiler_says(output: str) -> str:
    if "overflow" in output or "exceeds" in output:
        return "the game is too big for a story file; make it smaller: fewer rooms or fewer things"
    return "TextWorld cannot compile it"


def _sorted(listing: Callable[..., list[str]]) -> Callable[..., list[str]]:
    def in_order(*args: Any, **options: Any) -> list[str]:
        return sorted(listing(*args, **options))

    return in_order


if __name__ == "__main__":
    sys.exit(main())
