"""What makes the command line start quickly."""
