"""A scene as a picture that fills a terminal of any size.

The standard terminal colours are readable on light and dark backgrounds. Colour never carries information alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.layout import Layout
from rich.text import Text

from ariadne.screen.scene import Scene
from ariadne.screen.trail import PlanPart, ShownAction
from ariadne.screen.words import MEANINGS, money, points, tokens
from ariadne.text import counted

WIDE, HIGH = 100, 30
# The least width for a map beside a text, and the least height for one below a text.
NARROW, LOW = 56, 30
GOOD, BAD, NEW = "green", "red", "magenta"
MARKS = {"": " ", "now": "▸", "met": "✓"}

Lines = Callable[[Console, int, int], Iterable[Text]]


def picture(scene: Scene, width: int, height: int, now: float | None = None) -> Layout:
    """Return the whole screen, in sections that share its space.

    Args:
        now: the time, in seconds since the epoch, while the episode is running.
    """
    head = _head(scene, width, height, now)
    sees = _section("See", _fit(_sees(scene)), ratio=5)
    world = _section("Map", lambda _, wide, high: scene.map.draw(wide, high, scene.things).split("\n"), ratio=2)
    facts = counted(len(scene.facts), "fact")
    acted_on = next((place for place, each in enumerate(scene.sub_goals) if each.state == "now"), 0)
    plan = _section("Plan", _fit(_plan(scene), 2, acted_on), size=5)
    does = _section("Do", _fit(_does(scene), 4), size=6)
    whole = Layout()
    if scene.ending and width >= NARROW:
        # After the end there is no plan, and nothing learned or recalled; the map gets the space.
        does.size, does.ratio = None, 6
        whole.split_column(head, _beside(_below(sees, does), world, width))
        return whole
    if width >= WIDE and height >= HIGH:
        plan.size, does.size, plan.ratio, does.ratio = None, None, 4, 5
        changes = f"{len(scene.added)} new, {len(scene.removed)} no longer true"
        learned = _section(f"Learn: {changes}", _fit(_learned(scene)))
        recalled = _section(f"Recall: {facts}, {counted(len(scene.episodes), 'moment')}", _fit(_recalled(scene)))
        whole.split_column(head, _beside(_below(sees, plan, does), _below(world, learned, recalled), width))
        return whole
    memory = _section(f"Learn {len(scene.added)}, Recall {facts}", _fit([*_learned(scene), *_recalled(scene)]), ratio=4)
    if width >= NARROW:
        whole.split_column(head, _beside(_below(sees, memory), world, width), plan, does)
    else:
        world.ratio = 5
        texts, below = ([sees], [does]) if scene.ending else ([sees, memory], [plan, does])
        whole.split_column(head, *texts, *[world] * (height >= LOW or bool(scene.ending)), *below)
    return whole


def meanings() -> Layout:
    """Return the help: the meanings of the words on the screen."""
    longest = max(map(len, MEANINGS))
    lines = [Text.assemble((f"{name:>{longest}}  ", "bold"), meaning) for name, meaning in MEANINGS.items()]
    whole = Layout()
    whole.split_column(_section("what the words mean", _fit(lines, longest + 2)))
    return whole


def _section(title: str, lines: Lines, size: int | None = None, ratio: int = 1) -> Layout:
    return Layout(_Section(title, lines), size=size, ratio=ratio)


def _below(*parts: Layout) -> Layout:
    column = Layout()
    column.split_column(*parts)
    return column


def _beside(left: Layout, right: Layout, width: int) -> Layout:
    """Texts beside a map, with enough width for the names on the map."""
    texts, world = (5, 6) if width >= WIDE else (2, 3)
    row = Layout()
    row.split_row(Layout(left, ratio=texts, minimum_size=NARROW // 2), Layout(" ", size=2), Layout(right, ratio=world))
    return row


class _Section:
    """A title with a rule, and lines below it in the available space."""

    def __init__(self, title: str, lines: Lines) -> None:
        self._title = title
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = options.max_width, options.height or 1
        title = Text.assemble(("── ", "dim"), (self._title, "bold"), " ", no_wrap=True)
        title.append("─" * max(width - title.cell_len, 0), "dim")
        title.truncate(width)
        yield title
        yield from self._lines(console, width, height - 1)


def _fit(paragraphs: Iterable[Text], indent: int = 0, shown: int = 0) -> Lines:
    """Wrap paragraphs, indented after their first lines; a mark shows that lines are left out.

    Args:
        shown: the number of a paragraph that must be visible; earlier ones are left out if it would not fit.
    """

    def lines(console: Console, width: int, height: int) -> Iterable[Text]:
        wrapped: list[Text] = []
        for place, paragraph in enumerate(paragraphs):
            mark, told = paragraph.divide([indent]) if indent else (Text(), paragraph)
            first, *rest = told.wrap(console, max(width - indent, 1)) or [Text()]
            own = [mark.append(first), *(Text(" " * indent).append(line) for line in rest)]
            if place <= shown:
                wrapped = wrapped[max(len(wrapped) + len(own) - height, 0) :]
            wrapped += own
            if len(wrapped) > height and place >= shown:
                break
        return _marked(wrapped, width, height)

    return lines


def _marked(lines: Sequence[Text], width: int, height: int) -> Sequence[Text]:
    """As many lines as fit, with a mark if there are more."""
    shown = lines[: max(height, 0)]
    if shown and len(lines) > len(shown):
        shown[-1].truncate(max(width - 2, 0))
        shown[-1].append(" …", "dim")
    return shown


def _head(scene: Scene, width: int, height: int, now: float | None) -> Layout:
    """The game and its player, the numbers, and the goal, which may be long."""
    console = Console(width=width)
    goal = ("failed ", scene.failure, BAD) if scene.failure else ("goal ", scene.goal, "")
    shown = _fit([Text.assemble((goal[0], "dim"), goal[1:])])(console, width, max(height // 8, 1))
    lines = [*_title(scene).wrap(console, width), *_packed(_numbers(scene, now), width), *shown]
    return Layout(Group(*lines), size=len(lines))


def _title(scene: Scene) -> Text:
    end = scene.doing.partition(" ")[0]
    colour = {"won": f"bold {GOOD}", "lost": f"bold {BAD}", "failed": f"bold {BAD}"}.get(end, "reverse")
    return Text.assemble((scene.who, "bold"), "  ", (scene.doing, colour))


def _numbers(scene: Scene, now: float | None) -> Iterator[Text]:
    limit = f"/{scene.max_steps}" if scene.max_steps else ""
    began = scene.began or 0
    shown = {
        "step": f"{scene.step}{limit}",
        "score": f"{points(scene.score)}/{points(scene.maximum)}" if scene.maximum else "none",
        "moves": str(scene.moves),
        "calls": str(scene.calls),
        "tokens": tokens(scene.tokens),
        "cost": money(scene.cost_usd),
    }
    for name, value in shown.items():
        number = Text.assemble((f"{name} ", "dim"), (value, "bold"))
        if name == "score":
            number.append(_gain(next((action for action in reversed(scene.actions) if action.outcome), None)))
        yield number
    yield Text(f"{max((scene.ended or now or began) - began, 0):.0f} s", "dim")
    if scene.invalid:
        yield Text(f"{scene.invalid} invalid", BAD)


def _packed(parts: Iterable[Text], width: int) -> Sequence[Text]:
    """Arrange parts in lines, as many per line as fit uncut."""
    lines = [Text()]
    for part in parts:
        if lines[-1].cell_len + 2 + part.cell_len > width and lines[-1]:
            lines.append(Text())
        lines[-1].append("  " if lines[-1] else "").append(part)
    return lines


def _sees(scene: Scene) -> Iterable[Text]:
    lines = [Text(line.strip()) for line in scene.observation.splitlines() if line.strip()]
    return [*lines, Text(scene.inventory, "dim")]


def _learned(scene: Scene) -> Iterable[Text]:
    yield from (Text(f"- {fact}", BAD) for fact in scene.removed)
    yield from (Text(f"+ {fact}", GOOD) for fact in scene.added)


def _recalled(scene: Scene) -> Iterable[Text]:
    yield from (Text(f"“{episode}”", "italic dim", no_wrap=True, overflow="ellipsis") for episode in scene.episodes)
    yield from (Text(line) for line in scene.notes.splitlines() if line.strip())
    yield Text(" · ", "dim").join(Text(fact, "not dim") for fact in scene.facts)


def _plan(scene: Scene) -> Sequence[Text]:
    return [_sub_goal(each) for each in scene.sub_goals]


def _sub_goal(each: PlanPart) -> Text:
    style = {"now": "bold", "met": GOOD}.get(each.state, "")
    reason = f" — {each.reason}" if each.reason and each.state != "met" else ""
    return Text.assemble((f"{MARKS[each.state]} {each.goal}", style), (reason, "dim"))


def _does(scene: Scene) -> Sequence[Text]:
    return [_action(action, is_last=place == 0) for place, action in enumerate(reversed(scene.actions))]


def _action(action: ShownAction, is_last: bool) -> Text:
    sent = f" ({', '.join(action.commands)})" if action.commands and action.commands != (action.action,) else ""
    text = Text.assemble((f"{action.step:3} ", "dim"), (action.action, "bold" if is_last else ""), (sent, "dim"))
    text.append(_gain(action))
    if action.is_invalid:
        text.append(" ✗", BAD)
    if action.reason and not action.outcome:
        text.append(f" — {action.reason}", "dim")
    return text.append(f" → {action.outcome}") if action.outcome else text


def _gain(action: ShownAction | None) -> Text:
    """The change of the score, if any."""
    if action is None or not action.gain:
        return Text()
    is_more = action.gain > 0
    return Text(f" {'▲' if is_more else '▼'}{points(abs(action.gain))}", NEW if is_more else BAD)
