"""Which words of an English sentence are verbs: by a list of common ones, by their endings, and by their neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.plurals import is_plural, singular
from ariadne.reasoner.lexicon import lexicon

BE = frozenset("is are was were be been being am isn't aren't wasn't weren't".split())
HAVE = frozenset("has have had hasn't haven't hadn't having".split())
DO = frozenset("does do did doesn't don't didn't".split())
_BEGUN = frozenset("begin join leave move relocate start switch transfer".split())
"""What one is doing before it is so: who is moving to Rome lives elsewhere."""
MODAL = frozenset(
    "will would can could may might must should shall cannot can't won't wouldn't couldn't shouldn't".split()
)
AUXILIARY = (BE | HAVE | DO | MODAL) - {"be", "been", "being", "having"}
NEGATION = frozenset("not never no longer".split())
_ADVERBS = frozenset(
    "also now then still later first once ever just soon again often always sometimes already even only thus therefore"
    " however instead together both all very so too currently mostly almost further long since away back up out".split()
)
_ADJECTIVES = ("less", "ful", "ous")
"""How adjectives end that hardly any noun does."""
PARTICLES = frozenset("away out up".split())
"""Adverbs that make another verb of the one before them: `pass away`, `set up`."""

PREPOSITIONS = frozenset(
    "about above across after against along alongside amid among around as at before behind below beneath beside"
    " between beyond by despite during for from in inside into like near of off on onto opposite outside over past per"
    " since than through throughout to toward towards under until upon via with within without".split()
)
DETERMINERS = frozenset(
    "the a an this these those his her its their my our your no every each some any another both several many".split()
)
PERSONS = frozenset("me us him her them you".split())
"""Pronouns for whom something is done to."""
RELATIVES = frozenset("which who that whom whose where".split())
SUBORDINATORS = frozenset("when while because although though after before since until if once whereas as".split())
CONJUNCTIONS = frozenset(("and", "or", "but", "&"))
_PLURAL = frozenset("i we you they who and".split())
_SINGULAR = frozenset("he she it who which that".split())

_COMMON = (
    "accept achieve act add adhere adopt agree aim allow announce appear apply appoint arrive ask assist attack"
    " attend award base beat belong benefit border call care carry cause celebrate chair change claim close collect"
    " command compete compose connect consist contain continue control cook cover create cross dance date deal"
    " defend deliver depend describe design destroy develop die direct discover dislike divide earn edit educate"
    " employ enable end enjoy enter establish exist expand explain explore export face fail farm feature fill finish"
    " flow focus follow force found gain govern graduate guard happen hate head help host house identify import include"
    " increase inspire introduce invade invent invite join kill lack last launch lease like link list live locate"
    " look love manage mark marry match mean measure mention migrate move name need note object observe occupy occur"
    " offer open operate order organize owe own pass perform plan play portray possess practice praise prefer"
    " present preside prevent produce program promote protect prove provide publish purchase raise rank reach receive"
    " recognize record refer reflect refuse regard relate release rely remain remember replace report represent"
    " require reside result retire return rule score seat seem separate serve settle share show sign specialize"
    " sponsor star start state stay stop store study succeed suffer supervise supply support surround talk tend"
    " thank threaten tie trade train translate travel treat try turn use value visit vote wait walk want wish work"
    " worship coach conduct form heat hire insure practise rehearse rent repair"
    " expire weigh ship lock"
)
# Plain form, past, and participle if it is another word.
_IRREGULAR = (
    "become became become|begin began begun|bind bound|break broke broken|bring brought|build built|buy bought"
    "|catch caught|choose chose chosen|come came come|cost cost|draw drew drawn|drink drank drunk|drive drove driven"
    "|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown"
    "|forget forgot forgotten|get got|give gave given|go went gone|grow grew grown|hear heard|hide hid hidden|hit hit"
    "|hold held|keep kept|know knew known|lay laid|lead led|leave left|lend lent|lie lay lain|lose lost|make made"
    "|meet met|pay paid|put put|read read|ride rode ridden|rise rose risen|run ran run|say said|see saw seen"
    "|sell sold|send sent|set set|shoot shot|sing sang sung|sit sat|sleep slept|speak spoke spoken|spend spent"
    "|stand stood|steal stole stolen|strike struck|swim swam swum|take took taken|teach taught|tell told"
    "|think thought|throw threw thrown|understand understood|wear wore worn|win won|write wrote written"
    "|bear bore born|bet bet|burst burst|cast cast|cut cut|hurt hurt|let let|quit quit|shut shut|split split"
    "|spread spread|broadcast broadcast|tear tore torn|swear swore sworn|wake woke woken|shake shook shaken"
    "|freeze froze frozen|bend bent|dig dug|flee fled|forgive forgave forgiven|forbid forbade forbidden|hang hung"
    "|seek sought|shrink shrank shrunk|slide slid|stick stuck|sweep swept|swing swung|sink sank sunk|deal dealt"
    "|cling clung|creep crept|sting stung|withdraw withdrew withdrawn|undergo underwent undergone|arise arose arisen"
    "|bite bit bitten|blow blew blown|breed bred|ring rang rung|shine shone|spin spun|spring sprang sprung"
    "|swell swelled swollen|weave wove woven|weep wept|overcome overcame overcome|oversee oversaw overseen"
    "|overtake overtook overtaken|undertake undertook undertaken"
)

TIME_NOUNS = frozenset("day week month year time hour minute morning afternoon evening night weekend weekday".split())
_NO_ENDING = frozenset("need seed feed weed deed reed heed bed red shed sled indeed hundred sacred naked".split())

_LEAVING = tuple("dismiss fired leav left quit remov resign retir withdr".split())

MAKING_FOR = frozenset("bake book build buy cook find get knit make order".split())
GIVING = MAKING_FOR | frozenset("bring give grant hand lend offer owe pay promise sell send show teach tell".split())
"""Verbs before whose object may stand who gets it; with some of them it is made or got for them."""

DEEDS = ("ation", "ion", "ment", "ance", "ence", "ing", "al")
"""Endings of nouns for what is done: `foundation`, `treatment`."""

_FORMS = [forms.split() for forms in _IRREGULAR.split("|")]
_BASES = frozenset(_COMMON.split()) | {base for base, *_ in _FORMS}
_PASTS = frozenset(past for _, past, *_ in _FORMS)
_PARTICIPLES = frozenset(forms[-1] for forms in _FORMS)


def third(verb: str) -> str:
    """The form that goes with a name in the present: `eats`."""
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeou":
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


_WITH_S = {third(base): base for base in _BASES}


def is_base(word: str) -> bool:
    """Whether a word is a verb's plain form, by the list."""
    return word in _BASES


