"""`python -m ariadne` is `ariadne`."""

from ariadne.cli import main

main()
