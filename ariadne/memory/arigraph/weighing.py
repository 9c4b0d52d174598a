"""When a chain of facts is believed, and when a text that says something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate
from math import inf, log, sqrt

from ariadne.memory.arigraph.chains import DECIMALS
from ariadne.memory.arigraph.chains import THRESHOLD as LIKELY
from ariadne.memory.arigraph.lexical import terms
from ariadne.memory.arigraph.names import may_be_one
from ariadne.memory.arigraph.news import changes
from ariadne.memory.arigraph.options import Supersede
from ariadne.memory.arigraph.order import Saying, words_of
from ariadne.memory.arigraph.relations import converse, is_of_the_past
from ariadne.memory.arigraph.results import Answer
from ariadne.memory.arigraph.synonyms import are_apart
from ariadne.reasoner.reading.chat.times import DAYS, TIMES
from ariadne.reasoner.reading.frames import unframed
from ariadne.reasoner.reading.notation import is_unsure
from ariadne.reasoner.reading.plain_order import timeless
from ariadne.reasoner.reading.sentences import words_of as read_words
from ariadne.reasoner.reading.values import is_time
from ariadne.triplet import Triplet

READ = 0.85
"""What share of a sentence's words its facts have, if it was read whole."""
PLAIN = 0.95
"""From which confidence on a chain of one fact is plainly what was asked for."""
_NOW = frozenset(terms("now currently current new again still already today"))
"""What a sentence says of when a fact holds, which the fact does not."""
_TIMES = frozenset(terms(" ".join(TIMES)))
_OURS = frozenset("my our your".split())
UNSAID, UNLINKED = 0.25, 0.02
"""How likely a text would say what an unlikely chain leads to and none says, and a chain lead to what only a text says.
Set on retold lists; anything from a tenth to a quarter, and up to 0.02, gives the same."""
NEWS = 0.7
"""From which confidence on a newer text ends what a chain says, where every relation takes one value."""


def weighed(chains: Sequence[Answer], texts: Sequence[Answer], supersede: Supersede = "judged") -> list[Answer]:
    """What chains of facts and what parts of texts answer, the likeliest first.

    What a likely chain leads to stands. A chain of one fact stands only if it is plainly what was asked for, and what
    tells the fact was read whole; and not if a newer text that speaks of the same thing says something else, for then
    the reader did not see that it has ended. One that does not stand is as likely as that both it and a text say so.

    Where every relation takes one value (`always`), or nothing ends (`never`), the reader is trusted: what a likely
    chain leads to stands, and where none is, what both an unlikely one and a text say comes first. But of two values of
    one thing that are both plainly asked for the newer holds where there is one, and a newer text ends what a chain of
    one fact says in other words, if the two relations are not known to be two.
    """
    if supersede == "judged":
        chains = sorted((_as_told(chain, texts) for chain in chains), key=lambda answer: -answer.confidence)
    elif supersede == "always":
        chains = _newest_first(chains)
    chain = next(iter(chains), Answer())
    texts = [each for each in texts if not _is_of_another(chain, each)]
    denying = _denying(chain, texts, supersede)
    known = {value for each in chains for value in each.values}
    others = [each for each in texts if each.text not in known]
    if denying:
        chains = [_denied(each, denying) for each in chains]
        others = [each for each in others if each.confidence <= denying.confidence]
    elif chain.confidence >= LIKELY and (_stands(chain, texts) or supersede != "judged"):
        others = [replace(each, confidence=min(each.confidence, 1 - chain.confidence)) for each in others]
    elif supersede != "judged":
        return _by_odds(chains, texts)
    else:
        said = {each.text: each.confidence for each in texts}
        likelier = (max((each.confidence, *(said.get(value, 0) for value in each.values))) for each in chains)
        chains = [replace(each, confidence=most) for each, most in zip(chains, likelier, strict=True)]
    return sorted([*chains, *others], key=lambda answer: -answer.confidence)


