"""Who and what a message names, and what its pronouns mean: only where that is plain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.plurals import is_plural, singular
from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.reading.chat.inflection import Form, form
from ariadne.reasoner.reading.chat.nouns import is_count, is_noun_phrase, is_number, without_adverbs
from ariadne.reasoner.reading.chat.people import (
    FEMALE,
    MALE,
    gender,
    given_name,
    is_kin,
    is_person,
    is_relation,
    is_somebody,
)
from ariadne.reasoner.reading.chat.times import DAYS, MONTHS
from ariadne.reasoner.reading.chat.words import is_adverb
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.verbs import CONJUNCTIONS, PREPOSITIONS
from ariadne.triplet import clean

Words = list[str]

# The most words of a name.
_LONGEST = 7
# How many of the latest names a pronoun may mean.
_LATEST = 50
_ARTICLES = frozenset("the a an some".split())
_OWNERS = frozenset("my your his her their".split())
# What may mean anything that was named.
_THINGS = frozenset("it its they them their".split())
_GENDERS = {"he": MALE, "him": MALE, "his": MALE, "she": FEMALE, "her": FEMALE}
# What no name holds: its words mean what stands elsewhere, or begin another clause.
_UNCLEAR = frozenset(
    "mine yours hers ours theirs i he she it we they you yet him us them me this that these those there here what"
    " which who whom whose where when how why if not"
    " myself himself herself itself themselves yourself is are was were be been am has had do does"
    " did would could should might must will can than every any no too enough much more most less least"
    " someone somebody something anyone anything everyone everything nobody nothing our your its lot lots".split()
)
_EMPTY = frozenset(
    "thing things stuff bit way ways time times one ones something anything everything nothing someone anyone"
    " everyone question questions idea ideas clue problem problems feeling look try fun luck point sense joke sec"
    " second minute moment mind nightmare help advice mistake reason chance answer option suggestion version kind"
    " sort type same other others rest issue favor favour thought thoughts plan plans day today fan part place last"
    " first next other hard alone fast late early well abroad online latter former best worst".split()
)
# Lengths and parts of time, which are things only where it is said which or how many.
_TIMES = frozenset("second minute hour day night week weekend fortnight month year morning afternoon evening".split())
_NAMING = frozenset(("named", "called"))


@dataclass(frozen=True)
class Mention:
    """What was named, as it is called in facts.

    Attributes:
        gender: of a person or a pet; empty if that is not known.
        is_somebody: whether it is a person or a pet; None if that is not known.
    """

    name: str
    gender: str = ""
    is_somebody: bool | None = None
    is_plural: bool = False


class Mentions:
    """What a message names, in order.

    Args:
        speaker: who says `I`.

    Attributes:
        facts: what names tell beside the clause that they stand in: `my sister Ann` is a sister.
        together: who `we` are; nobody while that is unclear.
    """

    def __init__(self, speaker: str) -> None:
        self.speaker = speaker
        self.facts: list[Fact] = []
        self.together: tuple[str, ...] = ()
        self._named: dict[str, Mention] = {}
        self._proper: set[str] = set()
        self._has_gaps = False

    def meant(self, pronoun: str) -> Mention | None:
        """Who or what `he`, `she`, `it` or `they` are; None where several may be, or none was named."""
        if self._has_gaps and pronoun in _THINGS:
            return None
        if pronoun in ("they", "them", "their"):
            return _only([mention for mention in self._named.values() if mention.is_plural])
        single = [mention for mention in self._named.values() if not mention.is_plural]
        if pronoun in ("it", "its"):
            return _only([mention for mention in single if not mention.is_somebody])
        wanted = _GENDERS[pronoun]
        fitting = [mention for mention in single if mention.is_somebody is not False and mention.gender in ("", wanted)]
        return _only([mention for mention in fitting if mention.is_somebody]) or (
            _only(fitting) if not any(mention.is_somebody for mention in fitting) else None
        )

    def is_proper(self, words: Words) -> bool:
        """Whether words are somebody's or something's own name, by how they are written or as they were before."""
        first = words[0]
        if given_name(first) or clean(" ".join(words)) in self._proper:
            return True
        return first[0].isupper() and (len(words) > 1 or not lexicon().meanings(first))

    def name(self, words: Words, *, is_place: bool = False, is_known: bool = True) -> Mention | None:
        """What a noun phrase names; None where that is unclear, or nothing.

        Args:
            is_place: whether it stands where places stand: `in Paris`.
            is_known: whether it is there, so that pronouns may mean it.
        """
        words = without_adverbs(words)
        if len(words) == 1 and words[0].lower() in ("me", "us"):
            return Mention(self.speaker, is_somebody=True) if self.speaker else None
        if len(words) == 1 and words[0].lower() in (*_GENDERS, "it", "they", "them"):
            return self.meant(words[0].lower())
        if not is_noun_phrase(words):
            return None
        owner, noun = self._owned(words)
        if not noun or len(noun) > _LONGEST or any(form(word) == Form.GERUND for word in noun[1:]):
            return None
        noun, proper = self._apart(noun)
        lower = {word.lower() for word in noun}
        head = _head(noun).lower()
        if (
            not _UNCLEAR.isdisjoint(lower)
            or not _OWNERS.isdisjoint(lower)
            or head in _EMPTY
            or _is_time(words, head)
            or not re.search(r"\w", noun[0])
        ):
            return None
        said = clean(f"{owner}'s {' '.join(noun)}" if owner else " ".join(noun))
        mention = self._mention(said, proper or noun, owner, is_place)
        if proper:
            name = clean(" ".join(proper))
            if is_known:
                self.facts.append(Fact(name, "is", said))
            mention = Mention(name, mention.gender or gender(noun), is_somebody(noun) or None)
        if is_known:
            self._keep(mention, proper or noun)
        return mention

    def name_kin(self, words: Words) -> None:
        """Take note of everybody who is said to be somebody of the speaker's: `my husband Arne`, `our son Radu`."""
        for start, word in enumerate(words):
            if word.lower() not in ("my", "our"):
                continue
            noun = next((at for at in range(start + 1, min(start + 5, len(words))) if _is_called(words, at)), None)
            if noun is None or any(not word.islower() for word in words[start + 1 : noun]):
                continue
            begin = noun + 1 + (words[noun + 1 : noun + 2] == [","])
            end = next((at for at in range(begin, len(words)) if not _is_name_word(words[at])), len(words))
            is_closed = begin == noun + 1 or words[end : end + 1] in ([], [","])
            if begin < end and is_closed:
                self.name([*words[start : noun + 1], *(word.removesuffix("'s") for word in words[begin:end])])

    def overhear(self, words: Words) -> None:
        """Take note of people whom words name that are not understood, whom a pronoun may mean as well as others."""
        self._has_gaps = True
        for at, word in enumerate(words):
            if given_name(word) and word[0].isupper():
                self._keep(self._mention(clean(word), [word], "", False), [word])
            elif is_person(word):
                owner = words[at - 1].lower() if at and words[at - 1].lower() in (*_OWNERS, "our") else ""
                said = f"{self.speaker}'s {word}" if owner in ("my", "our") else f"{owner} {word}".strip()
                self._keep(Mention(clean(said), gender([word]), True, is_plural(word)), [word])

    def tell(self, subject: Mention, other: Mention, words: Words) -> None:
        """Take note of what somebody is said to be, which tells the gender, or what the name of somebody is."""
        if subject.name.endswith("'s name"):
            bearer = subject.name.removesuffix("'s name").split()
            self._keep(Mention(other.name, gender(bearer) or other.gender, is_somebody(bearer)), words)
        elif subject.name in self._named and is_somebody(words):
            known = self._named[subject.name]
            self._named[subject.name] = Mention(subject.name, known.gender or gender(words), True)

    def _mention(self, said: str, words: Words, owner: str, is_place: bool) -> Mention:
        are_several = _head(words).islower() and is_plural(_head(words))
        known: bool | None = is_somebody(words) or None
        if not known and (is_place or _head(words).islower() or not words[-1].isalpha()):
            known = False
        return Mention(said, gender(words) if known else "", known, are_several and (bool(owner) or not known))

    def _keep(self, mention: Mention, words: Words) -> None:
        self._named.setdefault(mention.name, mention)
        if len(self._named) > _LATEST:
            del self._named[next(iter(self._named))]
        if words[0][0].isupper():
            self._proper.add(mention.name)

    def _owned(self, words: Words) -> tuple[str, Words]:
        """Whose something is, and what it is without article; no words where the owner is unclear."""
        while len(words) > 1 and words[0].lower() in _ARTICLES:
            words = words[1:]
        first = words[0].lower() if words else ""
        if first in ("my", "our"):
            return self.speaker, words[1:] if self.speaker else []
        if first in ("his", "her", "its", "their"):
            mention = self.meant(first)
            return (mention.name, words[1:]) if mention else ("", [])
        if len(words) == 1 and words[0][0].isupper() and is_kin(first):
            return self.speaker, words if self.speaker else []
        is_naming = first == "this" and not _NAMING.isdisjoint(words)
        return "", words[1:] if is_naming else words

    def _apart(self, words: Words) -> tuple[Words, Words]:
        """A noun and the name that follows it, if one does: `sister Ann`, `boss, Dana`, `band called Mudlark`."""
        lower = [word.lower() for word in words]
        for naming in _NAMING & set(lower):
            at = lower.index(naming)
            if 0 < at < len(words) - 1:
                is_other = words[at - 1][0].isupper()
                return words[:at], [] if is_other else words[at + 1 :]
        for at in range(1, len(words)):
            name = [word for word in words[at:] if word != ","]
            is_noun = is_person(words[at - 1]) if words[at] == "," else is_relation(words[at - 1])
            if is_noun and _may_be_name(name, words[at - 1]):
                return words[:at], name
        return [word for word in words if word != ","], []


