"""Verb phrases that share a part, as in `has sold it and left`, or of which one is set against another."""

from __future__ import annotations

from ariadne.reasoner.reading.chat.clauses import Clause, auxiliaries_of
from ariadne.reasoner.reading.chat.inflection import Form, form
from ariadne.reasoner.reading.chat.words import is_adverb
from ariadne.reasoner.reading.verbs import AUXILIARY, BE, DO, MODAL, NEGATION, PREPOSITIONS

Words = list[str]


def whole(clause: Clause, before: Words, *, is_thing: bool) -> Words:
    """A verb phrase without a subject with the auxiliaries that it shares; none where that is unclear.

    Args:
        before: the verb phrase of the clause before.
        is_thing: whether the subject is nobody, so that what follows `was sold and` was done to it as well.
    """
    own = clause.predicate
    if not before:
        return own
    auxiliaries = auxiliaries_of(before)
    helper = next((word for word in reversed(auxiliaries) if word not in NEGATION), "")
    kind = form(next((word for word in own if not is_adverb(word)), ""))
    if kind & Form.PLAIN and not kind & Form.PAST:
        return _after_infinitive(clause, before, auxiliaries, helper)
    if kind & Form.PARTICIPLE and not kind & Form.PAST:
        return [*auxiliaries, *own]
    if kind & Form.PARTICIPLE and helper in BE and form(before[len(auxiliaries)]) & Form.PARTICIPLE:
        return [*auxiliaries, *own] if is_thing or before[len(auxiliaries) :] == ["born"] else []
    return own


def _after_infinitive(clause: Clause, before: Words, auxiliaries: Words, helper: str) -> Words:
    """A verb's plain form, which may go with the modal or the `to` of the verb before it."""
    own = clause.predicate
    if helper in MODAL | DO:
        is_shared = NEGATION.isdisjoint(auxiliaries) or clause.joint == "or"
        return [*auxiliaries, *own] if is_shared else own if clause.joint == "but" else []
    verb = before[before.index("to") + 1 :][:1] if "to" in before else []
    return [] if verb and form(verb[0]) & Form.PLAIN else own


def asserted(words: Words) -> Words:
    """A verb phrase up to what is set against it."""
    for at in range(2, len(words)):
        before = words[at - 1].lower()
        # `the 9th of May not the 6th`: after a preposition stands no auxiliary.
        is_helper = before in AUXILIARY and words[at - 2].lower() not in PREPOSITIONS
        if words[at].lower() == "not" and not is_helper and before != "'s" and not is_adverb(before):
            return words[:at]
    return words