def _newest_first(chains: Sequence[Answer]) -> list[Answer]:
    """Chains, of which the newest has the confidence of the first if both are of one fact of the same thing and plainly
    what was asked for."""
    first = next(iter(chains), Answer())
    rivals = [each for each in chains if each.confidence >= PLAIN and _are_rivals(each, first)]
    newest = max(rivals, key=_when, default=first)
    if newest is first:
        return list(chains)
    others = [replace(each, confidence=min(each.confidence, LIKELY)) if each in rivals else each for each in chains]
    return [replace(newest, confidence=first.confidence), *(each for each in others if each.values != newest.values)]


def _are_rivals(one: Answer, other: Answer) -> bool:
    """Whether two chains of one fact tell values of the same thing, which may be one value for all that is known."""
    if not len(one.path) == len(other.path) == 1:
        return False
    (fact,), (rival,) = one.path, other.path
    return _told_of(one) == _told_of(other) and not _are_two(fact, rival)


def _told_of(chain: Answer) -> str:
    """Of what a chain of one fact tells a value."""
    (fact,) = chain.path
    return fact.subject if fact.object in chain.values else fact.object


def _are_two(fact: Triplet, other: Triplet) -> bool:
    """Whether the relations of two facts are known not to be the same, from whichever end either is told."""
    own, others = (filter(None, (each.relation, converse(each.relation))) for each in (fact, other))
    return are_apart(own, others)


def _denying(chain: Answer, texts: Sequence[Answer], supersede: Supersede) -> Answer | None:
    """The text that is believed against a chain, if there is one."""
    if supersede == "judged":
        return next((each for each in texts[:1] if _is_denied(chain, each)), None)
    if supersede == "never" or len(chain.path) != 1 or chain.confidence < LIKELY:
        return None
    for text in texts:
        if text.confidence < NEWS or _is_same(text, chain):
            return None
        if _is_news(text, chain):
            return text
    return None


def _is_news(text: Answer, chain: Answer) -> bool:
    """Whether a text is newer than what tells a chain of one fact, and was not read as something else of its thing."""
    told, said = chain.newest, text.newest
    if told is None or said is None or said.when <= told.when:
        return False
    (fact,) = chain.path
    of_it = [each for each in said.facts if _told_of(chain) in each.vertices]
    return not of_it or any(_shares_an_end(each, fact) and not _are_two(each, fact) for each in of_it)


def _by_odds(chains: Sequence[Answer], texts: Sequence[Answer]) -> list[Answer]:
    """Chains of which none is likely, and what texts say besides: by the odds that both a chain and a text say so. No
    text says what is several facts away, and needs to."""
    found = []
    for chain in chains:
        said = max((text.confidence for text in texts if _is_same(text, chain)), default=0.0)
        is_told = len(chain.path) == 1
        odds = _log_odds(chain.confidence) + is_told * _log_odds(said or UNSAID)
        found.append((odds, replace(chain, confidence=max(chain.confidence, is_told * said))))
    told = [chain for chain in chains if len(chain.path) == 1]
    others = [text for text in texts if not any(_is_same(text, chain) for chain in told)]
    found += [(_log_odds(text.confidence) + _log_odds(UNLINKED), text) for text in others]
    found.sort(key=lambda pair: -pair[0])
    least = accumulate((answer.confidence for _, answer in found), min)
    return [replace(answer, confidence=most) for (_, answer), most in zip(found, least, strict=True)]


def _log_odds(chance: float) -> float:
    chance = min(max(chance, 1e-5), 1 - 1e-5)
    return log(chance / (1 - chance))


def _denied(chain: Answer, text: Answer) -> Answer:
    """A chain where a text is believed: as likely as the text, if that says so, too, and else as that it is wrong."""
    if text.text in chain.values:
        return replace(chain, confidence=max(chain.confidence, text.confidence))
    return replace(chain, confidence=min(chain.confidence, 1 - text.confidence))


def _stands(chain: Answer, texts: Sequence[Answer]) -> bool:
    """Whether what a chain leads to needs no text that says so, too."""
    is_read = chain.newest is None or _is_read(chain.newest)
    return len(chain.path) > 1 or (is_read and (chain.confidence >= PLAIN or not texts))


