"""A memory as a server of the Model Context Protocol: `tools.py` defines its tools, `serving.py` its transports."""
