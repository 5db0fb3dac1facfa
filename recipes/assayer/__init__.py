"""Scores passages and reads answers in them."""
