"""The built-in reasoner, `--model rules`: it answers the questions that a language model is asked, by rules.

It is given what a language model would be shown, a question's inputs, and a function that says how near two texts
are; of the game, the agent and the memory it sees nothing else. So whatever it knows, it has read, and what it wants
to know later it has to write where it will read it again: in triplets, in notes, in the reasons of a plan. That keeps
it an honest stand-in for a language model: free, fast, and the same every time.

It lives in four rooms, over a lexicon. `lexicon/` says what nouns mean. `reading/` turns what games say into facts and
into things to do. `sense/` says where people keep things. `playing/` puts what was read into one picture, plans, and
acts. `remembering/` answers what memories ask: what to learn, what it outdates, what is worth keeping, and how to say
it so that it can be read again. Each opens with a page that tells how it goes about that; a room knows those that were
named before it, and reading and sense do not know each other.

`model.py` is the door: which question is answered by which rule.
"""

from ariadne.reasoner.model import RulesModel

__all__ = ["RulesModel"]
