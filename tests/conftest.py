from __future__ import annotations

from hypothesis import settings

# A slow machine is no defect: examples have no deadline.
settings.register_profile("assay", settings.default, deadline=None)
settings.load_profile("assay")
