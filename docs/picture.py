"""Draw the README's picture: Ariadne's live screen at one step of a run, from the run's events alone.

ariadne play treasure-hunt
python docs/picture.py runs/<id>/episodes/1-*/events.jsonl 24
"""

from __future__ import annotations

import io
import re
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from ariadne.events import Acted, Event
from ariadne.history import History
from ariadne.record import read_events
from ariadne.screen.picture import picture
from ariadne.screen.scene import Watched

WIDTH, HEIGHT = 120, 30


def main() -> None:
    """The command."""
    parser = ArgumentParser(description="Draw a step of an episode as the live screen shows it.")
    parser.add_argument("events", type=Path, help="the events of an episode")
    parser.add_argument("step", type=int, help="the step that is shown, at the moment of its decision")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("picture.svg"))
    arguments = parser.parse_args()
    events = list(read_events(arguments.events))
    if not any(is_decision(event, arguments.step) for event in events):
        parser.error(f"{arguments.events} holds no decision of step {arguments.step}")
    arguments.out.write_text(drawn(events, arguments.step), encoding="utf-8")


def drawn(events: Sequence[Event], step: int) -> str:
    """The screen right after the decision of a step, as SVG that fetches no font from anywhere."""
    watched = Watched()
    for event in events:
        scene = watched.see(event)
        if is_decision(event, step):
            scene = replace(scene, ended=event.time)
            break
    console = Console(record=True, file=io.StringIO(), width=WIDTH, height=HEIGHT, force_terminal=True)
    console.print(picture(scene, WIDTH, HEIGHT), height=HEIGHT)
    svg = console.export_svg(title=f"ariadne play {History.of(events).started.game}")
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def is_decision(event: Event, step: int) -> bool:
    """Whether an event is the decision of a step."""
    return isinstance(event, Acted) and event.step == step


if __name__ == "__main__":
    main()
