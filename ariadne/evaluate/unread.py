"""Whether the rules could read anything of what a memory recalled. If not, they played without a memory."""

from __future__ import annotations

from ariadne.events import EpisodeStarted, Event, Recalled
from ariadne.models.question import Inputs
from ariadne.models.registry import RULES


class UnreadWatch:
    """Watches events for recollections that the rules can read."""

    def __init__(self) -> None:
        self._is_by_rules = self._is_read = self._is_recalled = False

    def sees(self, event: Event) -> bool:
        """Receive an event. Returns True, to read every event."""
        if isinstance(event, EpisodeStarted):
            self._is_by_rules = event.model == RULES
        elif self._is_by_rules and not self._is_read and isinstance(event, Recalled):
            recalled = {"facts": event.facts, "episodes": event.episodes, "exits": event.exits, "notes": event.text}
            self._is_recalled |= any(recalled.values())
            self._is_read = _is_readable(recalled)
        return True

    @property
    def found_nothing(self) -> bool:
        """Whether something was recalled, and nothing of it was readable."""
        return self._is_recalled and not self._is_read


def _is_readable(recalled: Inputs) -> bool:
    """Whether the rules learn anything from this."""
    from ariadne.reasoner.playing.picture import situation

    return not situation(recalled).is_blank
