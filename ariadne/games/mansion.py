"""The names in a Treasure Hunt: rooms, the colours of lockers, keys and notes."""

from __future__ import annotations

ROOMS = (
    "kitchen", "scullery", "larder", "cellar", "attic", "library", "study", "parlour", "ballroom",
    "conservatory", "nursery", "bathroom", "bedroom", "dining room", "living room", "laundry",
    "workshop", "garage", "greenhouse", "gallery", "chapel", "armoury", "observatory", "music room",
    "billiard room", "smoking room", "drawing room", "sewing room", "map room", "trophy room",
    "guest room", "cloakroom", "corridor", "foyer", "veranda", "balcony", "terrace", "courtyard",
    "stable", "barn", "shed", "boathouse", "bakery", "dairy", "forge", "studio", "theatre",
    "cinema", "gym", "sauna", "aquarium", "aviary", "laboratory", "infirmary", "archive", "crypt",
    "dungeon", "tower", "loft", "den", "office", "classroom", "playroom", "lounge", "storeroom",
    "boiler room", "gatehouse", "lobby",
)  # fmt: skip

COLOURS = (
    "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown", "black", "white", "grey",
    "cyan", "magenta", "turquoise", "teal", "olive", "maroon", "navy", "beige", "violet", "indigo",
    "crimson", "scarlet", "lavender", "lime", "mint", "peach", "coral", "ivory", "amber", "ruby",
    "emerald", "sapphire", "silver", "salmon", "khaki", "mustard", "plum", "burgundy", "tan",
    "cream", "charcoal", "azure", "jade", "rust", "sand", "chocolate", "cherry", "lemon", "lilac",
    "mauve", "ochre", "aqua", "fuchsia", "cobalt", "chestnut", "rose", "tangerine", "mahogany",
    "slate", "pearl", "sepia", "apricot", "ebony",
)  # fmt: skip

KEYS = (
    "brass", "iron", "steel", "tin", "wooden", "glass", "bone", "stone", "lead", "zinc", "nickel",
    "pewter", "plastic", "rubber", "crystal", "marble", "leather", "porcelain", "clay", "titanium",
    "aluminium", "crooked", "heavy", "tiny",
)  # fmt: skip

NOTES = (
    "folded", "crumpled", "torn", "handwritten", "typed", "faded", "sealed", "stained", "scribbled",
    "printed", "dusty", "perfumed", "wrinkled", "scorched", "damp", "short", "hasty", "neat", "old",
    "plain", "rolled", "thin", "blotted", "ragged",
)  # fmt: skip
