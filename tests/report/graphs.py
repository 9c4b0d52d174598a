"""Small episodes with graphs, for tests of what is drawn and written of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ariadne.events import Event
from ariadne.history import History
from ariadne.runs.events import EventLog
from ariadne.runs.run import Run
from tests.screen.events import acted, learned, started, turn

EVIL = '<script>alert(1)</script> [bold]"$x$" \x1b[31mred\x1b[0m \x00\ufffe ' + "long" * 25_000


def house_events() -> list[Event]:
    """A hall with a table and a key on it, an attic to the north where the key goes, and a rumour."""
    attic = ["attic, is north of, hall", "hall, is south of, attic", "chest, is in, attic", "dragon, guards, hoard"]
    return [
        started(),
        turn("A hall.", "hall", step=0),
        learned(["table, is in, hall", "key, is on, table", "hall, has exit, north", "key, opens, chest"]),
        acted("take key"),
        turn("Taken.", "hall", command="take key", step=1),
        learned(["key, is in, inventory"], ["key, is on, table"], step=2),
        acted("go north", step=2),
        turn("An attic.", "attic", command="go north", step=2),
        learned(attic, step=3),
        acted("look", step=3),
        turn("An attic.", "attic", command="look", step=3),
    ]


def house() -> History:
    return History.of(house_events())


def evil() -> History:
    facts = [f"{EVIL} | is in | hall", f"hall | has | {EVIL}2"]
    return History.of([started(), turn("A hall.", "hall", step=0), learned(facts)])


def write_episode(run: Path, events: Sequence[Event], number: int = 1) -> Path:
    """Write an episode's events into a run's folder."""
    log = EventLog(Run(run).events(number, "hunt", "ariadne", 1))
    for each in events:
        log.step = each.step
        log(each)
    log.close()
    return run
