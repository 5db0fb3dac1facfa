"""How well the verifier judges: `assay bench verification`."""
