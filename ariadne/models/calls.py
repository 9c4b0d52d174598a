"""Tool calls in a reply's text, for servers that do not parse them.

Calls in JSON are read as JSON. In other calls, arguments are between tags, `<parameter=action>look</parameter>`, or
as in Python, `Act(action="look")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from contextlib import suppress
from typing import Any

# The parts of these patterns do not overlap, so matching never backtracks.
_TAG = re.compile(r"""<(?:parameter(?:=|\s++name=["']?)|arg_key>\s*+)(\w++)(?:["']?>|\s*+</arg_key>\s*+<arg_value>)""")
_KEYWORD = re.compile(r"""[(,]\s*+(\w++)=("(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\[[^\[\]]*+\]|\w++)""", re.DOTALL)


def read_call(text: str, names: Collection[str]) -> dict[str, Any]:
    """The arguments with one of these names; the last one counts if a name is repeated."""
    tags = [*_TAG.finditer(text)]
    ends = [*(tag.start() for tag in tags[1:]), len(text)]
    found: dict[str, Any] = {}
    for tag, end in zip(tags, ends, strict=False):
        found[tag[1]] = text[tag.end() : end].partition("</")[0].strip()
    for keyword in () if tags else _KEYWORD.finditer(text):
        with suppress(ValueError, SyntaxError, MemoryError):
            found[keyword[1]] = ast.literal_eval(keyword[2])
    return {name: said for name, said in found.items() if name in names}
