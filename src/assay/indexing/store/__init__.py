"""Where an index lies: a folder of this machine, or a prefix of an S3 bucket.

The tables are Lance's own affair in both. These files do the rest: the small files beside the
tables, the lock of the writer, and what goes wrong.
"""
