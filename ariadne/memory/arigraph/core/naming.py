"""The facts and texts that a request to forget or erase covers."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from unicodedata import category, normalize

from ariadne.gather import gathered
from ariadne.memory.arigraph.core.endings import MERGED
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory, remembered
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.merging import other_names, reached
from ariadne.memory.arigraph.core.metadata import Metadata, has
from ariadne.triplet import Triplet, triplets_of

_WORDS = re.compile(r"[^\W_]+")
_SIGNS = frozenset("+#@&$%*=~^/\\|<>")
"""Signs that distinguish names: `C++`, `C#`."""
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's property Default_Ignorable_Code_Point."""


@dataclass(frozen=True)
class Named:
    """A request: a name, a triplet, a text, the origin of texts, or everything.

    A name matches where its words stand one after the other: `alice` in `alice's password` and in `Alice Smith`.

    Attributes:
        what: a vertex, a triplet or its text, or a text that was learned.
        source, metadata: those of texts.
        is_all: whether everything is covered.
        also: merged names. They match in facts, and in texts only if capitalized, since `user` may be merged with a
            name.
    """

    what: str | Triplet | None = None
    source: str | None = None
    is_all: bool = False
    metadata: Metadata = field(default_factory=dict, hash=False)
    also: tuple[str, ...] = ()

    def in_all_names(self, graph: SemanticGraph) -> Named:
        """The same request, with all merged names."""
        if not isinstance(self.what, str) or self.triplet:
            return self
        return replace(self, also=tuple(other_names(graph, self.what)))

    def is_in(self, text: str) -> bool:
        """Whether a text has the name, or the triplet's words."""
        said, run = self._said
        if run.strip():
            return run in run_of(text) and (_SIGNS.isdisjoint(said) or said in folded(text))
        is_sign = any(category(letter)[0] == "S" for letter in said)
        return self.is_all or (is_sign and said in folded(text))

    def is_of(self, triplet: Triplet) -> bool:
        """Whether a triplet is the one requested, or has the name, or a merged one, in one of its parts."""
        if triplet == self.triplet or self.is_all:
            return True
        if isinstance(self.what, Triplet):
            return False
        is_other = any(vertex.partition("'s ")[0] in self.also or vertex in self.also for vertex in triplet.vertices)
        return is_other or any(map(self.is_in, triplet))

    def is_told_by(self, node: EpisodeNode) -> bool:
        """Whether a text has the name, or comes from the source."""
        written = (rf"\b{re.escape(name.title())}\b" for name in self.also)
        said = node.observation
        return self.is_from(node) or self.is_in(said) or any(re.search(name, said) for name in written)

    def is_from(self, node: EpisodeNode) -> bool:
        """Whether the request covers a text with all its facts: it is the text requested, or has the origin."""
        if self.is_all or (isinstance(self.what, str) and node.observation.strip() == self.what.strip()):
            return True
        has_origin = self.source is not None or bool(self.metadata)
        return has_origin and self.source in (None, node.source) and has(node.metadata, self.metadata)

    @cached_property
    def triplet(self) -> Triplet | None:
        """The triplet requested, if `what` is one."""
        if isinstance(self.what, Triplet) or self.what is None:
            return self.what
        return next(iter(triplets_of([self.what])), None)

    @cached_property
    def _said(self) -> tuple[str, str]:
        """The name as written, and its words."""
        name = "" if self.what is None else str(self.what)
        return folded(name).strip(), run_of(name)


@dataclass(frozen=True)
class Covered:
    """What a request covers: the numbers of edges and of episode nodes."""

    edges: Set[int]
    episodes: Set[int]


def folded(text: str) -> str:
    """A text without differences of case, width, composed accents, dots on an i, and invisible characters."""
    if text.isascii():
        return text.casefold()
    said = _INVISIBLE.sub("", normalize("NFKC", text)).casefold()
    return normalize("NFC", said.replace("i\u0307", "i").replace("\u0131", "i"))


def run_of(text: str) -> str:
    """The folded words of a text, with a space around each, so that `in` compares whole words."""
    said = folded(text)
    if not said.isascii():
        # Combining marks belong to letters, as in Devanagari.
        said = "".join(letter if letter.isalnum() or category(letter)[0] == "M" else " " for letter in said)
        return f" {' '.join(said.split())} "
    words = _WORDS.findall(said)
    return f" {' '.join(words)} "


def covered(named: Named, graph: SemanticGraph, episodic: EpisodicMemory, *, derived: bool) -> Covered:
    """All that a request covers.

    A text is covered if it has the name, or tells a covered fact. If the request is for the text or its origin, or all
    derived facts are meant, the facts that no other remembered text tells are covered too.
    """
    history, nodes = graph.history(), episodic.nodes
    merged = [(edge.triplet, edge.retired_by) for edge in history if edge.reason == MERGED and edge.retired_by]
    later, earlier = gathered(merged), gathered((new, old) for old, new in merged)

    def telling(triplet: Triplet) -> set[int]:
        names = reached([triplet], lambda each: earlier.get(each, ()))
        return {number for name in names for number in episodic.numbers(name)}

    triplets = {edge.triplet for edge in history if named.is_of(edge.triplet)}
    texts = {number for number, node in enumerate(nodes) if named.is_told_by(node)}
    texts |= {number for triplet in triplets for number in telling(triplet)}
    if not named.metadata:
        # A text that is learned twice is one text, unless the request has metadata.
        said = {nodes[number].observation for number in texts}
        texts |= {number for number, node in enumerate(nodes) if node.observation in said}
    source = texts if derived else {number for number in texts if named.is_from(nodes[number])}
    told = reached((fact for number in source for fact in nodes[number].triplets), lambda each: later.get(each, ()))
    triplets |= {fact for fact in told if not any(remembered(nodes[number]) for number in telling(fact) - texts)}
    return Covered({number for number, edge in enumerate(history) if edge.triplet in triplets}, texts)
