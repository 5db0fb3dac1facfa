"""Every table and figure of the papers as one command: systems over tasks, the paper beside us."""
