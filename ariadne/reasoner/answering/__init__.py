"""Answering questions from sentences, without having read them: what may be an answer, and what is asked for."""