def _as_told(chain: Answer, texts: Sequence[Answer]) -> Answer:
    """A chain; if it does not stand, as likely as that both it and a text say so, and as exact: of `a dog called Rex`
    the part that is asked for."""
    if _stands(chain, texts):
        return chain
    same = [text for text in texts if _is_same(text, chain)]
    if not same:
        return replace(chain, confidence=0.0)
    told = max(same, key=lambda text: text.confidence)
    confidence = round(sqrt(chain.confidence * told.confidence), DECIMALS)
    if len(chain.values) > 1 or told.text.isdigit() or not {*terms(told.text)} < {*terms(chain.text)}:
        return replace(chain, confidence=confidence)
    return replace(chain, text=told.text, values=told.values, confidence=confidence)


def _is_denied(chain: Answer, text: Answer) -> bool:
    """Whether a newer text that speaks of the same thing, or of what was so of it, says something else than a chain of
    one fact, and the graph does not know better."""
    told, said = chain.newest, text.newest
    if len(chain.path) != 1 or text.confidence < LIKELY or told is None or said is None or _is_same(text, chain):
        return False
    is_of_it = any(_names(said, end) for end in chain.path[0].vertices) and not is_unsure(said.said)
    # Of what the reader has read whole as another fact of the same thing, and no change, it does.
    fact = chain.path[0]
    own = {*fact.vertices, f"{fact.subject}'s {fact.relation}"}
    other = [each for each in said.facts if not own.isdisjoint(each.vertices)]
    same = [each for each in other if each.relation == fact.relation and _shares_an_end(each, fact)]
    is_known = _is_read(said) and bool(said.facts) and not same and not changes(said.said)
    # What was is no news of what is.
    is_known = is_known or any(is_of_the_past(each.relation) for each in other)
    return said.when > told.when and is_of_it and not is_known


def _names(saying: Saying, name: str) -> bool:
    """Whether a text has half of a name's words, with its numbers."""
    own, words = _words_of_name(name), {*terms(saying.piece)}
    return 2 * len(own & words) >= len(own) > 0 and own - words <= {word for word in own if not word.isdigit()}


def _is_of_another(chain: Answer, text: Answer) -> bool:
    """Whether a text tells of something with a name like that of which a likely chain of one fact tells, and does not
    name this itself: of room 14, and not of room 12. The fee may be the club's fee."""
    if len(chain.path) != 1 or chain.confidence < LIKELY or text.newest is None:
        return False
    own, said = _words_of_name(_told_of(chain)), text.newest
    others = [_words_of_name(end) for fact in said.facts for end in fact.vertices]
    return not own <= {*terms(said.said)} and any(own & each and each - own and own - each for each in others)


def _words_of_name(name: str) -> set[str]:
    return {*terms(name.rpartition("'s ")[2])} - _NOW - _OURS


def _shares_an_end(one: Triplet, other: Triplet) -> bool:
    return one.subject == other.subject or one.object == other.object


def _is_read(saying: Saying) -> bool:
    """Whether the facts that were read in a sentence have all of its words, or nearly."""
    said = " ".join(timeless(unframed(read_words(saying.said)))[0])
    words = {word for word in terms(said) if len(word) > 2 or word.isdigit()} - _NOW
    if any(is_time(fact.object) for fact in saying.facts):
        words -= _TIMES  # `on Tuesday` may be read as a date.
    return len(words & words_of(saying.facts)) >= READ * len(words)


def _when(answer: Answer) -> tuple[float, ...]:
    """When that was told last; before all else, what nothing tells."""
    return answer.newest.when if answer.newest else (-inf,)


def _is_same(text: Answer, chain: Answer) -> bool:
    return any(may_be_one(text.text, value) or text.text.lower() == _weekday(value) for value in chain.values)


def _weekday(value: str) -> str:
    """The day of the week of a date (ISO 8601); empty, if it is none."""
    try:
        return DAYS[date.fromisoformat(value).weekday()]
    except ValueError:
        return ""
