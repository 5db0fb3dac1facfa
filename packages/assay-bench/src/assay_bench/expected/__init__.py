"""What a small experiment of our own should give, and a check that it does."""
