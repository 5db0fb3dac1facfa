"""Planted passages: how often a false answer stands alone."""
