"""Documents in: any file to a sequence of blocks, each with its place in the original.

`model` is what readers give back; one file for each format; `read` chooses among them.
"""
