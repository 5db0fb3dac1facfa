"""Requests that need no passage: small tasks whose answer follows from the request itself."""

from __future__ import annotations

import random

_WORDS = """
    river lantern garden copper winter harbour meadow thunder candle orchard marble whisper feather
    compass velvet anchor bramble pepper saddle window kettle basket mirror ladder pencil bottle
    island forest castle bridge engine needle button carpet dragon falcon
"""
WORDS = _WORDS.split()
_NAMES = "Anna Ben Clara David Ella Finn Greta Hugo Iris Jonas Karin Leo Mira Nils Olga Paul"
NAMES = _NAMES.split()
_ANIMALS = "cat dog horse fox crow bear wolf hare goat duck"
ANIMALS = _ANIMALS.split()


def requests(count: int, chance: random.Random) -> list[tuple[str, str]]:
    """Pairs of a request and a good reply, no two requests alike."""
    makers = (
        _sum,
        _product,
        _larger,
        _capitals,
        _letters,
        _order,
        _greeting,
        _wish,
        _opposite,
        _story,
    )
    made: dict[str, str] = {}
    for _ in range(20 * count):
        if len(made) == count:
            break
        asked, said = chance.choice(makers)(chance)
        made.setdefault(asked, said)
    return list(made.items())


def _sum(chance: random.Random) -> tuple[str, str]:
    a, b = chance.randint(1, 60), chance.randint(1, 60)
    asked = chance.choice(("What is {} + {}?", "Add {} and {}.", "How much is {} plus {}?"))
    return asked.format(a, b), f"{a + b}"


def _product(chance: random.Random) -> tuple[str, str]:
    a, b = chance.randint(2, 12), chance.randint(2, 12)
    asked = chance.choice(("What is {} times {}?", "Multiply {} by {}.", "{} x {} = ?"))
    return asked.format(a, b), f"{a * b}"


def _larger(chance: random.Random) -> tuple[str, str]:
    a, b = chance.sample(range(1, 500), 2)
    asked = chance.choice(("Which number is larger, {} or {}?", "Which is greater: {} or {}?"))
    return asked.format(a, b), f"{max(a, b)}"


def _capitals(chance: random.Random) -> tuple[str, str]:
    words = " ".join(chance.sample(WORDS, chance.randint(1, 4)))
    asked = chance.choice(("Write in capital letters: {}", "Turn this into upper case: {}"))
    return asked.format(words), words.upper()


def _letters(chance: random.Random) -> tuple[str, str]:
    word = chance.choice(WORDS)
    asked = chance.choice(('How many letters has the word "{}"?', 'Count the letters of "{}".'))
    return asked.format(word), f"{len(word)}"


def _order(chance: random.Random) -> tuple[str, str]:
    words = chance.sample(WORDS, chance.randint(3, 5))
    asked = chance.choice(("Put in alphabetical order: {}", "Sort these words: {}"))
    return asked.format(", ".join(words)), ", ".join(sorted(words))


def _greeting(chance: random.Random) -> tuple[str, str]:
    name = chance.choice(NAMES)
    asked = chance.choice(("Say hello to {}.", "Write a greeting for {}.", "Greet my friend {}."))
    return asked.format(name), chance.choice(("Hello, {}!", "Hello {}, nice to meet you.")).format(
        name
    )


def _wish(chance: random.Random) -> tuple[str, str]:
    name, day = chance.choice(NAMES), chance.choice(("birthday", "wedding", "new job", "exam"))
    asked = chance.choice(("Write a short wish for {}'s {}.", "What can I write to {} for the {}?"))
    return asked.format(name, day), f"Dear {name}, all the best for your {day}!"


def _opposite(chance: random.Random) -> tuple[str, str]:
    pairs = "hot cold,big small,early late,light dark,open closed,loud quiet,full empty,old young"
    one, two = chance.choice(pairs.split(",")).split()
    asked = chance.choice(
        ('What is the opposite of "{}"?', 'Give a word that means the reverse of "{}".')
    )
    return asked.format(one), two


def _story(chance: random.Random) -> tuple[str, str]:
    animal, thing = chance.choice(ANIMALS), chance.choice(WORDS)
    asked = chance.choice(
        (
            "Write one sentence about a {} and a {}.",
            "Make up a very short story with a {} and a {}.",
        )
    )
    return asked.format(animal, thing), f"One evening a {animal} found a {thing} and took it home."
