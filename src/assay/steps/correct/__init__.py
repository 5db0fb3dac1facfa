"""CRAG, sections 4.2 to 4.5: score passages, choose an action, refine, look outside.

The ablations of the paper's tables 2 and 3 stand here too.
"""
