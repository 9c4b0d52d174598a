"""A question of a data set as an episode: its paragraphs are observed one by one, then the question is answered.

Therefore all code that shows, counts or draws episodes also works for questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace

from ariadne.events import (
    Acted,
    Answered,
    EpisodeEnded,
    EpisodeStarted,
    Event,
    ItemEnded,
    ItemLearned,
    ItemRecalled,
    ItemScored,
    ItemStarted,
    LearnedEvent,
    QuestionEvent,
    Recalled,
    Scored,
    SummaryHead,
    Told,
    TurnEvent,
)

READING = "read"
"""The kind of question that reads a paragraph; all other kinds follow the reading."""
DONE = ("answered", "retrieved")
"""The values of `why` for a completed question: answered, or only retrieved as requested."""


def as_episode(told: Iterable[Event]) -> Iterator[Event]:
    """Convert a question's events to those of an episode; other events stay unchanged.

    Step `n` learns paragraph `n`; the step after the last one answers. The score is F1, and an exact match wins.

    Raises:
        ValueError: the first event does not start a question.
    """
    events = iter(told)
    started = next(events, None)
    if not isinstance(started, ItemStarted):
        raise ValueError("its first event does not start a question")
    return _Conversion(started).tell(events)


class _Conversion:
    def __init__(self, started: ItemStarted) -> None:
        self._item = started
        self._seen = 0
        """The turns so far."""
        self._is_read = False
        self._scored: ItemScored | None = None

    def tell(self, events: Iterable[Event]) -> Iterator[Event]:
        yield self._start()
        for event in events:
            yield from self._turns_before(event)
            step = self._seen if self._is_read else event.step
            match event:
                case ItemLearned():
                    text = self._text(event.paragraph)
                    nodes = (Told(text, event.added),) if event.added else ()
                    yield LearnedEvent(
                        step=step, time=event.time, added=event.added, removed=event.removed, episodes=nodes
                    )  # fmt: skip
                case ItemRecalled():
                    yield self._recalled(event, step)
                case Answered():
                    answered = event.answer or event.error
                    yield Acted(step=step, time=event.time, action=answered, reason=event.reason, commands=())
                case ItemScored():
                    self._scored = event
                    yield from self._marked(event, step)
                case ItemEnded():
                    yield self._end(event, step)
                case _:
                    yield replace(event, step=step)

    def _start(self) -> EpisodeStarted:
        item = self._item
        return EpisodeStarted(
            **asdict(self._entry()),
            time=item.time,
            world=item.dataset,
            goal=item.question,
            embedder=item.embedder,
            versions=item.versions,
        )

    def _entry(self) -> SummaryHead:
        item = self._item
        game = f"{item.dataset} {item.item}"
        return SummaryHead(
            game=game, agent=item.method, memory=None, model=item.model, seed=None, repeat=1, run=item.run
        )

    def _turns_before(self, event: Event) -> Iterator[Event]:
        """The observations due before an event: the paragraphs up to the one being learned, then the question."""
        is_reading = isinstance(event, ItemLearned) or getattr(event, "kind", "") == READING
        while not self._is_read and is_reading and self._seen < event.step:
            yield self._turn(self._text(self._seen), event.time)
        if not self._is_read and isinstance(event, QuestionEvent | ItemRecalled) and not is_reading:
            yield self._turn(self._item.question, event.time)
            self._is_read = True

    def _turn(self, observation: str, time: float, done: bool = False) -> TurnEvent:
        turn = TurnEvent(
            step=self._seen,
            time=time,
            command="",
            observation=observation,
            inventory="",
            commands=(),
            location="",
            done=done,
        )
        self._seen += not done
        return turn

    def _text(self, place: int) -> str:
        texts = self._item.texts
        return texts[place] if place < len(texts) else f"paragraph {place + 1}"

    def _recalled(self, event: ItemRecalled, step: int) -> Recalled:
        queries = ", ".join(f"{name} (depth {depth})" for name, depth in event.queries.items())
        ranking = ", ".join(str(place + 1) for place in event.ranking or ())
        fields = {"searched for": queries, "paragraphs, the most relevant first": ranking}
        return Recalled(
            step=step,
            time=event.time,
            facts=event.facts,
            episodes=tuple(self._text(place) for place in event.shown),
            exits=(),
            text="\n".join(f"{name}: {what}" for name, what in fields.items() if what),
        )

    def _marked(self, event: ItemScored, step: int) -> Iterator[Event]:
        needed = ", ".join(str(place + 1) for place in event.supporting)
        right = f"Right: {' or '.join(event.answers)}\nParagraphs that the answer needs: {needed}"
        yield replace(self._turn(right, event.time, done=True), step=step)
        if event.f1 is not None:
            yield Scored(step=step, time=event.time, score=event.f1, maximum=1.0, won=event.exact == 1, lost=False)

    def _end(self, event: ItemEnded, step: int) -> EpisodeEnded:
        scored = self._scored
        f1 = scored.f1 if scored else None
        return EpisodeEnded(
            **asdict(self._entry()),
            step=step,
            time=event.time,
            score=f1 or 0.0,
            max_score=0.0 if f1 is None else 1.0,
            normalized_score=f1,
            won=bool(scored and scored.exact == 1),
            lost=False,
            steps=self._seen,
            moves=0,
            invalid_actions=0,
            model_calls=event.model_calls,
            prompt_tokens=event.prompt_tokens,
            completion_tokens=event.completion_tokens,
            cost_usd=event.cost_usd,
            seconds=event.seconds,
            why=event.why,
            error=event.error,
        )
