"""Markdown, with the HTML, the fields and the template marks that stand in it."""
