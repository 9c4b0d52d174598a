"""The events of an episode, of answering a data set's question, and of an examination: a type for each kind.

The tables in `docs/runs.md` and `docs/qa.md` are made of these types (`tools/event_tables.py`). The log sets `step` and
`time`.
"""

from ariadne.events.as_json import event_of, told, written
from ariadne.events.episode import (
    EPISODE,
    Acted,
    Circled,
    EpisodeEnded,
    EpisodeStarted,
    EpisodeSummary,
    FoldedEvent,
    Invalid,
    LearnedEvent,
    Planned,
    QuestionEvent,
    Recalled,
    Reflected,
    Remembered,
    Resumed,
    Retried,
    Retrieved,
    Scored,
    SummaryHead,
    Told,
    TurnEvent,
)  # fmt: skip
from ariadne.events.event import LATEST, MOST, Event, Handicaps, Message, Other, Status, Usage, Use
from ariadne.events.question import (
    EXAM,
    ITEM,
    Answered,
    Ended,
    ExamStarted,
    ItemEnded,
    ItemLearned,
    ItemRecalled,
    ItemScored,
    ItemStarted,
    Marked,
)  # fmt: skip

__all__ = [
    "EPISODE", "EXAM", "ITEM", "LATEST", "MOST", "Acted", "Answered", "Circled", "Ended", "EpisodeEnded",
    "EpisodeStarted", "EpisodeSummary", "Event", "ExamStarted", "FoldedEvent", "Handicaps", "Invalid", "ItemEnded",
    "ItemLearned", "ItemRecalled", "ItemScored", "ItemStarted", "LearnedEvent", "Marked", "Message", "Other", "Planned",
    "QuestionEvent", "Recalled", "Reflected", "Remembered", "Resumed", "Retried", "Retrieved", "Scored", "Status",
    "SummaryHead", "Told", "TurnEvent", "Usage", "Use", "event_of", "told", "written",
]  # fmt: skip
