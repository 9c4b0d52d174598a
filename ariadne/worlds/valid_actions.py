"""Which commands would change something, for stories whose grammar Jericho knows.

Jericho's own search for them asks spaCy for the nouns of a text, and lists them in the order of hashes. This one takes
the words that the story's dictionary knows, and always gives the same list.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Any

from ariadne.geography import ABBREVIATIONS, DIRECTIONS
from ariadne.worlds.story_text import clean, read_page, understood
from ariadne.worlds.zmachine import is_for_the_world

_WORD = re.compile(r"[a-z][a-z'-]*")

# Words for whatever was spoken of last, and ways, which parsers take for names of things.
_NO_NAMES = frozenset("it them him her me self myself all everything both that this these those".split())
_NO_NAMES |= {*ABBREVIATIONS, *DIRECTIONS}


def valid_actions(env: Any) -> tuple[str, ...]:
    """Commands that each change a story in another way, sorted: found by trying them out and taking them back.

    It takes 0.07 to 8 seconds.

    Args:
        env: a `jericho.FrotzEnv` with bindings; it is left as it was.
    """
    from jericho.util import verb_usage_count

    state = env.get_state()
    try:
        names = [*_names(env, state), "all"]
        env.set_state(state)
        candidates = [each for each in env.act_gen.generate_actions(names) if is_for_the_world(each)]
        alike = env._filter_candidate_actions(candidates, use_ctypes=True, use_parallel=False)
    finally:
        env.set_state(state)
    return tuple(sorted({max(same, key=verb_usage_count) for same in alike.values()}))


def _names(env: Any, state: Any) -> Iterator[str]:
    """A word for each thing that can be examined here; words that get the same answer are of one thing."""
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
    """Of an oil lamp, the lamp: a noun, or what another of the words stands before."""
    heads = {word for before, word in pairs if before in same and word in same}
    return min(same, key=lambda word: (word not in nouns, word not in heads, len(word), word))


def _nouns_of_objects(env: Any) -> set[str]:
    """The last words of the names of what is near the player."""
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
