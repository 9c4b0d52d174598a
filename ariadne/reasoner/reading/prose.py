"""Reading plain English: open information extraction, by general rules.

A clause is a subject, a verb phrase, and what follows it: objects, and phrases that prepositions begin. Relative
clauses, appositions and participles are clauses of what stands before them; what pronouns and definite nouns mean
`referents.py` knows. This reads simple, well-formed sentences, and leaves out what it cannot place. A language model
reads better.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile, product

from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.reading.descriptions import FILLERS, INDEFINITE, described, is_owned, told_of, value_of
from ariadne.reasoner.reading.entries import entries
from ariadne.reasoner.reading.frames import unframed
from ariadne.reasoner.reading.names import KINDS, is_capital, is_lower, is_name_only, without_titles
from ariadne.reasoner.reading.notation import is_doubtful, plain_text
from ariadne.reasoner.reading.phrases import (
    BREAKS,
    Phrase,
    Words,
    first_verb,
    given,
    listed,
    noun_of,
    nouns,
    opening_of,
    parted,
    phrases_of,
    role_end,
    trimmed,
    verb_group,
)
from ariadne.reasoner.reading.plain_order import timeless, told_outright
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.referents import Description, Referents, stands_for_another
from ariadne.reasoner.reading.respects import COPULAS
from ariadne.reasoner.reading.sentences import lines, spoken, words_of
from ariadne.reasoner.reading.statements import becomes, is_made, stated
from ariadne.reasoner.reading.values import QUALIFIED, is_aspect, is_dated, is_quality
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    SUBORDINATORS,
    is_adverb,
    is_base,
    is_finite,
    is_gerund,
    is_left,
    is_participle,
)
from ariadne.triplet import clean

LONGEST = 8
_SHORT = 6
_ADJECTIVES = tuple("able al ant ar ary ed ent ful ible ic ing ish ive less ous y".split())
_CALLED = frozenset(f"{copula} {called}" for copula in COPULAS for called in ("called", "named"))
# What is longer is no sentence.
MOST_WORDS = 150
_WHOSE = frozenset("his her its their".split())
_TOLD_AFTER = re.compile(r"(?P<clause>[^:]{5,200}\w):\s+(?P<value>[^:;,!?]{1,40}?)\.?")
_MORE = re.compile(r"\balso\b(?! (?:known|called|named|referred|spelled|written))|,? (?:too|as well)(?=[.!]?$)")
"""What tells that something is so beside what was told before."""
_HAS_BEEN = (["has", "been"], ["have", "been"])
_OBJECTS = frozenset("him them me us it".split())
_SPEAKERS = frozenset(("me", "us"))
_DEICTIC = frozenset("there here now too".split())
_EMPTY = frozenset(
    "there here this that these those what who which whom whose where when how nothing something one ones such so not"
    " himself herself itself themselves her his its their".split()
)


class Extractor:
    """Reads texts one after the other.

    Attributes:
        found: the facts, in the order of the texts. `news`: those of them that the text says to be so `now`.
    """

    def __init__(self) -> None:
        self.found: dict[Fact, None] = {}
        self.news: set[Fact] = set()
        self._referents = Referents()
        self._is_now = self._is_more = False

    def read(self, text: str) -> None:
        """Read a text, sentence by sentence."""
        every = lines(text)
        for line, told in zip(every, entries(every), strict=True):
            sentences = [] if told else spoken(line)
            self._is_now = self._is_more = False
            for fact in told:
                self._add(fact, False)
            for sentence in sentences:
                self._sentence(sentence, stands_alone=len(sentences) == 1)

    def _sentence(self, sentence: str, stands_alone: bool) -> None:
        """A sentence as what it states, if it is a line of its own, or says one thing of what it names itself."""
        sentence, opens_now = plain_text(sentence)
        if is_doubtful(sentence) or sentence.endswith("?"):
            return None
        told = _TOLD_AFTER.fullmatch(sentence)
        if told and self._told_after(told["clause"], told["value"]):
            sentence = told["clause"]
        said = stated(sentence)
        plain = words_of(sentence)
        words, is_now = timeless(told_outright(without_titles(unframed(plain[:MOST_WORDS]))))
        self._is_now, self._is_more = opens_now or is_now, bool(_MORE.search(sentence))
        before = {**self.found}
        self._clause(_without_last_comma(words))
        new = [fact for fact in self.found if fact not in before]
        if said and stands_alone:
            if said.fact not in new or not _says_more(said.fact, new):
                self.found = before
            self._add(said.fact, said.is_now)
            return self._referents.take_subject(said.fact.subject, _as_written(said.fact.subject, sentence))
        if said and len(new) == 1 and _names_ends(plain, new[0]):
            self.found = before
            self.news.discard(new[0])
            self._add(said.fact, said.is_now)
        return None

    def _told_after(self, clause: str, value: str) -> bool:
        """Whether what stands after a colon is the new thing of which the clause before it tells, which is then a fact:
        `We have a new code: 12.`"""
        words, _ = timeless(words_of(clause))
        start = max((at + 1 for at, word in enumerate(words) if word in ("a", "an")), default=0)
        noun = [word for word in words[start:] if word != "new"]
        is_new = bool(start) and len(noun) < len(words) - start and first_verb(words, 1) is not None
        if not is_new or not noun or not is_lower(noun) or not PREPOSITIONS.isdisjoint(noun):
            return False
        self._add(Fact(clean(" ".join(noun)), "is", clean(value)), is_now=True)
        return True

    def _add(self, fact: Fact, is_now: bool) -> None:
        if not all(fact):  # The text broke off.
            return
        if self._is_more:
            fact = fact._replace(relation=f"also {fact.relation}")
        self.found[fact] = None
        if is_now or self._is_now:
            self.news.add(fact)
        self._referents.take(fact)

    def _clause(self, words: Words) -> None:
        """A clause from its subject on, and what stands before it."""
        words, lead = self._opened(trimmed(words))
        verb = first_verb(words, 0)
        # `Open the door and you see …` tells somebody to do something first, and is of no door.
        is_told = bool(words) and is_base(words[0].lower()) and words[1:2] != ["and"] and "you" in words[2:verb]
        if not verb or is_told:
            return
        if words[:verb].count(",") == 1 and words[verb - 1] == "," and words[verb] in AUXILIARY:
            words, verb = [*words[: verb - 1], *words[verb:]], verb - 1
        head, aside, rest = parted(words, verb)
        if len(rest) < len(words) - len(head):
            office = self._described(head) if aside and is_name_only(aside) else None
            if office:
                self._add(Fact(*office, self._named(aside)), is_now=False)  # `The chair of Acme, Ann, lives …`
                head = aside
            elif aside and (name := self._named(head)):
                self._about([name], aside)
            return self._clause([*head, *rest]) if rest else None
        if words[0].lower() == "there":
            return self._there(words[verb:])
        while verb > 1 and is_adverb(words[verb - 1].lower()):
            verb -= 1
        description = self._described(words[:verb])
        bridged = self._referents.bridged(words[:verb]) if not description and words[verb] in COPULAS else None
        if names := self._subjects(words[:verb]):
            self._verb_phrase(words[verb:], names, lead, description or bridged, is_bridged=description is None)

    def _opened(self, words: Words) -> tuple[Words, list[Phrase]]:
        """A clause without what opens it: another clause, which is read, or a phrase such as `in 2020`."""
        lead: list[Phrase] = []
        first = words[0].lower() if words else ""
        if first in PREPOSITIONS | SUBORDINATORS and (cut := opening_of(words)):
            opening, words = words[:cut], trimmed(words[cut:])
            if any(is_finite(opening, at) for at in range(1, len(opening))):
                self._clause(opening[1:])
            elif first in PREPOSITIONS:
                lead = [(first, [opening[1:]])]
        is_joined = bool(words) and words[0].lower() in SUBORDINATORS - PREPOSITIONS | {"so"}
        return words[is_joined:], lead

    def _about(self, names: Sequence[str], aside: Words) -> None:
        """What stands beside a name: a relative clause, a participle's, or an apposition."""
        first = aside[0].lower()
        if first == "where":
            self._clause(aside[1:])
        elif first in RELATIVES:
            if first in ("who", "which", "that") and len(aside) > 1 and is_finite(aside, 1):
                self._verb_phrase(aside[1:], names)
        elif is_participle(aside[0]) or is_gerund(aside[0]) or is_finite(aside, 0):
            self._verb_phrase(aside, names)
        elif first in DETERMINERS:
            self._verb_phrase(["is", *aside], names)

    def _there(self, words: Words) -> None:
        """There is a thing in a place."""
        verb, at, _ = verb_group(words)
        phrases, _, _ = phrases_of(words[at:], is_be=False)
        if phrases and not phrases[0][0]:
            names = [name for item in phrases[0][1] if (name := self._named(item))]
            for preposition, items in phrases[1:]:
                self._say(names, f"{verb} {preposition}", items)

    def _subjects(self, words: Words) -> list[str]:
        """Who a clause is about; what pronouns will mean next is one of them."""
        named = [(self._named(part), part) for part in nouns(listed(words)) if part[0].lower() not in PREPOSITIONS]
        for name, part in named:
            if name:
                self._referents.take_subject(name, part)
        return [name for name, _ in named if name]

    def _described(self, words: Words) -> Description | None:
        """A definite noun phrase as a description."""
        first = words[0].lower() if words else ""
        if len(words) > 1 and first in _WHOSE and is_lower(words[1:]) and PREPOSITIONS.isdisjoint(words):
            whole, what = self._referents.owner(first), clean(" ".join(words[1:]))
        elif first == "the" or is_owned(words):
            whole, what = described(words) or ("", "")
        else:
            return None
        whole = (" " not in whole and self._referents.noun(whole)) or whole
        return (whole, what) if whole and what and not is_made(what) and not is_dated(what, whole) else None

    def _office(self, words: Words) -> Description | None:
        """What somebody is who does something as that: `replaced Ann as chair of Acme`, and not `as a nurse`."""
        if not words or words[0].lower() in INDEFINITE:
            return None
        definite = words if words[0].lower() in DETERMINERS else ["the", *words]
        return self._described(definite) or self._referents.bridged(definite)

    def _identified(
        self, subjects: Sequence[str], phrases: list[Phrase], subject: Description | None, is_new: bool
    ) -> tuple[list[Fact], list[Phrase]]:
        """Facts of descriptions and of who or what they are, where a copula joins the two, and the phrases left.

        Args:
            is_new: whether that is what they become: `chair of Acme`, `as the chair of Acme`.
        """
        items = phrases[0][1] if phrases and phrases[0][0] in ("", "as" if is_new else "") else []
        if is_new and len(items) == 1:
            definite = items[0] if items[0][0].lower() in DETERMINERS or is_owned(items[0]) else ["the", *items[0]]
            office = self._described(definite)
            return ([Fact(*office, name) for name in subjects], phrases[1:]) if office else ([], phrases)
        is_told = subject is not None and len(phrases) == 1 and all(_is_identity(subject[1], item) for item in items)
        if subject and items and is_told:
            return [Fact(*subject, self._named(item)) for item in items], []
        if len(items) != 1:
            return [], phrases
        wholes = phrases[1][1] if phrases[1:] and phrases[1][0] == "of" else []
        of_each = [(whole, self._described([*what, "of", *whole])) for what, whole in told_of(items[0], wholes)]
        found = [self._described(items[0])] if not wholes else [each for _, each in of_each]
        plain = [whole for whole, each in of_each if not each]
        if not any(found):
            return [], phrases
        left = [phrases[0], ("of", plain), *phrases[2:]] if plain else phrases[2 if wholes else 1 :]
        return [Fact(*each, name) for each in found if each for name in subjects], left

    def _verb_phrase(
        self,
        words: Words,
        subjects: Sequence[str],
        lead: Sequence[Phrase] = (),
        subject: Description | None = None,
        is_bridged: bool = False,
    ) -> None:
        verb, at, is_now = verb_group(words)
        if not verb:
            return
        is_be, is_passive = verb.split()[-1] in BE, " " in verb and verb.split()[0] in BE
        phrases, last, rest = phrases_of(given(verb, words[at:]), is_be)
        said = verb
        if verb in COPULAS or becomes(verb) or (subject and verb in _CALLED):
            facts, phrases = self._identified(subjects, phrases, subject, is_new=becomes(verb) and verb not in _CALLED)
            for fact in filter(all, facts):
                self._add(fact, is_now)
                self._referents.take_described(fact)
                said = f"{verb} {fact.relation}"
            subjects = [*dict.fromkeys(fact.object for fact in facts)] or subjects
        aspect = subject[1].rsplit(maxsplit=1)[-1] if subject and is_aspect(subject[1].rsplit(maxsplit=1)[-1]) else ""
        is_placed = bool(phrases) and (phrases[0][0] != "" or aspect in QUALIFIED)
        if subject and not is_bridged and said == verb and aspect and is_placed:
            # `Acme's headquarters are in Leeds`: Acme has them there.
            subjects, said = [subject[0]], f"{subject[1]} {verb}"
            verb = said
        phrases = self._had_as(verb, phrases, subjects, is_now)
        phrases = [*phrases, *lead]
        if is_be and [preposition for preposition, _ in phrases[:2]] == ["", "of"]:
            said, phrases = f"{verb} {' '.join(noun_of(phrases[0][1][0]))}", phrases[1:]
        if not phrases and said == verb and (is_passive or verb.split()[:2] in _HAS_BEEN):
            copula, _, state = verb.rpartition(" ")
            self._say(subjects, copula if is_passive else "is", [state.split()], is_now)
        for preposition, items in phrases:
            is_held = preposition == "as" and len(items) == 1 and not is_left(verb)
            office = self._office(items[0]) if is_held else None
            if office and office[0] not in subjects:
                for name in subjects:
                    self._add(Fact(*office, name), is_now)
                continue
            self._say(subjects, f"{said} {preposition}".strip(), items, is_now)
            if not preposition and not self._named(items[0], subjects):
                break
            if not preposition and not is_passive:
                said = f"{verb} {' '.join(noun_of(items[0]))}"
        self._rest(rest, subjects, last, said)

    def _had_as(self, verb: str, phrases: list[Phrase], subjects: Sequence[str], is_now: bool) -> list[Phrase]:
        """The phrases that are left when what is had as something is told: `has Ann as a teacher`."""
        if verb.rsplit(maxsplit=1)[-1] not in HAVE or [preposition for preposition, _ in phrases[:2]] != ["", "as"]:
            return phrases
        (_, had), (_, roles) = phrases[:2]
        what = clean(" ".join(word for word in roles[0] if word.lower() not in DETERMINERS))
        if len(roles) > 1 or not is_lower(roles[0]) or not what:
            return phrases
        for whole, item in product(subjects, had):
            self._add(Fact(whole, what, self._named(item, subjects)), is_now)
        return phrases[2:]

    def _rest(self, rest: Words, subjects: Sequence[str], last: Words, said: str) -> None:
        """What follows after a clause's objects: more of the same subject, of its last object, or a new clause."""
        after_break = rest[:1] == [","]
        joined = bool(rest) and (rest[0] in CONJUNCTIONS or rest[:2] == [",", "and"] or rest[:2] == [",", "but"])
        rest = trimmed(rest)
        name = self._named(last) if last else ""
        is_be = said.split(maxsplit=1)[0] in BE
        if not is_be and name and self._referents.is_person(subjects):
            self._referents.take_object(name, last)
        if not rest:
            return
        verbs = list(dropwhile(is_adverb, rest))
        if joined and verbs and is_finite(["and", *verbs], 1):
            return self._verb_phrase(rest if verbs == rest else [verbs[0], *rest[: -len(verbs)], *verbs[1:]], subjects)
        if rest[0].lower() in RELATIVES:
            of_subject = is_be and not after_break and last[:1] and last[0][0].isupper()
            return self._about(subjects if of_subject else [name] if name else [], rest)
        if is_participle(rest[0]) or is_gerund(rest[0]):
            return self._about(subjects if is_be or after_break or not name else [name], rest)
        closing = rest.index(",") if "," in rest else len(rest)
        if (
            after_break
            and said.split(maxsplit=1)[0] in HAVE
            and last[:1] in (["a"], ["an"])
            and is_name_only(rest[:closing])
        ):
            for whole in subjects:  # `has a new chair, Ann`
                self.found.pop(Fact(whole, said.split(maxsplit=1)[0], name), None)
                what = clean(" ".join(word for word in last[1:] if word not in FILLERS))
                self._add(Fact(whole, what, self._named(rest[:closing])), is_now="new" in last)
            rest = trimmed(rest[closing:])
            return self._clause(rest) if rest else None
        if after_break and is_name_only(rest[:closing]) and (described := self._described(last)):
            self._add(Fact(*described, self._named(rest[:closing])), is_now=False)  # `her husband, Rui`
            rest = trimmed(rest[closing:])
            return self._clause(rest) if rest else None
        if after_break and name and rest[0].lower() in DETERMINERS and first_verb(rest, 0) is None:
            self._about([name], rest[:closing])
            phrases, last, rest = phrases_of(trimmed(rest[closing:]), is_be=False)
            for preposition, items in phrases:
                if preposition:
                    self._say(subjects, f"{said} {preposition}", items)
            return self._rest(rest, subjects, last, said)
        self._clause(rest)

    def _say(self, subjects: Sequence[str], relation: str, items: Sequence[Words], is_now: bool = False) -> None:
        for item in nouns(items):
            thing, kind = self._named(item, subjects), ""
            if item[:1] == ["the"] and item[2:3] == ["of"] and item[1] in KINDS and relation not in COPULAS:
                kind, thing = f"{item[1]} of", self._named(item[3:], subjects)  # `fills the position of keeper`
            for subject in subjects:
                if subject and thing and subject != thing and clean(relation):
                    self._add(Fact(subject, clean(f"{relation} {kind}"), thing), is_now)

    def _named(self, words: Words, subjects: Sequence[str] = ()) -> str:
        """A name without its article; what a pronoun means; empty where that is not known, or nothing is named."""
        words = [word for word in trimmed(words) if word not in BREAKS]
        while len(words) > 1 and words[-1] in _DEICTIC:
            words = words[:-1]
        is_definite = bool(words) and words[0].lower() in ("the", "this", "that")
        while words and (_is_aside(words[0]) or words[0].lower() in ("both", "either", "the", "a", "an", "some")):
            words = words[1:]
        if not words or len(words) > LONGEST:
            return ""
        first = words[0].lower()
        if len(words) == 1 and first in _SPEAKERS:
            return first
        if stands_for_another(words):
            return self._referents.pronoun(first, subjects)
        if len(words) > 1 and first in _WHOSE:
            owner = self._referents.owner(first)
            words = [f"{owner}'s", *words[1:]] if owner else []
        at = role_end(words)
        role, name = clean(" ".join(words[:at])), clean(" ".join(words[at:]))
        if role and name:
            self.found[Fact(name, "is", role)] = None
        if is_definite and is_lower(words) and (meant := self._referents.noun(name)):
            return meant
        is_nothing = name in _EMPTY | PARTICLES | PREPOSITIONS or _OBJECTS & set(words) or not re.search(r"\w", name)
        return "" if is_nothing else name


