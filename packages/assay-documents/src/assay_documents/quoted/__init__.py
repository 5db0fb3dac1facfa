"""What is quoted in a block of code and is no code, read as what it is."""
