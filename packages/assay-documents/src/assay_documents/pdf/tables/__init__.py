"""Tables on PDF pages: ruled, flat and plain ones, their columns and rows."""
