"""A release: papers to cite, the workflow's steps, and refused tags."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import arigraph
from tests.command import ROOT
from tests.test_readme import blocks

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]


def test_the_papers_to_cite_are_those_that_the_architecture_names() -> None:
    named = re.findall(r"arXiv:[\d.]+\d", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    papers = CITED["references"]
    assert [each["value"] for paper in papers for each in paper["identifiers"]] == list(dict.fromkeys(named))
    assert {paper["url"] for paper in papers} <= set(PROJECT["urls"].values())
    assert papers[0]["title"] in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert CITED["license"] == PROJECT["license"]


def test_the_workflow_runs_what_a_newcomer_does() -> None:
    steps = [step["run"].strip() for step in WORKFLOW["test"]["steps"] if "run" in step]
    assert steps[-2:] == [block.strip() for block in blocks("bash")[:2]]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that `tools/package` checks first."""
    for name in ("tools/package", "ariadne/__init__.py", "ariadne/installed.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return tmp_path


@pytest.mark.parametrize(
    ("tag", "heading", "refused"),
    [
        ("v99.0.0", f"## {arigraph.__version__} - 2026-01-01", "the tag is v99.0.0"),
        (f"v{arigraph.__version__}", "## Unreleased", "CHANGELOG.md has no heading"),
        (f"v{arigraph.__version__}", f"## {arigraph.__version__}", "CHANGELOG.md has no heading"),
    ],
)
def test_a_tag_that_stands_for_something_else_is_refused(checkout: Path, tag: str, heading: str, refused: str) -> None:
    (checkout / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n", encoding="utf-8")
    command = ["bash", checkout / "tools" / "package", tag]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(refused)
    assert not (checkout / "dist").exists()
