"""Episodes whose texts try to harm a page, and long ones, as files of events."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ariadne.events import Event
from tests.screen.events import (
    acted,
    ended,
    file_of,
    invalid,
    learned,
    planned,
    question,
    recalled,
    scored,
    started,
    turn,
)

SCRIPT = "<script>window.harmed = true</script>"
NASTY = (
    f"</script>{SCRIPT}<img src=x onerror='window.harmed=true'><!--[bold]\x1b[31mred\x1b[0m \u2028 & {{{{ 7 * 7 }}}}"
)


def write(run: Path, events: Iterable[Event], number: int = 1) -> Path:
    """Put an episode into a run's folder; its file."""
    path = run / "episodes" / f"{number}-hunt-ariadne-1" / "events.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(file_of(events), encoding="utf-8")
    return path


def nasty(text: str = NASTY, long: str = "") -> list[Event]:
    """An episode in which every text is this one; an observation is the long one as well."""
    return [
        started(game=text, agent=text, memory=text, model=text, goal=text),
        turn(text, text, step=0),
        question(text, text, error=text),
        learned([f"{text} a, {text}, {text} b"]),
        recalled([text], [text], [text], text),
        planned(f"{text} | {text}"),
        acted(text, text, text),
        invalid(text, text),
        turn(text + long, f"{text} 2", command=f"go {text}"),
        scored(1),
        ended(game=text, agent=text, memory=text, model=text, run=text, steps=1),
    ]


def talkative(steps: int, words: int) -> list[Event]:
    """An episode whose prompts have nothing in common: each has so many words of its own."""
    told = [question(" ".join(f"{step}-{word}" for word in range(words)), "{}", step) for step in range(1, steps + 1)]
    return [started(), turn("A hall.", step=0), *told]
