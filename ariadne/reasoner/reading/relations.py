"""Facts as they are read: (subject, relation, object), and the relations that texts express.

A thing in a room, on a table, in a box or in the inventory has exactly one fact with a relation of `PLACED`; a state is
a fact with the relation `is`.
"""

from __future__ import annotations

from typing import NamedTuple

INVENTORY = "inventory"
EXAMINED, HAS_OPENED = "examined", "has opened"
IN, ON, ON_FLOOR, IS, EXIT, LEADS, TO_BE, REQUIRES, TELLS = (
    "is in", "is on", "is on the floor of", "is", "has exit", "leads", "to be", "requires", "tells of",
)  # fmt: skip
PLACED = (IN, ON, ON_FLOOR)


class ReadFact(NamedTuple):
    """A fact as (subject, relation, object)."""

    subject: str
    relation: str
    object: str
