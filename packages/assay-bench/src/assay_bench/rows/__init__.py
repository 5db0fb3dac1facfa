"""Figures that know their age: rows with the commit, weights and date they were measured with."""
