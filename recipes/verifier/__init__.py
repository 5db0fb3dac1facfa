"""Tells whether a text supports a claim."""
