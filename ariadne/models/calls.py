"""Calls to tools that models write into their text, where their server takes no notice of them.

One in JSON is read as JSON. In the others, arguments stand between tags, `<parameter=action>look</parameter>`, or as in
Python, `Act(action="look")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from contextlib import suppress
from typing import Any

# No part of these can take what another has to leave, so that none is tried twice.
_TAG = re.compile(r"""<(?:parameter(?:=|\s++name=["']?)|arg_key>\s*+)(\w++)(?:["']?>|\s*+</arg_key>\s*+<arg_value>)""")
_KEYWORD = re.compile(r"""[(,]\s*+(\w++)=("(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\[[^\[\]]*+\]|\w++)""", re.DOTALL)


def read_call(text: str, names: Collection[str]) -> dict[str, Any]:
    """What is called with, as far as it has one of these names; of two of a name, the last."""
    tags = [*_TAG.finditer(text)]
    ends = [*(tag.start() for tag in tags[1:]), len(text)]
    found: dict[str, Any] = {}
    for tag, end in zip(tags, ends, strict=False):
        found[tag[1]] = text[tag.end() : end].partition("</")[0].strip()
    for keyword in () if tags else _KEYWORD.finditer(text):
        with suppress(ValueError, SyntaxError, MemoryError):
            found[keyword[1]] = ast.literal_eval(keyword[2])
    return {name: said for name, said in found.items() if name in names}
