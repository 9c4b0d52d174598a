"""Reading: from English to facts and intents.

A fact is a subject, a relation and an object (`relations.py`). `read.py` finds them in texts of games, block by block:
text after a prompt sign is a command, a line between `-=` and `=-` names the current room, what follows `Ingredients:`
is a recipe, and the rest is sentences. A sentence is matched against forms (`sentence_forms.py`), from the most
specific to the most general: a door that leads somewhere, a thing taken or put, what is on, in or under what, and
finally anything noticed. The forms are those of text games, without words for particular things.

Two kinds of sentences are about absent things. Records (`records.py`) are the plain sentences in which the reasoner
writes its own knowledge, and are read reliably. Prose (`notes.py`) covers notes, briefings and speech: which key opens
which lock, where something is said to be, what an appliance is for; `it` refers to the last thing mentioned.

Instructions are read by other rules (`instructions.py`): a clause is something done to a thing, a direction, a place to
be at, or a desired state of a thing; it becomes an `Intent`. A plan's lines are sub-goals (`sub_goals.py`): an intent,
and what the planner stores in its reason. They are written and parsed only there, so all other code handles their
meaning.
"""
