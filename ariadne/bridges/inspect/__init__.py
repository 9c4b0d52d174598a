"""Games and plans as tasks of Inspect (the package `inspect_ai`).

    inspect eval ariadne/treasure_hunt --model openai/gpt-4o-mini

`tasks.py` has the tasks, `samples.py` what they are made of, `player.py` the solver, `model.py` Inspect's model as one
of ours, `shown.py` what its viewer shows, `progress.py` the scorer; `log.py` reads a log again.
"""

from ariadne.errors import MissingPackage

try:
    import inspect_ai  # noqa: F401
except ImportError as error:
    raise MissingPackage("what reads and plays for Inspect", "inspect") from error
