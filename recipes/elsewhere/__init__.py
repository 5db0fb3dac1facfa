"""Experiments whose language model runs on another machine, in batches."""