def is_adverb(word: str) -> bool:
    """Whether a word may stand within a verb phrase without being of it."""
    return word in _ADVERBS or word in NEGATION or (word.endswith("ly") and len(word) > 4 and word.islower())


def is_participle(word: str) -> bool:
    """Whether a word may be a past participle: `founded`, `written`."""
    return word in _PARTICIPLES or (word.endswith("ed") and word not in _NO_ENDING and word.islower())


def is_gerund(word: str) -> bool:
    """Whether a word may be a present participle: `starring`."""
    return word.endswith("ing") and len(word) > 5 and word.islower() and word not in ("during", "including")


def is_finite(words: Sequence[str], at: int) -> bool:
    """Whether the word there is a clause's verb, or the first of its verb phrase."""
    word = words[at]
    if not word or not word[0].islower():
        return False
    if word in AUXILIARY:
        return True
    # `The Lions now play there`: an adverb may stand before a verb.
    start = at - 1
    while start > 0 and words[start] in ("now", "currently", "also", "still"):
        start -= 1
    before = words[start] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    left = before.lower()
    if left in DETERMINERS or left in (PREPOSITIONS - {"of"}) or left.endswith(("'s", "’s")) or after in AUXILIARY:
        return False
    if left.endswith(_ADJECTIVES) and start and words[start - 1].lower() in DETERMINERS and after == "of":
        return False  # `the religious ties of`
    if word in _PASTS or word.removeprefix("re") in _PASTS or word in _WITH_S or _is_regular_past(word):
        return left != "of"
    if word in _BASES:
        is_several = at == 1 or before.islower() or _is_of_many(words[: start + 1])
        is_pair = before[:1].isupper() and "and" in words[max(0, start - 3) : start] and words[0][:1].isupper()
        return left in _PLURAL or is_pair or (is_plural(left) and is_several and left not in PREPOSITIONS)
    if (after in DETERMINERS | PERSONS) and _is_done(word):
        return True  # What a noun in the plural would leave without a verb: `Ann paints the fence`.
    named = before[:1].isupper() or left in _SINGULAR
    opens = after in PREPOSITIONS or after in DETERMINERS | PERSONS or after[:1].isupper()
    return named and opens and _is_done(word) and not lexicon().meanings(word)


