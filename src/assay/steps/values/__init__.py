"""Which of several values a question asks for: by the column, or by the day of the week."""
