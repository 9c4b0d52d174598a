"""Relations: what two of them have in common, how one reads from its other end, and whether it takes one value.

A fact fills a slot of its subject: `france, capital, paris` is France's capital. From its other end it may fill one as
well: `knox, founded, methodism` says by whom Methodism was founded.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ariadne.memory.arigraph.stems import stems
from ariadne.memory.arigraph.synonyms import plain, synonymous
from ariadne.memory.arigraph.wordings import OFFICES, holder
from ariadne.plurals import is_plural, singular
from ariadne.reasoner.answering.about import OF_NO_KIND
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.inflection import base
from ariadne.reasoner.reading.values import is_manner, is_time
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    BE,
    DEEDS,
    HAVE,
    NEGATION,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    is_base,
    is_finite,
    is_participle,
    is_to_come,
    lemma,
    participle,
    verb_of,
)
from ariadne.triplet import Triplet

_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATE = re.compile(rf"[12]\d{{3}}(?:-\d\d(?:-\d\d)?)?|(?:\d{{1,2}} )?(?:{_MONTH})(?: \d{{1,2}})?(?: [12]\d{{3}})?")
_PAST = frozenset("was were had did".split())

# What happens once has one time, one place, and one who did it.
_ONCE = frozenset(
    "bear bury compose create design develop die direct discover establish form found invent originate paint pass"
    " perform produce publish record release start write author".split()
)
# What whoever heads something does.
_HEADING = frozenset("chair charge coach direct govern head lead manage preside rule run serve".split())
_HOLDING = frozenset("fill hold occupy".split())
# Verbs of which the noun after them says what is done.
_DOING = frozenset("carry complete conduct do effect perform undertake".split())
_HEADS = frozenset("head helm".split())
_OF_OFFICE = frozenset("of in at".split())
_HOME = ["is", "home", "to"]
"""How a place tells what is in it."""
_WISHES = frozenset(
    "agree aim decide expect hope intend like mean need offer plan promise refuse try want wish".split()
)
_LEAVING = frozenset("abandon cancel drop leave lose quit resign retire sell stop".split())
_GIVING = frozenset(("give", "throw"))
_OTHERS = frozenset(
    "assistant associate backup deputy ex former future honorary late next old past previous second spare third"
    " vice".split()
)
"""What tells an office or a thing from the one that is so now: a former president, a deputy."""
ALSO = "also"
AMONG = "among"
"""Says that a value is one of several, whatever else was told of the relation."""
_PARTS = frozenset("character part role".split())
# What is so of one thing at a time.
_STATES = frozenset("base employ headquarter live locate lie marry reside situate work".split())
_OF_PLACE = frozenset("in at for to".split())
_ATTITUDES = frozenset(
    "admire dislike enjoy fear forget hate know like love mean miss prefer remember want wish".split()
)
_RELATED = frozenset("brother child cousin daughter enemy friend sibling sister son".split())
_SEVERAL = (
    _ATTITUDES
    | _RELATED
    | frozenset(
        "ask attend avoid buy collect contain drink eat feature feed follow grow have hear help include join lack make"
        " meet mention need own play read say see sell send share speak star study support take teach tell think try"
        " understand use visit watch wear win ally award colleague guest hobby interest member neighbor neighbour part"
        " partner pet skill student teammate topic".split()
    )
)
# What one holds to, and whom one is related to, whatever else changes.
_KEPT = _ATTITUDES | _RELATED | frozenset("mother father parent husband wife spouse name birthday".split())


@dataclass(frozen=True)
class Slot:
    """What a fact says of one of its ends.

    Attributes:
        relation: from that end. `value`: the other end.
        is_converse: whether it is read from the object's end.
    """

    anchor: str
    relation: str
    value: str
    is_converse: bool = False

    def __str__(self) -> str:
        return f"{self.anchor}, {self.relation}, {self.value}"


def slots(fact: Triplet, both: bool = False) -> Iterator[Slot]:
    """What a fact says of its subject, and of its object if that can be said.

    Args:
        both: of the object anyhow, in words that stand for those that are missing.
    """
    yield Slot(fact.subject, fact.relation, fact.object)
    if other := converse(fact.relation) or (f"what {fact.relation} it" if both else ""):
        yield Slot(fact.object, other, fact.subject, is_converse=True)


@lru_cache(maxsize=2**14)
def converse(relation: str) -> str:
    """A relation from its other end: `founded by` of `founded`, `treated by` of `carried out treatment of`, `director`
    of `heads as director`, `army led by` of `leads army of`, `is citizen of` of `counts among citizens`, `is in` of `is
    home to`; empty if that cannot be said."""
    words = relation.split()
    if is_home(relation):
        return " ".join([*(word for word in words[3:] if word != "of"), "is in"])
    if words[-1] == "by":
        return " ".join(word for word in words[:-1] if word not in BE)
    if words[-2:-1] == [AMONG] and is_plural(words[-1]):
        return f"is {singular(words[-1])} of"
    if words[-1] == "of" and "credited" in words[:2]:
        deed = verb_of(words[-2], DEEDS)
        return f"{participle(deed)} by" if deed else holder(words[-2])
    verb = words[1:] if words[0] in BE else words
    if office := _office(words):
        return office
    if len(words) == 3 and words[1] in _PARTS and words[2] == "of":
        return f"{words[0]} by"  # Who performs the role of Hamlet performs Hamlet.
    if lemma(words[0]) in _DOING and words[-1] == "of" and (deed := verb_of(words[-2], DEEDS)):
        return f"{participle(deed)} by"
    if len(verb) > 2 and verb[0] != lemma(verb[0]) in _HEADING and verb[-1] in _OF_OFFICE:
        held = [word for word in verb[1:-1] if word not in PARTICLES]
        return " ".join([*held, participle(lemma(verb[0])), "by"])
    at = next((at for at in range(1, len(words) - 2) if words[at] == "at" and words[at + 1] in _HEADS), 0)
    if at and words[at + 2] == words[-1] == "of":
        return " ".join([*words[at + 3 : -1], "headed by"])
    # `came up with`, `turned into`: what a preposition ends may govern a thing as a verb does.
    is_closed = words[-1] not in PREPOSITIONS | BE or words[-2:-1] in (["into"], ["up"])
    return f"{relation} by" if has_verb(relation) and is_closed else ""


def _office(words: Sequence[str]) -> str:
    """What a thing has who heads it or holds an office in it: `director` of `runs as director` and `serves as director
    of`, `mayor` of `holds office of mayor of`."""
    end = len(words) - (words[-1] in PREPOSITIONS)
    at = words.index("as", 1, end) if "as" in words[1:end] else 0
    if at and not _HEADING.isdisjoint(map(lemma, words[:at])):
        return " ".join(words[at + 1 : end])
    is_held = end > 3 and lemma(words[0]) in _HOLDING and words[1] in OFFICES and words[2] == "of"
    return " ".join(words[3:end]) if is_held and words[-1] in _OF_OFFICE else ""


@lru_cache(maxsize=2**14)
def has_verb(relation: str) -> bool:
    """Whether a relation is said by a verb, and not by a noun alone as in `france, capital, paris`."""
    words = relation.split()
    first = words[0]
    governs = words[-1] in PREPOSITIONS and "of" not in words[:-1]
    return first in AUXILIARY | BE or is_finite(["it", *words], 1) or lemma(first) != first or governs


@lru_cache(maxsize=2**14)
def mood(relation: str) -> str:
    """Whether a relation is denied, is to come or only may be, or is past and was no event; empty if it is so now."""
    words = relation.split()
    if not NEGATION.isdisjoint(words) or any(word.endswith(("n't", "n’t")) for word in words):
        return "denied"
    if is_to_come(relation) or (words[0] == "can" and words[1:2] != ["be"]):
        return "future"
    if words[1:2] == ["to"] and words[2:] and is_base(words[2]):
        return "past" if words[0] == "used" else "future" if lemma(words[0]) in _WISHES else ""
    is_past = words[0] in _PAST or (lemma(words[0]) != words[0] and not words[0].endswith(("s", "ing")))
    return "past" if is_past and _ONCE.isdisjoint(map(lemma, words)) else ""


@lru_cache(maxsize=2**14)
def is_of_the_past(relation: str) -> bool:
    """Whether a relation tells a state that was: `lived in`, `was`, and not what was done: `was moved to`."""
    first, *others = relation.split()
    is_state = first in _PAST and (not others or others[0] in PREPOSITIONS)
    return is_state or (lemma(first) in _STATES and mood(relation) == "past")


@lru_cache(maxsize=2**14)
def takes_one(relation: str) -> bool | None:
    """Whether a relation takes one value at a time, by what it says; None where that tells nothing.

    `plays position of` takes one, since its value is told with its kind; so do a noun in the singular (`capital`),
    what happens once (`was founded by`), and what is so of one thing at a time (`lives in`), unless it is past.
    """
    words = relation.split()
    heads = _heads(relation)
    # What is done is no kind of its value: `carried out development of`.
    is_kind = words[-1] == "of" and len(heads) > 1 and not verb_of(words[-2], DEEDS)
    if is_kind and words[0] not in BE:
        return True
    is_kind = is_kind and words[-3] in PREPOSITIONS
    if words[0] in PREPOSITIONS:
        return None  # What one is somewhere is mostly one of several things: `in world of jazz`.
    if not has_verb(relation):
        noun = next((words[at - 1] for at in range(1, len(words)) if _ends_noun(words[at])), words[-1])
        return not ({noun, *words[-1:]} & _SEVERAL or is_plural(noun))
    if heads & _SEVERAL or not heads or is_home(relation) or (words[0] in HAVE and words[1:2] == ["on"]):
        return False
    # Who makes one thing may make others.
    if is_once(converse(relation)) and words[-1] != "by":
        return False
    is_undergone = (words[0] in BE and any(map(is_participle, words))) or words[-1] in PREPOSITIONS - {"of"}
    if is_kind or (heads & _ONCE and is_undergone):
        return True
    if heads & _ONCE:
        return False
    if heads & _STATES and (words[0] in BE or words[-1] in _OF_PLACE):
        return None if mood(relation) == "past" else True
    return None


@lru_cache(maxsize=2**14)
def may_lapse(relation: str) -> bool:
    """Whether what a relation says is so now, and may end with something else that ends."""
    heads = _heads(relation)
    return not mood(relation) and heads.isdisjoint(_ONCE | _KEPT)


@lru_cache(maxsize=2**14)
def is_state(relation: str) -> bool:
    """Whether a relation says by a verb what is so of one thing at a time: it ends by news of its own."""
    return has_verb(relation) and not _heads(relation).isdisjoint(_STATES)


def _heads(relation: str) -> set[str]:
    return {lemma(word) for word in relation.split() if word not in PREPOSITIONS | AUXILIARY | BE}


def _ends_noun(word: str) -> bool:
    """Whether a noun stands before this word, and what says more of it after."""
    return word in PREPOSITIONS | RELATIVES or is_participle(word)


@lru_cache(maxsize=2**14)
def near(relation: str, other: str) -> bool:
    """Whether one relation says what the other does, and no less: all of its words are among the other's.

    What another noun stands before is of another kind: an eye doctor is not the doctor.
    """
    fewer, more = sorted((set(stems(relation)), set(stems(other))), key=len)
    return fewer <= more and not _is_of_another_kind(*sorted((relation.split(), other.split()), key=len))


def _is_of_another_kind(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    before = longer[: len(longer) - len(shorter)]
    is_noun = len(shorter) == 1 and longer[-1] == shorter[0] and bool(lexicon().meanings(shorter[0]))
    return is_noun and bool(before) and before[-1] not in OF_NO_KIND | _OTHERS and bool(lexicon().meanings(before[-1]))


@lru_cache(maxsize=2**14)
def is_once(relation: str) -> bool:
    """Whether this says by whom a thing came to be, or ended: there is one such event."""
    return any(_is_by_one(words.split()) for words in (relation, plain(f"was {relation}")))


def _is_by_one(words: Sequence[str]) -> bool:
    return words[-1:] == ["by"] and len(words) > 1 and lemma(words[-2]) in _ONCE


@lru_cache(maxsize=2**14)
def is_so_now(relation: str, question: Collection[str]) -> bool:
    """Whether what a relation says is so now, or is what a question asks for, whose words are given."""
    words = relation.split()
    verb = base(words[0])
    told = _OTHERS.intersection(words)
    is_left = verb in _LEAVING or (verb in _GIVING and words[1:2] in (["up"], ["away"]))
    if mood(relation) == "future" or words[:2] == ["used", "to"] or is_left:
        told |= {words[0], verb}
    return not told or not told.isdisjoint((*question, *map(base, question)))


def is_home(relation: str) -> bool:
    """Whether a relation tells what is in a place, of which there may be much."""
    return relation.split()[:3] == _HOME


def is_of_one(relation: str) -> bool:
    """Whether a converse may take one value where every relation does: what the thing itself is, as `is citizen of`,
    where it is, or who heads it. Of which things there is one at a time the words do not tell: two may lead hikes."""
    words = relation.split()
    noun = "" if words[-1:] == ["by"] else relation.partition(" of ")[0].rpartition(" ")[2]
    return (
        words[-2:] == ["is", "in"]
        or (words[-1:] == ["of"] and words[0] in BE)
        or (words[-1:] == ["by"] and lemma(words[-2]) in _HEADING)
        or noun in _HEADS
        or means(noun, "person", most=2)
    )


def same_slots(fact: Triplet, other: Triplet, both: bool = False) -> Iterator[tuple[Slot, Slot]]:
    """The pairs of slots of two facts that are of the same thing, may say the same of it, and differ in value."""
    is_one = stems(fact.relation) == stems(other.relation)
    for slot in slots(fact, both):
        for old in slots(other, both):
            is_turned = is_one and slot.is_converse != old.is_converse
            if slot.anchor == old.anchor and slot.value != old.value and not is_turned and may_be_same(slot, old):
                yield slot, old


def may_be_same(slot: Slot, other: Slot) -> bool:
    """Whether two slots may say the same, by the form of their relations, and by whether their values are dates."""
    dates = [bool(_DATE.fullmatch(each.value)) or is_time(each.value) for each in (slot, other)]
    is_somewhere = slot.relation.rsplit(maxsplit=1)[-1] in _OF_PLACE
    if is_somewhere and is_manner(slot.value) != is_manner(other.value):
        return False
    return dates[0] == dates[1] and not _apart(slot.relation, other.relation)


@lru_cache(maxsize=2**14)
def _apart(relation: str, other: str) -> bool:
    """Whether two relations cannot be the same by their form: one is denied or to come, who did it and something else,
    or values of two kinds."""
    words, others = relation.split(), other.split()
    if not _OTHERS.isdisjoint({*words} ^ {*others}):
        return True
    moods = {mood(relation), mood(other)}
    if moods & {"denied", "future"}:
        return True
    is_by = (words[-1] == "by") != (others[-1] == "by")
    if is_by and has_verb(relation) and has_verb(other) and not synonymous(relation, other):
        return True
    kinds = {said[-2] for said in (words, others) if len(said) > 2 and said[-1] == "of"}
    roles = {tuple(said[2:]) for said in (words, others) if said[0] in HAVE and said[1:2] in (["as"], ["for"])}
    return (len(kinds) == 2 or len(roles) == 2) and not synonymous(relation, other)
