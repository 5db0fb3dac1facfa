"""PDF files: lines with their places on the page, and what they make up."""
