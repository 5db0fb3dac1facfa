"""A table of token vectors, from the embedder's weights and written questions."""
