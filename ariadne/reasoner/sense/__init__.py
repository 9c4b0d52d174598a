"""Where things belong in a house."""
