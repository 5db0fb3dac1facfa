"""How well generators answer, cite and abstain: `python -m assay.bench.generators --help`."""
