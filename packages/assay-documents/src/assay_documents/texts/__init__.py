"""Formats that are text: Markdown, reStructuredText, manual pages, source code, plain text."""
