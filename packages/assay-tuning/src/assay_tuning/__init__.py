"""The evaluator fitted to your documents: labels, calibration and training."""
