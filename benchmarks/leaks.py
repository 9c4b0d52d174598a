"""Search files for a key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

PIECE = 12


def forms(key: str) -> dict[str, str]:
    """A key plain, and as JSON may escape it."""
    return {"plain": key, "JSON": key.replace("/", r"\/")}


def leaks(key: str, paths: Iterable[Path]) -> list[str]:
    """The places of a key or a long part of it, `<file> (<form>)`, in files and folders.

    A part has 12 characters, so a truncated key is found as well.
    """
    pieces = [(form, piece.encode()) for form, text in forms(key).items() for piece in _pieces(text)]
    found = []
    for path in _files(paths):
        content = path.read_bytes()
        if form := next((form for form, piece in pieces if piece in content), ""):
            found.append(f"{path} ({form})")
    return found


def where(found: Sequence[str], home: Path) -> Iterator[str]:
    """A summary of what was found: nothing, or one place and the number of others."""
    if found:
        more = f" and {len(found) - 1} more files" if len(found) > 1 else ""
        yield f"the key in {found[0].removeprefix(f'{home}/')}{more}"


def _pieces(text: str) -> list[str]:
    """Adjacent parts; any long stretch of the text contains one."""
    return [text[start : start + PIECE] for start in range(0, len(text) - PIECE + 1, PIECE)] or [text]


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from (file for file in sorted(path.rglob("*")) if file.is_file()) if path.is_dir() else [path]
