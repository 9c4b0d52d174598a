"""What takes the place of what was so: where a thing is now, its other value, who has an office or does it now."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations

from ariadne.reasoner.lexicon import means
from ariadne.reasoner.reading.chat.inflection import base, form
from ariadne.reasoner.reading.chat.people import is_relation, is_somebody
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.values import is_time
from ariadne.reasoner.remembering.ended import AT_PLACE, LIES, VALUED, is_denial, plain
from ariadne.reasoner.remembering.outdated import is_attribute, kind_of

_PUTTING = (
    "put|place|move|lay|set|hang|park|store|hide|leave|keep|bring|take|carry|return|transfer|stick|drop|file|relocate|shift"
    "|stow|tow|haul|ship|drive|pull|push|roll|deliver|drag|wheel|lock|tuck|pack|archive"
)
_PUT = re.compile(
    rf"(?:{_PUTTING}) "
    rf"(?P<thing>(?:(?!(?:{AT_PLACE}|to|into|onto|from) )\S+ )+?)(?:back |away )?(?P<where>{AT_PLACE}|to|into|onto)"
)
_WILL_BE = re.compile(r"will be (?P<where>on|at|in)")
_WAS_PUT = re.compile(rf"be (?P<verb>\w+)(?: back| away)? (?P<where>{AT_PLACE}|to|into|onto)")
_UNDERGONE = re.compile(r"be (?P<verb>\w+) (?P<how>in|with|from|by|at|on)")
_DID = re.compile(r"(?P<verb>\w+) (?P<thing>.+) (?P<how>in|with|from|by|at|on)")
_GOES = re.compile(rf"(?:go|belong|live|hang|stand) (?P<where>{AT_PLACE})")
_AGE = re.compile(r"(?P<years>\d{1,3})(?: years old)?")
_HAND = r"(?:hand(?:ed|s)?|pass(?:ed)?|turn(?:ed)?|transfer(?:red)?)"
_HANDED = re.compile(rf"{_HAND}(?: over| on)?")
_HANDED_TO = re.compile(rf"(?:be )?{_HAND}(?: .+)? to")
_HANDED_FROM = re.compile(rf"be {_HAND}(?: over| on)? from")
_GAVE_OVER = re.compile(rf"(?:{_HAND}|give|leave) (?P<thing>.+?)(?: (?:over|on))? to")
_TOOK_OVER = re.compile(r"(?:take over|inherit) (?P<thing>.+?) from")
_REPLACED = ("replace", "succeed", "take over from")
_AS = re.compile(r"(?P<did>.+?) as (?:(?:an?|the) )?(?P<role>.+?)(?: of (?P<whole>.+))?")
_SET = re.compile(
    r"(?:be )?(?P<verb>[a-z]+)(?: (?P<thing>.+?))??(?: back| forward| up| down| over| out| off)? (?:to|until|for|from)"
)
"""What may give something another value: `was raised to`, `moved the meeting to`, `is postponed until`."""
_ANY = frozenset("change update rename switch set correct amend revise".split())
"""Verbs of values of any kind; of the others a value is a number, a day or a time."""
_ALIKE = frozenset(
    "add amount apply belong close compare compared convert correspond equal link owe pay relate run similar".split()
)
"""What tells by `to` no other value."""
_HELD = re.compile(r"\w+(?: after| up)?|be (?:responsible for|in charge of|head of|owner of)")
_SHARED = frozenset(
    "attend buy do drink eat enjoy follow hate have hear join know like live love make miss need play prefer read say"
    " see speak study support take tell think try understand use visit want watch wear work".split()
)
"""What several may do with one thing."""
_IN = {"to": "in", "into": "in", "onto": "on"}
_OWN = re.compile(r"(?:my|our|your|his|her|its|their) ")


def moved(known: Iterable[Fact], new: Iterable[Fact]) -> dict[Fact, Fact]:
    """Where things are that somebody has put somewhere else, and where each was known to be. What had no place before
    has none by such a deed, and nobody is a thing: who moves a friend to tears puts nobody anywhere."""
    lying = [old for old in known if _is_lying(plain(old.relation)) and not is_somebody(old.subject.split())]
    found = {}
    for fact in new:
        if is_denial(fact.relation):
            continue
        put = _PUT.fullmatch(plain(fact.relation))
        was_put = _WAS_PUT.fullmatch(plain(fact.relation))
        if was_put and base(was_put["verb"]) in _PUTTING.split("|"):
            put, thing = was_put, _OWN.sub("", fact.subject, count=1)
        elif goes := _GOES.fullmatch(plain(fact.relation)):
            put, thing = goes, _OWN.sub("", fact.subject, count=1)
        else:
            thing = put["thing"].rstrip() if put else ""
        before = [old for old in lying if thing and _OWN.sub("", old.subject, count=1) == thing]
        if put and len(before) == 1 and not kind_of(fact.object) and before[0].object != fact.object:
            where = [*before[0].relation.split()[:-1], _IN.get(put["where"], put["where"])]
            found[Fact(before[0].subject, " ".join(where), fact.object)] = before[0]
    return found


def _is_lying(relation: str) -> bool:
    """Whether a relation tells where something is, or is kept."""
    was_put = _WAS_PUT.fullmatch(relation)
    return bool(LIES.fullmatch(relation) or (was_put and base(was_put["verb"]) in _PUTTING.split("|")))


def done_anew(known: Iterable[Fact], new: Iterable[Fact]) -> dict[Fact, Fact]:
    """How or of what things are done that somebody did again, and what was known of that: `the app is written in C` and
    `we rewrote the app in Rust`."""
    undergone = [(old, told) for old in known if (told := _UNDERGONE.fullmatch(plain(old.relation)))]
    found = {}
    for fact in new:
        did = None if is_denial(fact.relation) else _DID.fullmatch(plain(fact.relation))
        if not did:
            continue
        same = [
            old
            for old, told in undergone
            if base(told["verb"]) == _deed(did["verb"])
            and told["how"] == did["how"]
            and _OWN.sub("", old.subject, count=1) == _OWN.sub("", did["thing"], count=1)
        ]
        if len(same) == 1 and same[0].object != fact.object:
            found[Fact(same[0].subject, same[0].relation, fact.object)] = same[0]
    return found


def _deed(verb: str) -> str:
    """A verb's plain form, without what says that it is done again: `write` of `rewrote`."""
    again = verb.removeprefix("re")
    return base(again) if again != verb and base(verb) == verb and form(again) else base(verb)


