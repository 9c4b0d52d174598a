"""Texts of any length on which what reads carelessly takes ever longer."""

from __future__ import annotations

from collections.abc import Callable


def _of(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + piece * (size // len(piece)) + after


NASTY: dict[str, Callable[[int], str]] = {
    "unclosed thoughts": _of("<think>"),
    "thoughts closed otherwise": _of("<think>x</thinking>"),
    "blanks": _of(" ", "x", "x"),
    "blanks in a label": _of(" ", "Action", "Action"),
    "line feeds": _of("\n", "x", "x"),
    "labels": _of("Action "),
    "decoration": _of(" *", "", "x"),
    "numbers": _of("1 ", "", "action:"),
    "open braces": _of("{"),
    "open keys": _of('{"'),
    "open objects": _of('{"a":'),
    "objects cut in their keys": _of("{a"),
    "objects": _of('{"a": 1}'),
    "fences": _of("\n```", '{"a": "b'),
    "quotes": _of('"', '{"a":'),
    "quotes in a list": _of('a, b, c "d" e", "', '{"triplets": ["'),
    "commas": _of('", ', '{"a": "'),
    "colons": _of('": ', '{"a": "'),
    "keys far apart": _of('",a' + " " * 60, '{"a": "'),
    "backslashes": _of("\\", '{"a": "'),
    "comments": _of("// ", '{"a": 1 '),
    "brackets": _of("[", '{"a": '),
    "calls": _of('(a="'),
    "lists in calls": _of(",a=["),
    "tags of calls": _of("<parameter=a>"),
    "texts within texts": _of('{\\"a\\": \\"', '{"a": "'),
    "objects around objects": _of('{"a": {"b": 1}}, ', '{"a": [', "]}"),
}