def _may_be_name(words: Words, noun: str) -> bool:
    """Whether words after a noun for somebody are a name; in small letters one word, which is no other."""
    if words and all(map(_is_name_word, words)):
        return True
    if (
        not is_relation(noun)
        or len(words) != 1
        or not words[0].isalpha()
        or words[0].endswith("s")
        or words[0] in PREPOSITIONS | CONJUNCTIONS
    ):
        return False
    return not (form(words[0]) or is_adverb(words[0]) or lexicon().meanings(words[0]))


def _is_called(words: Words, at: int) -> bool:
    """Whether a name may stand after the noun there, with a comma before it if the noun is a trade's."""
    return is_relation(words[at]) or (words[at + 1 : at + 2] == [","] and is_person(words[at]))


def _is_name_word(word: str) -> bool:
    """Whether a word may be of somebody's name: it is written large, and no day, no month and no `I`."""
    is_time = word.lower() in DAYS or word.lower() in MONTHS
    return given_name(word) or (word[0].isupper() and not is_time and (not word.isupper() or "." in word))


def _is_time(words: Words, head: str) -> bool:
    """Whether a noun phrase is of a time that has not become a date: `the week after`, `their Wednesdays`."""
    is_said = words[0] == head or any(is_number(word) or is_count(word) for word in words)
    return not is_said and singular(head) in {*_TIMES, *DAYS}


def _only(mentions: Sequence[Mention]) -> Mention | None:
    return mentions[0] if len(mentions) == 1 else None


def _head(words: Words) -> str:
    """The noun of a noun phrase."""
    at = next((at for at in range(1, len(words)) if words[at].lower() in PREPOSITIONS), len(words))
    return words[at - 1]
