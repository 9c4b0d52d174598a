"""Games, agents and scores in harnesses of others, a folder or a file each."""
