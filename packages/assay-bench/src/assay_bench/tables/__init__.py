"""Tables whose content is known, written in many formats and layouts, and read again."""
