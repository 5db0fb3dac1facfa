"""Documents cut into passages: where a long text may be cut, and how much a passage holds."""
