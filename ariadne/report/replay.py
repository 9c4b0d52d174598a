"""An episode in the terminal, stepped through by hand."""

from __future__ import annotations

from pathlib import Path

from ariadne.errors import MissingPackage
from ariadne.record import events_of
from ariadne.report.film import Film, read_film
from ariadne.report.panes import head
from ariadne.report.search import SEARCHED


def replay(path: Path) -> None:
    """Show the episode of a file of events until the person leaves.

    Raises:
        MissingPackage: textual is not installed.
        UserError: the events cannot be read.
    """
    film = whole_film(path)
    try:
        from ariadne.report.theatre import Theatre
    except ModuleNotFoundError as error:
        raise MissingPackage("ariadne replay", "replay") from error
    Theatre(film).run()


def whole_film(path: Path) -> Film:
    """A film of which every step can be shown.

    Raises:
        UserError: the events cannot be read, or some of them say too little.
    """
    film = read_film(path)
    with events_of(path):
        for step in range(len(film.moments)):
            for pane in (head, *SEARCHED.values()):
                pane(film, step)
    return film
