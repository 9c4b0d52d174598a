"""What words mean: WordNet's nouns for things, and what each is a kind of."""

from ariadne.reasoner.lexicon.nouns import Lexicon, lexicon

__all__ = ["Lexicon", "lexicon"]
