"""The same work on many machines, by Ray: one process reads the results in order and writes them.

Nothing here imports Ray by itself: it is needed from the moment that somebody chooses it.
"""
