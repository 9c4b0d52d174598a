"""Texts that would run, hide or break something, wherever a screen took them for more than text."""

from __future__ import annotations

from ariadne.record import Event
from ariadne.report.film import Film, film
from tests.screen.events import ended, event, learned, planned, scored, started, turn

SCRIPT, MARKUP = "<script>alert(1)</script>", "[bold]loud[/bold] [/nothing] [@click=app.quit]x[/]"
ESCAPES = "\x1b[31mred\x1b]0;title\x07\x1b[2J\r\x08"
NASTY = f"{SCRIPT} {MARKUP} {ESCAPES}end"
LONG = "word " * 20_000


def question(prompt: str, reply: str, error: str = "") -> Event:
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "cached_tokens": 0, "cost_usd": 0.0}
    messages = [{"role": "system", "content": "Act."}, {"role": "user", "content": prompt}]
    return event("question", kind="act", repair=bool(error), prompt=messages, reply=reply, error=error, usage=usage,
                 seconds=0.5, cached=False)  # fmt: skip


def nasty_film(answer: str = NASTY) -> Film:
    """Every text that a game or a model can choose is hostile. `answer` is what the world says in the end."""
    fact = f"{MARKUP}, is in, {SCRIPT}"
    return film(
        [
            started(goal=NASTY, game=MARKUP, instructions=NASTY),
            turn(NASTY, MARKUP, step=0, inventory=NASTY, commands=["go north"]),
            question(NASTY, NASTY, error=NASTY),
            learned([fact, NASTY], []),
            event("recalled", facts=[fact], episodes=[NASTY], exits=[NASTY], text=NASTY, context_tokens=1),
            planned(f"{NASTY} | {NASTY}"),
            event("acted", action=NASTY, reason=NASTY, commands=[NASTY, MARKUP]),
            event("invalid", said=NASTY, action=NASTY),
            turn(answer, SCRIPT, command="go north", commands=[NASTY], status=MARKUP),
            scored(1),
            ended(),
        ]
    )
