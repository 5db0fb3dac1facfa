"""One run of the bench: systems over a task, its folder, its records and its summary."""
