"""What `docs/qa.md` says is what there is."""

from __future__ import annotations

import re
from pathlib import Path

from ariadne.qa.methods import METHODS

PAGE = (Path(__file__).parents[2] / "docs" / "qa.md").read_text(encoding="utf-8")


def test_every_method_is_explained() -> None:
    rows = re.findall(r"^\| ((?:`[a-z0-9+-]+`(?:, )?)+) \| (?:the|ours|all)", PAGE, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(.+?)`", row)} == METHODS.keys()