def _as_written(name: str, sentence: str) -> Words:
    """The words of a name as a sentence has them."""
    start = sentence.lower().find(name)
    return (sentence[start : start + len(name)] if start >= 0 else name).split()


def _without_last_comma(words: Words) -> Words:
    """A list without the comma before its last item: `a hammer, two saws, and a drill`."""
    for at in range(len(words) - 2, 1, -1):
        if words[at] == "," and words[at + 1] in CONJUNCTIONS and "," in words[:at]:
            rest = words[at + 2 :]
            until = rest.index(",") if "," in rest else len(rest)
            if first_verb(["it", *rest[:until]], 1) is None:
                return [*words[:at], *words[at + 1 :]]
    return words


def _says_more(said: Fact, facts: Sequence[Fact]) -> bool:
    """Whether facts say of the same what another tells within its relation: `studied, law` of `studied law in`."""
    return all(
        fact == said
        or (
            fact.subject == said.subject
            and fact.relation not in COPULAS
            and said.relation.startswith(f"{fact.relation} {fact.object} ")
        )
        for fact in facts
    )


def _names_ends(words: Words, fact: Fact) -> bool:
    """Whether a sentence itself has the words of a fact's ends, and no pronoun or noun stands for them."""
    return {*clean(" ".join(words)).split()}.issuperset(f"{fact.subject} {fact.object}".split())


def _is_identity(what: str, item: Words) -> bool:
    """Whether an item is who or what is described as this, and not how, or of what kind, that is."""
    is_kind = item[0].lower() in ("a", "an") or (is_quality(item) and what.rsplit(maxsplit=1)[-1] not in QUALIFIED)
    return bool(value_of(item)) and _is_named(item[-1]) and not is_kind


def _is_named(word: str) -> bool:
    """Whether a word is a name or a noun: of what is only like something nothing is told by `the same`."""
    is_unknown = len(word) > _SHORT and not word.endswith(_ADJECTIVES)
    return is_capital(word) or any(map(str.isdigit, word)) or bool(lexicon().meanings(word)) or is_unknown


def _is_aside(word: str) -> bool:
    """Whether a word before a noun says nothing of it: `only Ann`, but not `first class`."""
    return is_adverb(word) and word not in ("back", "first", "further", "long")
