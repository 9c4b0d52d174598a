"""What people say that ends what was so: a job that is quit, a thing that is sold, what one does no more, or again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from ariadne.reasoner.reading.chat.inflection import Form, base, form
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.verbs import AUXILIARY, BE, NEGATION, is_to_come
from ariadne.reasoner.remembering.outdated import outdated
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
VALUED = re.compile(
    r"(?:be|cost|take place|begin|start|happen|open|close|leave|arrive|run)(?: \w+)?(?: (?:at|on|in|for|of|by))?"
)
AT_PLACE = "in|inside|on|under|behind|beside|at|above|below"
LIES = re.compile(rf"be (?:{AT_PLACE})")
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


def _ends(fact: Fact, old: Fact) -> bool:
    relation, was = plain(fact.relation), plain(old.relation)
    if is_denial(old.relation):
        return not is_denial(fact.relation) and old.object == fact.object and relation == was
    if is_denial(fact.relation):
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
    told = (_IS if is_denial(fact.relation) else _RESIGNED).fullmatch(plain(fact.relation))
    if not told:
        return False
    office = " ".join(filter(None, [told["role"], fact.object]))
    if fact.subject == old.object:
        return office in (f"{old.relation} of {old.subject}", old.subject if plain(old.relation) == "be" else "")
    return fact.subject == old.subject and plain(old.relation) == "be" and office == old.object


def _is_off(fact: Fact, old: Fact) -> bool:
    """Whether a thing is no more, or not going to be, of which a known fact tells where or when it is."""
    said = plain(f"{fact.relation} {fact.object}")
    is_placed = bool(VALUED.fullmatch(plain(old.relation)) or LIES.fullmatch(plain(old.relation)))
    return fact.subject == old.subject and is_placed and bool(_OFF.fullmatch(said)) and not is_denial(fact.relation)


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


def is_denial(relation: str) -> bool:
    """Whether a relation says that something is not so."""
    return not NEGATION.isdisjoint(relation.split()) or "n't" in relation or relation.startswith("cannot")


def _is_verb(word: str) -> bool:
    return bool(form(word)) or word == "been"
