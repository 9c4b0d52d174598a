"""AriGraph as the memory of an agent in a world (AriGraph, section 3).

Read `memory` first: at each step it learns from the turns (`observe`, Algorithm 1) and recalls for the planner and the
actor (`recall`), with the unexplored exits of appendix B (`_exits`). The rest goes beyond the paper:

- `surveying` lists the known places with their contents, and the texts that the plan needs.
- `annotations` says what is known of each action, from facts and action outcomes.
- `lives` and `before` use what earlier plays of the same world learned.
"""
