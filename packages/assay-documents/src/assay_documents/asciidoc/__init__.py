"""AsciiDoc, as manuals of tools and books are written in it."""
