"""Packages of others, as far as tests need some: a module, and the entry point that it is found by."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, group: str, entry: str, source: str) -> None:
    """Install a package of one module, for the time of a test.

    Args:
        entry: such as `oracle = oracle_models:Oracle`; the module's source is that of the module named there.
    """
    module = entry.partition("=")[2].partition(":")[0].strip()
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{group}]\n{entry}\n", encoding="utf-8")
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.syspath_prepend(folder)
