"""The tables and the figure of the CRAG paper."""
