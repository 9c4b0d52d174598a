"""The forms of sentences in text games, each with the facts that it states: rooms, exits, doors, containers, lists, and
answers to commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ariadne.reasoner.reading.forms import HERE, Extract, forms, says, state_of
from ariadne.reasoner.reading.language import CUTS, DIRECTION, HEATS, MADE, bare, items, unmade
from ariadne.reasoner.reading.notes import Statement
from ariadne.reasoner.reading.relations import EXIT, IN, INVENTORY, IS, LEADS, ON, ON_FLOOR, REQUIRES, TO_BE


def main_and_relative(sentence: str) -> Iterator[str]:
    """Split a sentence with a relative clause (`You see a box that is closed.`) in two."""
    if match := _RELATIVE.fullmatch(sentence):
        yield f"{match['main']}."
        yield f"The {_OPEN.sub('', match['thing'])} {match['rest']}"
    else:
        yield sentence


def reader_of(block: str) -> tuple[Extract, re.Match[str] | None]:
    """The extractor of the first form that a sentence has, with its match; without a form, that of furniture."""
    for pattern, reader in _FORMS:
        if match := pattern.search(block):
            return reader, match
    return stands, None


def placed(names: list[str], relation: str, holder: str) -> Iterator[Statement]:
    """Where things are, and their states, such as `chopped`, which their names have in lists."""
    for name in names:
        base, made = unmade(name)
        yield (base, relation, holder)
        yield from ((base, IS, state) for state in made if state != "raw")


def _door(match: re.Match[str], location: str) -> Iterator[Statement]:
    door, way = bare(match["door"]), match["way"].lower()
    yield (location, EXIT, way)
    yield (door, LEADS, f"{way} from {location}")
    yield (door, IS, state_of(match["state"]))


def _holds(relation: str) -> Extract:
    """Return an extractor of a list of things in or on a holder, or on the floor here."""

    def reader(match: re.Match[str], location: str) -> Iterator[Statement]:
        holder = location if relation == ON_FLOOR else _SOMEWHERE.sub("", bare(match["holder"]))
        yield (holder, IN, location)
        yield from placed(items(_until_joke(match["list"])), relation, holder)

    return reader


def _has(match: re.Match[str], location: str) -> Iterator[Statement]:
    """What something has on or in it, which is often nothing."""
    names = [name for name in items(match["list"]) if name != "nothing"]
    yield from placed(names, ON if match["how"].lower() == "on" else IN, bare(match["holder"]))


def _put(match: re.Match[str], location: str) -> Iterator[Statement]:
    relation = ON if match["how"].lower() == "on" else IN
    yield (bare(match["thing"]), relation, bare(match["holder"]))


def _revealed(match: re.Match[str], location: str) -> Iterator[Statement]:
    """What was opened, and its contents; a door has none."""
    holder = bare(match["holder"])
    yield (holder, IS, "open")
    if match["list"] and not holder.endswith("door"):
        yield from placed(items(match["list"]), IN, holder)


def _stated(match: re.Match[str], location: str) -> Iterator[Statement]:
    """A container introduced with its state."""
    name = re.sub(r"^(?:\w+ looking) ", "", bare(match["name"]))
    yield (name, IN, location)
    yield (name, IS, state_of(match["state"]))


def stands(match: re.Match[str], location: str) -> Iterator[Statement]:
    """Furniture, or anything else that a sentence points out."""
    names = [name for name in items(_until_joke(match["name"] or match["bare"])) if _is_thing(name, location)]
    if location:
        yield from placed(names, IN, location)


def _nothing(match: re.Match[str], location: str) -> Iterator[Statement]:
    """Ignore that something is empty: the text would not report when a thing is put there."""
    yield from ()


def _missing(match: re.Match[str], location: str) -> Iterator[Statement]:
    """What a person needs, cut or cooked, counts as a recipe."""
    for name, made in map(unmade, items(match["list"])):
        yield ("recipe", REQUIRES, name)
        yield from ((name, TO_BE, state) for state in made)


def _directed(match: re.Match[str], location: str) -> Iterator[Statement]:
    """The preparation of a food, in order."""
    for direction in items(match["list"]):
        if made := MADE.get(direction.partition(" ")[0]):
            yield (bare(match["thing"]), TO_BE, made)


def _is_thing(name: str, location: str) -> bool:
    """Whether this names a thing rather than the room itself (`a kitchen`, `an ordinary one`)."""
    words = name.split()
    return (
        len(words) <= 5
        and words[-1] not in ("one", "yourself", location, *PLACE_NAMES)
        and not set(words) & {"you", "that", "kind", "type", "sort", "is"}
        and name not in (location, "smell", "wall", "gleam")
    )


def _until_joke(text: str) -> str:
    """A list, cut where the sentence continues with something else."""
    return re.split(
        r"[.!?:;]|, (?:so|which|that|but|huh|and you|though)\b"
        r"| (?:here|nearby|close by|in the corner|in the room|right there|over there|by the wall|on the wall)\b",
        text,
        maxsplit=1,
    )[0]


PLACE_NAMES = ("place", "room")
"""Names of the current place in sentences."""
_SOMEWHERE = re.compile(r" (?:of (?:this|the|your|our) \w+|there)\b")
_A = r"(?:an?|some)"
_STATE = r"(?P<state>open(?:ed)?|closed|shut|locked)"
_MADE = "|".join((*CUTS.values(), *HEATS.values()))
_LIST = r"(?P<list>(?:an?|some|the) .+)"
_SHOWS = r"(?:is|are|you (?:can )?(?:see|make out|find))"
_NOTICE = (
    r"(?:see|seeing|make out|find|notice|spot|reveal|just|like it's|here's|other than|onto|follow it to|it's|is"
    r"|there,|there!|comes|there are)"
)
_RELATIVE = re.compile(
    rf"(?P<main>(?>[^.!?]*?(?:\b{_NOTICE}(?: also)? |^){_A} )(?P<thing>[^,.!?]+?)),? (?:that|which) "
    r"(?P<rest>(?:is|are|has|have|holds?|contains?) .+)",
    re.IGNORECASE,
)
_OPEN = re.compile(rf"^{_STATE} ", re.IGNORECASE)
# These keep the time linear in the text: only the first word of a sentence that can start a form is tried, since a
# later one cannot match if the rest did not; and the sentence's end is searched once.
_FIRST = r"(?:^|[.!?])(?>[^.!?]*?"
_UP_TO_A_STOP = r"(?=[^.!?]*+[.!])(?P<thing>[^.!?]+?)"
_HEARSAY = (
    rf"^(?P<who>[^.!?]+) has (?:taken|moved|carried) the {_UP_TO_A_STOP} (?P<how>to) the (?P<holder>[^.!?]+?)[.!]"
)
_TAKEN, _CHANGED, _LEADS_ON = says("thing", IN, INVENTORY), says("thing", IS, "state"), says(HERE, EXIT, "way")
_FORMS = forms({
    rf"\b(?:there is|to the {DIRECTION} (?:is|lies)) an? (?:open doorway|passage|corridor)$": _LEADS_ON,
    rf"\bto the {DIRECTION} you (?:can )?see {_A} {_STATE} (?P<door>[^.!?]*?door)\b": _door,
    rf"{_FIRST}\b{_A} {_STATE} )(?P<door>[^.!?]+?) (?:leading|leads|going|to the) (?:to the )?{DIRECTION}\b": _door,
    rf"\bto the {DIRECTION} you (?:can )?see\b": _LEADS_ON,
    rf"{_FIRST}\b(?:exit|path|passage|way out|doorway|opening|stairs?|ladder)\b)[^.!?]*?"
    rf"\b(?:to the|leading|leads|going|goes) (?:to the )?{DIRECTION}\b": _LEADS_ON,
    rf"\btry going {DIRECTION}\b": _LEADS_ON,
    rf"^there (?:is|are) {_LIST} (?:on|lying on|scattered on) the (?:floor|ground)": _holds(ON_FLOOR),
    rf"^you (?:take|pick up|get|grab) (?:up )?the {_UP_TO_A_STOP}(?: (?:from|out of|off) [^.!?]+)?[.!]": _TAKEN,
    r"^adding the (?P<thing>[^.!?]+?) to your inventory": _TAKEN,
    r"^you drop the (?P<thing>[^.!?]+?)(?: on the (?:ground|floor))?[.!]": says("thing", ON_FLOOR, HERE),
    rf"^you (?:put|place|insert) the {_UP_TO_A_STOP} (?P<how>on|into|in)(?:to)? the (?P<holder>[^.!?]+?)[.!]": _put,
    _HEARSAY: _put,
    r"^you open (?:the )?(?P<holder>[^,.!?]+?)(?:, revealing (?P<list>.+?))?[.!]": _revealed,
    r"^you (?P<state>close|unlock|lock) (?:the )?(?=[^.!?]*+[.!])(?P<thing>[^,.!?]+?)(?: with [^.!?]+)?[.!]": _CHANGED,
    rf"^you (?P<state>{'|'.join(('eat', *CUTS, *HEATS.values(), 'burned'))}) the (?P<thing>[^.!?]+?)[.!]": _CHANGED,
    rf"^(?P<thing>[^:.!?]+): (?P<list>(?:{'|'.join(MADE)}) the .+)": _directed,
    rf"\b(?:missing|lack(?:s|ing)?|needs?|wants?) (?:only )?(?P<list>{_A} (?:{_MADE}) .+)": _missing,
    rf"^the (?P<holder>[^,.!?]+?) (?:contains|holds) {_LIST}": _holds(IN),
    r"^the (?P<holder>[^,.!?]+?) (?:has|have) (?P<list>[^.!?]+?) (?P<how>on|in|inside) (?:it|them)\b": _has,
    r"^the [^,.!?]+? is (?:\w+ )?empty\b": _nothing,
    r"^the (?P<holder>[^,.!?]+?) is (?:carrying|holding) (?P<thing>[^,.!?]+)": says("thing", IN, "holder"),
    rf"^in(?:side)? the (?P<holder>[^,.!?]+?) {_SHOWS} {_LIST}": _holds(IN),
    rf"^on(?: top of)? the (?P<holder>[^,.!?]+?) {_SHOWS} {_LIST}": _holds(ON),
    rf"^you (?:can )?(?:see|make out) {_LIST} on the (?P<holder>[^,.!?]+)": _holds(ON),
    rf"\b{_A} {_STATE} (?P<name>[^,.!?]+?)"
    r"(?=[,.!?]|$| here| in the| nearby| close by| right there| is (?:here|nearby|close by|in the|right))": _stated,
    rf"^(?:(?:.*\?)?+[^?]*(?:\b{_NOTICE}|!)(?:[:-]| oh| also)* (?P<name>{_A} [^?]+)"
    rf"|(?P<bare>(?-i:{_A}) [^?]+))$": stands,
})  # fmt: skip
