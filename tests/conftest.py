from __future__ import annotations

import signal

from hypothesis import settings

# A shell that starts the suite in the background makes it ignore Ctrl-C, and every program that
# it starts with it; the tests of Ctrl-C need programs that listen.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no defect: examples have no deadline.
settings.register_profile("assay", settings.default, deadline=None)
settings.load_profile("assay")
