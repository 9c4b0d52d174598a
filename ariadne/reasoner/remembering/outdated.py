"""Which known facts the news of a plain text outdates: only where a relation holds one value at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from ariadne.reasoner.lexicon import means
from ariadne.reasoner.reading.language import OPENNESS
from ariadne.reasoner.reading.read import IS, PLACED, Fact
from ariadne.reasoner.reading.values import QUALIFIED, is_manner, is_quality, is_time
from ariadne.reasoner.reading.verbs import AUXILIARY, BE, NEGATION, PREPOSITIONS, is_participle, lemma
from ariadne.triplet import Triplet

_HOME = re.compile(r"(?:live|reside|be living|be based|move|relocate|settle) (?:in|to)")
_ONCE = re.compile(r"(?:lived|resided|was|were|had)\b")
_YEAR = re.compile(r"[12]\d{3}")
_WORK = re.compile(r"(?:work (?:for|at)|be employed (?:by|at)|join)")
_SPOUSE = re.compile(r"be married to|marry")
# After what a verb says where, when or with whom something is, of which there is one: `now meets on Thursdays`.
_OF_ONE = frozenset("at by from in on with".split())
_MEASURES = frozenset("cost weigh".split())
# One of each holds at a time.
_STATES = (
    "alive dead|single engaged married divorced widowed|on off|sick ill healthy well|empty full|online offline"
    "|planned ongoing finished done cancelled|employed unemployed retired"
)
_ALTERNATIVES = (OPENNESS, *(frozenset(states.split()) for states in _STATES.split("|")))
# What has one value at a time, whatever it is of.
_ATTRIBUTE = re.compile(
    r"\b(?:favou?rite|number|name|address|age|price|capital|status|deadline|colou?r|job|e-?mail|phone|boss|title|size|height"
    r"|weight|password|version|owner|mayor|president|population|temperature|location|manager|leader"
    r"|budget|rent|code|lead|doctor|dentist|fee|rate|salary|treasurer|captain|coach|secretary|chair|principal|landlord)\b"
)

_KINDS = {
    "time": re.compile(r"\b\d{1,2}(?:[:.]\d\d| ?[ap]\.?m\b)|\b(?:noon|midnight)\b"),
    "day": re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:tomorrow|today)\b"),
    "date": re.compile(
        r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\d{4}-\d\d"
    ),
    "number": re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"),
}
_WHEN = re.compile(
    r"(?:be|take place|happen|occur|start|begin|be (?:scheduled|set|planned|due|fixed|held))(?: (?:on|at|in|for|by))?"
)
"""How it is told when something is, of which there is one time of a kind."""


def outdated(known: Iterable[Fact], new: Sequence[Fact], now: Collection[Fact] = ()) -> list[str]:
    """Each known fact that a new one outdates, as `old -> new`; nothing where both may hold.

    Args:
        now: the new facts that the text says to be so now.
    """
    known = list(known)
    joined = {frozenset((fact.subject, fact.object)) for fact in (*known, *new)}
    years = _years((*known, *new))
    told = frozenset(new)
    left = [fact for fact in known if fact not in told]

    def outdates(old: Fact, fact: Fact) -> bool:
        is_earlier = 0 < years.get(_doing(fact), 0) < years.get(_doing(old), 0)
        return not is_earlier and _outdates(fact, old, fact in now, joined)

    return replacements(left, new, lambda old, fact: outdates(_whole(old, left), fact))


def is_attribute(noun: str) -> bool:
    """Whether a noun names what something has one of at a time: a boss, a deadline."""
    return bool(_ATTRIBUTE.fullmatch(noun))


def kind_of(value: str) -> str:
    """Of which kind a value is; empty if it may be any."""
    return next((kind for kind, said in _KINDS.items() if said.search(value)), "")


def _whole(fact: Fact, known: Iterable[Fact]) -> Fact:
    """The fact of which this says more: of `takes aspirin in, morning` that aspirin is taken."""
    said, _, last = fact.relation.rpartition(" ")
    of_same = (each for each in known if each.subject == fact.subject and last in PREPOSITIONS)
    return next((each for each in of_same if said == f"{each.relation} {each.object}"), fact)


def replacements(known: Iterable[Fact], new: Sequence[Fact], outdates: Callable[[Fact, Fact], bool]) -> list[str]:
    """`old -> new` wherever a new fact is of the same subject as a known one and outdates it."""
    return [
        f"{Triplet(*old)} -> {Triplet(*fact)}"
        for old in known
        for fact in new
        if old != fact and old.subject == fact.subject and outdates(old, fact)
    ]


def _outdates(fact: Fact, old: Fact, is_now: bool, joined: Collection[frozenset[str]]) -> bool:
    verb, was = _plain(fact.relation), _plain(old.relation)
    if old.object == fact.object:
        is_left = fact.relation in ("left", "quit") and (_WORK.fullmatch(was) or _HOME.fullmatch(was))
        return bool(is_left) or (verb == was and _denies(fact.relation) and not _denies(old.relation))
    # Who lives in a city lives in its country, too.
    if _denies(f"{fact.relation} {old.relation}") or frozenset((fact.object, old.object)) in joined:
        return False
    for verbs in (_HOME, _WORK, _SPOUSE):
        if verbs.fullmatch(verb) and verbs.fullmatch(was):
            # Where somebody lived once says nothing of where somebody lives, nor the other way about.
            if _ONCE.match(fact.relation) or _ONCE.match(old.relation) or _YEAR.fullmatch(fact.object):
                return False
            if is_time(fact.object) != is_time(old.object) or is_manner(fact.object) or _is_no_home(fact):
                return False
            return is_now or verbs is _HOME or verb == "join"
    if is_now and verb == was and _is_of_one(fact.relation):
        return True
    if kind_of(fact.object) == kind_of(old.object) != "" and _is_at_a_time(fact) and _is_at_a_time(old):
        words, others = {*fact.object.split()}, {*old.object.split()}
        return not (words <= others or others <= words) and all(_WHEN.fullmatch(said) for said in (verb, was))
    if fact.relation in PLACED and old.relation in PLACED:
        return is_time(fact.object) == is_time(old.object) and not is_manner(fact.object)
    if fact.relation == IS and old.relation == IS:
        return any({fact.object, old.object} <= states for states in _ALTERNATIVES) or _is_value(fact, old)
    return False


def _is_at_a_time(fact: Fact) -> bool:
    return is_time(fact.object) or (fact.relation.endswith(" at") and fact.object.isdigit())


def _is_no_home(fact: Fact) -> bool:
    """Whether somebody moved, but to no other place to live: to a desk, or to tears."""
    *before, noun = fact.object.split()
    return (
        bool(before)
        and "move" in _plain(fact.relation)
        and means(noun, "object", "event")
        and not means(noun, "structure")
    )


def _is_of_one(relation: str) -> bool:
    """Whether a verb in the present says where, when or with whom, or how much: what is so now, is so of one value."""
    first, *others = relation.split()
    is_past = lemma(first) != first and not first.endswith("s")
    if is_past or (first in BE and not (others and is_participle(others[0]))):
        return False
    return lemma(first) in _MEASURES or (bool(others) and others[-1] in _OF_ONE)


def _years(facts: Iterable[Fact]) -> dict[tuple[str, str], int]:
    """In which year subjects did what, or since which they do, where one year is told: `moved to Paris in 2020`."""
    told: dict[tuple[str, str], set[int]] = {}
    for fact in facts:
        if year := _YEAR.fullmatch(fact.object):
            told.setdefault(_doing(fact), set()).add(int(year[0]))
    return {doing: years.pop() for doing, years in told.items() if len(years) == 1}


def _doing(fact: Fact) -> tuple[str, str]:
    """Who does something, and the verb for it."""
    return fact.subject, _plain(fact.relation).partition(" ")[0]


def _is_value(fact: Fact, old: Fact) -> bool:
    """Whether both say the value of something that has one: an age, or what `_ATTRIBUTE` names."""
    ages = all(re.fullmatch(r"\d+ years? old", each.object) for each in (fact, old))
    is_one = re.search(r"['’]s | of |^my |^our ", fact.subject) or _ATTRIBUTE.search(
        fact.subject.rsplit(maxsplit=1)[-1]
    )
    is_value = not is_quality(fact.object.split()) or fact.subject.rsplit(maxsplit=1)[-1] in QUALIFIED
    return ages or bool(is_one and is_value and _ATTRIBUTE.search(fact.subject))


def _plain(relation: str) -> str:
    """A relation without what denies it, its verbs in their plain forms: `has moved to` and `moves to` are the same."""
    words = ["be" if word in ("is", "are", "am") else lemma(word) for word in relation.split() if word not in NEGATION]
    return " ".join(words[1:] if len(words) > 1 and words[0] in AUXILIARY | {"do", "have"} else words)


def _denies(relation: str) -> bool:
    return bool(set(relation.split()) & NEGATION) or "n't" in relation
