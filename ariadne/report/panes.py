"""The panes of a replay: what each shows of a step.

All are `Text` objects. Texts of games and models are appended verbatim: their markup is not interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.text import Text

from ariadne.events import Acted, Event, Planned, QuestionEvent, TurnEvent, told
from ariadne.history import History
from ariadne.screen.words import answer, grounds, points, tokens, who, why
from ariadne.text import one_line, safe

NAME, FAINT, ADDED, REMOVED, DONE = "bold cyan", "dim", "green", "red", "bold green"

Pane = Callable[[History, int], Text]


def head(history: History, step: int) -> Text:
    """Return two lines: the arm and how the episode ended, then the step and the score."""
    moment, limit = history.steps[step], history.started.max_steps
    end = why(history.ended) if history.ended else "unfinished"
    first = Text.assemble((who(history.started), "bold"), "  ", (end, DONE if end.startswith("won") else "yellow"))
    second = Text.assemble("step ", (str(step), "bold"), f" of {len(history.steps) - 1}")
    second.append(f" (limit {limit})" if limit else "", FAINT)
    if moment.maximum:
        second.append(" · score ").append(points(moment.score), "bold").append(f" of {points(moment.maximum)}")
        second.append(_gain(history, step), DONE)
    return _lines([first, second])


def seen(history: History, step: int) -> Text:
    """Return what the world showed before the decision; at the start, also the goal and the instructions."""
    moment = history.steps[step]
    if step:
        return _lines(_turns(moment.seen, history.started.goal))
    goal = Text.assemble(("goal ", NAME), _whole(history.started.goal))
    instructions = _whole(history.started.instructions)
    return _lines(
        [goal, *([Text(instructions, FAINT)] if instructions else []), *_turns(moment.turns, history.started.goal)]
    )


def plan(history: History, step: int) -> Text:
    """Return the plan in force at the step: its sub-goals with reasons, and its step if it was made earlier."""
    since, planned = _planned(history, step)
    if planned is None:
        return Text("none", FAINT)
    lines = [Text(f"as planned at step {since}", FAINT)] * (since != step)
    for number, entry in enumerate(planned.plan, 1):
        goal, _, reason = _line(entry).partition("|")
        lines.append(Text.assemble(f"{number} ", (goal.strip(), "bold")))
        lines[-1].append(f" — {reason.strip()}" if reason.strip() else "", FAINT)
    return _lines([*lines, *([Text("it needs exploration", FAINT)] if planned.explore else [])])


def action(history: History, step: int) -> Text:
    """Return the decision, its reason, and its result."""
    moment = history.steps[step]
    _, planned = _planned(history, step)
    lines = [_decision(moment.acted, planned.plan if planned else ())] if moment.acted else []
    lines += [_other(event) for event in moment.others]
    if step:
        lines += _turns(moment.turns, history.started.goal)
        lines += [Text(f"score{gain}", DONE)] if (gain := _gain(history, step)) else []
    return _lines(lines) if lines else Text("nobody has decided yet" if not step else "nothing", FAINT)


def learned(history: History, step: int) -> Text:
    """Return the triplets dropped and learned."""
    event = history.steps[step].learned
    if event is None or not (event.removed or event.added):
        return Text("nothing", FAINT)
    removed = (Text(f"- {_line(fact)}", REMOVED) for fact in event.removed)
    added = (Text(f"+ {_line(fact)}", ADDED) for fact in event.added)
    return _lines([*removed, *added])


def recalled(history: History, step: int) -> Text:
    """Return the facts, exits, notes and episodes that the memory recalled."""
    event = history.steps[step].recalled
    if event is None:
        return Text("nothing", FAINT)
    lines = [Text(_line(fact)) for fact in event.facts]
    lines += [Text.assemble(("exit ", NAME), _line(way)) for way in event.exits]
    lines += [Text(_whole(event.text))] if event.text.strip() else []
    lines += [Text.assemble(("episode ", NAME), (_line(episode), FAINT)) for episode in event.episodes]
    return _lines(lines) if lines else Text("nothing", FAINT)


def questions(history: History, step: int) -> Text:
    """Return the calls to models, with the prompts as sent and the replies."""
    asked = history.steps[step].questions
    if not asked:
        return Text("no model was asked anything at this step", FAINT)
    return _lines([part for number, event in enumerate(asked, 1) for part in _question(number, len(asked), event)])


# In reading order.
PANES: Mapping[str, Pane] = {
    "See": seen, "Do": action, "Plan": plan, "Learn": learned, "Recall": recalled,
}  # fmt: skip


def _planned(history: History, step: int) -> tuple[int, Planned | None]:
    """The last plan up to a step, and the step it was made at."""
    made = ((each.number, each.planned) for each in history.steps[step::-1] if each.planned)
    return next(made, (step, None))


def _question(number: int, total: int, event: QuestionEvent) -> Iterable[Text]:
    usage = event.usage
    notes = [
        f"{tokens(usage.prompt_tokens)} + {tokens(usage.completion_tokens)} tokens",
        f"{event.seconds:.2f} s",
        *["a repair"] * event.repair,
        *["cached"] * event.cached,
        *["salvaged"] * event.salvaged,
        *["refused"] * event.refused,
    ]
    kind = _line(event.kind)
    yield Text.assemble((f"{number} of {total} ", FAINT), (kind, "bold reverse"), f" {' · '.join(notes)}")
    for message in event.prompt:
        yield Text.assemble((f"{_line(message['role'])}\n", NAME), _whole(message["content"]))
    yield Text.assemble(("reply\n", DONE), _whole(event.reply))
    if event.error:
        yield Text.assemble(("error ", REMOVED), _line(event.error))
    yield Text()


def _turns(turns: Sequence[TurnEvent], goal: str) -> list[Text]:
    lines = []
    for turn in turns:
        if turn.command:
            sent = Text.assemble((f"> {_line(turn.command)}", DONE))
            lines.append(sent.append("" if turn.status in ("", "valid") else f" ({_line(turn.status)})", REMOVED))
        lines.append(Text(_whole(answer(turn, goal))))
    carried = _line(turns[-1].inventory) if turns else ""
    return [*lines, *([Text(carried, FAINT)] if carried else [])]


def _decision(acted: Acted, plan: Iterable[str]) -> Text:
    done, commands = _line(acted.action), [_line(command) for command in acted.commands]
    text = Text.assemble((done, DONE))
    text.append("" if commands in ([], [done]) else f" ({', '.join(commands)})", ADDED)
    reason = grounds(acted, plan)
    return text.append(f" — {reason}" if reason else "", FAINT)


def _other(event: Event) -> Text:
    """A rare event: its kind and its fields."""
    values = (f"{name}: {value}" for name, value in told(event).items())
    return Text.assemble((f"{_line(event.name)} ", "yellow"), _line(" · ".join(values)))


def _gain(history: History, step: int) -> str:
    """The points gained or lost at the step, with their sign; empty if none."""
    before = history.steps[step - 1] if step else None
    gain = history.steps[step].score - (before.score if before else 0.0)
    return f" {gain:+g}" if gain else ""


def _whole(text: str) -> str:
    return safe(text, None).strip()


def _line(text: str) -> str:
    return one_line(text, None)


def _lines(lines: Iterable[Text]) -> Text:
    return Text("\n").join(lines)
