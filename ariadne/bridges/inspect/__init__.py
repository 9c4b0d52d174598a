"""Games and plans as tasks of Inspect (the package `inspect_ai`).

    inspect eval ariadne/treasure_hunt --model openai/gpt-4o-mini

`tasks.py` defines the tasks, `samples.py` their samples, `player.py` the solver, `model.py` Inspect's model as one of
ours, `shown.py` the content for Inspect's viewer, `progress.py` the scorer; `log.py` reads a log.
"""

from ariadne.errors import MissingPackage

try:
    import inspect_ai  # noqa: F401
except ImportError as error:
    raise MissingPackage("the Inspect bridge", "inspect") from error
