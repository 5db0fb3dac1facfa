"""Originals as they look: a page of a PDF file as a picture, a web page as elements."""
