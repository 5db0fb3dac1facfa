"""The papers' tables with the papers' models, on a machine that can hold them."""
