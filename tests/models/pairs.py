"""Twenty pairs written by us, whose scores are recorded in scores.json."""

from __future__ import annotations

PARIS = "Paris is the capital and the most populous city of France. The Seine flows through it."
CLOCK = "The tower clock was built in 1874 by a Swiss workshop. It was repaired twice after storms."
LIBRARY = "The town library lends books for three weeks. Late books cost ten cents a day."
BEES = "A honey bee colony has one queen. In summer it holds up to sixty thousand workers."
PYTHON = "The with statement wraps a block with methods that a context manager defines."
FERRY = "The ferry to the island leaves at 7:40 every morning, except on Sundays in winter."

PAIRS = [
    ("What is the capital of France?", "Paris", PARIS),
    ("Which river flows through Paris?", "Paris", PARIS),
    ("Who is the mayor of Paris?", "Paris", PARIS),
    ("When was the tower clock built?", "Tower clock", CLOCK),
    ("Who built the tower clock?", "Tower clock", CLOCK),
    ("How tall is the tower?", "Tower clock", CLOCK),
    ("How long may I keep a book?", "Library", LIBRARY),
    ("What does a late book cost?", "Library", LIBRARY),
    ("What are the opening hours of the library?", "Library", LIBRARY),
    ("How many queens does a colony of bees have?", "Honey bee", BEES),
    ("How many workers are in a hive in summer?", "Honey bee", BEES),
    ("What do wasps eat?", "Honey bee", BEES),
    ("What does the with statement do?", "with", PYTHON),
    ("Who invented Python?", "with", PYTHON),
    ("When does the ferry leave?", "Ferry", FERRY),
    ("On which day is there no ferry in winter?", "", FERRY),
    ("What does a ticket for the ferry cost?", "", FERRY),
    ("What is the capital of France?", "", BEES),
    ("When was the tower clock built?", "", PYTHON),
    ("How many workers are in a hive in summer?", "", CLOCK),
]
