"""What `docs/qa.md` says is what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from ariadne.cli import app
from ariadne.embed.minilm import MiniLM
from ariadne.qa.methods import METHODS
from ariadne.runs.events import SCHEMA
from tests.qa.asking import items
from tests.qa.test_prompts import answered, script

PAGE = (Path(__file__).parents[2] / "docs" / "qa.md").read_text(encoding="utf-8")
EVENTS = {
    row[1]: re.findall(r"`(\w+)`", row[2]) for row in re.finditer(r"^\| `(\w+)` \| (`.+?) \| [a-z]", PAGE, re.MULTILINE)
}
COMMON = {"event", "step", "time"}


async def test_events_have_the_fields_that_are_listed(tmp_path: Path, minilm: MiniLM) -> None:
    run = await answered(tmp_path, script(), minilm)
    ((first, *others),) = items(run.path).values()
    assert first["schema"] == SCHEMA
    assert first.keys() == {*EVENTS["item_started"], "schema"} | COMMON
    for event in others:
        if event["event"] != "question":
            assert event.keys() == set(EVENTS[event["event"]]) | COMMON
    assert {event["event"] for event in others} == EVENTS.keys() - {"item_started"} | {"question"}


def test_every_method_is_explained() -> None:
    rows = re.findall(r"^\| ((?:`[a-z0-9+-]+`(?:, )?)+) \| (?:the|ours|all)", PAGE, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(.+?)`", row)} == METHODS.keys()


@pytest.mark.parametrize("line", [line for line in PAGE.splitlines() if line.startswith("ariadne ")])
def test_a_command_has_the_options_that_it_is_shown_with(line: str) -> None:
    _, name, *arguments = shlex.split(line)
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    with group.commands[name].make_context(name, arguments) as context:
        assert not context.args
