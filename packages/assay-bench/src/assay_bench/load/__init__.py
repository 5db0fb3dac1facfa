"""Many askers at once: what a server makes of what the encoder alone allows."""
