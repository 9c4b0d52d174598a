"""Games as environments that language models are trained in: `verifiers` and OpenEnv, over `ariadne.gym`."""