def renewed(facts: Iterable[Fact]) -> dict[Fact, Fact]:
    """Of facts that tell by `new` whom or what something has now, as `the new boss is Ann`, or when it will be, each as
    it is so now."""
    found = {}
    for fact in facts:
        if (planned := _WILL_BE.fullmatch(fact.relation)) and is_time(fact.object):
            found[fact] = Fact(fact.subject, f"is {planned['where']}", fact.object)
        *before, noun = fact.subject.split()
        if "new" in before and plain(fact.relation) == "be" and (means(noun, "person") or is_attribute(noun)):
            before.remove("new")
            found[fact] = Fact(" ".join([*before, noun]), *fact[1:])
    return found


def in_offices(facts: Iterable[Fact]) -> list[Fact]:
    """Facts, with who replaced whom as what told apart: that one replaced the other, and is that."""
    found = []
    for fact in facts:
        told = _AS.fullmatch(fact.relation)
        if not told or plain(told["did"]) not in _REPLACED:
            found.append(fact)
            continue
        whole, role = told["whole"], told["role"]
        office = Fact(whole, role, fact.subject) if whole else Fact(fact.subject, "is", role)
        found += [Fact(fact.subject, told["did"], fact.object), office]
    return found


def changed(known: Collection[Fact], new: Iterable[Fact], now: Collection[Fact] = ()) -> dict[Fact, Fact]:
    """What has another value since, and the one that it was known to have: where only one known fact gives it one of
    that kind.

    Args:
        now: the new facts that are said to be so now.
    """
    found: dict[Fact, Fact] = {}
    for fact in new:
        told = None if is_denial(fact.relation) else _SET.fullmatch(plain(fact.relation))
        verb = base(told["verb"]) if told else ""
        if not told or verb in _ALIKE or not form(told["verb"]):
            same = [
                old for old in known if fact in now and (_has_other_value(old, fact) or _has_other_holder(old, fact))
            ]
            found.update([(fact, same[0])] if len(same) == 1 else [])
            continue
        value = fact.object.rpartition(" to ")[2] if fact.relation.endswith(" from") else fact.object
        kind = kind_of(value)
        if (fact.relation.endswith(" from") and value == fact.object) or (not kind and verb not in _ANY):
            continue
        had = [
            old
            for old in known
            if old.object != value and kind_of(old.object) == kind and _is_value(old, fact, told["thing"])
        ]
        if len(had) == 1:
            found[Fact(had[0].subject, had[0].relation, value)] = had[0]
    return found


