"""Play fourteen games with the rules and check whether all events are unchanged.

    python tools/plays.py --write before.json        before a change that must not affect a play
    python tools/plays.py --against before.json      after it: names the games that differ, exit code 1

All events of a play are compared, without their times. `--memory NAME` plays with another memory.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

GAMES = {
    "treasure-hunt": 3, "treasure-hunt-hard": 4, "cooking": 3, "cooking-hard": 4, "cleaning": 3,
    "simple": 2, "custom": 2, "ftwp": 2, "treasure-hunter": 2, "coin-collector": 2,
    "gripper/1": 1, "twx/cookingworld": 1, "twx/coin": 1, "babyai/GoToLocal": 1,
}  # fmt: skip
"""Games with their seeds."""
# TextWorldExpress generates a different walkthrough each time.
PASSING = {"time", "seconds", "run", "versions", "salvaged", "texts", "walkthrough_length"}


def digest(game: str, memory: str) -> str:
    """A digest of all events in a play."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "ariadne", "play", game, "--quiet", "--runs", folder, "--memory", memory]
        seed = [] if game.startswith("gripper") else ["--seed", str(GAMES[game])]
        done = subprocess.run([sys.executable, *command, *seed], capture_output=True, text=True, check=False)
        events = next(Path(folder).rglob("events.jsonl"), None)
        if events is None:
            raise SystemExit(f"{game} was not played: {done.stderr.strip()}")
        lines = [_lasting(json.loads(line)) for line in events.read_text(encoding="utf-8").splitlines()]
    return hashlib.sha256(json.dumps(lines, sort_keys=True).encode()).hexdigest()[:16]


def _lasting(value: Any) -> Any:
    """The part of a value that is the same in every such play."""
    if isinstance(value, dict):
        return {name: _lasting(each) for name, each in value.items() if name not in PASSING}
    return [_lasting(each) for each in value] if isinstance(value, list) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memory", default="arigraph")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--against", type=Path)
    arguments = parser.parse_args()
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(GAMES, pool.map(lambda game: digest(game, arguments.memory), GAMES), strict=True))
    before = json.loads(arguments.against.read_text(encoding="utf-8")) if arguments.against else found
    for game, said in found.items():
        print(f"{game:20} {said}{'' if before.get(game) == said else '  differs'}")
    if arguments.write:
        arguments.write.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    sys.exit(found != before)


if __name__ == "__main__":
    main()
