"""Which of several values a question asks for: by condition, range, column, unit or day."""