def grown(known: Iterable[Fact], new: Iterable[Fact]) -> dict[Fact, Fact]:
    """How old somebody is who was known to be of another age: `turned 42` and `is 42`, who was `41 years old`."""
    found = {}
    for fact in new:
        is_age = plain(fact.relation) in ("turn", "be") and _AGE.fullmatch(fact.object)
        was = [old for old in known if old.subject == fact.subject and plain(old.relation) == "be"]
        was = [old for old in was if _AGE.fullmatch(old.object) and old.object.split()[0] != fact.object.split()[0]]
        if is_age and len(was) == 1 and (plain(fact.relation) == "turn" or " " in was[0].object + fact.object):
            found[Fact(fact.subject, was[0].relation, f"{is_age['years']} years old")] = was[0]
    return found


def _has_other_value(old: Fact, fact: Fact) -> bool:
    """Whether a known fact tells another number, day or time of the same."""
    subjects = {_OWN.sub("", each.subject, count=1) for each in (old, fact)}
    is_of_it = len(subjects) == 1 and old.relation == fact.relation and VALUED.fullmatch(plain(old.relation))
    return bool(is_of_it) and old.object != fact.object and kind_of(old.object) == kind_of(fact.object) != ""


def _has_other_holder(old: Fact, fact: Fact) -> bool:
    """Whether a known fact tells of somebody else what one does with a thing, which now another does."""
    is_same = old.object == fact.object and plain(old.relation) == plain(fact.relation) and old.subject != fact.subject
    return is_same and bool(_HELD.fullmatch(plain(fact.relation))) and plain(fact.relation).split()[0] not in _SHARED


def _is_value(old: Fact, fact: Fact, thing: str | None) -> bool:
    """Whether a known fact gives a value to what a new one says to have another: itself, or something of its
    subject's."""
    relation, subject = plain(old.relation), _OWN.sub("", old.subject, count=1)
    if not thing:
        return old.subject == fact.subject and bool(VALUED.fullmatch(relation))
    thing = _OWN.sub("", thing, count=1)
    owned = subject in (thing, f"{fact.subject}'s {thing}")
    # `the code of the door` is what the door has.
    noun, _, whole = thing.partition(" of ")
    return (owned and bool(VALUED.fullmatch(relation))) or (old.subject == (whole or fact.subject) and relation == noun)


def succeeded(known: Collection[Fact], new: Sequence[Fact]) -> dict[Fact, Fact]:
    """What somebody is to a thing who took it over, or whom it was handed to, and who was that before: where only one
    known fact joins that one and the thing."""
    found = {}
    for fact in new:
        # Of somebody with one office, who replaced them has it.
        held = [old for old in known if _is_office(old, fact.object)] if plain(fact.relation) in _REPLACED else []
        if len(held) == 1 and fact.subject not in held[0]:
            ends = (fact.subject if end == fact.object else end for end in (held[0].subject, held[0].object))
            found[Fact(next(ends), held[0].relation, next(ends))] = held[0]
    for giver, taker, thing in _successions(new):
        joined = [
            old for old in known if {_OWN.sub("", end, count=1) for end in (old.subject, old.object)} == {giver, thing}
        ]
        was = [old for old in joined if not re.match(rf"(?:be )?(?:{_HAND}|give|leave)\b", plain(old.relation))]
        if len(was) == 1 and taker not in (giver, thing):
            subject, value = (taker if end == giver else end for end in (was[0].subject, was[0].object))
            found[Fact(subject, was[0].relation, value)] = was[0]
    return found


def _is_office(old: Fact, name: str) -> bool:
    """Whether a fact says that somebody is the head, or another one of a kind, of something."""
    if old.object == name:
        return means(old.relation.split()[-1], "leader", "worker", "official") and not is_relation(old.relation)
    return old.subject == name and plain(old.relation) == "be" and " of " in old.object


def _successions(new: Sequence[Fact]) -> Iterator[tuple[str, str, str]]:
    """Who gave what to whom: the two names, and the thing between them."""
    told = [(fact, plain(fact.relation)) for fact in new if not is_denial(fact.relation)]
    for (one, what), (other, whom) in permutations(told, 2):
        if one.subject != other.subject:
            continue
        if what == "take over" and whom == "take from":
            yield other.object, one.subject, one.object
        elif _HANDED.fullmatch(what) and _HANDED_TO.fullmatch(whom):
            yield one.subject, other.object, one.object
        elif what in _REPLACED and (
            whom == "be" or re.fullmatch(rf"{what} {re.escape(one.object)} (?:on|at|in)", whom)
        ):
            yield one.object, one.subject, other.object
        elif _HANDED_FROM.fullmatch(what) and _HANDED_TO.fullmatch(whom):
            yield one.object, other.object, one.subject
    for fact, what in told:
        if given := _GAVE_OVER.fullmatch(what):
            yield fact.subject, fact.object, _OWN.sub("", given["thing"], count=1)
        elif taken := _TOOK_OVER.fullmatch(what):
            yield fact.object, fact.subject, _OWN.sub("", taken["thing"], count=1)
