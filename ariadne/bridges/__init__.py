"""Ariadne's games, agents and scores in other harnesses."""
