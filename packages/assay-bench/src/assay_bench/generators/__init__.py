"""How well generators answer, cite and abstain: `assay bench generators`."""
