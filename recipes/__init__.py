"""How the weights were made: one folder for each, run as `python -m recipes.FOLDER.STEP`."""
