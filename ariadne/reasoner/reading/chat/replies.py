"""Replies that are no sentences: with the question that they answer, what they state."""

from __future__ import annotations

import re

from ariadne.reasoner.reading.chat.inflection import Form, base, form
from ariadne.reasoner.reading.chat.words import words_of
from ariadne.reasoner.reading.verbs import BE, DETERMINERS, PREPOSITIONS

_LONGEST = 8
"""Words: what is longer is a sentence of its own."""
_YOURS = {"your": "my", "you": "I"}
_ASKED = re.compile(
    r"(?:.*\b(?:and|so|but|,)\s+)?(?P<wh>where|when|who|what|which|how (?:many|much|long|old))(?P<kind> [\w ]+?)?"
    r" (?P<verb>do|did|are|is|have) (?P<rest>(?:you|your)\b.*)",
    re.IGNORECASE,
)
_WHETHER = re.compile(r"(?:.*\b(?:and|so|but|,)\s+)?(?P<verb>do|did|are|have) you (?P<rest>.+)", re.IGNORECASE)
_YES = frozenset("yes yeah yep yup sure definitely absolutely".split())
_NO = frozenset("no nope nah never".split())
_SUBJECTS = frozenset("i im my we our it its he she they that this there you".split())
_HOME = frozenset("live stay work study".split())


def stated_reply(question: str, reply: str) -> str:
    """What a reply states that is a part of a sentence, or a yes or no; empty, if it is anything else."""
    asked, said = " ".join(words_of(question)), reply.strip(" .!?…")
    words = said.split()
    if not question.rstrip().endswith("?") or not 0 < len(words) <= _LONGEST:
        return ""
    lower = [word.lower().strip(",") for word in words]
    if lower[0] in _YES | _NO and (len(words) == 1 or words[0].endswith(",")):
        match = _WHETHER.fullmatch(asked)
        stated = _said(match["verb"].lower(), match["rest"], lower[0] in _NO) if match else ""
        return " ".join([stated, *words[1:]]) if stated else ""
    if lower[0].partition("'")[0] in _SUBJECTS:
        return ""
    match = _ASKED.fullmatch(asked)
    if not match or any(word in BE or (form(word) & (Form.THIRD | Form.PAST) and at) for at, word in enumerate(lower)):
        return ""
    return _filled(match, said)


def _said(verb: str, rest: str, is_denied: bool) -> str:
    """`Do you like sushi?` as it is affirmed or denied."""
    if verb == "do":
        return f"I {'do not ' if is_denied else ''}{rest}."
    if verb == "did":
        return ""
    return f"I {'am' if verb == 'are' else verb}{' not' if is_denied else ''} {rest}."


def _filled(match: re.Match[str], said: str) -> str:
    """`Where do you live?` with what answers it."""
    verb, rest = match["verb"].lower(), match["rest"].split()
    owner, rest = _YOURS[rest[0].lower()], rest[1:]
    rest = [_YOURS.get(word.lower(), word) for word in rest]
    if owner == "my":
        return f"My {' '.join(rest)} {'are' if verb == 'are' else 'is'} {said}." if verb in ("is", "are") else ""
    if not rest:
        return f"I am {said}{' years old' if match['wh'].lower() == 'how old' and said.isdigit() else ''}."
    first = said.split(maxsplit=1)[0].lower()
    is_bare = match["wh"].lower() == "where" and first not in PREPOSITIONS and rest[-1].lower() not in PREPOSITIONS
    placed = f"{'at ' if base(rest[0]) == 'work' else 'in '}{said}" if is_bare and base(rest[0]) in _HOME else said
    if verb == "are":
        return f"I am {' '.join(rest)} {placed}."
    if verb == "have":
        return f"I have {' '.join(rest)} {'for ' if match['wh'].lower() == 'how long' else ''}{placed}."
    if verb != "do" or rest == ["do"] or rest[:1] == ["do"]:
        return f"I am {said}." if rest[:1] == ["do"] and first in DETERMINERS else ""
    return f"I {' '.join(rest)} {placed}."
