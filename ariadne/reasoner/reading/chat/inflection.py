"""Forms of English verbs: which verb a word is a form of, and the form that goes with a name in the present."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto
from functools import cache

from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.reading.verbs import irregular_forms, plain_forms, third

# What people say of themselves, beside the verbs of plain texts.
_COMMON = (
    "adopt adore apply approve argue arrive ask assemble attend avoid babysit bake ban bartend believe bike binge"
    " bite blame blog boil book borrow box breathe brew bully burn camp campaign cancel canvass carry cater chat"
    " cheat check chew clean climb co-found co-own coach code collect commute complain confirm consult contact"
    " contribute convert cook cough craft crash crave crochet cycle dabble dance date deadlift decorate deliver"
    " depart deserve detest diagnose disagree distil ditch divorce do donate download draw drop dump dye earn edit"
    " email emigrate enrol enroll escape exercise expire export fail fancy feel ferment fire fish fix flunk fold"
    " forgive foster freelance freeze gamble garden get golf graduate guess hate have heal hike hire hope host hunt"
    " hurt illustrate imagine immigrate import improve inherit injure intend intern interpret invest iron jog juggle"
    " jump kayak kick kiss knit know laugh learn lease lecture let lift like livestream loathe lock lose love major"
    " manage mean meditate memorize mentor mind miss model moonlight mow name nap naturalize navigate need nurse"
    " oversee owe own paint park pass pay perform phone photograph pick plan plant play podcast pour practice"
    " practise pray prefer prepare press print promote propose publish pull push quit race rebuild reckon recommend"
    " record recover reduce referee refurbish register rehearse relax release relocate rely renovate rent repair"
    " reply require rescue reserve resign rest restore retrain revise roast row run sail save say scan scuba sculpt"
    " rephrase rewrite shorten simplify summarise summarize proofread"
    " see sell sew shave ship shop skate sketch ski skip smell smoke sneeze snore snowboard solve speak"
    " sponsor spot sprain squat start stick stream stretch struggle sublease sublet subscribe suck suffer suggest"
    " supply suppose surf survive swap swear sweat swim switch take taste teach tell text thank think tidy tolerate"
    " touch tour track trade train transfer translate trek trim trust tutor type umpire undergo unpack update"
    " upgrade upload vacation vacuum vape volunteer vote wake wander want warn wash watch wear weigh weld whistle"
    " wish wonder worry wrap wrestle yell"
)
_IRREGULAR = "do did done|have had had|learn learnt|dream dreamt|swell swelled swollen|sew sewed sewn"
# Irregular verbs that are regular, too.
_BOTH = frozenset("learn dream lie hang light wake sew shave swell knit".split())
_VOWELS = "aeiou"


class Form(Flag):
    """Which forms of its verb a word may be."""

    PLAIN = auto()
    THIRD = auto()
    PAST = auto()
    PARTICIPLE = auto()
    GERUND = auto()


_ENDINGS = {"ed": Form.PAST | Form.PARTICIPLE, "ing": Form.GERUND}


def form(word: str) -> Form:
    """Which forms of verbs a word may be, if it is of none that is known by its ending; none if it is no verb."""
    known = _forms().get(word.lower())
    if known:
        return known[1]
    is_verb = len(word) > 4 and word.isalpha() and word.islower() and not lexicon().meanings(word)
    return _ENDINGS.get(word[-2:], _ENDINGS.get(word[-3:], Form(0))) if is_verb else Form(0)


def is_known(word: str) -> bool:
    """Whether a word is a form of a known verb."""
    return word.lower() in _forms()


def base(word: str) -> str:
    """The plain form of a verb's form; the word itself, if it is of no verb that is known."""
    return _forms().get(word.lower(), (word.lower(), Form(0)))[0]


@cache
def _forms() -> dict[str, tuple[str, Form]]:
    """Every known form with its verb's plain form; of two verbs that share one, the irregular one's: who says that they
    found something came upon it."""
    irregular = [each.split() for each in _IRREGULAR.split("|")] + [[*each] for each in irregular_forms()]
    uneven = {verb for verb, *_ in irregular}
    found: dict[str, tuple[str, Form]] = {}

    def add(word: str, verb: str, kind: Form) -> None:
        known, kinds = found.get(word, (verb, Form(0)))
        if known == verb:
            found[word] = (verb, kinds | kind)

    for verb, *others in irregular:
        add(others[0], verb, Form.PAST)
        add(others[-1], verb, Form.PARTICIPLE)
    for verb in sorted(plain_forms() | set(_COMMON.split()) | uneven):
        add(verb, verb, Form.PLAIN)
        add(third(verb), verb, Form.THIRD)
        for gerund in _with_ending(verb, "ing"):
            add(gerund, verb, Form.GERUND)
        if verb not in uneven or verb in _BOTH:
            for past in _with_ending(verb, "ed"):
                add(past, verb, Form.PAST | Form.PARTICIPLE)
    return found


def _with_ending(verb: str, ending: str) -> Iterator[str]:
    """A verb with `ed` or `ing`, in every way in which it is written."""
    if verb.endswith("e") and ending == "ed":
        yield f"{verb}d"
    elif verb.endswith("ie"):
        yield f"{verb[:-2]}ying"
    elif verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        yield verb[:-1] + ending
    elif verb.endswith("y") and verb[-2] not in _VOWELS and ending == "ed":
        yield f"{verb[:-1]}ied"
    else:
        yield verb + ending
        if verb[-1] not in "wxyaeiou" and verb[-2] in _VOWELS and verb.replace("qu", "qw")[-3:-2] not in [*_VOWELS]:
            yield verb + verb[-1] + ending
