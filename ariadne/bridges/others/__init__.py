"""Runs of others: logs of harnesses that play the same games, or games like them, as episodes of a scorecard.

`told.py` has what a reader of logs is, and what it tells; `tales.py`, `balrog.py` and `by_inspect.py` are readers, and
`reading.py` finds whose a log is.
"""
