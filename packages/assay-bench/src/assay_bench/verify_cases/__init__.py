"""True and false sentences over short texts written for it, and which of them a check passes."""
