"""Keeping an index as its owner wants it: documents taken out, folders watched."""
