"""What pronouns and definite nouns of a text mean: who and what was spoken of before."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.reasoner.lexicon import means
from ariadne.reasoner.reading.chat.people import is_person, is_relation
from ariadne.reasoner.reading.chat.times import DAYS, MONTHS
from ariadne.reasoner.reading.names import is_lower
from ariadne.reasoner.reading.phrases import Words, is_personal, may_be_somebody
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.respects import COPULAS
from ariadne.reasoner.reading.values import is_concrete
from ariadne.reasoner.reading.verbs import PREPOSITIONS
from ariadne.triplet import clean

Description = tuple[str, str]
"""What a noun phrase is of, and what it is to that: of `the capital of Peru`, Peru and `capital`."""

_PEOPLE = frozenset("he she him".split())
_THINGS = frozenset("it they them".split())
_SPEAKERS = frozenset("i we you".split())
_TIMES = frozenset((*DAYS, *MONTHS, *(f"{day}s" for day in DAYS)))
_LONG = 4


class Referents:
    """Who and what a text has spoken of so far, in the order of its sentences.

    A pronoun is the last subject that it can be; a noun, the last name that ends with it, or what was said to be one.
    What the text is about is the first thing that it tells something of.
    """

    def __init__(self) -> None:
        self._person = self._thing = self._other = self._topic = ""
        self._names: dict[str, None] = {}
        self._kinds: dict[str, str] = {}

    def take_subject(self, name: str, words: Words) -> None:
        """A clause is about this name, as which these words are written."""
        if is_pronoun(words):
            return
        self._names[name] = None
        if not is_personal(words) and not (is_lower(words[1:]) and _is_role(words[-1])):
            self._topic = self._topic or name
        if may_be_somebody(words):
            self._other, self._person = self._person, name
            self._thing = self._thing or ("" if is_personal(words) else name)
        else:
            self._thing = name

    def take_object(self, name: str, words: Words) -> None:
        """Who was spoken of last does something with this name."""
        is_new = words[0] in ("a", "an") and is_lower(words) and is_concrete(words[-1]) and not _is_role(words[-1])
        is_thing = words[0][:1].isupper() and words[-1].lower() not in _TIMES
        if (is_thing or is_new) and not any(map(str.isdigit, name)):
            self._thing = name

    def take(self, fact: Fact) -> None:
        """Something was said to be of a kind."""
        if fact.relation.split()[-1] in COPULAS:
            self._kinds[fact.object.rsplit(maxsplit=1)[-1]] = fact.subject

    def take_described(self, fact: Fact) -> None:
        """Who or what is described was told: of somebody pronouns mean that one and what is theirs, else what it is."""
        noun = fact.relation.rsplit(maxsplit=1)[-1]
        if is_relation(noun) or means(noun, "person", most=2) or is_personal(fact.object.split()):
            self._thing, self._person = fact.subject, fact.object
        else:
            self._thing = fact.object

    def is_person(self, subjects: Sequence[str]) -> bool:
        """Whether who was spoken of last is among these."""
        return self._person in subjects

    def owner(self, whose: str) -> str:
        """Who or what `his` and `its` mean."""
        return self._thing if whose in ("its", "their") else self._person

    def pronoun(self, word: str, subjects: Sequence[str]) -> str:
        """Who or what `he` and `it` mean beside these subjects."""
        meant = self._person if word in _PEOPLE else self._thing
        return self._other if meant in subjects else meant

    def noun(self, noun: str) -> str:
        """What a noun means that was named in full before, or said to be one: `the club`; empty if nothing."""
        names = [self._thing, *reversed(self._names)]
        named = next((name for name in names if name.endswith(f" {noun}") and " of " not in name), "")
        return named or self._kinds.get(noun, "")

    def bridged(self, words: Words) -> Description | None:
        """`The coach` of a text is that of what the text is about; none where the noun is for a thing by itself."""
        is_bare = 1 < len(words) < _LONG and words[0].lower() == "the" and is_lower(words[1:])
        is_role = is_bare and PREPOSITIONS.isdisjoint(words) and _is_role(words[-1])
        return (self._topic, clean(" ".join(words[1:]))) if is_role and self._topic else None


def is_pronoun(words: Words) -> bool:
    """Whether these are a pronoun."""
    return len(words) == 1 and words[0].lower() in _PEOPLE | _THINGS | _SPEAKERS


def stands_for_another(words: Words) -> bool:
    """Whether these are a pronoun for what was named before, and not for who speaks."""
    return is_pronoun(words) and words[0].lower() not in _SPEAKERS


def _is_role(noun: str) -> bool:
    """Whether a noun says what somebody or something is to another: `coach`, `price`."""
    return is_person(noun) or means(noun, "person", most=2) or not is_concrete(noun)
