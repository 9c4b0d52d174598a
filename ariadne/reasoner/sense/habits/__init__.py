"""Where people keep things, learned from written descriptions of houses."""

from ariadne.reasoner.sense.habits.habits import FeatureTable, Habits, habits, usual

__all__ = ["FeatureTable", "Habits", "habits", "usual"]
