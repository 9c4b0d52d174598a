"""Relations that say the same in other words: of what people are most often told about persons, works and firms.

Likeness of words alone does not tell `mother` from `father`, or where somebody lives from where somebody was born.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from ariadne.memory.arigraph.stems import stems
from ariadne.memory.arigraph.wordings import core, plainer

# A line a family, what goes on is indented; each of its relations has the same value at the same time.
_FAMILIES = """
is married to|is wedded to|is wed to|married|marriage|marriage partner|tied knot with|husband|wife|spouse
is employed by|works for|works at|employer|has as employee by|has job at|has job with|works in company of
lives in|resides in|residence|home|place of residence|is living in|makes home in|moved to|relocated to
was born in|birthplace|place of birth|birth in|city of birth|is native of|came into world in|comes from town of
  |hails from
died in|passed away in|place of death|death place|death in|took last breath in|drew last breath in|breathed last in
was born on|birthday|date of birth|birth date
died on|date of death
was written by|author|writer|comes from pen of|is book by|is novel by|is work by|is work of
  |was authored by|was penned by
was founded by|founder|was established by|was started by|was begun by|was set up by|was brought into being by
  |was created by|creator|was invented by|was dreamed up by|was thought up by|came up with by|was devised by|inventor
  |is creation of|brainchild of|was brainchild of|is brainchild of
was founded in|was established in|was started in|was set up in|place of founding|got start in|had start in
was created in|originated in|was invented in|country of origin
  |has origins in|origin|origins|roots|comes out of|emerged in|came into being in
was performed by|performer|was sung by|singer|was recorded by|is song by
was developed by|developer|developed by
was produced by|producer|was manufactured by|manufacturer|was made by|maker|is made by|is manufactured by|is produced by
was directed by|is directed by
is headquartered in|headquarters|is based in|has headquarters in|head office|has head office in|main office|main seat
  |headquarters is located in|headquarters are in|headquarters is in|head office is in
is located in|is in|lies in|is situated in|is found in|can be found in|is set in|stands in|is part of
  |is located on|lies on|is situated on
is citizen of|citizenship|nationality|is national of|holds citizenship of|holds citizenship in|country of citizenship
is affiliated with religion of|religion|faith|religious affiliation|religious allegiance
  |is adherent of|adheres to|follows religion of
was educated at|studied at|attended|graduated from|alma mater|received education at|was student at
ceo|chief executive officer|chief executive|has as ceo|has as chief executive officer|is led by as ceo
chairperson|chair|chairman|chairwoman|is chaired by|has as chairperson
capital|capital city|seat of government|has as capital|has capital in
head of state|has as head of state
head of government|has as head of government|government headed by|government led by|prime minister|premier
official language|has as official language
occupation|profession|works as|has job as|job|works in field of|line of work
genre|musical genre|type of music|type of music that plays|music genre|plays genre of
position|playing position|plays position of|plays as|played as|fills role|lines up as
notable work|is famous for|is known for|is best known for|is renowned for|is noted for|is celebrated for
  |claim to fame|fame|fame rests on|made famous by
original broadcaster|was broadcast by|first aired on|was originally broadcast by|aired on
favourite colour|favorite color|favourite color|favorite colour
phone|phone number|telephone|telephone number
email|e-mail|email address|mail address
"""

_WHERE = re.compile(r"(?:\w+ )?(?:where|in which|at which|on which) (?P<said>.+)")
_COMPOUND = re.compile(r"(?P<noun>[a-z]+) (?:of|in|for|by) (?P<other>[a-z]+)")
"""`partner in marriage` for `marriage partner`."""
_KIND = re.compile(r"(?P<said>.+ (?:in|at|with|on|for)) [a-z]+ of")


def synonymous(relation: str, other: str) -> bool:
    """Whether two relations are of one family, or one in plainer words."""
    own = _family(relation)
    if own is not None and own == _family(other):
        return True
    return stems(relation) != stems(other) and not _meant(relation).isdisjoint(_meant(other))


def are_apart(relations: Iterable[str], others: Iterable[str]) -> bool:
    """Whether relations are known to say something else than others: both are of families, and of none in common."""
    own, theirs = ({family for each in said if (family := _family(each))} for said in (relations, others))
    return bool(own and theirs) and own.isdisjoint(theirs)


def plain(relation: str) -> str:
    """A relation in the plainest words of its family; itself, if it has none."""
    return _family(relation) or relation


@lru_cache(maxsize=2**14)
def wordings(relation: str) -> tuple[str, ...]:
    """A relation in other words: in plainer ones, and in all of its family."""
    family = _family(relation)
    others = next((line for line in _lines() if line[0] == family), ()) if family else ()
    return tuple(dict.fromkeys((*plainer(relation), *others)))


@cache
def _lines() -> list[list[str]]:
    return [line.split("|") for line in filter(None, _FAMILIES.replace("\n  ", "").splitlines())]


@cache
def _families() -> dict[tuple[str, ...], str]:
    return {stems(relation): line[0] for line in _lines() for relation in line}


@lru_cache(maxsize=2**14)
def _meant(relation: str) -> frozenset[tuple[str, ...]]:
    """What spellings of a relation, and of its plainer wordings, have in common."""
    return frozenset(map(stems, (relation, *plainer(relation))))


@lru_cache(maxsize=2**14)
def _family(relation: str) -> str | None:
    """The first relation of a family; what is said of a place may be said of where: `city where was born`."""
    families = _families()
    forms = [relation]
    if where := _WHERE.fullmatch(relation):
        forms.append(f"{where['said']} in")
    if kind := _KIND.fullmatch(relation):
        forms.append(kind["said"])
    if compound := _COMPOUND.fullmatch(relation):
        forms.append(f"{compound['other']} {compound['noun']}")
    forms += [*plainer(relation), *filter(None, [core(relation)])]
    return next((families[stems(form)] for form in forms if stems(form) in families), None)
