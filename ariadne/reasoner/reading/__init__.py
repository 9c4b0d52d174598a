"""English to facts."""
