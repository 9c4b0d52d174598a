"""Print the table of the events of episodes, or of those that only questions or examinations have, from their types.

python tools/event_tables.py episode
python tools/event_tables.py item
python tools/event_tables.py exam
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from inspect import getdoc

from ariadne.events import EPISODE, EXAM, ITEM, Event

KINDS: Mapping[str, Sequence[type[Event]]] = {
    "episode": EPISODE,
    "item": [kind for kind in ITEM if kind not in EPISODE],
    "exam": [kind for kind in EXAM if kind not in EPISODE],
}
HEAD = "| event | fields | when |\n| --- | --- | --- |"
_COMMON = {each.name for each in fields(Event)}


def table(kinds: Iterable[type[Event]]) -> str:
    """One line for each kind: its fields and its docstring."""
    return "\n".join((HEAD, *map(_line, kinds)))


def _line(kind: type[Event]) -> str:
    names = ", ".join(f"`{each.name}`" for each in fields(kind) if each.name not in _COMMON)
    return f"| `{kind._name}` | {names} | {' '.join((getdoc(kind) or '').split())} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("of", choices=KINDS)
    print(table(KINDS[parser.parse_args().of]))
