"""Remembering: selecting facts to keep, and writing them down.

`knowledge.py` stores facts without contradictions: a thing is in one place, a box is open or not, an exit leads to one
room. Newer facts win. If space is short, facts that serve neither goal nor plan are dropped first. `tell.py` writes
facts in English that the reader parses back as the same facts, and omits all others.

With these two, the questions of memories are answered: which triplets a turn teaches, which known ones they replace and
what matters now (`learn.py`), notes rewritten at every step (`summary.py`), the outcome of a sub-goal (`fold.py`), the
lesson of a lost game (`lesson.py`), questions and insights (`reflect.py`), and importance (`importance.py`).
"""
