"""A game whose own text tries to harm its readers, really played, and looked at in every way that there is."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from ariadne.cli import run
from tests.report.plays import NASTY

LONG = "long " * 20_000
DOMAIN = """
(define (domain trap) (:requirements :strips)
  (:predicates (open ?x) (closed ?x))
  (:action unlatch :parameters (?x) :precondition (closed ?x) :effect (and (open ?x) (not (closed ?x)))))
"""
PROBLEM = "(define (problem one) (:domain trap) (:objects box) (:init (closed box)) (:goal (open box)))"


class Tags(HTMLParser):
    """The scripts that a browser would run, by their attributes, and the images that it would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.scripts: list[dict[str, str | None]] = []
        self.images = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.images += tag == "img"
        if tag == "script" and dict(attrs).get("type") != "application/json":
            self.scripts.append(dict(attrs))


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """A PDDL problem whose templates are hostile, one of them 100 kB long."""
    import yaml

    folder = tmp_path / "trap"
    folder.mkdir()
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "one.pddl").write_text(PROBLEM)
    text = {"shows": "state", "predicates": {"open": f"{NASTY} ?x", "closed": f"?x {LONG} {NASTY}"}}
    (folder / "text.yaml").write_text(yaml.safe_dump(text), encoding="utf-8")
    return folder / "one.pddl"


@pytest.mark.parametrize("agent", ["ariadne", pytest.param("hiagent", marks=pytest.mark.nightly)])
def test_nothing_runs_breaks_or_hides(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], agent: str
) -> None:
    def said(*command: str | Path) -> str:
        assert run([str(part) for part in command]) == 0
        output, errors = capsys.readouterr()
        assert errors == ""
        assert "\x1b" not in output
        return output

    assert "[bold]" in said("play", story, "--agent", agent, "--runs", tmp_path / "runs", "--max-steps", "4")
    (played,) = (tmp_path / "runs").iterdir()
    for command in (("scorecard", played), ("export", played, "--out", tmp_path / "tables")):
        said(*command)
    page = Path(said("report", played).strip()).read_text(encoding="utf-8")
    tags = Tags(page)
    assert tags.scripts == [{}] * 4, "the page's own"
    assert tags.images == 0
    assert "window.harmed" in page
    assert "\x1b" not in page
    assert "long long long" in page
