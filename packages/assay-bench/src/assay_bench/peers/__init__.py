"""Speed beside what people would use instead, measured on one machine in one run."""
