"""reStructuredText, as docutils and Sphinx write it."""
