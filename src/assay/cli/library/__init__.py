"""Commands for what is in the indexes: find, list, remove, keep current."""
