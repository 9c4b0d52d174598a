"""Who plays what how often, and what it came to: plans, scorecards, statistics, frames."""
