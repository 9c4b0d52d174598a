"""Where people keep things, as learned from houses on paper."""

from ariadne.reasoner.sense.habits.habits import Habits, Table, habits, usual

__all__ = ["Habits", "Table", "habits", "usual"]
