"""Evaluations: plans, scheduling, scorecards, statistics, frames."""
