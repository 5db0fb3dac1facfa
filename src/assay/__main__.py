"""`python -m assay` is the command line."""

from assay.cli.main import main

main()
