"""What `docs/qa.md` says is what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from ariadne.cli import app
from ariadne.qa.methods import METHODS

PAGE = (Path(__file__).parents[2] / "docs" / "qa.md").read_text(encoding="utf-8")


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
