"""Playing: one picture of the world, a plan, an action.

At every step all that a question shows is read into one `Situation` (`situation.py`), older news first, so that newer
news wins: what memory recalls, then its facts, the turns of late, what is seen now, what is carried. Nothing is
carried over from the step before but what stands in the plan.

The plan (`plan.py`) is revised, not made anew. What the goal tells to do comes first, step after step, and a step
that is done stays done. What a note, a key or a recipe (`kitchen.py`) asks for is added, what is met or pointless
goes, and each reason says how far a sub-goal has come. Where a house is to be tidied (`goals.py` tells), the plan
also remembers the best place that was seen for each thing (`house.py`) and which rooms are still to be seen
(`rounds.py`): a memory recalls only some of a house at once, so nothing is put down before all of it was seen twice.

The action (`act.py`) follows from the plan by means (`means.py`) and ends. Can a sub-goal be done here and now? Else
what it takes is fetched; else one walks to where that is known to be (`routes.py`); else one looks for it, in what is
closed here, then behind exits that were never tried. The step that is told for now comes before all else, and where
nothing serves the plan, curiosity decides. What lies in something locked is hearsay: nobody walks there for it.

Where things are not in places but so many steps ahead and to a side, one steers (`steering.py`): one turns and goes
until one faces what is wanted. Where one is told to do what is said, that is done; else it is read again.

Some worlds list nothing that could be done. There (`unlisted.py`) the reasoner goes by the words of the goal alone.
And where labour is divided otherwise, plan and action are one answer (`step.py`).
"""
