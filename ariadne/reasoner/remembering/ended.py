"""What people say that ends what was so: a job that is quit, a thing that is sold, what one does no more, or again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations

from ariadne.reasoner.lexicon import means
from ariadne.reasoner.reading.chat.inflection import Form, base, form
from ariadne.reasoner.reading.chat.people import is_relation, is_somebody
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.values import is_time
from ariadne.reasoner.reading.verbs import AUXILIARY, BE, NEGATION, is_to_come
from ariadne.reasoner.remembering.outdated import is_attribute, kind_of, outdated
from ariadne.triplet import Triplet

_WORK = r"(?:work|be employed|intern|be \w+|have (?:\w+ )?job|start (?:\w+ )?job|get (?:\w+ )?job|join|teach)"
_JOB = re.compile(rf"{_WORK} (?:for|at|by|with|in)|join")
_LEFT = re.compile(
    r"(?:quit|leave|resign from|retire from|be fired from|be laid off from|drop out of|quit (?:\w+ )?job (?:at|with|in)"
    r"|leave (?:\w+ )?job (?:at|with)|lose (?:\w+ )?job at)"
)
_AT = re.compile(
    rf"{_WORK} (?:for|at|by|with|in)|join|study (?:\w+ )?at|live in|be (?:in|at|with|on)|belong to|sing in|play in"
)
_NEW_JOB = re.compile(r"(?:start|get|begin|take|accept) (?:\w+ )?(?:new )?job (?:at|with|in)|start (?:work )?at|join")
_GONE = re.compile(r"(?:sell|lose|give away|return|donate|cancel|scrap|crash|trade in)")
_OWNED = re.compile(r"(?:have|own|drive|ride|keep|buy|rent|use|adopt|get|pay for|subscribe to|play)")
_OFF = re.compile(
    r"(?:be |get )?(?:cancel+ed|called off|scrapped|abandoned|abolished|discontinued|dissolved|terminated|demolished"
    r"|sold|stolen|lost|given away|thrown (?:away|out)|axed|over|gone|off)"
)
_RESIGNED = re.compile(r"(?:resign|step(?:ped)?(?: down)?|retire|quit|withdraw)(?: down)? as(?: (?P<role>.+))?")
_IS = re.compile(r"be(?: longer)?(?: (?P<role>.+))?")
_PARTED = re.compile(r"(?:break up with|split up with|divorce|separate from|be divorced from|get divorced from)")
_TOGETHER = re.compile(
    r"(?:be (?:married|engaged) to|get (?:married|engaged) to|marry|date|be dating|live with|be (?:with|seeing)|see)"
)
_STOPPED = re.compile(r"(?:stop|quit|give up|use to|finish)(?: (?P<doing>\w+(?: \w+)*))?")
_TAKEN = re.compile(r"(?:eat|drink|smoke|take|use|have|vape|play|be on|watch)")
_AT_PLACE = "in|inside|on|under|behind|beside|at|above|below"
_PUTTING = (
    "put|place|move|lay|set|hang|park|store|hide|leave|keep|bring|take|carry|return|transfer|stick|drop|file|relocate|shift"
    "|stow|tow|haul|ship|drive|pull|push|roll|deliver|drag|wheel|lock|tuck|pack|archive"
)
_PUT = re.compile(
    rf"(?:{_PUTTING}) "
    rf"(?P<thing>(?:(?!(?:{_AT_PLACE}|to|into|onto|from) )\S+ )+?)(?:back |away )?(?P<where>{_AT_PLACE}|to|into|onto)"
)
_WILL_BE = re.compile(r"will be (?P<where>on|at|in)")
_WAS_PUT = re.compile(rf"be (?P<verb>\w+)(?: back| away)? (?P<where>{_AT_PLACE}|to|into|onto)")
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
_VALUED = re.compile(
    r"(?:be|cost|take place|begin|start|happen|open|close|leave|arrive|run)(?: \w+)?(?: (?:at|on|in|for|of|by))?"
)
_HELD = re.compile(r"\w+(?: after| up)?|be (?:responsible for|in charge of|head of|owner of)")
_SHARED = frozenset(
    "attend buy do drink eat enjoy follow hate have hear join know like live love make miss need play prefer read say"
    " see speak study support take tell think try understand use visit want watch wear work".split()
)
"""What several may do with one thing."""
_IN = {"to": "in", "into": "in", "onto": "on"}
_LIES = re.compile(rf"be (?:{_AT_PLACE})")
_OWN = re.compile(r"(?:my|our|your|his|her|its|their) ")
# What says how long or how often something is so, and ends with it.
_LASTING = ("since", "until", "for", "every", "on", "at")


def changes(known: Sequence[Fact], new: Sequence[Fact], now: Collection[Fact] = ()) -> list[str]:
    """Each known fact that what somebody said makes untrue, as `old -> new`.

    Args:
        now: the new facts that are said to be so now, or again.
    """
    told = set(new)
    left = [fact for fact in known if fact not in told]
    new = [fact for fact in new if not is_to_come(fact.relation)]
    found = dict.fromkeys(outdated(left, new, now))
    pairs = [(old, fact) for fact in new for old in left if old.subject == fact.subject and _ends(fact, old)]
    pairs += [(gone, fact) for fact in new if (gone := _gone(fact, left))]
    pairs += [(old, fact) for fact in new for old in left if _is_given_up(fact, old) or _is_off(fact, old)]
    found |= dict.fromkeys(f"{Triplet(*old)} -> {Triplet(*fact)}" for old, fact in pairs)
    for line in list(found):
        old, _, by = line.partition(" -> ")
        found |= dict.fromkeys(f"{Triplet(*fact)} -> {by}" for fact in _qualifying(Triplet.parse(old), left))
    return list(found)


def moved(known: Iterable[Fact], new: Iterable[Fact]) -> dict[Fact, Fact]:
    """Where things are that somebody has put somewhere else, and where each was known to be. What had no place before
    has none by such a deed, and nobody is a thing: who moves a friend to tears puts nobody anywhere."""
    lying = [old for old in known if _LIES.fullmatch(plain(old.relation)) and not is_somebody(old.subject.split())]
    found = {}
    for fact in new:
        if _is_denial(fact.relation):
            continue
        put = _PUT.fullmatch(plain(fact.relation))
        was_put = _WAS_PUT.fullmatch(plain(fact.relation))
        if was_put and base(was_put["verb"]) in _PUTTING.split("|"):
            put, thing = was_put, _OWN.sub("", fact.subject, count=1)
        else:
            thing = put["thing"].rstrip() if put else ""
        before = [old for old in lying if thing and _OWN.sub("", old.subject, count=1) == thing]
        if put and len(before) == 1 and not kind_of(fact.object) and before[0].object != fact.object:
            where = f"{before[0].relation.split()[0]} {_IN.get(put['where'], put['where'])}"
            found[Fact(before[0].subject, where, fact.object)] = before[0]
    return found


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
        told = None if _is_denial(fact.relation) else _SET.fullmatch(plain(fact.relation))
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


def _has_other_value(old: Fact, fact: Fact) -> bool:
    """Whether a known fact tells another number, day or time of the same."""
    is_of_it = (old.subject, old.relation) == (fact.subject, fact.relation) and _VALUED.fullmatch(plain(old.relation))
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
        return old.subject == fact.subject and bool(_VALUED.fullmatch(relation))
    thing = _OWN.sub("", thing, count=1)
    owned = subject in (thing, f"{fact.subject}'s {thing}")
    return (owned and bool(_VALUED.fullmatch(relation))) or (old.subject == fact.subject and relation == thing)


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
        was = [old for old in joined if not re.match(rf"(?:be )?{_HAND}\b", plain(old.relation))]
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
    told = [(fact, plain(fact.relation)) for fact in new if not _is_denial(fact.relation)]
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


def _ends(fact: Fact, old: Fact) -> bool:
    relation, was = plain(fact.relation), plain(old.relation)
    if _is_denial(old.relation):
        return not _is_denial(fact.relation) and old.object == fact.object and relation == was
    if _is_denial(fact.relation):
        is_work = bool(_JOB.fullmatch(relation) and _JOB.fullmatch(was))
        return _is_same(fact, old) and (relation == was or is_work)
    if _NEW_JOB.fullmatch(relation):
        return bool(_JOB.fullmatch(was)) and old.object != fact.object
    for ending, ended in ((_LEFT, _AT), (_PARTED, _TOGETHER)):
        if ending.fullmatch(relation) and ended.fullmatch(was) and _is_same(fact, old):
            return True
    return _is_stopped(fact, old, relation, was)


def _is_given_up(fact: Fact, old: Fact) -> bool:
    """Whether somebody is no more what a known fact says: `resigned as chair of Acme`, `is no longer chair of Acme`."""
    told = (_IS if _is_denial(fact.relation) else _RESIGNED).fullmatch(plain(fact.relation))
    if not told:
        return False
    office = " ".join(filter(None, [told["role"], fact.object]))
    if fact.subject == old.object:
        return office in (f"{old.relation} of {old.subject}", old.subject if plain(old.relation) == "be" else "")
    return fact.subject == old.subject and plain(old.relation) == "be" and office == old.object


def _is_off(fact: Fact, old: Fact) -> bool:
    """Whether a thing is no more, or not going to be, of which a known fact tells where or when it is."""
    said = plain(f"{fact.relation} {fact.object}")
    is_placed = bool(_VALUED.fullmatch(plain(old.relation)) or _LIES.fullmatch(plain(old.relation)))
    return fact.subject == old.subject and is_placed and bool(_OFF.fullmatch(said)) and not _is_denial(fact.relation)


def _gone(fact: Fact, known: Iterable[Fact]) -> Fact | None:
    """What somebody had that is sold or lost: the only thing of this name, such as the `red car` of `my car`."""
    if not _GONE.fullmatch(plain(fact.relation)):
        return None
    owner = f"{fact.subject}'s "
    thing = fact.object.removeprefix(owner)
    owned = [old for old in known if old.subject == fact.subject and _OWNED.fullmatch(plain(old.relation))]
    alike = [old for old in owned if f" {old.object.removeprefix(owner)}".endswith(f" {thing}")]
    return alike[0] if len({old.object for old in alike}) == 1 else None


def _is_stopped(fact: Fact, old: Fact, relation: str, was: str) -> bool:
    """Whether this was done no more: `used to live in`, `stopped drinking`, `gave up sugar`."""
    stopped = _STOPPED.fullmatch(relation)
    if not stopped:
        return False
    if doing := stopped["doing"]:
        return plain(doing.removeprefix("to ")) == was and _is_same(fact, old)
    doing, _, what = fact.object.partition(" ")
    if form(doing) & (Form.GERUND | Form.PLAIN):
        return was.split(maxsplit=1)[0] == base(doing) and what in ("", old.object)
    return bool(_TAKEN.fullmatch(was)) and _is_same(fact, old)


def _is_same(fact: Fact, old: Fact) -> bool:
    """Whether both are of the same thing, whoever is said to own it."""
    owner = f"{fact.subject}'s "
    return fact.object.removeprefix(owner) == old.object.removeprefix(owner)


def _qualifying(old: Triplet, known: Iterable[Fact]) -> list[Fact]:
    """What tells how long or how often a fact is so."""
    owner = f"{old.subject}'s "
    start = f"{old.relation} {old.object.removeprefix(owner)} "
    return [
        fact
        for fact in known
        if fact.subject == old.subject
        and f"{fact.relation} ".startswith(start)
        and f"{fact.relation} ".removeprefix(start).strip() in ("", *_LASTING)
    ]


def plain(relation: str) -> str:
    """A relation without what denies it and without auxiliaries, its verb in its plain form: `has moved to` and `moves
    to` are the same."""
    words = [word for word in relation.split() if word not in NEGATION and word != "anymore"]
    while len(words) > 1 and words[0] in AUXILIARY | {"been"} and _is_verb(words[1]) and not _is_state(words):
        words = words[1:]
    if not words:
        return ""
    return " ".join(["be" if words[0] in BE else base(words[0]), *words[1:]])


def _is_state(words: Sequence[str]) -> bool:
    """Whether a form of `be` stands before a participle, which tells how something is: `is married to`."""
    return words[0] in ("is", "are", "was", "were") and not form(words[1]) & Form.GERUND


def _is_denial(relation: str) -> bool:
    return not NEGATION.isdisjoint(relation.split()) or "n't" in relation or relation.startswith("cannot")


def _is_verb(word: str) -> bool:
    return bool(form(word)) or word == "been"
