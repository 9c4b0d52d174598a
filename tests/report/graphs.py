"""Small films with graphs, for tests of what is drawn and written of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ariadne.record import Event
from ariadne.report.film import Film, film
from ariadne.runs.events import EventLog
from ariadne.runs.run import Run
from tests.screen.events import event, learned, started, turn

EVIL = '<script>alert(1)</script> [bold]"$x$" \x1b[31mred\x1b[0m \x00\ufffe ' + "long" * 25_000


def at(step: int, added: Sequence[str], removed: Sequence[str] = ()) -> Event:
    return {**learned(list(added), list(removed)), "step": step}


def house_events() -> list[Event]:
    """A hall with a table and a key on it, an attic to the north where the key goes, and a rumour."""
    return [
        started(),
        turn("A hall.", "hall", step=0),
        at(1, ["table, is in, hall", "key, is on, table", "hall, has exit, north", "key, opens, chest"]),
        event("acted", 1, action="take key", reason="", commands=["take key"]),
        turn("Taken.", "hall", command="take key", step=1),
        at(2, ["key, is in, inventory"], ["key, is on, table"]),
        event("acted", 2, action="go north", reason="", commands=["go north"]),
        turn("An attic.", "attic", command="go north", step=2),
        at(3, ["attic, is north of, hall", "hall, is south of, attic", "chest, is in, attic", "dragon, guards, hoard"]),
        event("acted", 3, action="look", reason="", commands=["look"]),
        turn("An attic.", "attic", command="look", step=3),
    ]


def house() -> Film:
    return film(house_events())


def evil() -> Film:
    return film(
        [started(), turn("A hall.", "hall", step=0), at(1, [f"{EVIL} | is in | hall", f"hall | has | {EVIL}2"])]
    )


def write_episode(run: Path, events: Sequence[Event], number: int = 1) -> Path:
    """Write an episode's events into a run's folder."""
    log = EventLog(Run(run).events(number, "hunt", "ariadne", 1))
    for each in events:
        log.step = each["step"]
        log(each["event"], **{name: value for name, value in each.items() if name not in ("event", "step", "time")})
    log.close()
    return run
