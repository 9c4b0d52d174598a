"""Logs of other harnesses that play the same games, or similar ones, as episodes of a scorecard.

`told.py` defines what a reader of logs is; `tales.py` and `balrog.py` are readers; `reading.py` reads those of Inspect,
and selects the reader of a log.
"""
