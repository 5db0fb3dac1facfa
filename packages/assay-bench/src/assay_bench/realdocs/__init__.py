"""Measuring on a person's own documents: questions with patterns of their evidence."""
