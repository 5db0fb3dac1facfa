"""What is measured: pure functions over plain values, one family in each file."""
