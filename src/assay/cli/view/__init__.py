"""What people see: answers, scores as bars, the decision drawn, progress."""
