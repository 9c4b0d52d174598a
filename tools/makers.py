"""Record the output of the game makers, so a test notices when a maker's games change.

    python tools/makers.py

A maker whose games change needs a new `version` in `ariadne/games/families.py`: games are then made again, and runs
notice the change. Without a new version, this writes nothing.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ariadne.games.families import FAMILIES
from ariadne.games.presets import Preset, load_preset, preset_names
from ariadne.worlds.digest import digest_of_said

MADE = Path(__file__).parent.parent / "tests" / "recorded" / "makers.json"
SEED = 1


def made(preset: Preset) -> dict[str, Any]:
    """A preset's current output: its maker's version, and a digest of a game before it is compiled."""
    maker = FAMILIES[preset.family]
    draft = maker.build(preset.knobs, SEED)
    world = draft.game.serialize()["world"]
    parts = [world, draft.goal, draft.briefing, draft.maximum, draft.walkthrough, draft.source]
    scoring = draft.scoring.model_dump(mode="json")
    return {"maker": maker.version, "digest": digest_of_said({"told": parts, "scoring": scoring})}


def written() -> dict[str, Any]:
    """The recorded outputs by preset; the key `textworld` has its version."""
    recorded: dict[str, Any] = json.loads(MADE.read_text(encoding="utf-8"))
    return recorded


def is_told(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether games are unchanged, or their maker has a new version."""
    return bool(before["digest"] == now["digest"] or before["maker"] != now["maker"])


def main() -> int:
    before = written() if MADE.is_file() else {}
    now = {name: made(load_preset(name)) for name in preset_names()}
    same = before.get("textworld") == version("textworld")
    untold = [name for name in now if same and name in before and not is_told(before[name], now[name])]
    if untold:
        families = ", ".join(sorted({load_preset(name).family for name in untold}))
        print(f"these games have changed: {', '.join(untold)}; give {families} a new version", file=sys.stderr)
        return 1
    MADE.write_text(json.dumps({"textworld": version("textworld"), **now}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
