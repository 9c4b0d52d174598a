"""The own-*.md pages show the plug-ins in `tests/plugins/` unchanged; `test_wheel.py` plays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import ROOT
from tests.test_readme import blocks

PLUGINS = sorted(path for path in (ROOT / "tests" / "plugins").iterdir() if path.is_dir())
LONGEST = 40


def page(plugin: Path) -> str:
    """The page of a plug-in."""
    return (ROOT / "docs" / f"own-{plugin.name.replace('_', '-')}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.name)
def test_a_page_shows_its_plugin_in_forty_lines(plugin: Path) -> None:
    [module] = plugin.glob("*.py")
    code = module.read_text(encoding="utf-8")
    assert blocks("python", page(plugin)) == [code]
    assert blocks("toml", page(plugin)) == [(plugin / "pyproject.toml").read_text(encoding="utf-8")]
    assert sum(map(bool, code.splitlines())) <= LONGEST
