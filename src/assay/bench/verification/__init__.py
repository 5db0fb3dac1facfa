"""Measuring the verifier: claims, judged answers, citations, speed, and whole rounds."""
