"""Reading in processes of their own, so that no file can harm the program that indexes it."""
