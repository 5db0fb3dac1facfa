"""How an index grows: time, memory, bytes and recall at several sizes."""
