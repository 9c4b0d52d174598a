"""Logs of other harnesses that play the same games, or similar ones, as episodes of a scorecard.

`told.py` defines what a reader of logs is; `tales.py`, `balrog.py` and `by_inspect.py` are readers; `reading.py`
selects the reader of a log.
"""
