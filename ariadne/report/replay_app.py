"""The replay of an episode as a Textual app. Only this file and `widgets.py` need that package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import ContentSwitcher, Input, OptionList, Static

from ariadne.history import History
from ariadne.report.neighbours import neighbourhood, vertices
from ariadne.report.panes import FAINT, PANES, head, questions
from ariadne.report.search import QUESTIONS, panes_with, steps_with
from ariadne.report.widgets import MapPane, Pane, VertexList
from ariadne.screen.map import maps
from ariadne.text import counted
from ariadne.triplet import clean

STEP, GRAPH, MAP = "step", "graph", "map"
VIEWS = (STEP, GRAPH, MAP, QUESTIONS)
TEN = 10
KEYS = "←→ step  PgUp PgDn ten  g go  / find  n N  v vertex  1-4 view  Tab ↑↓  q quit"
ASKED = {"search": "find", "go": "go to step", "vertex": "vertex"}


class ReplayApp(App[None]):
    """Steps through a history: the step itself, the graph around a vertex, the map, and the questions.

    Attributes:
        step: the one shown.
        view: the one of `VIEWS` shown.
    """

    TITLE = "ariadne replay"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "theatre.tcss"
    # Keys that panes and lists use have priority, except while text is typed (`check_action`).
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", priority=True),
        Binding("right", "move(1)", priority=True),
        Binding("pageup", f"move(-{TEN})", priority=True),
        Binding("pagedown", f"move({TEN})", priority=True),
        Binding("home", "jump(0)", priority=True),
        Binding("end", "jump(-1)", priority=True),
        *(Binding(str(number), f"view('{view}')") for number, view in enumerate(VIEWS, 1)),
        Binding("g", "ask('go')"),
        Binding("slash", "ask('search')"),
        Binding("v", "ask('vertex')"),
        Binding("n", "next(1)"),
        Binding("N,shift+n", "next(-1)"),
        Binding("escape", "leave", priority=True),
        Binding("q", "quit"),
        Binding("ctrl+c", "quit", priority=True),
    ]

    step: reactive[int] = reactive(0, init=False)
    view: reactive[str] = reactive(STEP, init=False)

    def __init__(self, history: History) -> None:
        super().__init__()
        self._history = history
        self._maps = maps(history.steps)
        self._needle = ""
        self._hits: list[int] = []
        self._vertex = ""
        self._purpose = ""

    def compose(self) -> ComposeResult:
        """Lay out the head, four views of which one is shown, and an input line."""
        left, right = ("See", "Do"), ("Plan", "Learn", "Recall")
        yield Static(id="head")
        with ContentSwitcher(initial=STEP):
            with Horizontal(id=STEP):
                for column in (left, right):
                    with Vertical():
                        yield from (Pane(name, id=name) for name in column)
            with Horizontal(id=GRAPH):
                yield VertexList(id="names")
                yield Pane("facts", id="facts")
            yield MapPane(id=MAP)
            yield Pane(QUESTIONS, id=QUESTIONS)
        yield Input(id="line")
        yield Static(Text(KEYS, FAINT, no_wrap=True), id="foot")

    def on_mount(self) -> None:
        """Show the start."""
        self.query_one("#line").display = False
        self._focus()
        self._draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key is for the app. While the user types, all keys go to the input line."""
        return not self._purpose or action in ("leave", "quit")

    def action_move(self, steps: int) -> None:
        """Go forward or, with a negative number, back."""
        self._go(self.step + steps)

    def action_jump(self, step: int) -> None:
        """Go to a step; a negative one counts from the end."""
        self._go(step % len(self._history.steps))

    def action_view(self, view: str) -> None:
        """Show another view."""
        self.view = view

    def action_ask(self, purpose: str) -> None:
        """Let the user type what to search for, which step to go to, or which vertex to show."""
        self._purpose = purpose
        line = self.query_one("#line", Input)
        line.border_title = ASKED[purpose]
        line.value = ""
        line.display = True
        line.focus()

    def action_next(self, direction: int) -> None:
        """Go to the next match of the search, or with -1 to the previous one, wrapping around."""
        on = [hit for hit in self._hits if (hit - self.step) * direction > 0]
        around = on or self._hits
        if around:
            self._find(around[0] if direction > 0 else around[-1])
        else:
            self._say("press / to search first" if not self._needle else self._found())

    def action_leave(self) -> None:
        """Close the input line; if none is open, clear the search."""
        if self._purpose:
            self._close()
        else:
            self._needle, self._hits = "", []
            self._draw()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        purpose, typed = self._purpose, event.value.strip()
        self._close()
        if typed:
            self._answers[purpose](typed)

    @on(OptionList.OptionHighlighted)
    def _chosen(self, event: OptionList.OptionHighlighted) -> None:
        self._vertex = event.option_id or ""
        self._draw_facts()

    @property
    def _answers(self) -> Mapping[str, Callable[[str], None]]:
        return {"search": self._search, "go": self._go_to, "vertex": self._show_vertex}

    def _search(self, typed: str) -> None:
        self._needle, self._hits = typed, steps_with(self._history, typed)
        if self._hits:
            self.action_next(1)
        else:
            self._draw()

    def _find(self, step: int) -> None:
        """Show a step that contains the needle, in a view that shows it."""
        self._go(step)
        panes = panes_with(self._history, step, self._needle)
        if self.view != QUESTIONS or QUESTIONS not in panes:
            self.view = QUESTIONS if panes == [QUESTIONS] else STEP
        self._draw()

    def _go_to(self, typed: str) -> None:
        if typed.isdecimal() and int(typed) < len(self._history.steps):
            self._go(int(typed))
        else:
            self._say(f"there is no step {typed}: they are 0 to {len(self._history.steps) - 1}")

    def _show_vertex(self, typed: str) -> None:
        known = vertices(self._history, self.step)
        name = min((each for each in known if clean(typed) in each), key=len, default=None)
        if name is None:
            self._say(f"no vertex known here has '{typed}' in its name")
            return
        self._vertex = name
        self.view = GRAPH
        self._draw()

    def _go(self, step: int) -> None:
        self.step = max(0, min(step, len(self._history.steps) - 1))

    def watch_step(self) -> None:
        """Show it."""
        self._draw()

    def watch_view(self) -> None:
        """Show it."""
        self.query_one(ContentSwitcher).current = self.view
        self._focus()
        self._draw()

    def _close(self) -> None:
        self._purpose = ""
        self.query_one("#line").display = False
        self._focus()

    def _focus(self) -> None:
        first = {STEP: "#See", GRAPH: "#names", MAP: "#map", QUESTIONS: "#questions"}[self.view]
        self.query_one(first).focus()

    def _draw(self) -> None:
        """Draw the current view at the step. The others are drawn when they are shown."""
        history, step = self._history, self.step
        self._say(self._found() if self._needle else "")
        if self.view == STEP:
            for name, pane in PANES.items():
                self.query_one(f"#{name}", Pane).show(pane(history, step), self._needle)
        elif self.view == QUESTIONS:
            self.query_one("#questions", Pane).show(questions(history, step), self._needle)
        elif self.view == MAP:
            self.query_one(MapPane).world = self._maps[step]
        else:
            known = vertices(history, step)
            self._vertex = self._vertex or next(iter({clean(self._here())} & set(known)), "") or next(iter(known), "")
            self.query_one(VertexList).show(known, self._vertex)
            self._draw_facts()

    def _here(self) -> str:
        """The room where the step was decided."""
        return self._maps[max(self.step - 1, 0)].here

    def _draw_facts(self) -> None:
        facts = neighbourhood(self._history, self.step, self._vertex)
        self.query_one("#facts", Pane).show(facts, self._needle)

    def _found(self) -> str:
        number = len(self._hits)
        return f"'{self._needle}' is in {counted(number, 'step') if number else 'no steps'}"

    def _say(self, message: str) -> None:
        """Show the head, with a message to the user."""
        views = Text("\n")
        for number, view in enumerate(VIEWS, 1):
            views.append(f" {number} {view} ", "reverse" if view == self.view else FAINT)
        views.append(f"  {message}", "yellow")
        views.no_wrap = True
        self.query_one("#head", Static).update(head(self._history, self.step).append_text(views))
