"""The large weights of assay: one folder with a card; there is no code here."""
