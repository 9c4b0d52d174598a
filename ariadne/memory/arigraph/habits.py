"""What values relations have had, and how many at a time: which take one is learned from the facts themselves."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from ariadne.memory.arigraph.lexical import hashed
from ariadne.memory.arigraph.relations import Slot, slots, takes_one
from ariadne.memory.arigraph.stems import stems
from ariadne.triplet import Triplet

ENOUGH = 5
"""From how many subjects on a relation's habit counts."""
RARELY = 0.05
"""In what share of its subjects a relation that takes one value may have several."""

LATEST = 1000
"""Of how many facts, the latest, values are examples of what a relation has."""
EXAMPLES = 4

_MOST = 64

Span = tuple[str, int, int | None]
"""A relation of a subject, with the step since which it held, and that with which it ended."""


class Habits:
    """What is known of relations.

    Args:
        facts: what holds. `current`: what else holds of a subject, which is asked for when that first changes.
    """

    def __init__(
        self, facts: Iterable[Triplet] = (), current: Callable[[str], Iterable[Triplet]] = lambda subject: ()
    ) -> None:
        self._current = current
        self._latest: deque[Triplet] = deque(maxlen=LATEST)
        self._examples: dict[tuple[int, bool], list[str]] = {}
        """Values of what the latest facts say of either end, the latest first; empty until they are asked for."""
        self._subjects: Counter[int] = Counter()
        self._several: Counter[int] = Counter()
        """Of each relation, how many subjects have it, and how many have several values."""
        self._beside: set[frozenset[int]] = set()
        self._values: dict[str, Counter[int]] = {}
        """Of each subject that has changed, how many values each relation has."""
        for fact in facts:
            self.add(fact)

    @classmethod
    def of(
        cls,
        history: Iterable[tuple[str, Sequence[Span]]],
        current: Callable[[str], Iterable[Triplet]],
        latest: Iterable[Triplet] = (),
    ) -> Habits:
        """What a history tells, as if it had been watched: each subject, and what was ever said of it.

        Args:
            latest: its last facts, at least `LATEST` if there are as many.
        """
        habits = cls()
        for subject, spans in history:
            changes = [(begun, 1, relation) for relation, begun, _ in spans]
            changes += [(ended, 0, relation) for relation, _, ended in spans if ended is not None]
            for _, begins, relation in sorted(changes, key=lambda change: change[:2]):
                habits._count(subject, relation, 1 if begins else -1)
            del habits._values[subject]
        habits._current = current
        habits._latest.extend(latest)
        return habits

    def know(self, subjects: Iterable[str]) -> None:
        """Know what holds of subjects, before any of that changes."""
        for subject in subjects:
            if subject not in self._values:
                self._values[subject] = Counter(_key(fact.relation) for fact in self._current(subject))

    def add(self, fact: Triplet) -> None:
        """A fact begins to hold."""
        self._count(fact.subject, fact.relation, 1)
        self._latest.append(fact)
        self._examples = {}

    def remove(self, fact: Triplet) -> None:
        """A fact holds no more."""
        self._count(fact.subject, fact.relation, -1)

    def takes_one(self, relation: str) -> bool | None:
        """Whether a relation takes one value, by what it says, or else by what is known of others."""
        if (said := takes_one(relation)) is not None:
            return said
        key = _key(relation)
        subjects = self._subjects[key]
        return True if subjects >= ENOUGH and self._several[key] <= RARELY * subjects else None

    def values(self, slot: Slot) -> list[str]:
        """Values of what a slot says: its own, and the latest of others."""
        if not self._examples:
            for fact in reversed(self._latest):
                for told in slots(fact, both=True):
                    values = self._examples.setdefault((_key(told.relation), told.is_converse), [])
                    if len(values) < EXAMPLES and told.value not in values:
                        values.append(told.value)
        examples = self._examples.get((_key(slot.relation), slot.is_converse), [])
        return list(dict.fromkeys([slot.value, *examples]))

    def differ(self, relation: str, other: str) -> bool:
        """Whether two relations are known to say two things: something has both at once."""
        return frozenset((_key(relation), _key(other))) in self._beside

    def _count(self, subject: str, relation: str, change: int) -> None:
        self.know([subject])
        key, own = _key(relation), self._values[subject]
        if change > 0 and not own[key] and len(own) < _MOST:
            self._beside.update(frozenset((key, other)) for other in own if own[other] > 0 and other != key)
        before = own[key]
        own[key] += change
        self._subjects[key] += (own[key] > 0) - (before > 0)
        self._several[key] += (own[key] > 1) - (before > 1)


@lru_cache(maxsize=2**14)
def _key(relation: str) -> int:
    """A number that stands for a relation in all its forms."""
    return hashed(" ".join(stems(relation)))
