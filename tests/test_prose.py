"""Docstrings, comments, names of tests and pages avoid words that a reader would stumble over."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
AVOIDED = re.compile(r"(?<![a-z])(somebody|nobody|whoever|everybody|anybody|how manieth)(?![a-z])", re.IGNORECASE)
"""Say what is meant: the caller, the user, the process."""


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The docstrings, comments and functions' names of a file with their lines; of a page everything outside code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield 1, re.sub(r"^```.*?^```$|`[^`\n]*`|<!-- made:.*?<!-- end -->", "", text, flags=re.DOTALL | re.MULTILINE)
        return
    if not AVOIDED.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


@pytest.mark.parametrize("folder", ["ariadne", "arigraph", "ariadne_games", "benchmarks", "tests", "tools", "docs"])
def test_prose_says_who_or_what_is_meant(folder: str) -> None:
    files = [ROOT / "README.md", *(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.md")]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]}"
        for path in files
        for line, text in prose(path)
        for match in AVOIDED.finditer(text)
    ]
    assert found == []
