"""Layers, bottom up: an import goes down, or sideways within a folder, never up."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import ariadne

# The files are parsed once for all tests.
pytestmark = pytest.mark.xdist_group("layers")

PACKAGE = Path(ariadne.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)

# Packages on one line are independent.
LAYERS = (
    ("forks",),
    ("caches", "delta", "gather", "installed", "plurals", "prefixes", "semaphore", "splitting"),
    ("events",),
    ("errors",),
    ("keys", "database", "sync"),
    ("files", "text"),
    ("triplet",),
    ("geography", "items", "record", "registry", "tasks", "tracing"),
    ("atlas", "history", "routes", "yaml_file"),
    ("episode_files",),
    ("models", "worlds"),
    ("embed", "games"),
    ("memory", "reasoner"),
    ("agents",),
    ("config",),
    ("runs",),
    ("evaluate", "mcp_server"),
    ("exam", "qa"),
    ("screen",),
    ("bridges", "gym", "report"),
    ("training",),
    ("cli",),
    ("__main__",),
)
LAYER = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}

# The public face imports its names on first use, from any layer.
FACE = PACKAGE / "__init__.py"


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """All modules below `ariadne` that a file imports, including those in functions and for type checkers."""
    package = ("ariadne", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("ariadne."))
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else ())))
            if module == "ariadne":
                yield from (f"ariadne.{alias.name}" for alias in node.names)
            elif module.startswith("ariadne."):
                yield module


NEVER = {"screen": {"reasoner"}, "exam": {"reasoner"}}
"""What a package does not import although its layer would allow it: screens do not need the rules, and examiners must
not read by a contestant's rules."""


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_room_has_its_layer() -> None:
    assert {room(path) for path in FILES if path != FACE} <= LAYER.keys()


def test_imports_go_down() -> None:
    for path in (path for path in FILES if path != FACE):
        here = room(path)
        for module in imported(path):
            there = module.split(".")[1]
            if there != here:
                assert LAYER[there] < LAYER[here], f"{path} imports {module}"
                assert there not in NEVER.get(here, ()), f"{path} imports {module}"


def test_no_two_classes_have_one_name() -> None:
    names = Counter(node.name for path in FILES for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []
