"""Small worlds of triplets for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from ariadne.triplet import Triplet

VERTICES = ["kitchen", "hall", "key", "box", "grill", "lamp"]
RELATIONS = ["is in", "is on", "opens"]

triplets = st.builds(Triplet, st.sampled_from(VERTICES), st.sampled_from(RELATIONS), st.sampled_from(VERTICES))
