"""From evidence to an answer: prompts, support of each sentence, citations, refusal.

Every strategy ends in conclude.
"""
