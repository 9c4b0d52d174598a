"""The frame: a snapshot of what memory knows, and a log of the turns since.

All questions of an episode share a prefix that only grows at its end, so a server with a prompt cache recomputes
little. A new snapshot is taken if the log reaches its size limit, or reaches half of it and the plan has ended or much
of the snapshot is out of date. Until then the log shows what has changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ariadne.agents.framed import Framed, Snapshot
from ariadne.agents.registry import LOG_TOKENS
from ariadne.agents.working_memory import AS_BEFORE, recorded
from ariadne.atlas import IS, unchanged_first
from ariadne.geography import held, read_connection
from ariadne.memory.memory import Cue, Keeper, Memory, Recollection, Survey, Surveyor, recalled
from ariadne.models.prices import estimated_tokens
from ariadne.models.question import Inputs
from ariadne.record import Record
from ariadne.triplet import Triplet, clean, triplets_of
from ariadne.worlds.world import Turn

KEPT = 3
"""Turns that stay in the log after a snapshot."""
MOST_FALSE = 8
"""A snapshot with this many outdated things is replaced by a new one."""
MOST_ENDED = 3
"""Maximum number of ended facts in an episode that is still shown."""
_WORDS = re.compile(r"\w+")


class Frame:
    """Keeps the snapshot and the log of an episode.

    Args:
        rules: the game's rules. `instructions`: how to act, if the valid commands are not listed.
        most: size limit of the log, in tokens.
        steps: the step limit of an episode, if known.
    """

    def __init__(
        self, goal: str, rules: str = "", instructions: str = "", most: int = LOG_TOKENS, steps: int | None = None
    ) -> None:
        self._goal, self._rules, self._instructions = goal, rules, instructions
        self._most, self._steps = most, steps
        self._snapshot: Snapshot | None = None
        self._turns: list[Turn] = []
        self._log: list[str] = []
        self._said: dict[str, str] = {}
        self._tells_places = False
        self._headings: set[str] = set()
        self._step = 0
        self._seen_at: list[int] = []
        self._when: dict[str, int] = {}

    def see(self, turns: Sequence[Turn]) -> None:
        """Add turns to the log."""
        self._step += 1
        self._seen_at += [self._step] * len(turns)
        for turn in turns:
            self._when[turn.as_text()] = self._step
            self._add(turn)

    def to_learn(self, count: int) -> Inputs:
        """The inputs of a question about the `count` newest turns."""
        moment = self._framed(Recollection(), self._snapshot or Snapshot(), (), ()).inputs()
        return {**{name: said for name, said in moment.items() if name != "plan"}, "new": str(count)}

    def that_may_have_ended(self, known: Sequence[str], count: int) -> Sequence[str]:
        """Return the known facts that may have ended. Facts that the `count` newest turns merely repeat are left out:
        on arrival, the description of a place repeats what is there."""
        came, others = " ", " "
        newest = [*pairwise([Turn("", ""), *self._turns][-count - 1 :])]
        for (before, turn), shown in zip(newest, self._log[-count:], strict=True):
            if shown.endswith(AS_BEFORE):
                continue
            if turn.location != before.location:
                came += _words(turn.observation)
            else:
                others += _words(turn.as_text())

        def may_have(fact: Triplet) -> bool:
            thing = _words((held(fact) or fact.vertices)[0])
            by_part = thing not in came and _words(thing.split()[-1]) in others
            return thing in others or (thing in came and not _repeats(came, fact)) or by_part

        return [line for line in known for fact in triplets_of([line]) if may_have(fact)]

    async def recall(
        self, memory: Memory, record: Record, plan: Sequence[str], actions: Sequence[str], unread: int = 0
    ) -> Framed:
        """Return working memory for the last turn, with what memory recalls, and record it.

        Args:
            unread: number of the newest turns that the memory has not observed yet.
        """
        whole = self._snapshot is None or self._length > self._most / 2
        survey = memory.survey(plan, whole) if isinstance(memory, Surveyor) else Survey()
        self._tells_places = isinstance(memory, Surveyor)
        is_endless = isinstance(memory, Keeper) and memory.keeps_all
        due = self._snapshot is None or (not is_endless and self._is_due(self._snapshot, survey, plan))
        if due and not whole and isinstance(memory, Surveyor):
            survey = memory.survey(plan)
        if due and self._snapshot is not None:
            self._begin_again(max(KEPT, unread))
        texts = survey.texts if due else (self._snapshot or Snapshot()).texts
        *recent, turn = self._turns
        found = await recalled(memory, Cue(self._goal, plan, turn, [*texts, *recent], actions, steps=self._when))
        if due or self._snapshot is None:
            self._snapshot = self._taken(found, survey, plan, unread)
        shown = {*self._snapshot.episodes}
        past = [text for text in self._episodes(found, self._snapshot.texts) if text not in shown]
        known = self._snapshot.notes.splitlines()
        past += [statement for statement in found.statements if statement not in known]
        framed = self._framed(found, self._snapshot, plan, past)
        record(recorded(framed))
        return framed

    def _framed(self, found: Recollection, snapshot: Snapshot, plan: Sequence[str], past: Sequence[str]) -> Framed:
        *recent, turn = self._turns
        *log, seen = self._log
        return Framed(
            self._goal, recent, turn, found, plan, True, self._instructions,
            rules=self._rules, snapshot=snapshot, log=[] if found.complete else log, seen=seen,
            progress=self._progress(turn), past=past,
        )  # fmt: skip

    def _progress(self, turn: Turn) -> str:
        """The progress of the episode, with what the world shows besides its text, such as a score."""
        step = f"step {self._step}{f' of {self._steps}' if self._steps else ''}"
        return f"{step} ({turn.status_line})" if turn.status_line else step

    def _is_due(self, snapshot: Snapshot, survey: Survey, plan: Sequence[str]) -> bool:
        """Whether a new snapshot is due: the log is too long; or half as long and the plan has ended or much of the
        snapshot is false; or knowledge from earlier lives was given up."""
        if snapshot.learned != survey.learned or not {*snapshot.earlier}.isdisjoint(survey.given_up):
            return True
        length = self._length
        if length <= self._most / 2:
            return False
        is_over = bool(snapshot.plan) and {*snapshot.plan}.isdisjoint(plan)
        ended = triplets_of({*snapshot.places} - {*survey.places})
        is_false = sum(read_connection(fact) is None for fact in ended) > MOST_FALSE
        return length > self._most or is_over or is_false

    @property
    def _length(self) -> int:
        """The log's tokens."""
        return sum(map(estimated_tokens, self._log))

    def _begin_again(self, count: int) -> None:
        """Drop all but the `count` newest turns from the log; the snapshot covers the rest."""
        kept, said = self._turns[-count:], self._said
        self._turns, self._log, self._said = [], [], {}
        for turn in kept:
            self._add(turn)
        if self._tells_places:
            self._said = {**{first: said[first] for first in self._headings & said.keys()}, **self._said}

    def _taken(self, found: Recollection, survey: Survey, plan: Sequence[str], unread: int) -> Snapshot:
        places = self._read_places(survey.places, unread) if self._snapshot else ()
        places = unchanged_first(places, self._snapshot.places) if self._snapshot else ()
        told, shown = {*places}, {turn.as_text() for turn in self._turns}
        return Snapshot(
            step=[0, *self._seen_at][len(self._seen_at) - unread],
            places=places,
            facts=tuple(fact for fact in found.facts if fact not in told),
            texts=tuple(text for text in survey.texts if text.as_text() not in shown),
            episodes=tuple(self._episodes(found, survey.texts)),
            notes="" if found.complete else found.notes(),
            plan=tuple(plan),
            earlier=survey.earlier,
            learned=survey.learned,
            ending=survey.ending,
        )

    def _read_places(self, places: Sequence[str], unread: int) -> tuple[str, ...]:
        """The facts about places that the memory has observed by now."""
        facts = triplets_of(places)
        known = {pair[1] for fact in facts if (pair := held(fact))}
        new = {clean(turn.location) for turn in self._turns[len(self._turns) - unread :]} - known
        return tuple(str(fact) for fact in facts if not (read_connection(fact) and fact.object in new))

    def _episodes(self, found: Recollection, texts: Sequence[Turn]) -> list[str]:
        """Return past turns, each with its step and its ended facts, except turns that are shown word for word and
        turns of which much has ended."""
        shown = {turn.as_text() for turn in (*texts, *self._turns)}
        episodes = []
        for at, turn in enumerate(found.episodes):
            ended = found.ended[at] if found.ended else ()
            if turn.as_text() in shown or len(ended) > MOST_ENDED:
                continue
            step = self._when.get(turn.as_text())
            over = f"\n(no longer so: {'; '.join(ended)})" if ended else ""
            episodes.append(f"{turn.as_text()}{f' (seen at step {step})' if step else ''}{over}")
        return episodes

    def _add(self, turn: Turn) -> None:
        told = self._without_rules(turn)
        first, end, rest = told.observation.strip().partition("\n")
        again = bool(rest) and self._said.get(first) == rest
        if _words(first) == _words(turn.location):
            self._headings.add(first)
        self._said[first] = rest
        self._turns.append(turn)
        self._log.append((replace(told, observation=f"{first}{end}{AS_BEFORE}") if again else told).as_text())

    def _without_rules(self, turn: Turn) -> Turn:
        """Return a turn without the rules before its text, which are shown separately."""
        rules = f"{self._rules}\n\n"
        if turn.command or not self._rules or not turn.observation.startswith(rules):
            return turn
        return replace(turn, observation=turn.observation.removeprefix(rules))


def repeated(known: Sequence[str], text: str) -> list[str]:
    """The known places and states of things that a text repeats."""
    words = _words(text)
    return [str(fact) for fact in triplets_of(known) if _repeats(words, fact)]


def _repeats(words: str, fact: Triplet) -> bool:
    """Whether a fact is the place or the state of a thing, and a text, given as its words, names both."""
    return (held(fact) is not None or fact.relation == IS) and all(_words(name) in words for name in fact.vertices)


def _words(text: str) -> str:
    """The words of a text with a space around each, to find whole names."""
    return f" {' '.join(_WORDS.findall(text.lower()))} "
