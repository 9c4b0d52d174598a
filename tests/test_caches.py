from __future__ import annotations

import ast
from pathlib import Path

import ariadne
import arigraph
from ariadne import caches
from ariadne.caches import cached

OURS = [*Path(ariadne.__file__).parent.rglob("*.py"), *Path(arigraph.__file__).parent.rglob("*.py")]
MAKERS = {"cache", "lru_cache"}


def test_erasing_empties_every_cache() -> None:
    asked = []

    @cached(8)
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length("ann"), length("ann")] == [3, 3]
    caches.forget()
    assert length("ann") == 3
    assert asked == ["ann", "ann"]


def outside(tree: ast.Module) -> list[int]:
    """The lines that make a cache outside `ariadne.caches`."""
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "functools"
        for alias in node.names
        if alias.name in MAKERS
    }

    def makes(node: ast.expr) -> bool:
        made = node.func if isinstance(node, ast.Call) else node
        is_ours = isinstance(made, ast.Name) and made.id in names
        return is_ours or (
            isinstance(made, ast.Attribute) and made.attr in MAKERS and ast.unparse(made.value) == "functools"
        )

    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    decorating = {id(each) for node in functions for each in node.decorator_list}
    found = [node.lineno for node in functions if node.args.args and any(map(makes, node.decorator_list))]
    called = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and id(node) not in decorating]
    return found + [node.lineno for node in called if makes(node)]


def test_no_cache_of_texts_is_made_elsewhere() -> None:
    texts = {str(path): path.read_text(encoding="utf-8") for path in OURS if path.name != "caches.py"}
    found = {path: outside(ast.parse(text)) for path, text in texts.items() if "functools" in text}
    assert found
    assert {path: lines for path, lines in found.items() if lines} == {}
