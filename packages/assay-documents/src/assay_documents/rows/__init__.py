"""Data files: tables, JSON and notebooks."""
