"""Meanings of words: WordNet's nouns for things, and what each is a kind of."""

from ariadne.reasoner.lexicon.nouns import Lexicon, is_a, lexicon, means

__all__ = ["Lexicon", "is_a", "lexicon", "means"]
