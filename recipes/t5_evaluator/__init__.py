"""Trains the evaluator of the CRAG paper: T5-large, regressed to the titles of PopQA."""
