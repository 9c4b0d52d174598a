from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.registry import find, near, unknown
from tests.other_package import install


def test_what_is_found_is_ours_before_another_package_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "some.group", "cat = cat_agents:CAT", "CAT = 2")
    assert find("agent", "cat", {"cat": 1}, "some.group") == 1
    assert find("agent", "cat", {}, "some.group") == 2


def test_a_wrong_name_is_answered_with_near_ones_or_else_with_all() -> None:
    with pytest.raises(UserError, match="there is no agent cta; did you mean cut or cat\\?"):
        find("agent", "cta", {"cat": 1, "cut": 2, "ox": 3}, "no.such.group")
    assert unknown("zebra", ["ox", "cat"]) == "unknown name 'zebra'; known are cat, ox."
    assert unknown("zebra", []) == "unknown name 'zebra'; known are none."
    assert near("zebra", ["ox"]) == ""
