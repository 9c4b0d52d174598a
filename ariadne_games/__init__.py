"""Ariadne's games for `verifiers`, which finds a taskset by the name of a module: `--env.taskset.id ariadne-games`."""

from ariadne.training.verifiers import ChatHarness, GamesEnv, GameTaskset, load_environment

__all__ = ["ChatHarness", "GameTaskset", "GamesEnv", "load_environment"]
