"""The parts of a replay's screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ariadne.report.search import held, marked
from ariadne.screen.map import EMPTY, WorldMap
from ariadne.text import one_line


class Pane(VerticalScroll):
    """A titled, scrollable text.

    Args:
        title: a trusted name, since its markup is interpreted.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "page_down"), Binding("b", "page_up")]

    def __init__(self, title: str, *, id: str) -> None:
        super().__init__(id=id)
        self.border_title = title

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static()

    def show(self, text: Text, needle: str) -> None:
        """Show a text from its start, or from the first match of the needle."""
        place = held(text, needle)
        before = text[:place] if place else None
        self.query_one(Static).update(marked(text, needle))
        self.call_after_refresh(self._scroll_past, before)

    def _scroll_past(self, before: Text | None) -> None:
        width = max(self.scrollable_content_region.width, 1)
        line = len(before.wrap(self.app.console, width)) - 1 if before else 0
        self.scroll_to(y=line, animate=False)


class VertexList(OptionList):
    """Vertices to choose from; an option's id is the vertex."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.border_title = "vertices"
        self._names: Sequence[str] = ()

    def show(self, names: Sequence[str], chosen: str) -> None:
        """List these vertices, with the chosen one highlighted."""
        if names != self._names:
            self._names = names
            self.clear_options()
            self.add_options([_option(name) for name in names])
        self.highlighted = names.index(chosen) if chosen in names else None


def _option(name: str) -> Option:
    return Option(Text(one_line(name), no_wrap=True, overflow="ellipsis"), id=name)


class MapPane(Widget, can_focus=True):
    """The map, centred on the player if it is larger than the screen."""

    world: reactive[WorldMap] = reactive(EMPTY)

    def render(self) -> Text:
        """Draw the map as large as there is room."""
        return self.world.draw(*self.size)
