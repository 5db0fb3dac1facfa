"""The laboratory: measuring assay, reproducing the papers, making training data."""
