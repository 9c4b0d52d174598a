"""Playing: one picture of the world, a plan, an action.

At every step, everything a question shows is read into one `Situation` (`picture.py`), oldest first, so newer facts
win: recollection, facts, recent turns, the observation, the inventory. Only the plan is carried over from the step
before.

The plan (`plan.py`) is revised, not rebuilt. The goal's instructions come first, step by step; a step that is done
stays done. What a note, a key or a recipe (`kitchen.py`) asks for is added, what is met or pointless is removed, and
each reason says how far its sub-goal has come. If a house has to be tidied (decided by `goals.py`), the plan also has
the best known place of each thing (`house.py`) and the rooms still to be seen (`rounds.py`): a memory recalls only part
of a house, so all of it is seen twice before anything is put down.

The action (`act.py`) follows by means-ends analysis (`means.py`). A sub-goal that can be done here is done. Else what
it needs is fetched; else the reasoner walks to where that is known to be (`routes.py`); else it searches closed
containers here, then untried exits. The current step of the instructions comes before everything else. If nothing
serves the plan, it explores (`exploring.py`). A thing inside something locked is hearsay: no reason to go there.

If things are located by steps ahead and to a side instead of by place, it navigates (`steering.py`): it turns and moves
until it faces what is wanted. If the goal is to obey a text, it does so, or reads the text again.

Some worlds do not list valid commands. There (`unlisted.py`) the words of the goal alone decide. For agents that ask
for plan and action together, `step.py` answers both.
"""
