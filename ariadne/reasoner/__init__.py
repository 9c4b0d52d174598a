"""The built-in reasoner, `--model rules`: it answers a language model's questions by rules.

It receives what a language model is shown (a question's inputs) and a function for the similarity of two texts. It sees
nothing else of the game, the agent or the memory. So it learns only by reading, and writes down what it needs later in
text that it will be shown again: triplets, notes and the reasons of a plan. That makes it an honest stand-in for a
language model: free, fast and deterministic.

The packages build on one another in this order, except that `reading` and `sense` are independent. `lexicon/` has the
meanings of nouns. `reading/` turns texts of games into facts and intents. `sense/` judges where people keep things.
`playing/` merges what was read into one picture, plans and acts. `remembering/` answers the questions of memories: what
to learn, what it outdates, what to keep, and how to write it so that it can be read again. Each package's `__init__`
describes its method.

`model.py` maps each question to its rule.
"""

from ariadne.reasoner.model import RulesModel

__all__ = ["RulesModel"]
