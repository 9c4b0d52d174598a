"""Where people keep things, learned from written descriptions of houses."""

from ariadne.reasoner.sense.habits.habits import Habits, Table, habits, usual

__all__ = ["Habits", "Table", "habits", "usual"]
