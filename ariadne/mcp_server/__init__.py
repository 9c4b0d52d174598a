"""A memory as a server of the Model Context Protocol: `tools.py` is what it offers, `serving.py` how it is reached."""
