"""Remembering: what of all that was read is kept, and how it is told again.

`knowledge.py` holds what is known without contradictions: a thing is in one place, a box is open or not, a way leads
to one room; newer news wins, and where there is no room for everything, what serves neither goal nor plan goes first.
`tell.py` says it in English that the reader reads back as the same facts, and what cannot be said so is not said.

With these two the questions of memories are answered: which triplets a turn teaches, which known ones they replace
and what matters now (`learn.py`), notes that are rewritten at every step (`summary.py`), what came of a sub-goal
(`fold.py`), what a lost game teaches the next (`lesson.py`), what to wonder about and what several memories add up to
(`reflect.py`), and how much a moment will matter later (`importance.py`).
"""
