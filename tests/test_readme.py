"""The commands of README and `docs/` are what they say; `tools/figures.py` sees to what they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from ariadne.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = README) -> list[str]:
    """The code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SHOWN = [block for page in PAGES for block in blocks("bash", page.read_text(encoding="utf-8"))]
LINES = [line for block in SHOWN for line in re.sub(r"\s*\\\n\s*", " ", block).splitlines()]
COMMANDS = sorted({line for line in LINES if line.startswith("ariadne ")})


def test_the_first_two_blocks_are_the_commands_that_ci_runs() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    install, test = blocks("bash")[:2]
    assert [line for line in script if line in (install.strip(), test.strip())] == [install.strip(), test.strip()]


@pytest.fixture(scope="session")
def ariadne() -> typer.core.TyperGroup:
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    return group


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_has_the_options_that_it_is_shown_with(line: str, ariadne: typer.core.TyperGroup) -> None:
    _, name, *arguments = shlex.split(line, comments=True)
    command = ariadne.commands[name]
    while isinstance(command, typer.core.TyperGroup) and arguments and not arguments[0].startswith("-"):
        name, *arguments = arguments
        command = command.commands[name]
    with command.make_context(name, arguments) as context:
        assert not context.args


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        if not path.startswith("https:"):
            target = page.parent / path if path else page
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
