"""The built-in reasoner: answers the questions that a language model is asked, by rules, from the same inputs.

It knows the language of text games and everyday sense; it sees a question's inputs and nothing else.
"""

from ariadne.reasoner.model import RulesModel

__all__ = ["RulesModel"]
