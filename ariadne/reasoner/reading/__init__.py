"""Reading: from English to facts, and to things to do.

A fact is a subject, a relation and an object. `read.py` finds them in what games say. It goes through a text block by
block: what stands after a prompt sign is a command, a line between `-=` and `=-` says which room one is in now, what
follows `Ingredients:` is a recipe, and the rest is sentences. A sentence is tried against forms, from the most
certain to the loosest: a door that leads somewhere, a thing that was taken or put, what is on, in or under what, and
at last anything that one is made to notice. The forms know how text games speak, and none of their words for things.

Two kinds of sentences speak of what is not before one's eyes. Records (`records.py`) are the plain sentences in which
the reasoner itself writes down what it knows, so these are read for certain. Prose (`notes.py`) is how notes,
briefings and people speak: which key opens which lock, where something is said to be, what an appliance is for; `it`
is what was spoken of last.

What is to be done is read from the same English by other rules (`instructions.py`): a clause is something done to a
thing, a way to go, a place to be at, or a state that a thing is to be in; it becomes an `Intent`. A plan's lines are
sub-goals (`sub_goals.py`): what is to be done, and what the planner keeps in the reason beside it. They are written
and read there and nowhere else, so that everybody else holds what a line means and never its words.
"""
