"""Search files for a key, in every form in which it may have been written."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

PIECE = 12


def forms(key: str) -> dict[str, str]:
    """A key raw, in small letters, escaped for URLs, pages and JSON, and in base64 at all alignments."""
    encoded = {f"base64 at {start}": text for start, text in enumerate(_at_all_alignments(key))}
    return {
        "raw": key,
        "small letters": key.lower(),
        "URL": quote(key, safe=""),
        "page": escape(key),
        "JSON": json.dumps(key)[1:-1].replace("/", r"\/"),
        **encoded,
    }


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


def _at_all_alignments(key: str) -> Iterator[str]:
    """The base64 text without the characters at both ends that depend on the neighbouring bytes."""
    for before in range(3):
        code = base64.b64encode(b"\0" * before + key.encode()).decode()
        yield code[-(-before * 4 // 3) : (before + len(key)) // 3 * 4]


def _pieces(text: str) -> list[str]:
    """Adjacent parts; any long stretch of the text contains one."""
    return [text[start : start + PIECE] for start in range(0, len(text) - PIECE + 1, PIECE)] or [text]


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from (file for file in sorted(path.rglob("*")) if file.is_file()) if path.is_dir() else [path]
