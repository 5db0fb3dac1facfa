"""The same work on many machines, by Ray: one process reads the results in order and writes them.

Nothing else of assay imports this; Ray is needed from the moment that somebody chooses it.
"""
