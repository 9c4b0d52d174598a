"""Find the commands that would change something.

Jericho's own search gets the nouns of a text from spaCy, in hash order. This one takes the words in the story's
dictionary, in a stable order. Without Jericho's grammar for a story, it tries common commands and detects changes in
the machine's object table.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise, permutations
from typing import Any

from ariadne.geography import ABBREVIATIONS, DIRECTIONS
from ariadne.worlds.story_score import Points
from ariadne.worlds.story_text import clean, ending, read_page, understood
from ariadne.worlds.zmachine import drawn_score, is_for_the_story, memory_of, objects

_WORD = re.compile(r"[a-z][a-z'-]*")

# Pronouns and directions, which parsers accept as names of things.
_NO_NAMES = frozenset("it them him her me self myself all everything both that this these those".split())
_NO_NAMES |= {*ABBREVIATIONS, *DIRECTIONS}

# The verbs of the instructions, and other common verbs.
_DONE_TO_ONE = (
    *(f"{verb} {{}}" for verb in "take drop open close push pull turn eat drink wear enter climb light".split()),
    "turn on {}", "turn off {}", "take off {}", "stand on {}",
)  # fmt: skip
_DONE_TO_TWO = ("unlock {} with {}", "put {} in {}", "put {} on {}", "give {} to {}")
_IDLE = "wait"


def valid_actions(env: Any) -> tuple[str, ...]:
    """Return commands that change a story, one per distinct change, sorted. Each candidate is tried and undone.

    This takes 0.07 to 8 seconds.

    Args:
        env: a `jericho.FrotzEnv`; its state is restored.
    """
    from jericho.util import verb_usage_count

    state = env.get_state()
    try:
        names = list(_names(env, state))
        alike = _by_change(env, state, names) if env.bindings else _by_changed_objects(env, state, names)
    finally:
        env.set_state(state)
    return tuple(sorted({max(same, key=verb_usage_count) for same in alike.values()}))


def _by_change(env: Any, state: Any, names: Sequence[str]) -> Mapping[Any, Sequence[str]]:
    """Commands of the story's grammar, by the change that Jericho reports."""
    env.set_state(state)
    candidates = [each for each in env.act_gen.generate_actions([*names, "all"]) if is_for_the_story(each)]
    alike: Mapping[Any, Sequence[str]] = env._filter_candidate_actions(candidates, use_ctypes=True, use_parallel=False)
    return alike


def _by_changed_objects(env: Any, state: Any, names: Sequence[str]) -> Mapping[Any, Sequence[str]]:
    """Common commands whose effect differs from waiting, by their effect on objects, score and end of the story."""
    alike: dict[Any, list[str]] = defaultdict(list)

    def changed(command: str) -> Any:
        env.set_state(state)
        page, points = read_page(env.step(command)[0]), Points()
        written = memory_of(env)
        points.read(page, drawn_score(written))
        return (objects(written), points.score, ending(page)) if understood(clean(page)) else None

    # A word with the description of a direction is not a thing, e.g. the floor if the story knows `down`.
    ways = {_tried(env, state, f"examine {way}") for way in DIRECTIONS}
    names = [name for name in names if _tried(env, state, f"examine {name}") not in ways]
    pairs = [form.format(*two) for form in _DONE_TO_TWO for two in permutations(names, 2)]
    for command in (*DIRECTIONS, *(form.format(name) for form in _DONE_TO_ONE for name in names), *pairs):
        alike[changed(command)].append(command)
    nothing = (None, changed(_IDLE))
    return {change: same for change, same in alike.items() if change not in nothing}


def _names(env: Any, state: Any) -> Iterator[str]:
    """One word for each thing that can be examined here. Words with the same answer mean the same thing."""
    dictionary = {entry.word: entry for entry in env.get_dictionary()}
    length = max(map(len, dictionary), default=0)
    text = [word for command in ("look", "inventory") for word in _words(_tried(env, state, command))]
    nouns = _nouns_of_objects(env)
    things: dict[str, list[str]] = defaultdict(list)
    for word in sorted({*text, *nouns} - _NO_NAMES):
        entry = dictionary.get(word[:length])
        if entry is None or (entry.pos() and not entry.is_noun and not entry.is_adj):
            continue
        answer = _tried(env, state, f"examine {word}")
        if understood(answer):
            things[answer].append(word)
    pairs = set(pairwise(text))
    for same in things.values():
        yield _best(same, nouns, pairs)


def _best(same: Sequence[str], nouns: Set[str], pairs: Set[tuple[str, str]]) -> str:
    """The best of several words for a thing: a noun, or one that another word precedes (`lamp` in `oil lamp`)."""
    heads = {word for before, word in pairs if before in same and word in same}
    return min(same, key=lambda word: (word not in nouns, word not in heads, len(word), word))


def _nouns_of_objects(env: Any) -> set[str]:
    """The last words of the names of objects near the player."""
    from jericho.util import get_subtree

    player = env.get_player_object()
    place = player and env.get_object(player.parent)
    if not place:
        return set()
    near = get_subtree(place.child, env.get_world_objects())
    return {words[-1] for thing in near if thing.num != player.num and (words := _words(thing.name))}


def _tried(env: Any, state: Any, command: str) -> str:
    env.set_state(state)
    return clean(read_page(env.step(command)[0]))


def _words(text: str) -> Sequence[str]:
    return _WORD.findall(text.lower())
