"""Games as training environments for language models: `verifiers` and OpenEnv, on top of `ariadne.gym`."""
