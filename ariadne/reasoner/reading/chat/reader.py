"""Reading what people write to each other: facts about who speaks, and about whom and what they speak of.

A sentence that is no statement, or a clause that is not understood as a whole, gives none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from ariadne.reasoner.reading.chat.clauses import (
    Clause,
    clauses,
    hands_over,
    is_opening,
    is_predicate,
    is_statement,
    is_turned,
    verb_at,
)
from ariadne.reasoner.reading.chat.coordination import asserted, whole
from ariadne.reasoner.reading.chat.inflection import Form, base, form
from ariadne.reasoner.reading.chat.mentions import Mention, Mentions
from ariadne.reasoner.reading.chat.people import given_name, is_kin, is_somebody
from ariadne.reasoner.reading.chat.phrases import kept
from ariadne.reasoner.reading.chat.predicates import Predicate, predicate
from ariadne.reasoner.reading.chat.statements import Statement
from ariadne.reasoner.reading.chat.times import opening, taken
from ariadne.reasoner.reading.chat.words import is_adverb, sentences, takes_back, words_of
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.verbs import DETERMINERS

Words = list[str]

# Verbs whose clauses tell what somebody says, thinks or wishes, and what is only now.
_THOUGHT = frozenset(
    "think dream guess hope wish believe suppose reckon imagine wonder doubt mean say tell hear ask feel seem look want"
    " forget remember promise swear bet assume expect agree understand see notice decide try appreciate thank"
    " apologize help let care mind figure find suggest recommend worry trust answer call check"
    " explain talk suck matter happen attach claim insist".split()
)
# What is said of somebody by those who tell.
_TOLD = frozenset("suppose tell mean expect say ask".split())
# What clauses begin with that tell no fact of their own.
_ASIDE = frozenset("when whenever while as which where how why what whether that than until before".split())
# What clauses begin with that may only say when: `since I was six`.
_TEMPORAL = frozenset("since after once".split())
# What joins a verb phrase to the subject of the clause before it.
_JOINING = frozenset(("", "and", "but", "or", "yet", "then", "who", ",", ":"))
_NOW = re.compile(r"\b(?:now|again|anymore|no-longer)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Speech:
    """What is said in a message.

    Attributes:
        speaker: who `I` is. `addressee`: who `you` are; empty where what is said of `you` is of nobody.
        time: the day on which it is said.
    """

    speaker: str
    addressee: str
    time: date
    text: str


def read_speech(speech: Speech) -> dict[Fact, bool]:
    """The facts that a message states, in their order, each with whether it is said to be so now, or again."""
    mentions = Mentions(speech.speaker)
    found: dict[Fact, bool] = {}
    last: dict[Fact, bool] = {}
    is_own = True
    for sentence in sentences(speech.text):
        words = words_of(sentence)
        if takes_back(sentence):
            found = {fact: is_now for fact, is_now in found.items() if fact not in last}
        if is_statement(sentence, words):
            reading = _Sentence(speech, mentions, is_own)
            last = dict(reading.read(words))
            found |= last
            is_own = reading.is_own
        elif hands_over(words):
            break
        else:
            mentions.overhear(words)
    return found


class _Sentence:
    """Reads a sentence, clause by clause.

    Args:
        is_own: whether what is said without a subject is of who speaks.
    """

    def __init__(self, speech: Speech, mentions: Mentions, is_own: bool) -> None:
        self._speech = speech
        self._mentions = mentions
        self._subjects: list[Mention] = []
        self._before = Clause([], "", [], [])
        self.is_own = is_own

    def read(self, words: Words) -> list[tuple[Fact, bool]]:
        """The facts of a sentence, each with whether it is said to be so now."""
        found: list[tuple[Fact, bool]] = []
        last: list[tuple[Fact, bool]] = []
        is_first = True
        told: list[tuple[Fact, bool]] | None = []
        for clause in clauses(words):
            # `I would not say I am religious`: what follows without a joint is what is not said.
            is_said = told or clause.joint or not self._before.predicate
            is_other = clause.joint == "or" and not self._before.predicate  # `Tom or Jess has it`
            told = self._told(clause, is_first) if is_said and not is_other and not is_turned(clause) else []
            is_first = is_first and not clause.predicate
            if not told:
                self._mentions.overhear(clause.words)
            self._before = clause
            if told is None:
                if _is_hedge(clause):
                    found = found[: len(found) - len(last)]
                break
            last = told
            found += told
        self._mentions.name_kin(words)
        return [*found, *((fact, False) for fact in self._named())]

    def _told(self, clause: Clause, is_first: bool) -> list[tuple[Fact, bool]] | None:
        """The facts of a clause; None where what follows belongs to what somebody only says or thinks."""
        if clause.joint in _ASIDE:
            self._subjects = []
            return []
        if clause.joint == "who":
            self._subjects = self._bearer(self._before.words)
            if clause.subject:
                return []
        if not clause.predicate:
            if not is_opening(clause.words):
                self._subjects, self.is_own = self._named_first(clause.words), False
            return []
        if self._is_aside(clause):
            return []
        was = _is_past(clause.predicate)
        subject, before = taken(clause.subject, self._speech.time, was)
        while len(subject) > 1 and (subject[0] == "," or is_adverb(subject[0])):
            subject = subject[1:]
        tail, whens = taken(asserted(self._whole(clause)), self._speech.time, was)
        if not tail:
            return []
        tail = kept(tail)
        whens = [(min(at, len(tail)), when) for at, when in whens if at <= len(tail) + 1]
        subjects = self._subjects_of(clause, subject, is_first)
        self.is_own = bool(subjects) and subjects[0].name == self._speech.speaker
        said = predicate(tail, not self.is_own)
        self._subjects = subjects if said and not _is_thought(said) else []
        if said is None or _is_thought(said):
            return None if said else []
        is_setting = clause.joint in _TEMPORAL and said.verb == "be" and said.is_past
        if not subjects or is_setting:
            return []
        offset = len(tail) - len(said.rest)
        times = [(-1, when) for _, when in before] + [(max(at - offset, 0), when) for at, when in whens]
        is_now = _NOW.search(" ".join(tail)) is not None or clause.subject[:1] == ["now"]
        facts = Statement(self._mentions, subjects, said, times).facts()
        return [(fact, is_now) for fact in [*self._named(), *facts]]

    def _whole(self, clause: Clause) -> Words:
        """A verb phrase with what it shares with the one before it."""
        if clause.subject:
            return clause.predicate
        is_thing = not any(subject.is_somebody for subject in self._subjects)
        words = whole(clause, self._before.predicate, is_thing=is_thing)
        kind = form(words[0]) if words else Form(0)
        is_other = any(each.name != self._speech.speaker and not each.is_plural for each in self._subjects)
        # `Mum is here, pray for me`: a verb without its `s` is no further one of hers.
        is_order = clause.joint == "," and is_other and words == clause.predicate and kind & Form.PLAIN
        return [] if is_order and not kind & Form.PAST else words

    def _named(self) -> list[Fact]:
        """What names told since this was last asked."""
        facts, self._mentions.facts = self._mentions.facts, []
        return facts

    def _named_first(self, words: Words) -> list[Mention]:
        """Who may be the subject of a verb that follows after a comma: `My son, aged 11, has …`."""
        at = words.index(",") if "," in words else len(words)
        noun = words[opening(words) : at]
        mention = self._mentions.name(noun) if noun and noun[0].lower() in ("my", "our") else None
        return [mention] if mention and mention.is_somebody else []

    def _is_aside(self, clause: Clause) -> bool:
        """Whether a clause between commas says more of what it follows: `My thesis, supervised by Ann, …`."""
        is_after_noun = bool(self._before.words) and not self._before.predicate and not is_opening(self._before.words)
        is_joined = clause.joint == "," and not clause.subject
        return is_joined and is_after_noun and bool(form(clause.predicate[0]) & Form.PARTICIPLE)

    def _bearer(self, words: Words) -> list[Mention]:
        """Of whom a clause tells that begins with `who`: of the person named last before it."""
        starts = [at for at, word in enumerate(words) if word.lower() in ("my", "our") or given_name(word)]
        is_all = bool(words) and verb_at(words) is None and not is_predicate(words)
        is_doing = bool(words) and bool(form(words[0]) & Form.GERUND)  # `Asking for a friend, who …`
        noun = [] if is_doing else words if is_all else words[starts[-1] :] if starts else []
        mention = self._mentions.name(noun) if noun else None
        return [mention] if mention and mention.is_somebody else []

    def _subjects_of(self, clause: Clause, words: Words, is_first: bool) -> list[Mention]:
        speaker = Mention(self._speech.speaker, is_somebody=True)
        if not clause.subject:
            if clause.joint not in _JOINING:
                return []
            if self._subjects or not is_first or not self.is_own:
                return self._subjects
            kind = form(next((word for word in clause.predicate if not is_adverb(word)), ""))
            return [speaker] if kind & Form.PAST and not kind & Form.PLAIN else []
        first = words[0].lower() if words else ""
        if first == "i":
            return [speaker]
        if first == "you":
            return [Mention(self._speech.addressee, is_somebody=True)] if self._speech.addressee else []
        if first == "we":
            together = self._mentions.together
            return [Mention(name, is_somebody=True) for name in together] if together else [speaker]
        if first in ("this", "that", "these", "those", "there"):
            return []
        return self._people(words, clause)

    def _people(self, words: Words, clause: Clause) -> list[Mention]:
        """Who a noun phrase names, or several that `and` joins."""
        parts: list[Words] = [[]]
        if len(words) > 1 and words[0].lower() in ("both", "all"):
            words = words[1:]
        for word in words:
            if word.lower() == "and":
                parts.append([])
            else:
                parts[-1].append(word)
        if len(parts) > 2 or not all(parts):
            return []
        found = []
        for part in parts:
            if part[0].lower() in ("i", "me"):
                found.append(Mention(self._speech.speaker, is_somebody=True))
                continue
            if not self._may_be_subject(part, clause):
                return []
            mention = self._mentions.name(part)
            if mention is None:
                return []
            found.append(mention)
        if len(found) > 1 and any(mention.name == self._speech.speaker for mention in found):
            self._mentions.together = tuple(mention.name for mention in found)
        return found

    def _may_be_subject(self, words: Words, clause: Clause) -> bool:
        """Whether something is told of what these words name, and not of a whole kind, or how one finds it."""
        first = words[0].lower()
        if first in ("my", "his", "her", "our", "their", "its", "he", "she", "they", "it"):
            return True
        if len(words) == 1 and words[0][0].isupper() and is_kin(first):
            return True
        if first in ("the", "a", "an") or first in DETERMINERS:
            said = predicate(clause.predicate, True)
            is_event = said is not None and said.is_passive
            is_marked = re.search(r"\d|\b[A-Z]", " ".join(clause.predicate[1:])) is not None
            return first == "the" and (is_event or is_marked or is_somebody(words[:2]))
        return self._mentions.is_proper(words) or words[0].endswith("'s")


def _is_thought(said: Predicate) -> bool:
    """Whether this tells what somebody thinks or says, so that what follows may not be so."""
    if said.rest and form(said.rest[0]) & Form.GERUND and base(said.rest[0]) in _THOUGHT:
        return True
    is_other = said.words.endswith(" up") or (said.is_passive and said.verb not in _TOLD)
    return said.verb in _THOUGHT and not is_other


def _is_hedge(clause: Clause) -> bool:
    """Whether a clause says of the one before that somebody thinks so: `I live in Rome, I think`."""
    said = predicate(clause.predicate, True)
    return said is not None and not said.rest and _is_thought(said)


def _is_past(words: Words) -> bool:
    """Whether a verb phrase is of what was."""
    for before, word in zip(["", *words], words[:4], strict=False):
        kind = form(word)
        if word.lower() in ("am", "is", "are", "will", "do", "does", "can"):
            return False
        if before in ("have", "has", "'s") and word == "got":
            return False
        if word.lower() in ("was", "were", "had", "did") or (kind & Form.PAST and not kind & Form.PLAIN):
            return True
        if kind & Form.PLAIN and kind & Form.PAST:
            return word.lower() != "read"
    return False
