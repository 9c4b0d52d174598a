"""The tables of scorecards as text, independent of how they are drawn."""
