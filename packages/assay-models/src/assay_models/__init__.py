"""The weights of assay, one folder with a card for each model; there is no code here."""
