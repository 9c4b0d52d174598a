"""A scene as a picture that fills a terminal of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.layout import Layout
from rich.text import Text

from ariadne.screen.scene import Scene
from ariadne.screen.words import money, points, tokens
from ariadne.text import counted

WIDE, HIGH = 100, 30

Lines = Callable[[Console, int, int], Iterable[Text]]


def picture(scene: Scene, width: int, height: int, now: float | None = None) -> Layout:
    """The whole screen: what goes on, in sections that share the room there is.

    Args:
        now: the time, in seconds since the epoch, for an episode that still goes on.
    """
    head = Layout(Group(_title(scene), _numbers(scene, now), _goal(scene)), size=3)
    sees = _section("sees", _fit(_sees(scene)), ratio=5)
    world = _section("map so far", lambda _, *size: scene.map.draw(*size).split("\n"), ratio=5)
    learned = _section(_learned_title(scene), _fit(_learned(scene)), ratio=3)
    recalled = _section(_recalled_title(scene), _fit(_recalled(scene)), ratio=3)
    plan = _section("plans", _fit(_plan(scene)), ratio=3)
    does = _section("does", _fit(_does(scene)), size=2)
    whole = Layout()
    if width >= WIDE and height >= HIGH:
        does.size = 4
        whole.split_column(head, _beside(_below(sees, plan, does), _below(world, learned, recalled)))
    else:
        upper, middle = _beside(sees, world, ratio=5), _beside(learned, recalled, ratio=3)
        whole.split_column(head, upper, middle, plan, does)
    return whole


def _section(title: str, lines: Lines, size: int | None = None, ratio: int = 1) -> Layout:
    return Layout(_Section(title, lines), size=size, ratio=ratio)


def _below(*parts: Layout) -> Layout:
    column = Layout()
    column.split_column(*parts)
    return column


def _beside(left: Layout, right: Layout, ratio: int = 1) -> Layout:
    row = Layout(ratio=ratio)
    row.split_row(_below(left), Layout(" ", size=2), _below(right))
    return row


class _Section:
    """A ruled title, and lines below it in the room that there is."""

    def __init__(self, title: str, lines: Lines) -> None:
        self._title = title
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = options.max_width, options.height or 1
        title = Text.assemble(("── ", "dim"), (self._title, "bold cyan"), " ", no_wrap=True)
        title.append("─" * max(width - title.cell_len, 0), "dim")
        title.truncate(width)
        yield title
        yield from self._lines(console, width, height - 1)


def _fit(paragraphs: Iterable[Text]) -> Lines:
    """Paragraphs, wrapped; where the room ends, a mark says that there is more."""

    def lines(console: Console, width: int, height: int) -> Iterable[Text]:
        wrapped: list[Text] = []
        for paragraph in paragraphs:
            wrapped.extend(paragraph.wrap(console, width))
            if len(wrapped) > height:
                last = wrapped[height - 1 : height]
                for line in last:
                    line.truncate(max(width - 2, 0))
                    line.append(" …", "dim")
                return [*wrapped[: height - 1], *last]
        return wrapped

    return lines


def _title(scene: Scene) -> Text:
    end = scene.doing.partition(" ")[0]
    colour = {"won": "bold green", "lost": "bold red", "failed": "bold red"}.get(end, "yellow")
    return _one_line((scene.who, "bold"), "  ", (scene.doing, colour))


def _numbers(scene: Scene, now: float | None) -> Text:
    limit = f"/{scene.max_steps}" if scene.max_steps else ""
    began = scene.began or 0
    shown = {
        "step": f"{scene.step}{limit}",
        "moves": str(scene.moves),
        "score": f"{points(scene.score)}/{points(scene.maximum)}" if scene.maximum else "none",
        "calls": str(scene.calls),
        "tokens": tokens(scene.tokens),
        "cost": money(scene.cost_usd),
    }
    line = _one_line()
    for name, value in shown.items():
        line.append(f"{name} ", "dim").append(f"{value}  ", "bold")
    line.append(f"{max((scene.ended or now or began) - began, 0):.0f} s", "dim")
    if scene.invalid:
        line.append(f"  {scene.invalid} invalid", "red")
    return line


def _goal(scene: Scene) -> Text:
    if scene.failure:
        return _one_line(("failed ", "dim"), (scene.failure, "red"))
    return _one_line(("goal ", "dim"), scene.goal)


def _one_line(*parts: str | tuple[str, str]) -> Text:
    return Text.assemble(*parts, no_wrap=True, overflow="ellipsis")


def _sees(scene: Scene) -> Iterable[Text]:
    lines = [Text(line.strip()) for line in scene.observation.splitlines() if line.strip()]
    return [*lines, Text(scene.inventory, "dim")]


def _learned_title(scene: Scene) -> str:
    return f"learned {len(scene.added)}, dropped {len(scene.removed)}"


def _learned(scene: Scene) -> Iterable[Text]:
    yield from (Text(f"- {fact}", "red") for fact in scene.removed)
    yield from (Text(f"+ {fact}", "green") for fact in scene.added)


def _recalled_title(scene: Scene) -> str:
    return f"recalled {counted(len(scene.facts), 'fact')}, {counted(len(scene.episodes), 'episode')}"


def _recalled(scene: Scene) -> Iterable[Text]:
    yield from (_one_line((f"“{episode}”", "italic dim")) for episode in scene.episodes)
    yield from (Text(line) for line in scene.notes.splitlines() if line.strip())
    yield Text(" · ", "dim").join(Text(fact, "not dim") for fact in scene.facts)


def _plan(scene: Scene) -> Iterable[Text]:
    for number, (goal, reason) in enumerate(scene.sub_goals, 1):
        yield Text.assemble(f"{number} ", (goal, "bold"), (f" — {reason}" if reason else "", "dim"))


def _does(scene: Scene) -> Iterable[Text]:
    sent = f" ({', '.join(scene.commands)})" if scene.commands and scene.commands != (scene.action,) else ""
    reason = f" — {scene.reason}" if scene.reason else ""
    return [Text.assemble((scene.action, "bold green"), (sent, "green"), (reason, "dim"))]
