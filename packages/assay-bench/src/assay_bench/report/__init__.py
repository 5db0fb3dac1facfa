"""What a run looks like: plots, and one page of HTML that opens anywhere."""