def _is_done(word: str) -> bool:
    """Whether a word may be the third person of a verb that is not listed, and is no time: `most days the shop …`."""
    is_third = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return len(word) > 3 and is_third and word.islower() and singular(word) not in TIME_NOUNS


def _is_regular_past(word: str) -> bool:
    return word.endswith("ed") and is_participle(word)


def is_left(verb: str) -> bool:
    """Whether a verb phrase tells that somebody is something no more: `resigned`, `stepped down`."""
    first, *others = verb.split()
    return first.startswith(_LEAVING) or (first.startswith("step") and others[-1:] in (["down"], ["back"], []))


def _is_of_many(words: Sequence[str]) -> bool:
    """Whether these end with a name of several: `the Detroit Tigers`."""
    start = next((at for at in reversed(range(len(words))) if not words[at][:1].isupper()), 0)
    return words[start : start + 1] != [] and words[start].lower() == "the"


def lemma(verb: str) -> str:
    """A verb's plain form, as far as its ending tells; else the word itself."""
    for forms in _FORMS:
        if verb in forms:
            return forms[0]
    if verb in _WITH_S:
        return _WITH_S[verb]
    if verb.endswith("ied") and f"{verb[:-3]}y" in _BASES:
        return f"{verb[:-3]}y"
    for ending in ("ed", "d", "ing"):
        stem = verb.removesuffix(ending)
        if stem != verb:
            for base in (stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem):
                if base in _BASES:
                    return base
    return verb


def participle(verb: str) -> str:
    """The past participle of a plain form: `owed`, `seen`."""
    irregular = next((forms[-1] for forms in _FORMS if forms[0] == verb), None)
    stem = f"{verb[:-1]}i" if verb.endswith("y") and verb[-2:-1] not in "aeou" else verb.removesuffix("e")
    return irregular or {"have": "had", "do": "done"}.get(verb, f"{stem}ed")


def plain_forms() -> frozenset[str]:
    """The plain forms of all listed verbs."""
    return _BASES


def irregular_forms() -> Sequence[Sequence[str]]:
    """The listed verbs with irregular forms: plain form, past, and participle if it is another word."""
    return _FORMS


def verb_of(noun: str, endings: tuple[str, ...]) -> str:
    """The verb from which a noun is made by one of some endings; empty if there is none."""
    for ending in endings if not is_base(noun) else ():
        stem = noun.removesuffix(ending)
        is_doubled = ending == "ing" and stem[-1:] == stem[-2:-1]
        other = f"{stem[:-1]}e" if stem.endswith("ct") else stem
        for base in (stem, f"{stem}e", stem[:-1] if is_doubled else other):
            if stem != noun and is_base(base):
                return base
    return ""


def is_to_come(relation: str) -> bool:
    """Whether what a relation tells is still to come, as far as its first words say: `will move to`, `is moving to`."""
    words = relation.split()
    is_begun = words[0] in BE and len(words) > 1 and lemma(words[1]) in _BEGUN and words[1].endswith("ing")
    return (words[0] in MODAL and words[0] != "can") or is_begun or words[1:3] == ["going", "to"]
