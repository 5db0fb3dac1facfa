"""How the ranking, the gate and the confidence of the reader were fitted."""
