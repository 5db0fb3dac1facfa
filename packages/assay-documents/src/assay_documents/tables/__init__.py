"""Tables of all formats: their rows as facts, and the captions above them."""
