"""Texts that would run, hide or break something, wherever a screen took them for more than text."""

from __future__ import annotations

from dataclasses import replace

from ariadne.events import QuestionEvent
from ariadne.history import History
from tests.screen import events
from tests.screen.events import acted, ended, invalid, learned, planned, recalled, scored, started, turn

SCRIPT, MARKUP = "<script>alert(1)</script>", "[bold]loud[/bold] [/nothing] [@click=app.quit]x[/]"
ESCAPES = "\x1b[31mred\x1b]0;title\x07\x1b[2J\r\x08"
NASTY = f"{SCRIPT} {MARKUP} {ESCAPES}end"
LONG = "word " * 20_000


def question(prompt: str, reply: str, error: str = "") -> QuestionEvent:
    asked = events.question(prompt, reply, cost_usd=0.0, repair=bool(error), error=error, seconds=0.5)
    return replace(asked, prompt=({"role": "system", "content": "Act."}, *asked.prompt))


def nasty_episode(answer: str = NASTY) -> History:
    """Every text that a game or a model can choose is hostile. `answer` is what the world says in the end."""
    fact = f"{MARKUP}, is in, {SCRIPT}"
    return History.of(
        [
            started(goal=NASTY, game=MARKUP, instructions=NASTY),
            turn(NASTY, MARKUP, step=0, inventory=NASTY, commands=("go north",)),
            question(NASTY, NASTY, error=NASTY),
            learned([fact, NASTY]),
            recalled([fact], [NASTY], [NASTY], NASTY),
            planned(f"{NASTY} | {NASTY}"),
            acted(NASTY, NASTY, NASTY, MARKUP),
            invalid(NASTY, NASTY),
            turn(answer, SCRIPT, command="go north", commands=(NASTY,), status=MARKUP),
            scored(1),
            ended(),
        ]
    )
