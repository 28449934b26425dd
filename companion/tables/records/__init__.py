"""Tables as files: exporting, validating, importing and verifying saved games."""
